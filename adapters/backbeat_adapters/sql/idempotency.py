"""Stored answers in SQL: one row for each account and key, written in the transaction of the
effect.
"""

from __future__ import annotations

from datetime import datetime

from attrs import frozen
from sqlalchemy import Column, Connection, Text, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError

from backbeat.idempotency.errors import CallInFlight
from backbeat.idempotency.model import Call, KeptAnswer
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat_adapters.sql.engine.schema import Instant, table

idempotency = table(
    "idempotency",
    Column("account", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("claimed_at", Instant, nullable=False, index=True),
)

_LOCK_NOT_AVAILABLE = "55P03"


@frozen
class SqlIdempotency:
    """Answers by account and key."""

    connection: Connection
    clock: Clock

    def claim(self, call: Call) -> KeptAnswer | None:
        """Take the key, or return the answer stored under it.

        PostgreSQL makes the second of two claims wait for the first one's transaction; SQLite lets
        only one transaction write at a time anyway.
        """
        row = {
            "account": call.account,
            "key": call.key,
            "fingerprint": call.fingerprint,
            "answer": "null",
            "claimed_at": self.clock.now(),
        }
        dialect = sqlite if self.connection.dialect.name == "sqlite" else postgresql
        try:
            taken = self.connection.execute(
                dialect.insert(idempotency)
                .values(row)
                .on_conflict_do_nothing()
                .returning(idempotency.c.key)
            ).first()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                raise CallInFlight from error
            raise
        return None if taken is not None else self._kept(call)

    def keep(self, call: Call, answer: str) -> None:
        self.connection.execute(
            update(idempotency)
            .where(idempotency.c.account == call.account, idempotency.c.key == call.key)
            .values(answer=answer)
        )

    def forget_all_of(self, account: AccountId) -> None:
        self.connection.execute(delete(idempotency).where(idempotency.c.account == account))

    def forget_before(self, instant: datetime) -> int:
        old = delete(idempotency).where(idempotency.c.claimed_at < instant)
        return self.connection.execute(old).rowcount

    def _kept(self, call: Call) -> KeptAnswer:
        query = select(idempotency.c.fingerprint, idempotency.c.answer).where(
            idempotency.c.account == call.account, idempotency.c.key == call.key
        )
        return KeptAnswer(*self.connection.execute(query).one())
