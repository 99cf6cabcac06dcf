"""Cells of a catalogue as values: lengths, days, links, categories, in the forms that people write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType

from backbeat.site.rules import domain_of
from backbeat_adapters.catalogue.columns import CATEGORY_OF
from backbeat_adapters.report_files.values import Malformed, shown, title

_YES = frozenset(["1", "true", "yes", "y", "x", "o", "✓", "✔", "예", "네", "是"])
_PARTED = re.compile(r"[|,;/、，；#\n]+")
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,]\d+)?", re.ASCII)
_MARKED = re.compile(r"(\d{1,3})\s*['′’]\s*(\d{1,2})\s*(?:[\"″”]|''|′′|’’)?", re.ASCII)
_ISO = re.compile(r"PT(?:(\d{1,2})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:\.\d+)?S)?", re.ASCII | re.I)
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|sec|secs|seconds|초|秒)?", re.ASCII | re.IGNORECASE)
_SPOKEN = re.compile(
    r"(\d+)\s*(?:m|min|mins|minutes|분|分|分钟|分鐘)\s*(?:(\d+)\s*(?:s|sec|secs|seconds|초|秒)?)?",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    r"(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*[日일.]?(?:[ T].*)?"
)
_YEAR_LAST = re.compile(r"(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?: .*)?")
_PACKED = re.compile(r"(\d{4})(\d{2})(\d{2})")
_YEAR = re.compile(r"(\d{4})\s*(?:[-/.年년]\s*(?:(\d{1,2})\s*[月월.]?)?)?")
_SERIAL = re.compile(r"(\d{5})(?:\.\d+)?", re.ASCII)
_NAMED = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th)?[ -])?([A-Za-z]{3,9})\.?[ -](?:(\d{1,2})(?:st|nd|rd|th)?,?[ -])?(\d{4})"
)
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_EXCEL_ZERO = date(1899, 12, 30)
_LINK = re.compile(r"https?://[^\s<>\"']{1,1000}")
_FILE = re.compile(r"[^\s:<>\"'/\\][^:<>\"'\\]{0,200}")
_LONGEST = 24 * 3600
_MILLISECONDS_FROM = 10_000
"""A bare number above this is taken as milliseconds, not as seconds."""


def is_day_first(texts: Iterable[str]) -> bool:
    """Whether the days in a column put the day before the month, because one of them can be read in
    no other way.
    """
    found = [match for text in texts if (match := _YEAR_LAST.fullmatch(text.strip()))]
    return any(int(each[1]) > 12 for each in found) and all(int(each[2]) <= 12 for each in found)


def seconds(text: str) -> int:
    """A length: seconds, `m:ss`, `h:mm:ss`, `3m25s`, `3'25"`, or milliseconds where it is large."""
    clock = _CLOCK.fullmatch(text)
    spoken = _SPOKEN.fullmatch(text) or _MARKED.fullmatch(text)
    number = _NUMBER.fullmatch(text)
    iso = _ISO.fullmatch(text)
    if clock is not None:
        total = _on_the_clock(*(int(part or 0) for part in clock.groups()))
    elif spoken is not None:
        total = int(spoken[1]) * 60 + int(spoken[2] or 0)
    elif iso is not None and any(iso.groups()):
        hours, minutes, rest = (int(part or 0) for part in iso.groups())
        total = hours * 3600 + minutes * 60 + rest
    elif number is not None:
        value = float(number[1])
        is_milliseconds = (number[2] or "").lower() == "ms" or value > _MILLISECONDS_FROM
        total = round(value / 1000 if is_milliseconds else value)
    else:
        raise Malformed(f"not a length: {shown(text)}")
    if total > _LONGEST:
        raise Malformed(f"not a length: {shown(text)}")
    return total


def _on_the_clock(hours: int, minutes: int, rest: int) -> int:
    if hours and not rest:
        # A sheet takes 3:25 for a time of day and shows it as 03:25:00; no track runs for hours.
        return hours * 60 + minutes
    return hours * 3600 + minutes * 60 + rest


def from_milliseconds(text: str) -> int:
    number = _NUMBER.fullmatch(text)
    return round(float(number[1]) / 1000) if number is not None else seconds(text)


def day(text: str, *, day_first: bool = False) -> date:
    """A day in any usual form; a year alone means its first day.

    In a day that ends with the year the month comes first, unless that is impossible or `day_first`
    is set.
    """
    try:
        found = _day(text.strip(), day_first=day_first)
    except (ValueError, OverflowError):
        found = None
    if found is None:
        raise Malformed(f"not a day: {shown(text)}")
    return found


@lru_cache(maxsize=4_096)
def _day(text: str, *, day_first: bool) -> date | None:
    # Releases of a catalogue share their days.
    for pattern in (_YEAR_FIRST, _PACKED):
        match = pattern.fullmatch(text)
        if match is not None:
            return date(int(match[1]), int(match[2]), int(match[3]))
    last = _YEAR_LAST.fullmatch(text)
    if last is not None:
        first, second = int(last[1]), int(last[2])
        month, of_month = (second, first) if day_first or first > 12 else (first, second)
        return date(int(last[3]), month, of_month)
    serial = _SERIAL.fullmatch(text)
    if serial is not None:
        return _EXCEL_ZERO + timedelta(int(serial[1]))
    year = _YEAR.fullmatch(text)
    if year is not None:
        return date(int(year[1]), int(year[2] or 1), 1)
    return _in_words(text)


def _in_words(text: str) -> date | None:
    """`27 June 1996`, `Jun 27, 1996`, `June 1996`."""
    named = _NAMED.fullmatch(text)
    if named is None:
        return None
    word = named[2].casefold()
    months = [at for at, name in enumerate(_MONTHS, start=1) if name.startswith(word)]
    if word == "sept":
        months = [9]
    return date(int(named[4]), months[0], int(named[1] or named[3] or 1)) if months else None


def _link(text: str) -> str:
    if not (_LINK.fullmatch(text) or _FILE.fullmatch(text)):
        raise Malformed(f"not a link: {shown(text)}")
    return text


def _categories(text: str) -> dict[str, object]:
    """The first word that names a category; other words, such as genres, are ignored."""
    words = [" ".join(word.casefold().split()) for word in (text, *_PARTED.split(title(text)))]
    found = [CATEGORY_OF[word] for word in words if word in CATEGORY_OF]
    return {"category": found[0]} if found else {}


def _plain(meaning: str) -> Callable[[str], dict[str, object]]:
    return lambda text: {meaning: plain_text(text)}


def plain_text(text: str) -> str:
    """A text as it was before an export marked it so that it is not taken for a formula."""
    if text.startswith("'") and text[1:2] in {*"=+-@"}:
        return title(text[1:])
    return title(text)


def _if_told(
    meaning: str, read: Callable[[str], object], blank: object = None
) -> Callable[[str], dict[str, object]]:
    return lambda text: {meaning: read(text) if text else blank}


def _flag(meaning: str) -> Callable[[str], dict[str, object]]:
    return lambda text: {meaning: text.casefold() in _YES}


READERS: Mapping[str, Callable[[str], dict[str, object]]] = MappingProxyType(
    {
        "name": lambda text: {"name": name} if (name := plain_text(text)) else {},
        "artist": _plain("artist"),
        "album": _plain("album"),
        "label": _plain("label"),
        "upc": _plain("upc"),
        "composer": _plain("composer"),
        "category": _categories,
        "seconds": _if_told("seconds", seconds, 0),
        "thumbnail": _if_told("thumbnail", _link),
        "audio_url": _if_told("audio_url", _link),
        "shopping": _flag("shopping"),
        "is_flagged_new": _flag("is_flagged_new"),
        "prioritized": _flag("prioritized"),
        "partner": _if_told("partner", domain_of),
    }
)
"""How a cell is read, by the field that its column means."""
