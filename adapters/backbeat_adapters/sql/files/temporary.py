"""Temporary tables: what is staged outside the books, on one connection and visible to it alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Column, Connection, Dialect, Integer, MetaData, Table, TableClause, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateTable, SchemaItem

temporary = MetaData()

MANY = 10_000
"""So many rows PostgreSQL takes out with the table's file, which a few would leave in place."""


def temporary_table(name: str, *items: SchemaItem, **options: Any) -> Table:
    return Table(name, temporary, *items, prefixes=["TEMPORARY"], **options)


def place() -> Column[int]:
    """The number of a row in the order of laying: by it a table is taken in pieces."""
    return Column("place", Integer, primary_key=True)


def empty(connection: Connection, of: Table, rows: int = 0) -> None:
    """Take the rows out that lie in a temporary table."""
    # For a few it costs PostgreSQL far less than new files for the table and its index.
    many = rows > MANY and _is_postgresql(connection)
    statement = f"TRUNCATE {of.name} RESTART IDENTITY" if many else f"DELETE FROM {of.name}"  # noqa: S608
    connection.exec_driver_sql(statement)


def creation(dialect: Dialect) -> str:
    """The statements that make all temporary tables; put together once for each kind of database."""
    return _creation(dialect.name)


@cache
def _creation(dialect: str) -> str:
    compiled = (postgresql if dialect == "postgresql" else sqlite).dialect()
    tables = temporary.sorted_tables
    return ";".join(str(CreateTable(each).compile(dialect=compiled)) for each in tables)


def analyze(connection: Connection, target: TableClause, *columns: str) -> None:
    """PostgreSQL knows nothing of new rows, and would plan for a handful; all columns, or these."""
    if _is_postgresql(connection):
        some = f" ({', '.join(columns)})" if columns else ""
        connection.execute(text(f"ANALYZE {target.name}{some}"))


def dialect_of(connection: Connection) -> Any:
    return postgresql if _is_postgresql(connection) else sqlite


def _is_postgresql(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
