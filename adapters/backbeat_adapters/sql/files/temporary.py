"""Temporary tables: what is laid ready beside the books, on one connection, and seen by it alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Column, Connection, Dialect, Integer, MetaData, Table, TableClause, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateTable, SchemaItem

temporary = MetaData()


def temporary_table(name: str, *items: SchemaItem, **options: Any) -> Table:
    return Table(name, temporary, *items, prefixes=["TEMPORARY"], **options)


def place() -> Column[int]:
    """The number of a row in the order of laying: by it a table is taken in pieces."""
    return Column("place", Integer, primary_key=True)


def make_tables(connection: Connection, *tables: Table) -> None:
    """Make temporary tables where they are not there yet, and empty those that are."""
    for each in tables:
        connection.exec_driver_sql(creation(each, connection.dialect))
        # So that places begin with one again.
        empty = "TRUNCATE {} RESTART IDENTITY" if _is_postgresql(connection) else "DELETE FROM {}"
        connection.exec_driver_sql(empty.format(each.name))


def analyze(connection: Connection, target: TableClause, *columns: str) -> None:
    """PostgreSQL knows nothing of new rows, and would plan for a handful; all columns, or these."""
    if _is_postgresql(connection):
        some = f" ({', '.join(columns)})" if columns else ""
        connection.execute(text(f"ANALYZE {target.name}{some}"))


def dialect_of(connection: Connection) -> Any:
    return postgresql if _is_postgresql(connection) else sqlite


def creation(of: Table, dialect: Dialect) -> str:
    """The statement that makes a temporary table; put together once for each kind of database."""
    return _creation(of, dialect.name)


@cache
def _creation(of: Table, dialect: str) -> str:
    compiled = (postgresql if dialect == "postgresql" else sqlite).dialect()
    return str(CreateTable(of, if_not_exists=True).compile(dialect=compiled))


def _is_postgresql(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
