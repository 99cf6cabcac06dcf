"""When the database cannot serve: one exception for all layers above, for either database."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from backbeat_adapters.sql.engine.driver import errors_of_postgresql

T = TypeVar("T")

ATTEMPTS = 5
_CONFLICTS = {"40001", "40P01"}  # serialization_failure, deadlock_detected
_SQLITE_OUTAGES = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_NOMEM",
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_PROTOCOL",
)


class DatabaseUnavailable(Exception):
    """The database cannot be reached, is locked, full, read-only or too slow; nothing was changed,
    unless it is an `OutcomeUnknown`.

    The HTTP layer answers 503 with Retry-After, code 1, reason `unavailable` (OPS-5).
    """


class DatabaseConflict(DatabaseUnavailable):
    """Two transactions conflicted, and this one was rolled back (40001, 40P01)."""


class OutcomeUnknown(DatabaseUnavailable):
    """The connection was lost while a transaction was being committed, so it may or may not have
    been kept.

    Only a look can tell. Nothing retries it by itself; a request under an idempotency key may be
    sent again, and is then answered or carried out once.
    """


_written: ContextVar[bool] = ContextVar("written", default=False)


def note_commit() -> None:
    """Remember that the running call has committed something, so that `retrying` does not repeat
    it.
    """
    _written.set(True)


def retrying(call: Callable[[], T]) -> T:
    """Make a call, and repeat it if a conflict rolled back its first transaction.

    The one place of retries: the outermost layer (HTTP, worker, command line) wraps a use case in
    it. A call that has already committed a transaction is not repeated.
    """
    for attempt in range(1, ATTEMPTS + 1):
        token = _written.set(False)
        try:
            return call()
        except DatabaseConflict:
            if attempt == ATTEMPTS or _written.get():
                raise
        finally:
            _written.reset(token)
        time.sleep(random.uniform(0, 0.02 * 2**attempt))  # noqa: S311 - jitter, not a secret
    raise AssertionError("unreachable")


@contextmanager
def outages() -> Iterator[None]:
    """Turn the drivers' exceptions for a database that cannot serve into `DatabaseUnavailable`."""
    try:
        yield
    except PoolTimeout as error:
        raise DatabaseUnavailable("no free database connection") from error
    except Exception as error:
        if not isinstance(error, (SQLAlchemyError, sqlite3.Error, *errors_of_postgresql())):
            raise
        translated = _translated(error.orig if isinstance(error, DBAPIError) else error)
        if translated is None:
            raise
        raise translated from error


@contextmanager
def kept(connection: Connection) -> Iterator[None]:
    """A transaction of this connection. Raises `OutcomeUnknown` if the answer to its commit is lost."""
    with connection.begin() as transaction:
        yield
        try:
            transaction.commit()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            raise OutcomeUnknown(_first_line(error.orig)) from error


def is_lost(connection: Connection) -> bool:
    """Whether nothing can be asked of this connection any more; what it held ended with it."""
    return connection.invalidated or getattr(
        connection.connection.driver_connection, "closed", False
    )


def _first_line(error: BaseException | None) -> str:
    lines = str(error or "").splitlines()
    return lines[0] if lines else "no answer"


def _translated(error: BaseException | None) -> DatabaseUnavailable | None:
    match error:
        case sqlite3.Error() if getattr(error, "sqlite_errorname", "").startswith(_SQLITE_OUTAGES):
            return DatabaseUnavailable(str(error))
        case Exception() if isinstance(error, errors_of_postgresql()):
            return _of_postgresql(error)
    return None


def _of_postgresql(error: Exception) -> DatabaseUnavailable | None:
    import psycopg  # noqa: PLC0415 - it is loaded: the error is its own

    match error:
        case psycopg.Error(sqlstate=state) if state in _CONFLICTS:
            return DatabaseConflict(_first_line(error))
        case psycopg.errors.ReadOnlySqlTransaction():
            return DatabaseUnavailable(str(error))  # a standby, or set so by its administrator
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return DatabaseUnavailable(_first_line(error))
    return None
