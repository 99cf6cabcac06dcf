"""Rows of many keys at once, each looked up by the index of its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    BindParameter,
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
Bound = Sequence[BindParameter[Any]]

_LAST_CHARACTER = "\U0010ffff"


def with_keys(
    connection: Connection, read: Select[Any], columns: Columns, keys: Keys
) -> Select[Any]:
    """What is read, of the rows whose columns hold one of the keys.

    The keys are joined as rows of one parameter: for a condition with a list of two tuples or more
    SQLite reads the whole table.
    """
    given = listed(connection, columns, keys).subquery("given")
    return read.join(given, and_(*(column == given.c[column.name] for column in columns)))


def with_given_keys(dialect: str, read: Select[Any], columns: Columns) -> Select[Any]:
    """The same as a statement that is there for good and is asked with `keys_given`."""
    given = _ROWS[dialect](columns, _bound(dialect, columns)).subquery("given")
    return read.join(given, and_(*(column == given.c[column.name] for column in columns)))


def keys_given(dialect: str, keys: Keys) -> Mapping[str, Any]:
    """The keys, of which there must be some, each once, by the names of such a statement."""
    unique = list(dict.fromkeys(keys))
    if dialect == "sqlite":
        return {"keys": unique}
    return {f"keys_{place}": list(part) for place, part in enumerate(zip(*unique, strict=True))}


def listed(connection: Connection, columns: Columns, keys: Keys) -> Select[Any]:
    """The keys as rows of one parameter, each once."""
    dialect, unique = connection.dialect.name, list(dict.fromkeys(keys))
    if dialect == "sqlite":
        return _as_json(columns, [bindparam(None, unique, type_=JSON)])
    parts = [[key[place] for key in unique] for place, _ in enumerate(columns)]
    arrays = [
        bindparam(None, part, type_=postgresql.ARRAY(column.type))
        for part, column in zip(parts, columns, strict=True)
    ]
    return _as_arrays(columns, arrays)


def is_one_of(dialect: str, column: Column[Any], found: SelectBase) -> ColumnElement[bool]:
    """Whether the column is one of what another query finds.

    PostgreSQL takes `IN` or `OR` of queries for a reason to read the whole table; of an array it
    seeks each.
    """
    if dialect == "sqlite":
        return column.in_(found)
    return column == func.any(func.array(found.scalar_subquery()))


def begins_with(dialect: str, column: Column[Any], start: str) -> ColumnElement[bool]:
    """Whether a text begins so; case counts.

    On SQLite, which sorts texts by their characters, an index finds them; PostgreSQL sorts by the
    rules of a language, in which they need not lie together, and reads all of them.
    """
    if dialect == "sqlite":
        return and_(column >= start, column < start + _LAST_CHARACTER)
    # Not LIKE, because of the characters that mean something to it.
    return func.substr(column, 1, len(start)) == start


def as_span(column: ColumnElement[Any], value: Any) -> ColumnElement[bool]:
    """Whether the column is just that, where another condition says more.

    Of equal values SQLite may take an index that begins with them, and then reads everybody's.
    """
    # Not BETWEEN, which on PostgreSQL takes no text with a collation of its own.
    return and_(column >= value, column <= value)


def is_any(column: Column[Any]) -> ColumnElement[bool]:
    """What is true of every text that both databases sort by its characters (`CODE`): by it SQLite may
    take an index that begins with the column."""
    return and_(column >= "", column < _LAST_CHARACTER)


def is_given(dialect: str, column: Column[Any], name: str) -> ColumnElement[bool]:
    """Whether the column is one of the list that a statement is given under a name.

    The list is one value, so that the statement is the same for any number.
    """
    if dialect == "sqlite":
        each = func.json_each(bindparam(name, type_=JSON)).table_valued(
            "value", name=f"each_{name}"
        )
        return column.in_(select(each.c.value))
    return column == func.any(bindparam(name, type_=postgresql.ARRAY(column.type)))


def _bound(dialect: str, columns: Columns) -> Bound:
    if dialect == "sqlite":
        return [bindparam("keys", type_=JSON)]
    return [
        bindparam(f"keys_{place}", type_=postgresql.ARRAY(column.type))
        for place, column in enumerate(columns)
    ]


def _as_json(columns: Columns, bound: Bound) -> Select[Any]:
    listed = func.json_each(*bound).table_valued("value").c.value
    return select(
        *(
            func.json_extract(listed, f"$[{place}]").label(column.name)
            for place, column in enumerate(columns)
        )
    )


def _as_arrays(columns: Columns, bound: Bound) -> Select[Any]:
    listed = func.unnest(*bound).table_valued(*(column.name for column in columns))
    return select(*listed.render_derived().c)


_ROWS: Mapping[str, Callable[[Columns, Bound], Select[Any]]] = {
    "sqlite": _as_json,
    "postgresql": _as_arrays,
}
