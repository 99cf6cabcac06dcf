"""Pages of long lists: counted and numbered, or continued after a place (OPS-20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Integer, Row, Select, bindparam, func, tuple_

from backbeat.kernel.pages import Page, PageRequest, read, written
from backbeat_adapters.sql.engine.reading import rows_of
from backbeat_adapters.sql.engine.schema import Big, Instant

T = TypeVar("T")
Place = tuple[Column[Any], ...]

_STATEMENTS = 64


def newest_first(
    connection: Connection,
    wanted: Select[Any],
    place: Place,
    request: PageRequest,
    read_all: Callable[[Sequence[Row[Any]]], Sequence[T]],
    *,
    values: Mapping[str, Any] | None = None,
) -> Page[T]:
    """A page of the rows, which fall by `place`; its columns are among those wanted, the last is a key.

    After a place an index finds the rows, however many come before them. What is wanted may be a
    statement that is there for good; then `values` are what it is asked with (`reading`).
    """
    total = None
    given: dict[str, Any] = {"most": request.size + 1}
    if request.after is None:
        [[total]] = _asked(connection, _number(wanted), {}, values)
        given["skipped"] = request.offset
    else:
        at = read(request.after, [_kind(column) for column in place])
        given |= {_name(column): part for part, column in zip(at, place, strict=True)}
    ordered = _ordered(wanted, place, is_first=request.after is None)
    rows = _asked(connection, ordered, given, values)
    shown = rows[: request.size]
    last = tuple(getattr(shown[-1], column.name) for column in place) if shown else ()
    next_ = written(last) if len(rows) > len(shown) else None
    return Page(read_all(shown), request.page, request.size, total, next_)


def _asked(
    connection: Connection,
    statement: Select[Any],
    given: Mapping[str, Any],
    values: Mapping[str, Any] | None,
) -> Sequence[Any]:
    if values is None:
        return connection.execute(statement, given).all()
    found: Sequence[Any] = rows_of(connection, statement, {**values, **given})
    return found


@lru_cache(_STATEMENTS)
def _number(wanted: Select[Any]) -> Select[Any]:
    return wanted.with_only_columns(func.count(), maintain_column_froms=True)


@lru_cache(_STATEMENTS)
def _ordered(wanted: Select[Any], place: Place, *, is_first: bool) -> Select[Any]:
    ordered = wanted.order_by(*(column.desc() for column in place))
    ordered = ordered.limit(bindparam("most", type_=Integer))
    if is_first:
        return ordered.offset(bindparam("skipped", type_=Integer))
    after = [bindparam(_name(column), type_=column.type) for column in place]
    return ordered.where(tuple_(*place) < tuple_(*after))


def _name(column: Column[Any]) -> str:
    return f"after_{column.name}"


def _kind(column: Column[Any]) -> type:
    if isinstance(column.type, Instant):
        return datetime
    return int if isinstance(column.type, Big) else str
