"""Which queue keeps the jobs: a table of leases on SQLite, Procrastinate on PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Connection

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat_adapters.sql.jobs import procrastinate
from backbeat_adapters.sql.jobs.queue import LeaseQueue, SqlQueue, jobs_metadata


def queue(connection: Connection, clock: Clock, new_id: NewId) -> SqlQueue:
    """The queue of the connection's database. `clock` is the security clock."""
    if connection.dialect.name == "sqlite":
        return LeaseQueue(connection, clock, new_id)
    return procrastinate.ProcrastinateQueue(connection, clock)


def install(connection: Connection) -> None:
    """Create what the database's queue needs, if it is missing."""
    if connection.dialect.name == "sqlite":
        jobs_metadata.create_all(connection)
    else:
        procrastinate.install(connection)
