"""Rate limits counted in SQL, apart from the money file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from attrs import frozen
from sqlalchemy import Column, Connection, Engine, Select, Text, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql

from backbeat.limits import rules
from backbeat.limits.model import Hits, Limit
from backbeat.limits.ports import LimitKey
from backbeat_adapters.sql.counters import counter_table
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.keys import is_given
from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.engine.reading import rows_of
from backbeat_adapters.sql.engine.schema import Big, Json
from backbeat_adapters.sql.engine.upserts import upsert_all

limit_hits = counter_table(
    "limit_hits",
    Column("key", Text, primary_key=True),
    Column("hits", Json, nullable=False),
    Column("until", Big, nullable=False, index=True),
)


@frozen
class SqlLimits:
    """Fulfils `LimitStore`. Give it the engine of the counters, not of the money.

    There is one row for each key; a writer locks those of its keys (on SQLite the whole small file)
    from reading to writing.
    """

    engine: Engine

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        at = int(now.timestamp() * 1000)
        with self._writing() as connection:
            held = _held(connection, [key for _, key in limits], at)
            wait = max((rules.wait(held[key], limit, at) for limit, key in limits), default=0)
            if wait == 0:
                counted = [
                    (limit, key, rules.with_hit(held[key], limit, at)) for limit, key in limits
                ]
                _write(connection, counted, at)
        return wait / 1000

    def add(self, taken: Sequence[tuple[LimitKey, Hits]], now: datetime) -> Mapping[str, Hits]:
        at = int(now.timestamp() * 1000)
        with self._writing() as connection:
            held = _held(connection, [key for (_, key), _ in taken], at)
            counted = [
                (limit, key, rules.with_hits(held[key], limit, hits, at))
                for (limit, key), hits in taken
            ]
            _write(connection, counted, at)
        return {key: hits for _, key, hits in counted}

    def give_back(self, keys: Sequence[str]) -> None:
        with self._writing() as connection:
            left = [
                {"of": key, "left": rules.without_hit(hits)}
                for key, hits in _read(connection, keys).items()
                if hits
            ]
            if left:
                connection.execute(_LEFT, left)

    def prune(self, now: datetime) -> int:
        at = int(now.timestamp() * 1000)
        with self._writing() as connection:
            return connection.execute(delete(limit_hits).where(limit_hits.c.until < at)).rowcount

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with (
            outages(),
            self.engine.connect().execution_options(**WRITER) as connection,
            connection.begin(),
        ):
            yield connection


@cache
def _hits(dialect: str) -> Select[Any]:
    wanted = is_given(dialect, limit_hits.c.key, "keys")
    held = select(limit_hits.c.key, limit_hits.c.hits).where(wanted)
    return held.order_by(limit_hits.c.key).with_for_update()


_LEFT = (
    update(limit_hits)
    .where(limit_hits.c.key == bindparam("of"))
    .values(hits=bindparam("left", type_=Json))
)


def _held(connection: Connection, keys: Sequence[str], at: int) -> Mapping[str, Hits]:
    """The keys' hits, with their rows locked; PostgreSQL can lock only existing rows, so missing
    ones are created first.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(
            postgresql.insert(limit_hits).on_conflict_do_nothing(),
            [{"key": key, "hits": [], "until": at} for key in sorted(keys)],
        )
    return _read(connection, keys)


def _write(connection: Connection, counted: Iterable[tuple[Limit, str, Hits]], at: int) -> None:
    rows = [
        {"key": key, "hits": hits, "until": at + limit.longest * 1000}
        for limit, key, hits in counted
    ]
    upsert_all(connection, limit_hits, ["key"], rows)


def _read(connection: Connection, keys: Sequence[str]) -> Mapping[str, Hits]:
    """In the same order for everybody, so that no two wait for each other."""
    rows = rows_of(connection, _hits(connection.dialect.name), {"keys": list(keys)})
    found = {key: tuple((at, number) for at, number in hits or ()) for key, hits in rows}
    return {key: found.get(key, ()) for key in keys}
