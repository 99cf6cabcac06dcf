"""What came of a month, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from backbeat.kernel.months import Month
from backbeat.report_files.model import DayRows
from backbeat_adapters.sql.figures import report_rows


def rows_by_day(connection: Connection, month: Month) -> Sequence[DayRows]:
    """All rows of a month added up by day, platform, kind, owner and cause.

    But for the cause that is the order of their key, so they are added up as they are read.
    """
    rows = report_rows.c
    key = (rows.day_of_month, rows.platform, rows.kind, rows.owner, rows.reason)
    query = (
        select(*key, func.count(), func.sum(rows.views), func.sum(rows.revenue_nanos))
        .where(rows.month == month)
        .group_by(*key)
    )
    found = [
        DayRows(day, platform, kind, owner, reason, count, int(views), int(nanos))
        for day, platform, kind, owner, reason, count, views, nanos in connection.execute(query)
    ]
    return sorted(found, key=_order)


def _order(of: DayRows) -> tuple[int, str, str, str, str]:
    return of.day_of_month, of.platform.name, of.kind.value, of.owner, of.reason or ""
