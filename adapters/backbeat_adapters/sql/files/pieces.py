"""Writing in pieces: many short transactions, between which everybody else may write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field, frozen
from sqlalchemy import ColumnElement, Connection, Executable, Insert, Table, func, select

from backbeat.report_files.model import IntakeStep, Phase, Progress, unwatched
from backbeat_adapters.sql.engine.engines import BUSY_SECONDS
from backbeat_adapters.sql.files.temporary import make_tables

FEWEST, FIRST, MOST = 500, 2_000, 20_000
"""Rows of a piece: the fewest, those of the first, the most."""
HOLD_SECONDS = 0.25
"""So long a piece may keep others from writing: the next is made larger or smaller by it."""
PAUSE_SECONDS = 0.11
"""SQLite's waiting writers look every tenth of a second whether they may."""

Statements = Callable[[ColumnElement[bool]], Sequence[Executable]]
"""What to execute for the rows of a piece, chosen by their places."""


@frozen
class Work:
    """What is to be done with every row of a temporary table, however it is cut."""

    laid: Table
    statements: Statements


@define
class Pieces:
    """The short transactions of one connection, and what is done beside the books between them."""

    connection: Connection
    size: int = FIRST
    progress: Progress = unwatched
    patience: float = BUSY_SECONDS
    """So long a piece waits for others who write to SQLite."""
    sleep: Callable[[float], None] = time.sleep
    _held: float = field(default=0.0, init=False)
    _rows: dict[Table, int] = field(factory=dict, init=False)

    @contextmanager
    def beside(self) -> Iterator[Connection]:
        """Read the books and fill temporary tables, while nobody waits."""
        self.connection.execution_options(sqlite_begin="DEFERRED")
        with self.connection.begin():
            if self.connection.dialect.name == "postgresql":
                self.connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            yield self.connection

    def lay(self, laid: Table, *inserts: Insert) -> None:
        """Beside the books: fill a temporary table that has places."""
        make_tables(self.connection, laid)
        for insert in inserts:
            self.connection.execute(insert)
        newest = select(func.max(laid.c.place))
        self._rows[laid] = self.connection.execute(newest).scalar_one() or 0

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """A short transaction that writes."""
        if self._held >= HOLD_SECONDS and self.connection.dialect.name == "sqlite":
            self.sleep(PAUSE_SECONDS)
            self._held = 0.0
        self.connection.execution_options(sqlite_begin="IMMEDIATE", sqlite_patience=self.patience)
        with self.connection.begin():
            since = time.monotonic()
            yield self.connection
        self._held += time.monotonic() - since

    def write(
        self,
        *work: Work,
        last: Sequence[Executable] = (),
        phase: Phase = Phase.WRITING,
    ) -> None:
        """Do the work in order, as many rows in a transaction as a piece may have."""
        piece: list[Executable] = []
        room = self.size
        done, total = 0, sum(self._rows[each.laid] for each in work)
        if total:
            self.progress(IntakeStep(phase, 0, total))
        for each in work:
            first, rows = 1, self._rows[each.laid]
            while first <= rows:
                until = min(first + room - 1, rows)
                piece += each.statements(each.laid.c.place.between(first, until))
                room -= until - first + 1
                done += until - first + 1
                first = until + 1
                if not room:
                    self._learn(self._execute(piece))
                    self.progress(IntakeStep(phase, done, total))
                    piece, room = [], self.size
        self._execute([*piece, *last])

    def _execute(self, statements: Sequence[Executable]) -> float:
        since = time.monotonic()
        if statements:
            with self.one() as connection:
                for statement in statements:
                    connection.execute(statement)
        return time.monotonic() - since

    def _learn(self, seconds: float) -> None:
        factor = min(2.0, max(0.25, HOLD_SECONDS / max(seconds, 0.001)))
        self.size = int(min(MOST, max(FEWEST, self.size * factor)))
