"""Engines: how Backbeat speaks to SQLite and to PostgreSQL.

SQLite: WAL, synchronous=FULL for the money file, foreign keys, recursive triggers (OPS-2), and a
BEGIN of our own: IMMEDIATE for writers, so that two of them never read the same balance and both
write (OPS-2). PostgreSQL: READ COMMITTED, time-outs, and a ping before a pooled connection is used.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from backbeat_adapters.private_folders import make_private
from backbeat_adapters.sql.engine.error_redaction import hide_values
from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.engine.schema import counters_metadata

if TYPE_CHECKING:
    import psycopg

WRITER = {"sqlite_begin": "IMMEDIATE"}
"""Execution options of a connection that will write."""

BUSY_SECONDS = 10
LOOK_SECONDS = 1
"""So often somebody who waits to write to SQLite looks up, and hears of Ctrl-C."""
_MAY_WRITE = "may_write"
"""Where the pool keeps what a connection to SQLite was last told."""
_COUNTERS_SUFFIX = ".counters"
_MAKING_COUNTERS = 0x636F_756E_7465
"""The advisory lock of PostgreSQL under which the tables of counters are made."""


@frozen
class Timeouts:
    """How many seconds PostgreSQL gives a lock, a statement, and a transaction that does nothing."""

    lock: int = 2
    statement: int = 10
    idle: int = 30


SERVER_TIMEOUTS = Timeouts()
"""For answering people: better refuse than let them wait."""
LONG_TIMEOUTS = Timeouts(lock=30, statement=3600, idle=600)
"""For report files, closing a month and jobs."""


def make_engine(
    url: str | URL,
    timeouts: Timeouts = SERVER_TIMEOUTS,
    *,
    pool_size: int = 16,
) -> Engine:
    """The engine for the money file, by URL.

    `sqlite:////path/to/backbeat.sqlite3` or `postgresql://user@host/name`. `timeouts` are for
    PostgreSQL; on SQLite a writer waits 10 s for another, and a reader never waits.
    """
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return _sqlite(address, synchronous="FULL", pool_size=pool_size)
        case "postgresql":
            engine = _postgresql(address, timeouts, pool_size)
            hide_values(engine)
            return engine
        case other:
            raise ValueError(f"no such database: {other}; use sqlite or postgresql")


def make_counters_engine(url: str | URL) -> Engine:
    """The engine for counters (rate limits, last-seen times), apart from the money file (LIMIT-2).

    On SQLite a second file beside the first, which may lose its last moments in a power cut; on
    PostgreSQL the same database, whose counter tables are UNLOGGED. The tables are made here.
    """
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        if address.database and address.database != ":memory:":
            address = address.set(database=address.database + _COUNTERS_SUFFIX)
        engine = _sqlite(address, synchronous="OFF", pool_size=16)
    else:
        engine = make_engine(address, pool_size=8)
    with (
        outages(),
        engine.connect().execution_options(**WRITER) as connection,
        connection.begin(),
    ):
        if engine.dialect.name == "postgresql":
            # Two programs that start at once would both find no table there, and both make it.
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MAKING_COUNTERS})")
        counters_metadata.create_all(connection)
    return engine


def reader(engine: Engine) -> dict[str, Any]:
    """Execution options of a connection that only reads, all of it from one moment.

    A write through it is an error on both databases.
    """
    if engine.dialect.name == "sqlite":
        return {"sqlite_begin": "READ"}
    return {"postgresql_readonly": True, "isolation_level": "REPEATABLE READ"}


def let_write(pooled: PoolProxiedConnection, *, may: bool) -> None:
    """Whether this connection to SQLite may write from now on.

    Said only where it changes: after it SQLite prepares all statements of the connection anew.
    """
    if pooled.info.get(_MAY_WRITE) is not may:
        pooled.cursor().execute(f"PRAGMA query_only={'OFF' if may else 'ON'}")
        pooled.info[_MAY_WRITE] = may


def _sqlite(address: URL, *, synchronous: str, pool_size: int) -> Engine:
    if not address.database or address.database == ":memory:":
        raise ValueError("give SQLite a file: threads and processes share it")
    file = Path(address.database)
    engine = create_engine(
        address,
        hide_parameters=True,
        pool_size=pool_size,
        max_overflow=pool_size,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )

    def connected(driver: Any, _entry: ConnectionPoolEntry) -> None:
        # The driver's own BEGIN comes before the first write only, which is too late (OPS-2).
        driver.isolation_level = None
        for pragma in (
            f"busy_timeout={BUSY_SECONDS * 1000}",
            "journal_mode=WAL",
            f"synchronous={synchronous}",
            "foreign_keys=ON",
            "recursive_triggers=ON",
            "trusted_schema=OFF",
            "temp_store=MEMORY",
        ):
            driver.execute(f"PRAGMA {pragma}")

    def begun(connection: Connection) -> None:
        mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
        reading = mode == "READ"
        let_write(connection.connection, may=not reading)
        if mode == "IMMEDIATE":
            _begin_writing(connection)
        else:
            connection.exec_driver_sql("BEGIN" if reading else f"BEGIN {mode}")

    # Not sooner: whoever only asks whether there is a database must not make one.
    event.listen(engine, "do_connect", lambda *_: _make_private(file), once=True)
    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
    return engine


def _begin_writing(connection: Connection) -> None:
    """Wait for other writers in short turns: SQLite, while it waits, lets Python hear nothing."""
    patience = connection.get_execution_options().get("sqlite_patience", BUSY_SECONDS)
    until = time.monotonic() + patience
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout={min(patience, LOOK_SECONDS) * 1000}")
    try:
        while not _begun(connection, is_last=time.monotonic() + LOOK_SECONDS >= until):
            pass
    finally:
        driver.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")


def _begun(connection: Connection, *, is_last: bool) -> bool:
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    except OperationalError as error:
        if is_last or getattr(error.orig, "sqlite_errorname", "") != "SQLITE_BUSY":
            raise
        return False
    return True


def _make_private(file: Path) -> None:
    """Create the file readable by its owner alone; SQLite gives its companions the same rights."""
    # Where it cannot be created, or is there already, connecting to it says so.
    with suppress(OSError):
        make_private(file.parent)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def _postgresql(address: URL, timeouts: Timeouts, pool_size: int) -> Engine:
    engine = create_engine(
        address.set(drivername="postgresql+psycopg"),
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_timeout=BUSY_SECONDS,
        isolation_level="READ COMMITTED",
        connect_args={
            "connect_timeout": 5,
            "application_name": "backbeat",
            "options": f"-c timezone=UTC -c lock_timeout={timeouts.lock}s"
            f" -c statement_timeout={timeouts.statement}s"
            f" -c idle_in_transaction_session_timeout={timeouts.idle}s",
        },
    )

    def given_back(driver: psycopg.Connection | None, _entry: ConnectionPoolEntry) -> None:
        # After a look the pool would ask for READ WRITE from then on, over the server's own word.
        if driver is not None and not driver.closed:
            driver.read_only = None

    event.listen(engine, "checkin", given_back)
    return engine
