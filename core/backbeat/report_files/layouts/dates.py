"""How days or months are written in a layout's column."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from attrs import frozen

from backbeat.kernel.months import Month

_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_TOKEN = re.compile(r"[A-Za-z]+|[^A-Za-z]")
_PARTS: Final = {
    "yyyy": ("year", r"(?P<year>\d{4})"),
    "yy": ("year", r"(?P<year>\d{2})"),
    "MMMM": ("month", rf"(?P<month>{'|'.join(_MONTHS)})"),
    "MMM": ("month", rf"(?P<month>{'|'.join(name[:3] for name in _MONTHS)})"),
    "MM": ("month", r"(?P<month>\d{2})"),
    "M": ("month", r"(?P<month>\d{1,2})"),
    "dd": ("day", r"(?P<day>\d{2})"),
    "d": ("day", r"(?P<day>\d{1,2})"),
    "HH": ("hour", r"\d{2}"),
    "mm": ("minute", r"\d{2}"),
    "ss": ("second", r"\d{2}"),
    "T": ("T", "T"),
}
"""What the letters of a form stand for; months have their English names."""


@frozen
class DateForm:
    """A form such as `dd/MM/yyyy`: `yyyy` or `yy`, `MMMM`, `MMM`, `MM` or `M`, `dd` or `d`; a time
    of day (`HH:mm:ss`) is ignored.
    """

    text: str
    parts: frozenset[str]
    _pattern: str

    @classmethod
    def parse(cls, text: str) -> DateForm:
        """Raises ValueError for a form without year and month, or with a part twice."""
        parts: list[str] = []
        pattern = ""
        for token in _tokens(text):
            if token in _PARTS:
                part, expression = _PARTS[token]
                if part in parts:
                    raise ValueError(f"{text!r} has the {part} twice")
                parts.append(part)
                pattern += expression
            elif token.isalpha():
                raise ValueError(f"{text!r} has {token!r}, which is none of {', '.join(_PARTS)}")
            else:
                pattern += re.escape(token)
        for part in ("year", "month"):
            if part not in parts:
                raise ValueError(f"{text!r} has no {part}")
        return cls(text, frozenset(parts), pattern)

    def day(self, text: str) -> date:
        """The day in a cell; ValueError if it has none in this form."""
        found = self._found(text)
        try:
            return date(_year(found["year"]), _month(found["month"]), int(found["day"]))
        except ValueError:
            raise self._not(text) from None

    def month(self, text: str) -> Month:
        """The month in a cell. If the form has a day, it must be the month's first or last."""
        found = self._found(text)
        try:
            month = Month(_year(found["year"]), _month(found["month"]))
        except ValueError:
            raise self._not(text) from None
        if "day" in self.parts and self.day(text) not in (month.first, month.last):
            raise ValueError(f"neither the first nor the last day of a month: {text[:40]!r}")
        return month

    def _found(self, text: str) -> re.Match[str]:
        found = re.fullmatch(self._pattern, text.strip(), re.ASCII | re.IGNORECASE)
        if found is None:
            raise self._not(text)
        return found

    def _not(self, text: str) -> ValueError:
        return ValueError(f"not a date of the form {self.text}: {text[:40]!r}")


def _tokens(text: str) -> list[str]:
    """Runs of one letter, and what is between them: `yyyyMMdd` has three."""
    return [
        run.group() for token in _TOKEN.findall(text) for run in re.finditer(r"(.)\1*", token, re.S)
    ]


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text)


def _month(text: str) -> int:
    if text.isdecimal():
        return int(text)
    return next(
        number for number, name in enumerate(_MONTHS, 1) if name.startswith(text.casefold())
    )
