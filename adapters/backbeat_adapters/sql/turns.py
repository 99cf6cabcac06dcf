"""Whose turn it is: who changes report rows, and whether a close is running.

A lock that ends with its process distinguishes running from dead processes without a clock: an
advisory lock of PostgreSQL, and on SQLite a lock on a file beside the books.
"""

from __future__ import annotations

import fcntl
import os
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import evolve, frozen
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, is_lost

PATIENCE_SECONDS = 600
_LOOK_SECONDS = 0.05


class NotOurTurn(DatabaseUnavailable):
    """Another process has the turn."""


@frozen
class Lock:
    """What is taken in turn: an advisory lock of PostgreSQL, or a file beside the books.

    Several may share one; whoever wants it exclusively waits for all of them.
    """

    key: int
    suffix: str
    taken: str
    is_shared: bool = False

    def of(self, database: str) -> Lock:
        """The lock for one of a server's databases, where it is taken outside that database."""
        return evolve(self, key=self.key ^ zlib.crc32(database.encode()))


FILES = Lock(
    0x6669_6C65_726F_7773,
    ".intake",
    "another report file is being written: try again when it is in",
)
"""Held by whoever writes report rows."""
CLOSES = Lock(0x636C_6F73_6573_2020, ".close", "a month is being closed: try again when it is")
"""Held by whoever removes what closes have left behind."""
CLOSING = evolve(CLOSES, is_shared=True)
"""Shared by whoever closes a month."""
RESTORES = Lock(
    0x7265_7374_6F72_6573,
    ".restore",
    "another restore is under way: look at what it says before you begin again",
)
"""Held by whoever restores a backup."""


@contextmanager
def turn(
    connection: Connection,
    patience: float = PATIENCE_SECONDS,
    waiting: Callable[[], None] = lambda: None,
    lock: Lock = FILES,
) -> Iterator[None]:
    """Wait until nobody else has the lock, and keep others waiting until the block ends."""
    queue = _Queue(time.monotonic() + patience, waiting, lock)
    if connection.dialect.name == "sqlite":
        with _on_file(f"{connection.engine.url.database}", queue):
            yield
    else:
        with _on_postgresql(connection, queue):
            yield


@contextmanager
def turn_beside(books: str, lock: Lock) -> Iterator[None]:
    """Take the lock beside the file of the books at once, or be refused, without opening the books."""
    with _on_file(books, _Queue(time.monotonic(), lambda: None, lock)):
        yield


def is_taken(connection: Connection, lock: Lock) -> bool:
    """Whether somebody has the lock, or shares it."""
    try:
        with turn(connection, patience=0, lock=lock):
            return False
    except NotOurTurn:
        return True


@frozen
class _Queue:
    until: float
    waiting: Callable[[], None]
    lock: Lock

    def wait(self) -> None:
        """Wait for a moment, unless it has lasted too long already."""
        if time.monotonic() > self.until:
            raise NotOurTurn(self.lock.taken)
        self.waiting()
        time.sleep(_LOOK_SECONDS)


@contextmanager
def _on_file(books: str, queue: _Queue) -> Iterator[None]:
    opened = _opened(f"{books}{queue.lock.suffix}")
    try:
        while not _locked(opened, queue.lock):
            queue.wait()
        yield
    finally:
        os.close(opened)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error


def _locked(opened: int, lock: Lock) -> bool:
    how = fcntl.LOCK_SH if lock.is_shared else fcntl.LOCK_EX
    try:
        fcntl.flock(opened, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _on_postgresql(connection: Connection, queue: _Queue) -> Iterator[None]:
    how = "_shared" if queue.lock.is_shared else ""
    while not _asked(connection, f"pg_try_advisory_lock{how}", queue.lock):
        queue.wait()
    try:
        yield
    finally:
        # A lock ends with its connection; what was done under it stays.
        if not is_lost(connection):
            try:
                _asked(connection, f"pg_advisory_unlock{how}", queue.lock)
            except DBAPIError:
                connection.invalidate()


def _asked(connection: Connection, function: str, lock: Lock) -> bool:
    with connection.begin() as question:
        answer = bool(connection.exec_driver_sql(f"SELECT {function}({lock.key})").scalar_one())
        # A lock outlives its transaction; nothing was written that a commit could lose.
        question.rollback()
        return answer
