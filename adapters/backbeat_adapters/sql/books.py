"""Every repository over one SQL connection: the `Books` of all features in one class."""

from __future__ import annotations

from attrs import frozen
from sqlalchemy import Connection

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat_adapters.sql.idempotency import SqlIdempotency


@frozen
class SqlBooks:
    """What one transaction sees. Each feature adds its repositories here as properties.

    `clock` is the security clock: repositories date what they record by it (R52).
    """

    connection: Connection
    clock: Clock
    new_id: NewId

    @property
    def idempotency(self) -> SqlIdempotency:
        """Answers kept for calls that name themselves."""
        return SqlIdempotency(self.connection, self.clock)
