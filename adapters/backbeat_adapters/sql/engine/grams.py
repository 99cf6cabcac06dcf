"""Finding a part of a text by index: PostgreSQL keeps every two and three characters of it (OPS-21).

SQLite reads its rows: a portal on it has few enough. The extension pg_trgm would know three
characters only, and a Chinese name is found by two.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    Connection,
    Text,
    and_,
    literal,
    literal_column,
    or_,
)

SEARCHED = (("accounts", "email_key"), ("accounts", "name_key"), ("channels", "search"))
"""Tables and columns whose parts are kept on PostgreSQL."""

COLUMNS = frozenset((table, f"{column}_grams") for table, column in SEARCHED)
INDEXES = tuple(f"ix_{table}_{column}_grams" for table, column in SEARCHED)

_FUNCTION = (
    "CREATE FUNCTION backbeat_grams(whole text) RETURNS text[]"
    " LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS "
    "$$ SELECT coalesce(array_agg(DISTINCT substr(whole, at, size)), '{}')"
    " FROM generate_series(2, 3) AS size, generate_series(1, length(whole) - size + 1) AS at $$"
)
_SHORTEST, _LONGEST = 2, 3


def install(connection: Connection) -> None:
    """Make the function, the columns and their indexes; for a migration."""
    if connection.dialect.name != "postgresql":
        return
    connection.exec_driver_sql(_FUNCTION)
    for table, column in SEARCHED:
        connection.exec_driver_sql(
            f"ALTER TABLE {table} ADD COLUMN {column}_grams text[]"
            f" GENERATED ALWAYS AS (backbeat_grams({column})) STORED"
        )
        connection.exec_driver_sql(
            f"CREATE INDEX ix_{table}_{column}_grams ON {table} USING gin ({column}_grams)"
        )


def missing(connection: Connection) -> list[str]:
    """The indexes that the database should have and has not."""
    if connection.dialect.name != "postgresql":
        return []
    found = set(connection.exec_driver_sql("SELECT indexname FROM pg_indexes").scalars())
    return [name for name in INDEXES if name not in found]


def any_contains(
    connection: Connection, texts: Iterable[tuple[Column[Any], str]]
) -> ColumnElement[bool]:
    """Whether one of the columns contains its text."""
    if connection.dialect.name == "sqlite":
        return or_(*(column.contains(text, autoescape=True) for column, text in texts))
    return or_(*(_contains(column, text) for column, text in texts))


def _contains(column: Column[Any], text: str) -> ColumnElement[bool]:
    contains = column.contains(text, autoescape=True)
    if len(text) < _SHORTEST:
        return contains
    kept: ColumnElement[Any] = literal_column(f"{column.table.name}.{column.name}_grams")
    return and_(kept.op("@>")(literal(_grams(text), ARRAY(Text()))), contains)


def _grams(text: str) -> list[str]:
    """What a text must have that contains this one."""
    size = min(len(text), _LONGEST)
    return sorted({text[at : at + size] for at in range(len(text) - size + 1)})
