"""A month's intake on one page: what was expected, what came, and what is a reason not to close it
yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from attrs import Factory, field, frozen

from backbeat.figures.model import RecordOverlap
from backbeat.figures.rules import usd
from backbeat.kernel.clock import Clock
from backbeat.kernel.months import Month
from backbeat.kernel.transactions import Transactions
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import DEFAULT, PLATFORMS, platform_of_kind
from backbeat.report_files.model import DayRows, Reconciled, ReportFile, SuspenseReason
from backbeat.report_files.questions import FEWEST_COMPARED, FEWEST_DAYS, STRAY_DAYS
from backbeat.settings import Settings
from backbeat.settlement.calculation import kinds_in
from backbeat.settlement.comparison import reconciled
from backbeat.settlement.ports import Books
from backbeat.settlement.rules import kinds_to_settle

RECORD_KINDS_SETTING = "settlement.record_kinds"
"""The setting that says which of the kinds that report the same money is settled (SETTLE-4)."""


class IntakeKey(NamedTuple):
    """What comes every month: a kind of file from one content owner."""

    platform: Platform
    kind: Kind
    owner: str


class Expected(StrEnum):
    """Why files of a kind are expected (FILE-27)."""

    MONTH_BEFORE = "month_before"
    """The previous month has them, from the same owner."""
    RECORD_KINDS = "record_kinds"
    """`settlement.record_kinds` names the kind."""


@frozen
class Waiting:
    """Rows that wait in suspense, and their money."""

    rows: int = 0
    nanos: int = 0


@frozen
class Held:
    """What a month has of a kind and owner, including rows in suspense.

    `days` are the numbers of the days with rows; none if rows have no day.
    """

    rows: int = 0
    views: int = 0
    nanos: int = 0
    days: frozenset[int] = frozenset()
    waiting: Waiting = Waiting()
    files: Sequence[ReportFile] = ()
    """The files about the month, the oldest first."""

    @property
    def is_there(self) -> bool:
        return bool(self.rows or self.files)

    @property
    def encodings(self) -> Sequence[str]:
        """The encodings of its files; workbooks have none."""
        return sorted({file.remarks.encoding for file in self.files if file.remarks.encoding})

    def days_without(self, month: Month) -> Sequence[int]:
        """The days of the month without a row; none if rows have no day."""
        if not self.days:
            return ()
        return [day for day in range(1, month.last.day + 1) if day not in self.days]


NOTHING_HELD = Held()


@frozen
class IntakeLine:
    """A kind of file of one owner: what this month and the previous one have of it."""

    key: IntakeKey
    expected: Expected | None
    held: Held = NOTHING_HELD
    before: Held = NOTHING_HELD


class IntakeDoubt(StrEnum):
    """What may be wrong with a month's intake (FILE-28)."""

    MISSING_KIND = "missing_kind"
    """Files of a kind were expected, but none came."""
    MISSING_DAYS = "missing_days"
    """Days lack rows, in a kind that has rows on nearly every day."""
    FEWER_ROWS = "fewer_rows"
    """There are fewer than half of the rows of the previous month."""
    NO_TOTAL = "no_total"
    """A file has no total line, although one of the previous month has."""
    TAKEN_AS_WHOLE = "taken_as_whole"
    """There was a question about a file, and it was taken in as complete."""
    OTHER_THAN_STATED = "other_than_stated"
    """A line of the payment summary differs from what the files add up to."""
    OVERLAPPING_KINDS = "overlapping_kinds"
    """Two of the kinds to be settled report the same money."""
    IN_SUSPENSE = "in_suspense"
    """Rows wait in suspense, and their money would not be settled."""


class IntakeFinding(NamedTuple):
    """One doubt about a month's intake, with its facts."""

    doubt: IntakeDoubt
    facts: Mapping[str, object]


@frozen
class MonthIntake:
    """The whole intake.

    Until the month `is_over` nothing can be missing. `suspense` is the part of the month that
    waits, by cause; `summary` is its payment summary compared with its files, empty if no summary
    came.
    """

    month: Month
    is_over: bool
    lines: Sequence[IntakeLine]
    suspense: Mapping[SuspenseReason, Waiting]
    overlaps: Sequence[RecordOverlap]
    summary: Sequence[Reconciled]
    findings: Sequence[IntakeFinding] = field(
        init=False, default=Factory(lambda my: [*_findings(my)], takes_self=True)
    )


@frozen
class Intakes:
    """What came of each month. `business` tells whether a month is over."""

    transactions: Transactions[Books]
    business: Clock
    settings: Settings

    def of(self, month: Month) -> MonthIntake:
        """A month's intake beside that of the previous month; refuses unknown kinds in the
        settings.
        """
        named = self.settings.settlement.record_kinds
        with self.transactions.look() as books:
            rows = books.report_rows.by_day(month)
            before = books.report_rows.by_day(month.previous)
            kinds = kinds_in(books, self.settings, month)
            return MonthIntake(
                month,
                self.business.today() > month.last,
                lines(
                    held(rows, _files(books, month)),
                    held(before, _files(books, month.previous)),
                    kinds_to_settle(named, books.confirmed.record_kinds()) if named else (),
                ),
                by_cause(rows),
                books.confirmed.overlaps(month, kinds),
                reconciled(books, month, by_kind(rows)),
            )


def _files(books: Books, month: Month) -> Sequence[ReportFile]:
    found = chain.from_iterable(
        books.reports.meeting(platform, month.first, month.last) for platform in PLATFORMS
    )
    return sorted(found, key=lambda file: int(file.id))


def held(rows: Iterable[DayRows], files: Iterable[ReportFile]) -> Mapping[IntakeKey, Held]:
    """A month's rows and files by kind and owner."""
    found: dict[IntakeKey, tuple[list[DayRows], list[ReportFile]]] = defaultdict(lambda: ([], []))
    for each in rows:
        found[IntakeKey(each.platform, each.kind, each.owner)][0].append(each)
    for file in files:
        found[IntakeKey(file.platform, file.kind, file.owner)][1].append(file)
    return {key: _held(*of) for key, of in found.items()}


def _held(rows: Sequence[DayRows], files: Sequence[ReportFile]) -> Held:
    return Held(
        rows=sum(each.rows for each in rows),
        views=sum(each.views for each in rows),
        nanos=sum(each.nanos for each in rows),
        days=frozenset(each.day_of_month for each in rows if each.day_of_month),
        waiting=_waiting([each for each in rows if each.reason is not None]),
        files=files,
    )


def by_cause(rows: Sequence[DayRows]) -> Mapping[SuspenseReason, Waiting]:
    """The month's rows that wait in suspense, by cause."""
    found = {
        reason: _waiting([each for each in rows if each.reason is reason])
        for reason in SuspenseReason
    }
    return {reason: waiting for reason, waiting in found.items() if waiting.rows}


def _waiting(rows: Sequence[DayRows]) -> Waiting:
    return Waiting(sum(each.rows for each in rows), sum(each.nanos for each in rows))


def by_kind(rows: Iterable[DayRows]) -> Mapping[Kind, int]:
    """The sum of each kind's rows in a month, including those in suspense."""
    found: dict[Kind, int] = defaultdict(int)
    for each in rows:
        found[each.kind] += each.nanos
    return found


def lines(
    now: Mapping[IntakeKey, Held],
    before: Mapping[IntakeKey, Held],
    named: Collection[Kind],
) -> Sequence[IntakeLine]:
    """Everything that came or was expected, by platform, kind and owner.

    `named` are the kinds that the operator's settings name.
    """
    there = {key.kind for key in (*now, *before)}
    wanting = [
        IntakeKey(platform_of_kind(kind) or DEFAULT, kind, "")
        for kind in named
        if kind not in there
    ]
    keys = sorted(
        {*now, *before, *wanting},
        key=lambda key: (key.platform.name, key.kind.value, key.owner),
    )
    return [
        IntakeLine(
            key,
            _expected(key, before, named),
            now.get(key, NOTHING_HELD),
            before.get(key, NOTHING_HELD),
        )
        for key in keys
    ]


def _expected(
    key: IntakeKey, before: Collection[IntakeKey], named: Collection[Kind]
) -> Expected | None:
    if key in before:
        return Expected.MONTH_BEFORE
    return Expected.RECORD_KINDS if key.kind in named else None


def _findings(of: MonthIntake) -> Iterator[IntakeFinding]:
    for line in of.lines:
        yield from _about_line(line, of)
    for stated in of.summary:
        if not stated.agrees:
            yield IntakeFinding(
                IntakeDoubt.OTHER_THAN_STATED,
                {
                    "line": stated.name,
                    "stated": stated.stated,
                    "found": stated.found,
                    "settled": stated.settled,
                },
            )
    for overlap in of.overlaps:
        yield IntakeFinding(
            IntakeDoubt.OVERLAPPING_KINDS,
            {
                "sort": overlap.sort,
                "kinds": [*overlap.kinds],
                "videos": overlap.videos,
                "setting": RECORD_KINDS_SETTING,
            },
        )
    for reason, waiting in of.suspense.items():
        yield IntakeFinding(
            IntakeDoubt.IN_SUSPENSE,
            {"reason": reason, "rows": waiting.rows, "usd": usd(waiting.nanos)},
        )


def _about_line(line: IntakeLine, of: MonthIntake) -> Iterator[IntakeFinding]:
    whose = {"kind": line.key.kind, "owner": line.key.owner}
    found = chain(
        _what_is_missing(line, of.month) if of.is_over else (),
        _about_files(line),
    )
    return (IntakeFinding(doubt, {**whose, **facts}) for doubt, facts in found)


_Found = Iterator[tuple[IntakeDoubt, Mapping[str, object]]]


def _what_is_missing(line: IntakeLine, month: Month) -> _Found:
    now, before = line.held, line.before
    if not now.is_there:
        yield IntakeDoubt.MISSING_KIND, {"expected": line.expected}
        return
    missing = now.days_without(month)
    if _is_daily(now, before, month) and len(missing) > STRAY_DAYS:
        yield (
            IntakeDoubt.MISSING_DAYS,
            {"days": [month.day(day) for day in missing], "of": month.last.day},
        )
    if before.rows >= FEWEST_COMPARED and now.rows * 2 < before.rows:
        yield IntakeDoubt.FEWER_ROWS, {"rows": now.rows, "before": before.rows}


def _is_daily(now: Held, before: Held, month: Month) -> bool:
    """Whether there should be rows on nearly every day: judged by the previous month or, without
    one, by the days between the first and the last that have rows.
    """
    if before.days:
        return len(before.days_without(month.previous)) <= STRAY_DAYS
    if len(now.days) < FEWEST_DAYS:
        return False
    between = max(now.days) - min(now.days) + 1
    return between - len(now.days) <= STRAY_DAYS


def _about_files(line: IntakeLine) -> _Found:
    with_total = [file for file in line.before.files if file.remarks.has_total]
    for file in line.held.files:
        if with_total and not file.remarks.has_total and not file.is_adjustment:
            facts = {"report": file.id, "file": file.name, "like": with_total[-1].id}
            yield IntakeDoubt.NO_TOTAL, facts
        if file.remarks.answered:
            asked = {"asked": [*file.remarks.answered]}
            yield IntakeDoubt.TAKEN_AS_WHOLE, {"report": file.id, "file": file.name, **asked}
