"""Policies in SQL: append-only, one row for each value a rule ever had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    PrimaryKeyConstraint,
    Row,
    Text,
    func,
    insert,
    select,
)

from backbeat.kernel.actors import Actor, ActorKind
from backbeat.policies.model import Policy
from backbeat.policies.rules import OPERATOR_RATE
from backbeat_adapters.sql.engine.reading import rows_of
from backbeat_adapters.sql.engine.schema import Big, Choice, Day, Instant, append_only, table
from backbeat_adapters.sql.network_changes import record_changes

POLICY_LOCK = 0x706F_6C69_6379
"""The advisory lock of PostgreSQL: exclusive for whoever sets a policy, shared for whoever uses
one.
"""

policies = append_only(
    table(
        "policies",
        Column("key", Text, nullable=False),
        Column("from_day", Day, nullable=False),
        Column("revision", Big, nullable=False),
        Column("value", Text, nullable=False),
        Column("actor_kind", Choice(ActorKind), nullable=False),
        Column("actor_id", Text, nullable=False),
        Column("recorded_at", Instant, nullable=False),
        Column("reason", Text),
        PrimaryKeyConstraint("key", "from_day", "revision"),
    )
)


@frozen
class SqlPolicies:
    """Keeps policies on one connection; see `PolicyRepository`."""

    connection: Connection

    def all(self) -> Sequence[Policy]:
        rows = rows_of(self.connection, _ALL)
        # Sorted here, because the databases order texts differently.
        return sorted(
            (_from_row(row) for row in rows),
            key=lambda policy: (policy.key, policy.from_day, policy.revision),
        )

    def add(self, added: Sequence[Policy]) -> None:
        self.connection.execute(insert(policies), [_to_row(policy) for policy in added])
        shares = (policy for policy in added if policy.key == OPERATOR_RATE)
        record_changes(self.connection, ((None, policy.from_day, None) for policy in shares))

    def hold(self) -> None:
        """See `PolicyRepository`. On SQLite a transaction that writes is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(select(func.pg_advisory_xact_lock_shared(POLICY_LOCK)))

    def lock(self) -> None:
        """See `PolicyRepository`. On SQLite a transaction that writes is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(select(func.pg_advisory_xact_lock(POLICY_LOCK)))


def _to_row(policy: Policy) -> dict[str, Any]:
    return {
        "key": policy.key,
        "from_day": policy.from_day,
        "revision": policy.revision,
        "value": policy.value,
        "actor_kind": policy.actor.kind,
        "actor_id": policy.actor.id,
        "recorded_at": policy.recorded_at,
        "reason": policy.reason,
    }


_ALL = select(policies)


def _from_row(row: Row[Any]) -> Policy:
    return Policy(
        row.key,
        row.value,
        row.from_day,
        row.revision,
        Actor(row.actor_kind, row.actor_id),
        row.recorded_at,
        row.reason,
    )
