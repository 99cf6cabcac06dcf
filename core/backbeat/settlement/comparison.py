"""A month's payment summary beside what came and what was settled (SETTLE-25)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from backbeat.kernel.money import NANOS_PER_MICRO
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.report_files import rules
from backbeat.report_files.model import Reconciled
from backbeat.settlement.errors import LineSettled
from backbeat.settlement.model import SettledLine, SummaryComparison
from backbeat.settlement.ports import Books


def compared(books: Books, month: Month) -> SummaryComparison:
    lines = reconciled(books, month, _found(books, month))
    return SummaryComparison(
        month,
        bool(books.settlements.of(month)),
        [each for each in lines if not each.is_deduction],
        [each for each in lines if each.is_deduction],
        [each for each in in_force(books, month).values() if not each.is_taken_back],
    )


def reconciled(books: Books, month: Month, found: Mapping[Kind, int]) -> Sequence[Reconciled]:
    """Every line of the month's summary; `found` is the sum of each kind's rows."""
    settled = {
        key: each.amount.micros * NANOS_PER_MICRO
        for key, each in in_force(books, month).items()
        if not each.is_taken_back
    }
    return rules.reconciled(books.report_rows.summary(month), found, settled)


def in_force(books: Books, month: Month) -> Mapping[str, SettledLine]:
    """The newest revision of each line that was ever settled, by key."""
    return {each.key: each for each in books.settled_lines.of(month)}


def require_no_line_twice(books: Books, month: Month) -> None:
    """Refuse a month in which a line was settled without a file but has one now, because that money
    would be posted twice.
    """
    settled = in_force(books, month)
    for line in compared(books, month).lines:
        if line.settled is not None and line.found is not None:
            day = settled[rules.line_key(line.name)].day
            raise LineSettled(month=month, line=line.name, settled_on=day)


def _found(books: Books, month: Month) -> Mapping[Kind, int]:
    found: dict[Kind, int] = defaultdict(int)
    for each in books.confirmed.totals(month):
        found[each.kind] += each.nanos + each.suspense_nanos
    return found
