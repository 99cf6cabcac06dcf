"""The confirmed money of closed months by day, in SQL: written by the close, read by dashboards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Text,
    delete,
    insert,
    select,
)

from backbeat.figures.model import ConfirmedDay
from backbeat.kernel.months import Month
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.schema import CODE, Big, Day, MonthText, Nanos, table
from backbeat_adapters.sql.engine.upserts import add_up, next_number, upsert

confirmed_days = table(
    "confirmed_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("video", CODE, nullable=False),
    Column("version", Big, nullable=False),
    Column("revenue_nanos", Nanos, nullable=False),
    Column("premium_nanos", Nanos, nullable=False),
    PrimaryKeyConstraint("channel", "day", "video", "version"),
    Index(None, "day"),
    sqlite_with_rowid=False,
)

confirmed_channel_days = table(
    "confirmed_channel_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("version", Big, nullable=False),
    Column("revenue_nanos", Nanos, nullable=False),
    Column("premium_nanos", Nanos, nullable=False),
    PrimaryKeyConstraint("channel", "day", "version"),
    Index(None, "day"),
    sqlite_with_rowid=False,
)
"""The same added up by channel, so that a dashboard costs as many rows as it has days."""

confirmed_months = table(
    "confirmed_months",
    Column("month", MonthText, primary_key=True),
    Column("version", Big, nullable=False),
)
"""Of which version a month's days are read; a month that is not here is estimated."""

confirmed_versions = table(
    "confirmed_versions",
    Column("series", Text, primary_key=True),
    Column("last", Big, nullable=False),
)

_ADD = insert(confirmed_days)


@frozen
class SqlConfirmedDays:
    """Fulfils `ConfirmedDays`."""

    connection: Connection

    def new_version(self) -> int:
        return next_number(self.connection, confirmed_versions, {"series": "days"})

    def add(self, version: int, days: Sequence[ConfirmedDay]) -> None:
        rows = [{**each._asdict(), "version": version} for each in days]
        bulk.run(self.connection, bulk.step(self.connection, _ADD, rows))
        add_up(self.connection, confirmed_channel_days, _by_channel(version, days))

    def show(self, month: Month, version: int) -> None:
        upsert(self.connection, confirmed_months, {"month": month}, {"version": version})

    def drop_others(self, month: Month) -> None:
        months = confirmed_months.c
        shown = select(months.version).where(months.month == month).scalar_subquery()
        for of in (confirmed_days, confirmed_channel_days):
            in_month = of.c.day.between(month.first, month.last)
            self.connection.execute(delete(of).where(in_month, of.c.version != shown))

    def closed(self, first: Month, last: Month) -> Mapping[Month, int]:
        months = confirmed_months.c
        rows = self.connection.execute(
            select(months.month, months.version).where(months.month.between(first, last))
        )
        return dict(rows.all())


def _by_channel(version: int, days: Sequence[ConfirmedDay]) -> list[dict[str, Any]]:
    sums: dict[tuple[str, date], list[int]] = defaultdict(lambda: [0, 0])
    for each in days:
        sum_ = sums[each.channel, each.day]
        sum_[0] += each.revenue_nanos
        sum_[1] += each.premium_nanos
    return [
        {
            "channel": channel,
            "day": day,
            "version": version,
            "revenue_nanos": revenue,
            "premium_nanos": premium,
        }
        for (channel, day), (revenue, premium) in sums.items()
    ]
