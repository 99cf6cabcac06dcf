"""Somebody who wants to write while a transaction is open, and whether they have to wait for it."""

from __future__ import annotations

import threading
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from tests.fakes.waiting import wait_until

from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions


def start_behind(
    transactions: MemoryTransactions | SqlTransactions, other: threading.Thread
) -> None:
    """Start them beside the transaction that is open; go on once they wait for it, or are through."""
    # Asked before they are there: afterwards it might be they who keep others away.
    is_alone = _keeps_all_away(transactions)
    other.start()
    wait_until(
        lambda: is_alone or not other.is_alive() or _somebody_waits(transactions),
        "somebody who waits for the open transaction",
    )


def _keeps_all_away(transactions: MemoryTransactions | SqlTransactions) -> bool:
    """In memory and on SQLite a transaction that writes is alone."""
    if isinstance(transactions, MemoryTransactions):
        return transactions._lock.locked()
    return transactions.engine.dialect.name == "sqlite" and _is_busy(transactions.engine)


def _is_busy(engine: Engine) -> bool:
    options: dict[str, Any] = WRITER | {"sqlite_patience": 0}
    try:
        with engine.connect().execution_options(**options) as connection, connection.begin():
            return False
    except OperationalError as error:
        return getattr(error.orig, "sqlite_errorname", "") == "SQLITE_BUSY"


def _somebody_waits(transactions: MemoryTransactions | SqlTransactions) -> bool:
    """For a lock of PostgreSQL's."""
    if isinstance(transactions, MemoryTransactions):
        return False
    if transactions.engine.dialect.name != "postgresql":
        return False
    with transactions.engine.connect() as connection:
        waiting = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE NOT granted AND datname = current_database()"
        )
        return bool(waiting.scalar_one())
