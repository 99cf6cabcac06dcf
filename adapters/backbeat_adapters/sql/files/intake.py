"""What arrived for a month, in SQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import func, select

from backbeat.kernel.months import Month
from backbeat.report_files.model import DayRows, SuspenseReason
from backbeat_adapters.sql.figures import report_rows
from backbeat_adapters.sql.standing import Standing

_REASONS = (None, *SuspenseReason)


def rows_by_day(standing: Standing, month: Month) -> Sequence[DayRows]:
    """All rows of a month added up by day, platform, kind, owner and cause.

    The causes are columns: the rest is the order of the rows' key, so nothing has to be sorted.
    """
    rows = report_rows.c
    key = (rows.day_of_month, rows.platform, rows.kind, rows.owner)
    sums = (
        sum_.filter(rows.reason.is_not_distinct_from(reason))
        for reason in _REASONS
        for sum_ in (func.count(), func.sum(rows.views), func.sum(rows.revenue_nanos))
    )
    which = (rows.month == month, standing.of(report_rows))
    query = select(*key, *sums).where(*which).group_by(*key)
    found = [each for row in standing.connection.execute(query) for each in _by_cause(row)]
    return sorted(found, key=_order)


def _by_cause(row: Sequence[Any]) -> Iterator[DayRows]:
    day, platform, kind, owner, *sums = row
    for number, reason in enumerate(_REASONS):
        rows, views, nanos = sums[number * 3 : number * 3 + 3]
        if rows:
            yield DayRows(day, platform, kind, owner, reason, rows, int(views), int(nanos))


def _order(of: DayRows) -> tuple[int, str, str, str, str]:
    return of.day_of_month, of.platform.name, of.kind.value, of.owner, of.reason or ""
