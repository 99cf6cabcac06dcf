"""Finding a part of a text by index: PostgreSQL keeps every two and three characters of it (OPS-21).

SQLite reads its rows: a portal on it has few enough. The extension pg_trgm would know three
characters only, and a Chinese name is found by two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Text,
    and_,
    func,
    literal,
    or_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import ARRAY

INDEXES: Mapping[str, tuple[str, str]] = {
    "ix_accounts_email_key_grams": ("accounts", "email_key"),
    "ix_accounts_name_key_grams": ("accounts", "name_key"),
    "ix_channels_search_grams": ("channels", "search"),
}
"""Of which table and column, on PostgreSQL."""

_FUNCTION = (
    "CREATE FUNCTION backbeat_grams(whole text) RETURNS text[]"
    " LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS "
    "$$ SELECT coalesce(array_agg(DISTINCT substr(whole, at, size)), '{}')"
    " FROM generate_series(2, 3) AS size, generate_series(1, length(whole) - size + 1) AS at $$"
)
"""Its cost is named, for PostgreSQL reckons with: a row that is read without the index costs the
making of all its parts."""

_SHORTEST, _LONGEST = 2, 3


def install(connection: Connection) -> None:
    """Make the function and the indexes; for a migration."""
    if connection.dialect.name != "postgresql":
        return
    connection.exec_driver_sql(_FUNCTION)
    for name, (table, column) in INDEXES.items():
        connection.exec_driver_sql(
            f"CREATE INDEX {name} ON {table} USING gin (backbeat_grams({column}))"
        )


def missing(connection: Connection) -> list[str]:
    """The indexes that the database should have and has not."""
    if connection.dialect.name != "postgresql":
        return []
    found = set(connection.exec_driver_sql("SELECT indexname FROM pg_indexes").scalars())
    return [name for name in INDEXES if name not in found]


def any_contains(
    connection: Connection, key: Column[Any], texts: Sequence[tuple[Column[Any], str]]
) -> ColumnElement[bool]:
    """Whether one of the columns contains its text; `key` is the key of their table."""
    shortest = min(len(text) for _, text in texts)
    if connection.dialect.name == "sqlite" or shortest < _SHORTEST:
        return or_(*(column.contains(text, autoescape=True) for column, text in texts))
    # Each by itself: of an OR PostgreSQL would make the parts of every row again to look whether
    # they are in it, which takes longer than all the rest.
    found = [select(key).where(_contains(column, text)) for column, text in texts]
    return key.in_(union(*found))


def _contains(column: Column[Any], text: str) -> ColumnElement[bool]:
    has_all = func.backbeat_grams(column).op("@>")(literal(_grams(text), ARRAY(Text())))
    return and_(has_all, column.contains(text, autoescape=True))


def _grams(text: str) -> list[str]:
    """What a text must have that contains this one."""
    size = min(len(text), _LONGEST)
    return sorted({text[at : at + size] for at in range(len(text) - size + 1)})
