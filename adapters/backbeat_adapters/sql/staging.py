"""A stage: one connection with a temporary table, filled by the driver's fastest way (R5)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any, NamedTuple

from attrs import define, field, frozen
from sqlalchemy import Connection
from sqlalchemy.schema import CreateTable

from backbeat.ingestion.model import Changes, ReportFile, StagedRow
from backbeat.kernel.months import Month
from backbeat_adapters.sql import merging
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.discretion import values_hidden
from backbeat_adapters.sql.engine import WRITER
from backbeat_adapters.sql.outages import outages
from backbeat_adapters.sql.transactions import SqlTransactions

_COLUMNS = [column.name for column in merging.staged.c]


@frozen
class SqlStaging:
    """Makes stages beside the books of these transactions."""

    transactions: SqlTransactions

    @contextmanager
    def open(self) -> Iterator[SqlStage]:
        """A stage for one file; see the port."""
        engine = self.transactions.engine
        with outages(), engine.connect().execution_options(**WRITER) as connection:
            loader = _loader(connection)
            loader.prepare()
            try:
                yield SqlStage(self.transactions, connection, loader)
            finally:
                loader.clear()


@define
class SqlStage:
    """A file's rows on their way in."""

    transactions: SqlTransactions
    connection: Connection
    _loader: _Loader
    _spots: dict[date | Month, _Spot] = field(factory=dict, init=False)

    def add(self, rows: Sequence[StagedRow]) -> None:
        """Lay rows ready."""
        self._loader.load([self._values(staged) for staged in rows])

    @contextmanager
    def begin(self) -> Iterator[SqlBooks]:
        """Open the books for writing on the stage's own connection."""
        with self.transactions.begin_on(self.connection) as books:
            self._loader.begin()
            yield books

    def compare(self, file: ReportFile) -> Changes:
        """What `merge` would do."""
        return merging.compare(self.connection, file)

    def merge(self, file: ReportFile) -> Changes:
        """Put the rows into the books."""
        return merging.merge(self.connection, file)

    def _values(self, staged: StagedRow) -> tuple[Any, ...]:
        row, reason = staged
        when = row.day or row.month
        spot = self._spots.get(when)
        if spot is None:
            spot = self._spots[when] = _Spot.of(row.month, row.day)
        return (
            *spot,
            row.key,
            row.line,
            row.channel,
            row.video,
            row.country,
            row.isrc,
            row.asset,
            row.adjustment,
            row.title,
            reason and reason.value,
            *row.figures,
        )


class _Spot(NamedTuple):
    """When a row is, as its columns say it: the first ones of the stage's table."""

    month: str
    day_of_month: int
    day: str | None
    first: str

    @classmethod
    def of(cls, month: Month, day: date | None) -> _Spot:
        if day is None:
            return cls(str(month), 0, None, month.first.isoformat())
        return cls(str(month), day.day, day.isoformat(), day.isoformat())


class _Loader(ABC):
    """Speaks to the driver itself: no type is converted, no statement is built per row."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.driver: Any = connection.connection.driver_connection

    @abstractmethod
    def prepare(self) -> None:
        """Make the stage's table."""

    @abstractmethod
    def load(self, rows: list[tuple[Any, ...]]) -> None:
        """Put rows into it."""

    @abstractmethod
    def begin(self) -> None:
        """Get ready for the merge, inside the transaction of the books."""

    @abstractmethod
    def clear(self) -> None:
        """Give the connection back as it was."""


class _SqliteLoader(_Loader):
    """Temporary tables of SQLite are a file of their own: filling them takes no lock of the books."""

    def prepare(self) -> None:
        # Rows by the million belong on the disk, not in memory where sorting is kept otherwise.
        for pragma in ("query_only=OFF", "temp_store=FILE"):
            self.driver.execute(f"PRAGMA {pragma}")
        self.driver.execute(_ddl(self.connection))
        marks = ",".join("?" * len(_COLUMNS))
        self._insert = f"INSERT INTO temp.staged ({','.join(_COLUMNS)}) VALUES ({marks})"  # noqa: S608

    def load(self, rows: list[tuple[Any, ...]]) -> None:
        self.driver.execute("BEGIN")
        self.driver.executemany(self._insert, rows)
        self.driver.execute("COMMIT")

    def begin(self) -> None:
        # BEGIN IMMEDIATE has made it the only writer already.
        pass

    def clear(self) -> None:
        # Changing where temporary tables live drops all of them.
        self.driver.execute("PRAGMA temp_store=MEMORY")


class _PostgresLoader(_Loader):
    """COPY into a temporary table, which only this connection sees."""

    def prepare(self) -> None:
        self.driver.execute(_ddl(self.connection))
        self.driver.commit()
        self._copy = f"COPY staged ({','.join(_COLUMNS)}) FROM STDIN"

    def load(self, rows: list[tuple[Any, ...]]) -> None:
        with values_hidden(), self.driver.cursor() as cursor, cursor.copy(self._copy) as copy:
            for row in rows:
                copy.write_row(row)
        self.driver.commit()

    def begin(self) -> None:
        # A merge of millions takes its time; a second one waits for the first.
        for setting in ("statement_timeout = 0", "lock_timeout = '10min'"):
            self.connection.exec_driver_sql(f"SET LOCAL {setting}")
        self.connection.exec_driver_sql("LOCK TABLE report_files IN SHARE ROW EXCLUSIVE MODE")

    def clear(self) -> None:
        self.driver.rollback()
        for table in merging.TABLES:
            self.driver.execute(f"DROP TABLE IF EXISTS pg_temp.{table.name}")
        self.driver.commit()


def _loader(connection: Connection) -> _Loader:
    if connection.dialect.name == "sqlite":
        return _SqliteLoader(connection)
    return _PostgresLoader(connection)


def _ddl(connection: Connection) -> str:
    return str(CreateTable(merging.staged, if_not_exists=True).compile(connection))
