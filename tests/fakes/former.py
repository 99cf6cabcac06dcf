"""Databases as versions before left them, and what those versions answered themselves.

`tests/fixtures/version_0001` holds two: a portal with everything that moves money, and a random
history of a thousand acts.
"""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, text

from backbeat_adapters.sql.engine.engines import WRITER, make_engine
from backbeat_adapters.sql.migrations import upgrade

VERSION_0001 = Path(__file__).parents[1] / "fixtures" / "version_0001"


def kept(name: str) -> dict[str, Any]:
    """The rows of a database of version 0001 by table, and its answers."""
    found: dict[str, Any] = json.loads(gzip.decompress((VERSION_0001 / name).read_bytes()))
    return found


def as_it_was(url: str, tables: dict[str, Any]) -> None:
    """Bring an empty database to revision 0001 and write these rows into it."""
    engine: Engine = make_engine(url)
    upgrade(engine, "0001")
    with engine.connect().execution_options(**WRITER) as connection:
        if connection.dialect.name == "sqlite":
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            _load(connection, tables)
    engine.dispose()


def _load(connection: Connection, tables: dict[str, Any]) -> None:
    """Write the rows of a file; each database takes the same texts and numbers."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
    for name, content in tables.items():
        kinds = _kinds(connection, name)
        if not kinds:
            continue  # the job queue of SQLite
        columns = content["columns"]
        connection.exec_driver_sql(f"DELETE FROM {name}")
        marks = ", ".join(_mark(connection, each, kinds[each]) for each in columns)
        statement = text(f"INSERT INTO {name} ({_named(columns)}) VALUES ({marks})")
        for row in content["rows"]:
            values = map(_value, row)
            connection.execute(statement, dict(zip(columns, values, strict=True)))


def _named(columns: list[str]) -> str:
    return ", ".join(f'"{each}"' for each in columns)


def _mark(connection: Connection, column: str, kind: str) -> str:
    if connection.dialect.name == "sqlite":
        return f":{column}"
    return f"CAST(CAST(:{column} AS TEXT) AS {kind})" if kind != "bytea" else f":{column}"


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return base64.b64decode(value["base64"])
    return value


def _kinds(connection: Connection, table: str) -> dict[str, str]:
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql(f"PRAGMA table_info({table})")
        return {row[1]: row[2] for row in found}
    rows = connection.execute(
        text("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = :x"),
        {"x": table},
    )
    return dict(map(tuple, rows))
