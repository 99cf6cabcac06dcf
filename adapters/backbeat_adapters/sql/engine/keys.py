"""Rows of many keys at once, each looked up by the index of its key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    SelectBase,
    and_,
    bindparam,
    func,
    select,
)
from sqlalchemy.dialects import postgresql

Columns = Sequence[Column[Any]]
Keys = Sequence[tuple[Any, ...]]


def with_keys(
    connection: Connection, read: Select[Any], columns: Columns, keys: Keys
) -> Select[Any]:
    """What is read, of the rows whose columns hold one of the keys.

    The keys are joined as rows of one parameter: for a condition with a list of two tuples or more
    SQLite reads the whole table.
    """
    given = listed(connection, columns, keys).subquery("given")
    return read.join(given, and_(*(column == given.c[column.name] for column in columns)))


def listed(connection: Connection, columns: Columns, keys: Keys) -> Select[Any]:
    """The keys as rows of one parameter, each once."""
    return _GIVEN[connection.dialect.name](columns, list(dict.fromkeys(keys)))


def is_one_of(dialect: str, column: Column[Any], found: SelectBase) -> ColumnElement[bool]:
    """Whether the column is one of what another query finds.

    PostgreSQL takes `IN` or `OR` of queries for a reason to read the whole table; of an array it
    seeks each.
    """
    if dialect == "sqlite":
        return column.in_(found)
    return column == func.any(func.array(found.scalar_subquery()))


def _as_json(columns: Columns, keys: Keys) -> Select[Any]:
    listed = func.json_each(json.dumps(keys)).table_valued("value").c.value
    return select(
        *(
            func.json_extract(listed, f"$[{place}]").label(column.name)
            for place, column in enumerate(columns)
        )
    )


def _as_arrays(columns: Columns, keys: Keys) -> Select[Any]:
    arrays = [
        bindparam(None, [key[place] for key in keys], type_=postgresql.ARRAY(column.type))
        for place, column in enumerate(columns)
    ]
    listed = func.unnest(*arrays).table_valued(*(column.name for column in columns))
    return select(*listed.render_derived().c)


_GIVEN: Mapping[str, Callable[[Columns, Keys], Select[Any]]] = {
    "sqlite": _as_json,
    "postgresql": _as_arrays,
}
