"""Days of networks that were added up in advance, in SQL (DASH-23)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    PrimaryKeyConstraint,
    Row,
    Text,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
)

from backbeat.dashboards.model import (
    NetworkChange,
    NetworkDay,
    Published,
    Range,
    RolledUp,
    Shared,
)
from backbeat.figures.model import Figures
from backbeat.kernel.chunks import batches
from backbeat.kernel.ids import AccountId
from backbeat_adapters.sql.accounts import CAN_MANAGE, accounts, placements
from backbeat_adapters.sql.engine.schema import Big, Day, Nanos, Rate, table
from backbeat_adapters.sql.engine.upserts import next_number, upsert
from backbeat_adapters.sql.figures import FIGURES, figure_columns
from backbeat_adapters.sql.network_changes import network_changes

network_days = table(
    "network_days",
    Column("account", Text, ForeignKey("accounts.id"), nullable=False),
    Column("day", Day, nullable=False),
    *figure_columns(),
    Column("own_nanos", Nanos, nullable=False),
    Column("own_premium_nanos", Nanos, nullable=False),
    Column("published", Big, nullable=False),
    Column("title", Text),
    PrimaryKeyConstraint("account", "day"),
    sqlite_with_rowid=False,
)
"""What an account sees of a day, of everybody below it too: the figures of all channels with the
account's own part of each, and how many videos were published, with the title of one of them."""

network_roll_ups = table(
    "network_roll_ups",
    Column("account", Text, ForeignKey("accounts.id"), primary_key=True),
    Column("first", Day, nullable=False),
    Column("last", Day, nullable=False),
    Column("operator_rate", Rate, nullable=False),
)
"""Of whom which days are added up; a day without a row in `network_days` has no figures."""

network_runs = table(
    "network_runs",
    Column("series", Text, primary_key=True),
    Column("last", Big, nullable=False),
)
"""The newest run that adds days up."""

_RUN = "days"
_AT_ONCE = 500
_SUMS = (*FIGURES, "own_nanos", "own_premium_nanos")


@frozen
class SqlNetworkDays:
    """Fulfils `NetworkDays`."""

    connection: Connection

    def rolled_up(self, account: AccountId) -> RolledUp | None:
        row = self.connection.execute(_ROLLED_UP, {"of": account}).one_or_none()
        return None if row is None else _rolled_up(row)

    def every_rolled_up(self) -> Mapping[AccountId, RolledUp]:
        rows = self.connection.execute(select(network_roll_ups))
        return {AccountId(row.account): _rolled_up(row) for row in rows}

    def days(self, account: AccountId, within: Range) -> Mapping[date, NetworkDay]:
        given = {"of": account, "first": within.first, "last": within.last}
        return {day: _day(told) for day, *told in self.connection.execute(_DAYS, given)}

    def changes(
        self, within: Range | None = None, most: int | None = None
    ) -> Sequence[NetworkChange]:
        query = select(network_changes).limit(most)
        given: dict[str, Any] = {}
        if within is not None:
            query = query.where(_CONCERNS)
            given = {"begin": within.first, "end": within.last}
        return [NetworkChange(*row) for row in self.connection.execute(query, given)]

    def managers(self) -> Sequence[AccountId]:
        found = self.connection.execute(_MANAGERS).scalars()
        return [AccountId(account) for account in found]

    def begin(self) -> int:
        return next_number(self.connection, network_runs, {"series": _RUN})

    def keep(
        self,
        run: int,
        account: AccountId,
        rolled_up: RolledUp,
        parts: Sequence[Range],
        days: Mapping[date, NetworkDay],
    ) -> bool:
        if not self._is_newest(run):
            return False
        kept = network_days.c
        for part in parts:
            there = and_(kept.account == account, kept.day.between(part.first, part.last))
            self.connection.execute(delete(network_days).where(there))
        if days:
            self.connection.execute(_ADD, [_to_row(account, *each) for each in days.items()])
        row = {
            "first": rolled_up.days.first,
            "last": rolled_up.days.last,
            "operator_rate": rolled_up.operator_rate,
        }
        upsert(self.connection, network_roll_ups, {"account": account}, row)
        return True

    def finish(
        self, run: int, changes: Sequence[NetworkChange], gone: Collection[AccountId]
    ) -> bool:
        if not self._is_newest(run):
            return False
        for some in batches([each.number for each in changes], _AT_ONCE):
            done = network_changes.c.number.in_(some)
            self.connection.execute(delete(network_changes).where(done))
        for of in (network_days, network_roll_ups):
            for theirs in batches(sorted(gone), _AT_ONCE):
                self.connection.execute(delete(of).where(of.c.account.in_(theirs)))
        return True

    def _is_newest(self, run: int) -> bool:
        """Whether no later run has begun; none begins until the transaction ends."""
        return self.connection.scalar(_NEWEST) == run


_ROLLED_UP = select(network_roll_ups).where(network_roll_ups.c.account == bindparam("of"))
_DAYS = select(
    network_days.c.day,
    *(network_days.c[name] for name in _SUMS),
    network_days.c.published,
    network_days.c.title,
).where(
    network_days.c.account == bindparam("of"),
    network_days.c.day.between(bindparam("first"), bindparam("last")),
)
_CONCERNS = and_(
    network_changes.c.first <= bindparam("end"),
    or_(network_changes.c.last.is_(None), network_changes.c.last >= bindparam("begin")),
)
_MANAGERS = (
    select(accounts.c.id)
    .where(accounts.c.id.in_(select(placements.c.manager)), CAN_MANAGE)
    .order_by(accounts.c.id)
)
_NEWEST = select(network_runs.c.last).where(network_runs.c.series == _RUN).with_for_update()
_ADD = insert(network_days)


def _rolled_up(row: Row[Any]) -> RolledUp:
    return RolledUp(Range(row.first, row.last), row.operator_rate)


def _day(told: Sequence[Any]) -> NetworkDay:
    *sums, own, own_premium, published, title = told
    shared = Shared(Figures(*sums), own, own_premium)
    return NetworkDay(shared, Published(published, title) if published else None)


def _to_row(account: AccountId, day: date, told: NetworkDay) -> dict[str, Any]:
    shared = told.shared
    sums = (*shared.figures, shared.revenue_nanos, shared.premium_nanos)
    return {
        "account": account,
        "day": day,
        **dict(zip(_SUMS, sums, strict=True)),
        "published": told.published.number if told.published else 0,
        "title": told.published.title if told.published else None,
    }
