"""Settlements in SQL: append-only, one row for each revision of a month."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    and_,
    func,
    insert,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from backbeat.accounts.network.shares import Chain, Link
from backbeat.kernel.actors import Actor, ActorKind
from backbeat.kernel.chunks import batches
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.platforms.kinds import Sort
from backbeat.platforms.registry import stored_kind
from backbeat.settlement.errors import AlreadyClosed, LineSettled
from backbeat.settlement.model import (
    SettledLine,
    Settlement,
    SettlementTerms,
    Sums,
    Treatment,
    line_source,
)
from backbeat.settlement.packed import Group
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.keys import as_span
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    Json,
    Micros,
    MonthText,
    Nanos,
    Rate,
    append_only,
    table,
)

settlements = append_only(
    table(
        "settlements",
        Column("month", MonthText, nullable=False),
        Column("revision", Big, nullable=False),
        Column("day", Day, nullable=False),
        Column("recorded_at", Instant, nullable=False),
        Column("actor_kind", Choice(ActorKind), nullable=False),
        Column("actor_id", Text, nullable=False),
        Column("reason", Text),
        Column("kinds", Json, nullable=False),
        Column("operator_rate", Rate, nullable=False),
        Column("through_main", Flag, nullable=False),
        Column("daily_rates", Flag, nullable=False),
        Column("confirmed", Micros, nullable=False),
        Column("shared", Micros, nullable=False),
        Column("kept", Micros, nullable=False),
        Column("operator", Micros, nullable=False),
        Column("rounding", Micros, nullable=False),
        Column("rest_nanos", Nanos, nullable=False),
        Column("entries", Big, nullable=False),
        Column("last_file", Big, nullable=False),
        PrimaryKeyConstraint("month", "revision"),
    )
)

settlement_groups = append_only(
    table(
        "settlement_groups",
        Column("month", MonthText, nullable=False),
        Column("revision", Big, nullable=False),
        Column("place", Big, nullable=False),
        Column("channel", Text, nullable=False),
        Column("type", Choice(EntryType), nullable=False),
        Column("chain", Json, nullable=False),
        Column("nanos", Nanos, nullable=False),
        PrimaryKeyConstraint("month", "revision", "place"),
        ForeignKeyConstraint(["month", "revision"], ["settlements.month", "settlements.revision"]),
        Index("ix_settlement_groups_channel", "channel", "month"),
    )
)


settled_lines = append_only(
    table(
        "settled_lines",
        Column("month", MonthText, nullable=False),
        Column("key", Text, nullable=False),
        Column("revision", Big, nullable=False),
        Column("name", Text, nullable=False),
        Column("source", Text, nullable=False),
        Column("amount", Micros, nullable=False),
        Column("treatment", Choice(Treatment), nullable=False),
        Column("sort", Choice(Sort)),
        Column("day", Day, nullable=False),
        Column("recorded_at", Instant, nullable=False),
        Column("actor_kind", Choice(ActorKind), nullable=False),
        Column("actor_id", Text, nullable=False),
        Column("reason", Text),
        Column("entries", Big, nullable=False),
        PrimaryKeyConstraint("month", "key", "revision"),
    )
)


_ADD_GROUP = insert(settlement_groups)
_GROUPS_AT_ONCE = 1_000


@frozen
class SqlSettlements:
    """Keeps settlements on one connection; see `SettlementRepository`."""

    connection: Connection

    def add(self, settlement: Settlement, groups: Iterable[Group]) -> None:
        """See `SettlementRepository`. On PostgreSQL the second of two waits for the first here."""
        dialect = sqlite if self.connection.dialect.name == "sqlite" else postgresql
        new = dialect.insert(settlements).values(_to_row(settlement)).on_conflict_do_nothing()
        if self.connection.execute(new.returning(settlements.c.month)).first() is None:
            former = self.of(settlement.month)
            raise AlreadyClosed(month=settlement.month, closed_on=former[settlement.revision].day)
        rows = (_group_to_row(settlement, place, group) for place, group in enumerate(groups))
        for some in batches(rows, _GROUPS_AT_ONCE):
            bulk.run(self.connection, bulk.step(self.connection, _ADD_GROUP, some))

    def of(self, month: Month) -> Sequence[Settlement]:
        rows = self.connection.execute(
            select(settlements).where(settlements.c.month == month).order_by(settlements.c.revision)
        )
        return [_from_row(row) for row in rows]

    def groups(
        self, month: Month, revision: int, channels: Collection[ChannelId] | None = None
    ) -> Sequence[Group]:
        columns = settlement_groups.c
        of_month = columns.month == month
        if channels is not None:
            # The month is shared with the groups of all other channels.
            of_month = and_(columns.channel.in_(channels), as_span(columns.month, month))
        query = select(settlement_groups).where(of_month, columns.revision == revision)
        rows = self.connection.execute(query.order_by(columns.place))
        return [_group_from_row(row) for row in rows]

    def all(self) -> Sequence[Settlement]:
        rows = self.connection.execute(
            select(settlements).order_by(settlements.c.month.desc(), settlements.c.revision)
        )
        return [_from_row(row) for row in rows]

    def last_closed(self) -> Month | None:
        newest: Month | None = self.connection.scalar(select(func.max(settlements.c.month)))
        return newest


@frozen
class SqlSettledLines:
    """Lines settled without a file, on one connection; see `SettledLineRepository`."""

    connection: Connection

    def add(self, line: SettledLine) -> None:
        """See `SettledLineRepository`. On PostgreSQL the second of two waits for the first here."""
        dialect = sqlite if self.connection.dialect.name == "sqlite" else postgresql
        new = dialect.insert(settled_lines).values(_line_to_row(line)).on_conflict_do_nothing()
        if self.connection.execute(new.returning(settled_lines.c.month)).first() is None:
            former = next(
                each
                for each in self.of(line.month)
                if (each.key, each.revision) == (line.key, line.revision)
            )
            raise LineSettled(month=line.month, line=line.name, settled_on=former.day)

    def of(self, month: Month) -> Sequence[SettledLine]:
        rows = self.connection.execute(select(settled_lines).where(settled_lines.c.month == month))
        found = (_line_from_row(row) for row in rows)
        return sorted(found, key=lambda line: (line.key, line.revision))


def _to_row(settlement: Settlement) -> dict[str, Any]:
    return {
        "month": settlement.month,
        "revision": settlement.revision,
        "day": settlement.day,
        "recorded_at": settlement.recorded_at,
        "actor_kind": settlement.actor.kind,
        "actor_id": settlement.actor.id,
        "reason": settlement.reason,
        "kinds": [kind.value for kind in settlement.kinds],
        "operator_rate": settlement.terms.operator_rate,
        "through_main": settlement.terms.through_main,
        "daily_rates": settlement.terms.daily,
        "confirmed": settlement.sums.confirmed.micros,
        "shared": settlement.sums.shared.micros,
        "kept": settlement.sums.kept.micros,
        "operator": settlement.sums.operator.micros,
        "rounding": settlement.sums.rounding.micros,
        "rest_nanos": settlement.rest_nanos,
        "entries": settlement.entries,
        "last_file": settlement.last_file,
    }


def _from_row(row: Row[Any]) -> Settlement:
    return Settlement(
        row.month,
        row.revision,
        row.day,
        row.recorded_at,
        Actor(row.actor_kind, row.actor_id),
        row.reason,
        tuple(stored_kind(kind, "settlements.kinds") for kind in row.kinds),
        SettlementTerms(row.operator_rate, row.through_main, row.daily_rates),
        Sums(
            Money(row.confirmed),
            Money(row.shared),
            Money(row.kept),
            Money(row.operator),
            Money(row.rounding),
        ),
        row.rest_nanos,
        row.entries,
        row.last_file,
    )


def _group_to_row(settlement: Settlement, place: int, group: Group) -> dict[str, Any]:
    return {
        "month": settlement.month,
        "revision": settlement.revision,
        "place": place,
        "channel": group.channel,
        "type": group.type,
        "chain": [[link.account, link.keeps] for link in group.chain.links],
        "nanos": group.nanos,
    }


def _group_from_row(row: Row[Any]) -> Group:
    links = tuple(Link(AccountId(account), keeps) for account, keeps in row.chain)
    return Group(row.channel, row.type, Chain(links), row.nanos)


def _line_to_row(line: SettledLine) -> dict[str, Any]:
    return {
        "month": line.month,
        "key": line.key,
        "revision": line.revision,
        "name": line.name,
        "source": line_source(line.month, line.key),
        "amount": line.amount.micros,
        "treatment": line.treatment,
        "sort": line.sort,
        "day": line.day,
        "recorded_at": line.recorded_at,
        "actor_kind": line.actor.kind,
        "actor_id": line.actor.id,
        "reason": line.reason,
        "entries": line.entries,
    }


def _line_from_row(row: Row[Any]) -> SettledLine:
    return SettledLine(
        row.month,
        row.name,
        row.revision,
        Money(row.amount),
        row.treatment,
        row.sort,
        row.day,
        row.recorded_at,
        Actor(row.actor_kind, row.actor_id),
        row.reason,
        row.entries,
    )
