"""The rules for a report file: its owner and month, and where each row goes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Context, Decimal, Inexact
from functools import reduce
from types import MappingProxyType

from backbeat.channels.model import Channel, Span
from backbeat.figures.rules import usd
from backbeat.kernel.ids import Isrc
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Sort
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import (
    DEFAULT,
    NAMES,
    PLATFORMS,
    layout_named,
    platform,
    platform_of_kind,
)
from backbeat.report_files.errors import (
    EmptyFile,
    FileRefused,
    NoHeaderLine,
    OptionNeeded,
    UnknownPlatform,
    UnknownReport,
    WrongCurrency,
    WrongPlatform,
)
from backbeat.report_files.model import HeaderSought, Reading, Reconciled, SuspenseReason

_EXACT = Context(prec=120, traps=[Inexact])
_CURRENCY = "USD"
_IN_TITLES = 2
"""How many values a title may contain: the first and the last day of what follows."""
_STATED = re.compile(r"\bcurrency\b\W{1,5}([a-z]{3})\b", re.IGNORECASE)
_WORDS = re.compile(r"\w+")
_VALUE = re.compile(r"[-(]?\$?\d[\d.,/:-]*(?:E-?\d+)?\)?", re.IGNORECASE | re.ASCII)

Spans = Sequence[Span]
"""The days on which a channel earns, for anybody."""

SUMMARY_LINES: Mapping[str, Sequence[Kind]] = MappingProxyType(
    {line: kinds for each in PLATFORMS for line, kinds in each.report_kinds.summary_lines.items()}
)
"""Which kinds explain a line of a payment summary; the first that has figures counts."""

SUMMARY_DEDUCTIONS = frozenset(
    word for each in PLATFORMS for word in each.report_kinds.summary_deductions
)
"""Words by which a line of a payment summary is a deduction."""


def platform_of(reading: Reading, given: str | None) -> Platform:
    """The platform of a file: its kind's, or for the open format the given one, otherwise the
    first.

    Refuses an unknown one, and one that is not the kind's.
    """
    told = platform_of_kind(reading.kind)
    if given is None:
        return told or DEFAULT
    if given not in NAMES:
        raise UnknownPlatform(file=reading.name, platform=given, known=NAMES)
    if told is not None and told.name != given:
        raise WrongPlatform(
            file=reading.name, kind=reading.kind.value, platform=told.name, given=given
        )
    return platform(given)


def owner_and_month(
    reading: Reading, owner: str | None, month: Month | None, owners: Sequence[str]
) -> tuple[str, Month | None]:
    """The content owner of a file and the month for rows that give none; refused if nothing tells
    them, naming every option that is needed (FILE-6).

    The owner is the given one, the one in the file's name, or the only one known: `owners` are
    those of earlier files of such kinds. Backbeat's own format and the reporting files, whose names
    contain no owner, need none while there is only one. The month is the given one, or the one in
    the file's name.
    """
    whose, when = _owner_told(reading, owner, owners), month or reading.month
    needed = [] if whose is not None else ["--owner"]
    if when is None and not reading.tells_month:
        needed.append("--month")
    if whose is None or needed:
        raise OptionNeeded(file=reading.name, option=" and ".join(needed))
    return whose, when


def _owner_told(reading: Reading, given: str | None, owners: Sequence[str]) -> str | None:
    told = given or reading.owner
    if told is not None:
        return told
    if len(owners) == 1:
        return owners[0]
    return None if owners or reading.kind.named_by_owner else ""


def require_titles_only(reading: Reading) -> None:
    """Refuse a file whose lines above the header contain data (FILE-5) or another currency
    (FILE-2).
    """
    for line, cells in reading.above:
        if _values_in(cells) > _IN_TITLES:
            first = _shown(cells)
            raise NoHeaderLine(file=reading.name, line=line, first=first, kind=reading.kind.value)
        said = _STATED.search(",".join(cells))
        if said is not None and said[1].upper() != _CURRENCY:
            raise WrongCurrency(file=reading.name, line=line, currency=said[1].upper())


def unrecognised(name: str, found: HeaderSought) -> FileRefused:
    """The refusal of a file in which no header was recognised: with what was found instead, and
    what was expected if the file's name suggests its kind (FILE-5).
    """
    if not found.text:
        return EmptyFile(file=name)
    layout = layout_named(name)
    kind = None if layout is None else layout.kind.value
    needs = () if layout is None else sorted(layout.needs)
    if looks_like_data(found.cells):
        return NoHeaderLine(file=name, line=found.line, first=found.text, kind=kind, columns=needs)
    lacks = [each for each in needs if each not in found.names]
    asked = [] if found.bad_byte is None else [found.bad_byte.question]
    return UnknownReport(file=name, header=found.text, kind=kind, lacks=lacks, questions=asked)


def looks_like_data(cells: Sequence[str]) -> bool:
    """Whether a line contains values where a header has names: two numbers or days are enough."""
    return _values_in(cells) >= 2


def _values_in(cells: Sequence[str]) -> int:
    return sum(_VALUE.fullmatch(cell.strip()) is not None for cell in cells)


def _shown(cells: Sequence[str]) -> str:
    return ",".join(" ".join(cell.split()) for cell in cells)[:200]


def suspense_reason(
    spans: Spans | None, isrc: str, tracks: Mapping[Isrc, bool]
) -> SuspenseReason | None:
    """Why a row is not booked; None if it is (FILE-13).

    `spans` are its channel's, None for one never verified; `isrc` is its track code, blank if it
    names none; `tracks` tells whether a code is in the catalogue.
    """
    if spans is None:
        return SuspenseReason.UNKNOWN_CHANNEL
    if isrc and not tracks[Isrc(isrc)]:
        return SuspenseReason.UNKNOWN_TRACK
    return None


def is_before_start(spans: Spans | None, when: date | Month) -> bool:
    """Whether a row's day, or its whole month, earns for nobody: it is stored but shown to no
    creator (FILE-16). A row of an unknown channel (`spans` is None) waits in suspense instead.
    """
    if spans is None:
        return False
    if isinstance(when, Month):
        return not any(_meets(span, when) for span in spans)
    return not any(when in span for span in spans)


def spans_of(registrations: Sequence[Channel]) -> Spans:
    """The earning days of a platform channel over all its verified registrations."""
    return tuple(span for channel in registrations for span in channel.timeline.spans())


def reconciled(
    stated: Mapping[str, int],
    found: Mapping[Kind, int],
    settled: Mapping[str, int] = MappingProxyType({}),
) -> Sequence[Reconciled]:
    """Every line of a payment summary compared with the files' own sums, in the summary's order.

    `settled` is what was settled for lines without a file, by `line_key`.
    """
    lines = []
    for name, nanos in stated.items():
        key = line_key(name)
        there = [found[kind] for kind in SUMMARY_LINES.get(key, ()) if kind in found]
        posted = settled.get(key)
        lines.append(
            Reconciled(
                name,
                usd(nanos),
                usd(there[0]) if there else None,
                None if posted is None else usd(posted),
                is_deduction=is_deduction(name),
            )
        )
    return lines


def line_key(name: str) -> str:
    """A line's name without case and spaces, which distinguishes lines."""
    return " ".join(name.casefold().split())


def is_deduction(name: str) -> bool:
    """Whether a line of a payment summary is a deduction from the revenue."""
    return not SUMMARY_DEDUCTIONS.isdisjoint(_WORDS.findall(name.casefold()))


def sort_of_line(name: str) -> Sort | None:
    """The sort of revenue of a line, by its kinds or its words; None if neither tells."""
    kinds = SUMMARY_LINES.get(line_key(name))
    if kinds:
        return kinds[0].sort
    words = _WORDS.findall(name.casefold())
    told = [sort for sort in (Sort.ADS, Sort.SUBSCRIPTION) if sort.value in words]
    return told[0] if len(told) == 1 else None


def _meets(span: Span, month: Month) -> bool:
    last: date = month.last
    return span.from_day <= last and (span.until is None or span.until > month.first)


def total_of(nanos: int, dust: Decimal) -> Decimal:
    """A file's exact total in USD: whole nano-USD, and what was floored off (FILE-15)."""
    return added(usd(nanos), dust)


def added(*amounts: Decimal) -> Decimal:
    """The sum of amounts with all of their digits, whereas `sum` would round to 28 (FILE-15)."""
    return reduce(_EXACT.add, amounts, Decimal(0))
