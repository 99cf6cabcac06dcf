"""The confirmed money of closed months by day, in SQL: written by the close, read by dashboards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Select,
    Table,
    Text,
    bindparam,
    delete,
    insert,
    select,
    tuple_,
    update,
)

from backbeat.figures.model import ConfirmedDay, DaysLeft
from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.months import Month
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.reading import rows_of
from backbeat_adapters.sql.engine.schema import CODE, Big, Day, MonthText, Nanos, table
from backbeat_adapters.sql.engine.upserts import add_up, next_number, upsert
from backbeat_adapters.sql.network_changes import record_changes

confirmed_days = table(
    "confirmed_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("video", CODE, nullable=False),
    Column("version", Big, nullable=False),
    Column("revenue_nanos", Nanos, nullable=False),
    Column("premium_nanos", Nanos, nullable=False),
    PrimaryKeyConstraint("channel", "day", "video", "version"),
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
"""The same added up by channel, so that a dashboard costs as many rows as it has days. By these a
month's days are found, which would cost another index of every video's days.
"""

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
    Column("facts", Text),
    Column("reached", CODE),
)
"""The newest version of all, and by month that of its newest attempt until it is finished: on which
facts, and up to which channel all days are written."""

_ADD = insert(confirmed_days)
_DAYS = (confirmed_days, confirmed_channel_days)
_TOTALS_AT_ONCE = 500
"""How many totals are dropped at once, with the videos' days that they add up."""
_ALL = "days"


def _unread(month: Month) -> Select[Any]:
    """The keys of some of the month's totals, of every version but the one that is read."""
    months, totals = confirmed_months.c, confirmed_channel_days.c
    shown = select(months.version).where(months.month == month).scalar_subquery()
    return (
        select(totals.channel, totals.day, totals.version)
        .where(totals.day.between(month.first, month.last), totals.version.is_distinct_from(shown))
        .order_by(totals.day, totals.channel, totals.version)
        .limit(_TOTALS_AT_ONCE)
    )


def _videos_of(totals: Select[Any], limit: int) -> Select[Any]:
    """The keys of the days of videos that these totals add up, but no more than so many."""
    total, days = totals.subquery().c, confirmed_days.alias().c
    return (
        select(days.channel, days.day, days.video, days.version)
        .where(days.channel == total.channel, days.day == total.day)
        .where(days.version == total.version)
        .limit(limit)
    )


@frozen
class SqlConfirmedDays:
    """Fulfils `ConfirmedDays`."""

    connection: Connection

    def new_version(self, month: Month, facts: str | None = None) -> int:
        version = next_number(self.connection, confirmed_versions, {"series": _ALL})
        begun = {"last": version, "facts": facts, "reached": None}
        upsert(self.connection, confirmed_versions, {"series": str(month)}, begun)
        return version

    def left(self, month: Month, facts: str) -> DaysLeft | None:
        begun = confirmed_versions.c
        found = self.connection.execute(
            select(begun.last, begun.reached).where(
                begun.series == str(month), begun.facts == facts
            )
        ).one_or_none()
        return None if found is None or self.is_shown(month) else DaysLeft(*found)

    def reach(self, month: Month, version: int, channel: PlatformChannelId) -> None:
        begun = confirmed_versions.c
        self.connection.execute(
            update(confirmed_versions)
            .where(begun.series == str(month), begun.last == version)
            .values(reached=channel)
        )

    def forget(self, month: Month, version: int, channels: Collection[PlatformChannelId]) -> None:
        for of in _DAYS:
            days = of.c
            written = (
                days.channel.in_(channels),
                days.day.between(month.first, month.last),
                days.version == version,
            )
            self.connection.execute(delete(of).where(*written))

    def add(self, version: int, days: Sequence[ConfirmedDay]) -> None:
        made = bulk.prepared(self.connection, _ADD)
        columns = made.transposed(ConfirmedDay._fields, days)
        rows = made.step({**columns, "version": [version] * len(days)}, len(days))
        bulk.run(self.connection, rows)
        add_up(self.connection, confirmed_channel_days, _by_channel(version, days))

    def show(self, month: Month, version: int) -> None:
        upsert(self.connection, confirmed_months, {"month": month}, {"version": version})
        record_changes(self.connection, [(None, month.first, month.last)])

    def unfinished(self) -> Sequence[Month]:
        series = confirmed_versions.c.series
        begun = self.connection.execute(select(series).where(series != _ALL).order_by(series))
        return [Month.parse(each) for each in begun.scalars()]

    def is_shown(self, month: Month) -> bool:
        """Whether the month's newest attempt is the one that is read."""
        month_, begun = confirmed_months.c, confirmed_versions.c
        shown = select(month_.version).where(month_.month == month).scalar_subquery()
        last = select(begun.last).where(begun.series == str(month), begun.last == shown)
        return self.connection.execute(last).first() is not None

    def drop_others(self, month: Month, limit: int) -> bool:
        totals = _unread(month)
        if self._dropped(confirmed_days, _videos_of(totals, limit)) == limit:
            return True
        if self._dropped(confirmed_channel_days, totals):
            return True
        attempt = confirmed_versions.c.series == str(month)
        self.connection.execute(delete(confirmed_versions).where(attempt))
        return False

    def _dropped(self, of: Table, keys: Select[Any]) -> int:
        some = tuple_(*of.primary_key).in_(keys)
        return self.connection.execute(delete(of).where(some)).rowcount

    def closed(self, first: Month, last: Month) -> Mapping[Month, int]:
        return dict(rows_of(self.connection, _CLOSED, {"first": first, "last": last}))


_CLOSED = select(confirmed_months.c.month, confirmed_months.c.version).where(
    confirmed_months.c.month.between(bindparam("first"), bindparam("last"))
)


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
