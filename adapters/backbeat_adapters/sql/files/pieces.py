"""Writing in pieces: many short transactions, between which everybody else can write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field, frozen
from sqlalchemy import ColumnElement, Connection, Executable, Insert, Table, func, select

from backbeat.kernel.months import Month
from backbeat.report_files.model import IntakeStep, Phase, Progress, unwatched
from backbeat_adapters.sql.engine.engines import BUSY_SECONDS
from backbeat_adapters.sql.engine.outages import kept
from backbeat_adapters.sql.files.temporary import empty

FEWEST, FIRST, MOST = 500, 2_000, 20_000
"""The number of rows in a piece: the fewest, the first piece's, the most."""
HOLD_SECONDS = 0.25
"""How long a piece may keep others from writing; the size of the next piece is adjusted to it."""
PAUSE_SECONDS = 0.11
"""SQLite's waiting writers check every tenth of a second whether they may write."""

_BESIDE = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL enable_memoize = off",
    "SELECT set_config('work_mem', '64MB', true)"
    " WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB')",
)
"""For PostgreSQL. It takes the days of channels for a tenth of what they are, so that it would seek each
one's rows by themselves and call most of that remembered; but each day comes once (decision 0227). And
with the 4 MB that it has by default it sorts and joins a large file through temporary ones (0316)."""

_BY_KEY = "SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"
"""A piece seeks its rows one by one: a month is small enough that PostgreSQL would rather read all of
it, but for every piece."""

Statements = Callable[[ColumnElement[bool]], Sequence[Executable]]
"""The statements to execute for the rows of a piece, which are chosen by their places."""


@frozen
class Work:
    """What has to be done with every row of a temporary table, however it is cut into pieces."""

    laid: Table
    statements: Statements


@define
class Pieces:
    """The short transactions of one connection, and the work outside the books between them."""

    connection: Connection
    size: int = FIRST
    progress: Progress = unwatched
    patience: float = BUSY_SECONDS
    """How long a piece waits for others who write to SQLite."""
    sleep: Callable[[float], None] = time.sleep
    months: dict[Table, Sequence[Month]] = field(factory=dict, init=False)
    """Of temporary tables that name rows kept by month on PostgreSQL: in which months these lie."""
    _held: float = field(default=0.0, init=False)
    _places: dict[Table, range] = field(factory=dict, init=False)

    @contextmanager
    def beside(self) -> Iterator[Connection]:
        """Read the books and fill temporary tables without keeping anybody waiting."""
        self.connection.execution_options(sqlite_begin="DEFERRED")
        with kept(self.connection):
            if self.connection.dialect.name == "postgresql":
                for setting in _BESIDE:
                    self.connection.exec_driver_sql(setting)
            yield self.connection

    def lay(self, laid: Table, *inserts: Insert) -> int:
        """Outside the books, fill a temporary table that has places; returns how many rows it has
        now.
        """
        if laid in self._places:
            empty(self.connection, laid, len(self._places[laid]))
        for insert in inserts:
            self.connection.execute(insert)
        ends = select(func.min(laid.c.place), func.max(laid.c.place))
        first, last = self.connection.execute(ends).one()
        self._places[laid] = range(first, last + 1) if first else range(0)
        return len(self._places[laid])

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """A short transaction that writes."""
        if self._held >= HOLD_SECONDS and self.connection.dialect.name == "sqlite":
            self.sleep(PAUSE_SECONDS)
            self._held = 0.0
        self.connection.execution_options(sqlite_begin="IMMEDIATE", sqlite_patience=self.patience)
        with kept(self.connection):
            since = time.monotonic()
            if self.connection.dialect.name == "postgresql":
                self.connection.exec_driver_sql(_BY_KEY)
            yield self.connection
        self._held += time.monotonic() - since

    def write(
        self,
        *work: Work,
        last: Sequence[Executable] = (),
        phase: Phase = Phase.WRITING,
    ) -> None:
        """Do the work in order, with as many rows in each transaction as a piece may have."""
        piece: list[Executable] = []
        room = self.size
        done, total = 0, sum(len(self._places[each.laid]) for each in work)
        if total:
            self.progress(IntakeStep(phase, 0, total))
        for each in work:
            places = self._places[each.laid]
            while places:
                taken, places = places[:room], places[room:]
                piece += each.statements(each.laid.c.place.between(taken[0], taken[-1]))
                room -= len(taken)
                done += len(taken)
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
