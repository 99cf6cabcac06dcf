"""Checkpoints in SQL: which heads of chains were sealed together, append-only."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    PrimaryKeyConstraint,
    Text,
    func,
    insert,
    select,
)

from backbeat.kernel.clock import Clock
from backbeat.ledger.model import Checkpoint, Head
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.schema import Big, Instant, append_only, table
from backbeat_adapters.sql.ledger import ledger_balances

CHECKPOINT_LOCK = 0x6C65_6467_6572
"""The advisory lock of PostgreSQL that writers of checkpoints take in turn."""

ledger_checkpoints = append_only(
    table(
        "ledger_checkpoints",
        Column("number", Big, primary_key=True, autoincrement=False),
        Column("recorded_at", Instant, nullable=False),
        Column("previous", Text, nullable=False),
        Column("hash", Text, nullable=False),
    )
)

ledger_sealed_heads = append_only(
    table(
        "ledger_sealed_heads",
        Column("account", Text, nullable=False),
        Column("checkpoint", Big, ForeignKey(ledger_checkpoints.c.number), nullable=False),
        Column("number", Big, nullable=False),
        Column("hash", Text, nullable=False),
        PrimaryKeyConstraint("account", "checkpoint"),
    )
)

_ADD_HEAD = insert(ledger_sealed_heads)
_SEALED = (
    select(
        ledger_sealed_heads.c.account,
        func.max(ledger_sealed_heads.c.number).label("number"),
    )
    .group_by(ledger_sealed_heads.c.account)
    .subquery("sealed")
)
_MOVED = (
    select(ledger_balances.c.account, ledger_balances.c.number, ledger_balances.c.hash)
    .outerjoin(_SEALED, _SEALED.c.account == ledger_balances.c.account)
    .where(ledger_balances.c.number > func.coalesce(_SEALED.c.number, 0))
)


@frozen
class SqlCheckpoints:
    """Keeps checkpoints on one connection; see `CheckpointRepository`."""

    connection: Connection
    clock: Clock

    def hold(self) -> None:
        """See `CheckpointRepository`. On SQLite a transaction that writes is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(select(func.pg_advisory_xact_lock(CHECKPOINT_LOCK)))

    def last(self) -> Checkpoint | None:
        columns = ledger_checkpoints.c
        found = self.connection.execute(
            select(columns.number, columns.previous, columns.hash)
            .order_by(columns.number.desc())
            .limit(1)
        ).first()
        return Checkpoint(*found, heads=()) if found else None

    def hash_of(self, number: int) -> str | None:
        columns = ledger_checkpoints.c
        found: str | None = self.connection.execute(
            select(columns.hash).where(columns.number == number)
        ).scalar()
        return found

    def moved(self) -> Sequence[Head]:
        """See `CheckpointRepository`. Sorted here: databases differ in the order of texts."""
        return sorted(
            (Head(*row) for row in self.connection.execute(_MOVED)), key=lambda head: head.account
        )

    def add(self, checkpoint: Checkpoint) -> None:
        self.connection.execute(
            insert(ledger_checkpoints).values(
                number=checkpoint.number,
                recorded_at=self.clock.now(),
                previous=checkpoint.previous,
                hash=checkpoint.hash,
            )
        )
        rows = [
            {
                "account": head.account,
                "checkpoint": checkpoint.number,
                "number": head.number,
                "hash": head.hash,
            }
            for head in checkpoint.heads
        ]
        bulk.run(self.connection, bulk.step(self.connection, _ADD_HEAD, rows))
