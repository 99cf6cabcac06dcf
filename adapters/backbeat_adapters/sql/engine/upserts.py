"""Insert or update, written once for both databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(
    connection: Connection, target: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Write one row: `values` replace those stored under `key`, which is unique in the table."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(target).values({**key, **values})
    connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def insert_new(connection: Connection, target: Table, row: Mapping[str, Any]) -> bool:
    """Write one row, unless one with the same key is there; whether it was written."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    new = dialect.insert(target).values(**row).on_conflict_do_nothing()
    return connection.execute(new.returning(*target.primary_key)).first() is not None


def without_key(target: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that an UPDATE sets: a key never changes, and a cluster refuses to set it."""
    return {name: value for name, value in row.items() if name not in target.primary_key.columns}


def next_number(connection: Connection, counters: Table, series: Mapping[str, Any]) -> int:
    """The next number of a series, from 1; `counters` keeps the `last` one of each.

    Its row stays locked until the transaction ends, and a failing transaction gives the number
    back, so there are no gaps.
    """
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    first = dialect.insert(counters).values(**series, last=1)
    counted = first.on_conflict_do_update(
        index_elements=list(series), set_={"last": counters.c.last + 1}
    ).returning(counters.c.last)
    number: int = connection.execute(counted).scalar_one()
    return number


def upsert_all(
    connection: Connection, target: Table, key: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Write rows with the same columns; each replaces the row stored under its key."""
    if not rows:
        return
    connection.execute(upserting(connection.dialect.name, target, tuple(key), tuple(rows[0])), rows)


@lru_cache(64)
def upserting(name: str, target: Table, key: tuple[str, ...], columns: tuple[str, ...]) -> Insert:
    """The statement of `upsert_all` for a kind of database."""
    dialect = sqlite if name == "sqlite" else postgresql
    statement = dialect.insert(target)
    changed = {column: statement.excluded[column] for column in columns if column not in key}
    made: Insert = statement.on_conflict_do_update(index_elements=list(key), set_=changed)
    return made


def add_up(connection: Connection, target: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows of sums to the rows stored under their keys, if there are any."""
    if not rows:
        return
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(target)
    key = list(target.primary_key.columns)
    sums = {
        name: target.c[name] + statement.excluded[name]
        for name in rows[0]
        if name not in target.primary_key.columns
    }
    connection.execute(statement.on_conflict_do_update(index_elements=key, set_=sums), rows)
