"""The audit trail in SQL: an append-only table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    Row,
    Text,
    and_,
    insert,
    select,
    true,
)

from backbeat.audit import rules
from backbeat.audit.model import AuditEntry, AuditRow
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.actors import Actor, ActorKind
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AuditId, NewId
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.keys import begins_with
from backbeat_adapters.sql.engine.paging import newest_first
from backbeat_adapters.sql.engine.schema import Choice, Instant, Json, append_only, table

audit = append_only(
    table(
        "audit",
        Column("id", Text, primary_key=True),
        Column("recorded_at", Instant, nullable=False),
        Column("at", Instant, nullable=False),
        Column("actor_kind", Choice(ActorKind), nullable=False),
        Column("actor", Text, nullable=False),
        Column("action", Text, nullable=False),
        Column("target", Text, nullable=False),
        Column("before", Json, nullable=False),
        Column("after", Json, nullable=False),
        Column("reason", Text),
        Column("digest", Text, nullable=False),
        Index("ix_audit_target", "target", "id"),
        Index("ix_audit_actor", "actor", "id"),
    )
)

_ADD = insert(audit)
_BATCH = 1_000


@frozen
class SqlAudit:
    """The trail over one connection. `clock` is the security clock."""

    connection: Connection
    clock: Clock
    new_id: NewId

    def record(self, entry: AuditEntry) -> None:
        self.record_all([entry])

    def record_all(self, entries: Sequence[AuditEntry]) -> None:
        rows = [
            to_row(rules.row_of(AuditId(self.new_id()), self.clock.now(), each)) for each in entries
        ]
        if rows:
            self.connection.execute(_ADD, rows)

    def page(self, filter: AuditFilter, request: PageRequest) -> Page[AuditRow]:
        wanted = select(audit).where(_condition(self.connection.dialect.name, filter))
        return newest_first(self.connection, wanted, (audit.c.id,), request, _from_rows)

    def about(self, target: str, most: int) -> Sequence[AuditRow]:
        wanted = select(audit).where(audit.c.target == target)
        rows = self.connection.execute(wanted.order_by(audit.c.id.desc()).limit(most))
        return _from_rows(rows)

    def all(self, after: AuditId | None = None) -> Iterator[AuditRow]:
        query = select(audit).order_by(audit.c.id).execution_options(yield_per=_BATCH)
        if after is not None:
            query = query.where(audit.c.id > after)
        return (from_row(row) for row in self.connection.execute(query))


def _from_rows(rows: Iterable[Row[Any]]) -> list[AuditRow]:
    return [from_row(row) for row in rows]


def _condition(dialect: str, filter: AuditFilter) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [true()]
    if filter.actor is not None:
        conditions.append(audit.c.actor == filter.actor)
    for column, start in ((audit.c.target, filter.target), (audit.c.action, filter.action)):
        if start:
            conditions.append(begins_with(dialect, column, start))
    if filter.since is not None:
        conditions.append(audit.c.at >= filter.since)
    if filter.until is not None:
        conditions.append(audit.c.at <= filter.until)
    return and_(*conditions)


def to_row(row: AuditRow) -> dict[str, Any]:
    entry = row.entry
    return {
        "id": row.id,
        "recorded_at": row.recorded_at,
        "at": entry.at,
        "actor_kind": entry.actor.kind,
        "actor": entry.actor.id,
        "action": entry.action,
        "target": entry.target,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
        "digest": row.digest,
    }


def from_row(row: Row[Any]) -> AuditRow:
    entry = AuditEntry(
        at=row.at,
        actor=Actor(row.actor_kind, row.actor),
        action=row.action,
        target=row.target,
        before=row.before,
        after=row.after,
        reason=row.reason,
    )
    return AuditRow(AuditId(row.id), row.recorded_at, entry, row.digest)
