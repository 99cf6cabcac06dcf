"""What many tests begin with is made once, and copied into the database of each."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Hashable, Mapping, Set
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

from attrs import define, field, frozen
from sqlalchemy import Connection, Engine, Table
from tests.fakes.postgres import COUNTERS, remove_rows, tables

from backbeat.kernel.months import Month
from backbeat_adapters.sql.engine.partitions import months, open_months
from backbeat_adapters.sql.figures import BY_MONTH

Made = TypeVar("Made")


@frozen
class _Rows:
    """The rows of PostgreSQL's tables, the months they lie in, and how far its sequences had counted."""

    contents: Mapping[str, bytes]
    months: Mapping[Table, Set[Month]]
    sequences: Mapping[str, int]


@frozen
class _Snapshot:
    """What making said, the rows (of SQLite a file of its own) and the files."""

    made: Any
    rows: Path | _Rows
    files: Path


@define
class Snapshots:
    """Keeps what was made, by its key: whatever the making depends on belongs into the key."""

    folder: Path
    _kept: dict[Hashable, _Snapshot] = field(factory=dict)

    def fill(self, key: Hashable, engine: Engine, files: Path, make: Callable[[], Made]) -> Made:
        """Let database and folder be as `make` leaves them, and give what it returned.

        The first time `make` is called; afterwards rows and files are replaced by copies.
        """
        key = (engine.dialect.name, key)
        kept = self._kept.get(key)
        if kept is None:
            self._kept[key] = kept = self._taken(make(), engine, files)
        else:
            _put_rows(engine, kept.rows)
            shutil.rmtree(files, ignore_errors=True)
            shutil.copytree(kept.files, files)
        made: Made = deepcopy(kept.made)
        return made

    def _taken(self, made: object, engine: Engine, files: Path) -> _Snapshot:
        own = self.folder / str(len(self._kept))
        files.mkdir(exist_ok=True)
        shutil.copytree(files, own / "files")
        rows = (
            _file_of(engine, own / "rows.sqlite3")
            if engine.dialect.name == "sqlite"
            else _rows_of(engine)
        )
        return _Snapshot(made, rows, own / "files")


def _file_of(engine: Engine, file: Path) -> Path:
    with closing(sqlite3.connect(file)) as copy, engine.connect() as connection:
        _driver(connection).backup(copy)
    return file


def content_of(engine: Engine) -> bytes:
    """All that a database holds: SQLite's file, PostgreSQL's rows and counters."""
    if engine.dialect.name != "sqlite":
        rows = _rows_of(engine)
        return repr((sorted(rows.contents.items()), sorted(rows.sequences.items()))).encode()
    with engine.connect() as connection:
        content: bytes = _driver(connection).serialize()
        return content


def _rows_of(engine: Engine) -> _Rows:
    with engine.connect() as connection:
        contents = {name: _content(connection, name) for name in tables(connection)}
        found = connection.exec_driver_sql(
            "SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename), last_value FROM pg_sequences"
            " WHERE last_value IS NOT NULL AND NOT starts_with(schemaname, 'pg_temp')"
        )
        sequences = {str(name): int(last) for name, last in found}
        begun = {each: months(connection, each) for each in BY_MONTH}
    filled = {name: content for name, content in contents.items() if content}
    return _Rows(filled, begun, sequences)


def _content(connection: Connection, table: str) -> bytes:
    is_in_months = any(each.name == table for each in BY_MONTH)
    source = f"(SELECT * FROM {table})" if is_in_months else table
    with _driver(connection).cursor().copy(f"COPY {source} TO STDOUT") as sent:
        return b"".join(bytes(part) for part in sent)


def _put_rows(engine: Engine, rows: Path | _Rows) -> None:
    if isinstance(rows, Path):
        with closing(sqlite3.connect(rows)) as copy, engine.connect() as connection:
            copy.backup(_driver(connection))
        return
    with engine.begin() as connection:
        remove_rows(connection)
        for table, begun in rows.months.items():
            open_months(connection, [table], begun)
        for name, content in rows.contents.items():
            # What was counted meanwhile may be written down at any moment, by a timer.
            if name in COUNTERS:
                continue
            with _driver(connection).cursor().copy(f"COPY {name} FROM STDIN") as taken:
                taken.write(content)
        for name, last in rows.sequences.items():
            connection.exec_driver_sql(
                f"SELECT setval('{name}', greatest({last}, last_value)) FROM {name}"
            )


def _driver(connection: Connection) -> Any:
    """The driver's own connection: of sqlite3 or of psycopg."""
    return connection.connection.driver_connection
