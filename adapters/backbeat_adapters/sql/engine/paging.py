"""Pages of long lists: counted and numbered, or continued after a place (OPS-20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Row, Select, func, literal, tuple_

from backbeat.kernel.pages import Page, PageRequest, read, written
from backbeat_adapters.sql.engine.schema import Big, Instant

T = TypeVar("T")


def newest_first(
    connection: Connection,
    wanted: Select[Any],
    place: Sequence[Column[Any]],
    request: PageRequest,
    read_all: Callable[[Sequence[Row[Any]]], Sequence[T]],
) -> Page[T]:
    """A page of the rows, which fall by `place`; its columns are among those wanted, the last is a key.

    After a place an index finds the rows, however many come before them.
    """
    ordered = wanted.order_by(*(column.desc() for column in place)).limit(request.size + 1)
    total = None
    if request.after is None:
        counting = wanted.with_only_columns(func.count(), maintain_column_froms=True)
        total = connection.execute(counting).scalar_one()
        ordered = ordered.offset(request.offset)
    else:
        at = read(request.after, [_kind(column) for column in place])
        parts = [literal(part, column.type) for part, column in zip(at, place, strict=True)]
        ordered = ordered.where(tuple_(*place) < tuple_(*parts))
    rows = connection.execute(ordered).all()
    shown = rows[: request.size]
    last = tuple(getattr(shown[-1], column.name) for column in place) if shown else ()
    next_ = written(last) if len(rows) > len(shown) else None
    return Page(read_all(shown), request.page, request.size, total, next_)


def _kind(column: Column[Any]) -> type:
    if isinstance(column.type, Instant):
        return datetime
    return int if isinstance(column.type, Big) else str
