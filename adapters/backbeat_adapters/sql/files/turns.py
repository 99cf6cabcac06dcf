"""Whose turn it is to change report rows: one at a time, and never one that is dead.

A lock that ends with its process tells the living from the dead without any clock: an advisory
lock of PostgreSQL, and on SQLite a lock on a file beside the books.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import frozen
from sqlalchemy import Connection

from backbeat_adapters.sql.engine.outages import DatabaseUnavailable

PATIENCE_SECONDS = 600
_LOOK_SECONDS = 0.05
_SUFFIX = ".intake"
_KEY = 0x6669_6C65_726F_7773
"""The advisory lock of PostgreSQL that writers of report rows take in turn."""


class NotOurTurn(DatabaseUnavailable):
    """Another file is being taken in, undone or released."""


@contextmanager
def turn(
    connection: Connection,
    patience: float = PATIENCE_SECONDS,
    waiting: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Wait until nobody else changes report rows, and keep others waiting until the block ends."""
    taken = _on_sqlite if connection.dialect.name == "sqlite" else _on_postgresql
    with taken(connection, _Queue(time.monotonic() + patience, waiting)):
        yield


@frozen
class _Queue:
    until: float
    waiting: Callable[[], None]

    def wait(self) -> None:
        """A moment, unless it has lasted too long."""
        if time.monotonic() > self.until:
            raise NotOurTurn("another report file is being written: try again when it is in")
        self.waiting()
        time.sleep(_LOOK_SECONDS)


@contextmanager
def _on_sqlite(connection: Connection, queue: _Queue) -> Iterator[None]:
    opened = _opened(f"{connection.engine.url.database}{_SUFFIX}")
    try:
        while not _locked(opened):
            queue.wait()
        yield
    finally:
        os.close(opened)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error


def _locked(opened: int) -> bool:
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _on_postgresql(connection: Connection, queue: _Queue) -> Iterator[None]:
    while not _asked(connection, "pg_try_advisory_lock"):
        queue.wait()
    try:
        yield
    finally:
        _asked(connection, "pg_advisory_unlock")


def _asked(connection: Connection, function: str) -> bool:
    with connection.begin():
        return bool(connection.exec_driver_sql(f"SELECT {function}({_KEY})").scalar_one())
