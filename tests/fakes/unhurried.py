"""Engines on which nobody who waits for somebody else gives up: for tests that are not about that."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, event
from tests.fakes.waiting import PATIENCE


def unhurried(engine: Engine) -> Engine:
    """The same engine; a server's answers would rather be refused than come late."""
    if engine.dialect.name == "sqlite":
        engine.update_execution_options(sqlite_patience=PATIENCE)
    else:
        event.listen(engine, "begin", _wait_for_locks)
    return engine


def _wait_for_locks(connection: Connection) -> None:
    milliseconds = int(PATIENCE * 1000)
    for limit in ("lock_timeout", "statement_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {limit} = {milliseconds}")
