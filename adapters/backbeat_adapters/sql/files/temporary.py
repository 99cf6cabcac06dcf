"""Temporary tables: what is laid ready beside the books, on one connection, and seen by it alone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, Integer, MetaData, Table, text
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
        connection.execute(CreateTable(each, if_not_exists=True))
        connection.execute(each.delete())


def analyze(connection: Connection, target: Table, *columns: str) -> None:
    """PostgreSQL knows nothing of new rows, and would plan for a handful; all columns, or these."""
    if connection.dialect.name == "postgresql":
        some = f" ({', '.join(columns)})" if columns else ""
        connection.execute(text(f"ANALYZE {target.name}{some}"))


def dialect_of(connection: Connection) -> Any:
    return sqlite if connection.dialect.name == "sqlite" else postgresql
