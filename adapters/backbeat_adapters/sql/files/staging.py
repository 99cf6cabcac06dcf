"""A stage: one connection with a temporary table, filled by the driver's fastest way (FILE-20)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from typing import Any

from attrs import Factory, define, field, frozen
from sqlalchemy import Connection

from backbeat.kernel.ids import Isrc, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.report_files.model import (
    EVERYTHING,
    Changes,
    IntakeStep,
    Phase,
    Progress,
    Released,
    ReportFile,
    Rows,
    SuspenseFilter,
    SuspenseReason,
    unwatched,
)
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.engine.engines import WRITER, let_write
from backbeat_adapters.sql.engine.error_redaction import values_hidden
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, is_lost, outages
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import hold_files
from backbeat_adapters.sql.files import merging, report_files, suspense, versions
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.temporary import creation, temporary
from backbeat_adapters.sql.standing import Act, change_under_way
from backbeat_adapters.sql.turns import NotOurTurn, turn

_COLUMNS = [column.name for column in merging.staged.c]
_LARGE = 250_000
"""The size in bytes from which PostgreSQL empties a temporary table together with its file."""


@frozen
class SqlStaging:
    """Makes stages beside the books of these transactions."""

    transactions: SqlTransactions

    @contextmanager
    def open(self, progress: Progress = unwatched) -> Iterator[SqlStage]:
        """A stage for one file; see the port."""
        engine = self.transactions.engine
        with outages(), engine.connect().execution_options(**WRITER) as connection:
            loader = _loader(connection)
            loader.prepare()
            try:
                yield SqlStage(self.transactions, connection, loader, progress)
            finally:
                loader.clear()

    def sweep(self) -> None:
        """Clean up after a stage that was killed; see the port."""
        with self.transactions.look() as books:
            if change_under_way(books.connection) is None:
                return
        with self.open() as stage:
            stage.tidy_up()


class _Spots(dict[date | Month, tuple[str, int, str | None, str]]):
    """When rows are, as the columns of the stage's table say it: the first ones."""

    def __missing__(self, when: date | Month) -> tuple[str, int, str | None, str]:
        if isinstance(when, Month):
            self[when] = str(when), 0, None, when.first.isoformat()
        else:
            self[when] = str(Month.of(when)), when.day, when.isoformat(), when.isoformat()
        return self[when]


@define
class SqlStage:
    """A file's rows while they are being taken in."""

    transactions: SqlTransactions
    connection: Connection
    _loader: _Loader
    progress: Progress
    _spots: _Spots = field(factory=_Spots, init=False)
    _pieces: Pieces = field(
        init=False,
        default=Factory(lambda my: Pieces(my.connection, progress=my.progress), takes_self=True),
    )

    def add(self, rows: Rows, reasons: Sequence[SuspenseReason | None]) -> None:
        columns = [
            *zip(*map(self._spots.__getitem__, rows.whens), strict=True),
            rows.keys,
            rows.lines,
            rows.channels,
            rows.videos,
            rows.countries,
            rows.isrcs,
            rows.assets,
            rows.adjustments,
            rows.titles,
            [reason and reason.value for reason in reasons],
            *rows.figures,
        ]
        # Columns that are blank everywhere take the table's default; in most files that is half of
        # the columns.
        told = [
            (name, column) for name, column in zip(_COLUMNS, columns, strict=True) if any(column)
        ]
        self._loader.load(
            [name for name, _ in told], zip(*(column for _, column in told), strict=True)
        )

    def compare(self, file: ReportFile) -> Changes:
        """What `merge` would do."""
        with self._pieces.beside():
            return merging.compare(self._pieces, file)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else change rows; unfinished work is cleaned up before and after."""
        with turn(self.connection, waiting=lambda: self.progress(IntakeStep(Phase.WAITING))):
            versions.sweep(self._pieces)
            try:
                yield
            except KeyboardInterrupt:
                # Somebody waits for the answer, so do not wait for whoever writes now.
                self._pieces.patience = 0
                raise
            finally:
                # What cannot be cleaned up now is left to whoever comes next.
                if not is_lost(self.connection):
                    with suppress(DatabaseUnavailable), outages():
                        versions.sweep(self._pieces)

    def tidy_up(self) -> None:
        """Clean up after a stage that was killed, unless another one is running."""
        with suppress(NotOurTurn), turn(self.connection, patience=0):
            versions.sweep(self._pieces)

    def merge(self, file: ReportFile) -> Changes:
        """Write the rows, not yet visible."""
        changes = self.compare(file)
        if not changes.any:
            return changes
        change = versions.start(self._pieces, Act.INGEST, int(file.id))
        return merging.write(change, file, changes)

    def undo(self, file: ReportFile) -> None:
        """Write what was there before the file, not yet visible."""
        report_files.undo(self._pieces, file)

    def release(
        self,
        channels: Collection[PlatformChannelId] | None,
        tracks: Collection[Isrc] | None,
        of: SuspenseFilter = EVERYTHING,
    ) -> Released:
        """Write the rows that wait for these as booked, not yet visible."""
        return suspense.release(self._pieces, channels, tracks, of)

    @contextmanager
    def show(self) -> Iterator[SqlBooks]:
        """Open the books for writing; when this transaction ends, everything becomes visible."""
        self.progress(IntakeStep(Phase.SHOWING))
        self.connection.execution_options(**WRITER)
        with self.transactions.begin_on(self.connection) as books:
            self._loader.begin()
            versions.show(self.connection)
            yield books


_STEPS = 1_000_000
"""The number of steps of SQLite's virtual machine (some hundredths of a second) between two checks
for Ctrl-C.
"""


def _go_on() -> int:
    return 0


class _Loader(ABC):
    """Uses the driver directly: no type is converted, and no statement is built per row."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.driver: Any = connection.connection.driver_connection

    @abstractmethod
    def prepare(self) -> None:
        """Make sure that the stage's tables exist and are empty."""

    @abstractmethod
    def load(self, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        """Put rows into it, of these columns."""

    @abstractmethod
    def begin(self) -> None:
        """Prepare to show what was written, inside the transaction of the books."""

    @abstractmethod
    def clear(self) -> None:
        """Give the connection back as it was."""


class _SqliteLoader(_Loader):
    """SQLite keeps temporary tables in a file of their own, so filling them takes no lock on the
    books.
    """

    def prepare(self) -> None:
        # Millions of rows belong on the disk, not in memory, where sorting otherwise takes place.
        let_write(self.connection.connection, may=True)
        self.driver.execute("PRAGMA temp_store=FILE")
        self.driver.executescript(f"BEGIN;{creation(self.connection.dialect)};COMMIT")
        # A statement may take long, and Python has to run meanwhile to notice Ctrl-C.
        self.driver.set_progress_handler(_go_on, _STEPS)

    def load(self, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        marks = ",".join("?" * len(names))
        insert = f"INSERT INTO temp.staged ({','.join(names)}) VALUES ({marks})"  # noqa: S608
        self.driver.execute("BEGIN")
        self.driver.executemany(insert, rows)
        self.driver.execute("COMMIT")

    def begin(self) -> None:
        # BEGIN IMMEDIATE has made it the only writer already.
        pass

    def clear(self) -> None:
        self.driver.set_progress_handler(None, 0)
        # Changing the place of temporary tables drops all of them.
        self.driver.execute("PRAGMA temp_store=MEMORY")


class _PostgresLoader(_Loader):
    """COPY into a temporary table, which only this connection sees."""

    def prepare(self) -> None:
        # They are kept with the connection, because PostgreSQL creates and drops each as several
        # files.
        if temporary not in self.connection.info:
            self.driver.execute(creation(self.connection.dialect))
            self.driver.commit()
            self.connection.info[temporary] = True
        # A plan cached from a file of a few rows would be bad for a million.
        self._prepares_after = self.driver.prepare_threshold
        self.driver.prepare_threshold = None

    def load(self, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        statement = f"COPY staged ({','.join(names)}) FROM STDIN"
        with values_hidden(), self.driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
        self.driver.commit()

    def begin(self) -> None:
        # A close that is being posted reads the files: it ends first.
        for setting in ("statement_timeout = 0", "lock_timeout = '10min'"):
            self.connection.exec_driver_sql(f"SET LOCAL {setting}")
        hold_files(self.connection)

    def clear(self) -> None:
        # What is temporary went with a connection that is lost; why it is lost is told by what failed.
        if is_lost(self.connection):
            return
        self.driver.rollback()
        large = self.driver.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()"
            " AND relkind = 'r' AND pg_relation_size(oid) > %s",
            [_LARGE],
        ).fetchall()
        statements = [f"TRUNCATE {name} RESTART IDENTITY" for (name,) in large]
        statements += [f"DELETE FROM {table.name}" for table in temporary.sorted_tables]  # noqa: S608
        self.driver.execute(";".join([*statements, merging.WITHOUT_INDEX]))
        self.driver.commit()
        self.driver.prepare_threshold = self._prepares_after


def _loader(connection: Connection) -> _Loader:
    if connection.dialect.name == "sqlite":
        return _SqliteLoader(connection)
    return _PostgresLoader(connection)
