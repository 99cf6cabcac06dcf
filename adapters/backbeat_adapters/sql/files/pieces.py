"""Writing in pieces: many short transactions, between which everybody else may write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field
from sqlalchemy import ColumnElement, Connection, Executable, Table, func, select

FEWEST, FIRST, MOST = 500, 5_000, 50_000
"""Rows of a piece: the fewest, those of the first, the most."""
HOLD_SECONDS = 0.3
"""So long a piece may keep others from writing: the next is made larger or smaller by it."""
PAUSE_SECONDS = 0.11
"""SQLite's waiting writers look every tenth of a second whether they may."""

Statements = Callable[[ColumnElement[bool]], Sequence[Executable]]
"""What to execute for the rows of a piece, chosen by their places."""


@define
class Pieces:
    """The short transactions of one connection, and what is done beside the books between them."""

    connection: Connection
    size: int = FIRST
    sleep: Callable[[float], None] = time.sleep
    _held: float = field(default=0.0, init=False)

    @contextmanager
    def beside(self) -> Iterator[Connection]:
        """Read the books and fill temporary tables, while nobody waits."""
        self.connection.execution_options(sqlite_begin="DEFERRED")
        with self.connection.begin():
            if self.connection.dialect.name == "postgresql":
                self.connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            yield self.connection

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """A short transaction that writes."""
        if self._held >= HOLD_SECONDS and self.connection.dialect.name == "sqlite":
            self.sleep(PAUSE_SECONDS)
            self._held = 0.0
        self.connection.execution_options(sqlite_begin="IMMEDIATE")
        with self.connection.begin():
            since = time.monotonic()
            yield self.connection
        self._held += time.monotonic() - since

    def over(self, laid: Table, statements: Statements) -> None:
        """Execute the statements for all rows of a temporary table, a piece at a time."""
        at = laid.c.place
        with self.beside() as connection:
            first, last = connection.execute(select(func.min(at), func.max(at))).one()
        while first is not None and first <= last:
            until = first + self.size - 1
            since = time.monotonic()
            with self.one() as connection:
                for statement in statements(at.between(first, until)):
                    connection.execute(statement)
            if until - first + 1 == self.size and until <= last:
                self._learn(time.monotonic() - since)
            first = until + 1

    def _learn(self, seconds: float) -> None:
        factor = min(2.0, max(0.25, HOLD_SECONDS / max(seconds, 0.001)))
        self.size = int(min(MOST, max(FEWEST, self.size * factor)))
