"""Rate limits counted in SQL, apart from the money file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from attrs import frozen
from sqlalchemy import Column, Connection, Engine, Text, delete, select, update
from sqlalchemy.dialects import postgresql

from backbeat.limits import rules
from backbeat.limits.model import Hits, Limit
from backbeat_adapters.sql.counters import counter_table
from backbeat_adapters.sql.engine import WRITER
from backbeat_adapters.sql.outages import outages
from backbeat_adapters.sql.schema import Big, Json
from backbeat_adapters.sql.upserts import upsert

limit_hits = counter_table(
    "limit_hits",
    Column("key", Text, primary_key=True),
    Column("hits", Json, nullable=False),
    Column("until", Big, nullable=False, index=True),
)


@frozen
class SqlLimits:
    """Fulfils `LimitStore`. Give it the engine of the counters, not of the money.

    One row a key: a writer holds it (SQLite: the whole small file) from reading to writing.
    """

    engine: Engine

    def take(self, limit: Limit, key: str, now: datetime) -> float:
        """Count one hit, or say how many seconds to wait."""
        at = int(now.timestamp() * 1000)
        with self._writing() as connection:
            hits = _held(connection, key, at)
            wait = rules.wait(hits, limit, at)
            if wait == 0:
                counted = rules.with_hit(hits, limit, at)
                upsert(
                    connection,
                    limit_hits,
                    {"key": key},
                    {"hits": counted, "until": at + limit.longest * 1000},
                )
        return wait / 1000

    def give_back(self, limit: Limit, key: str) -> None:
        """Forget the newest hit."""
        del limit
        with self._writing() as connection:
            hits = rules.without_hit(_read(connection, key))
            connection.execute(update(limit_hits).where(limit_hits.c.key == key).values(hits=hits))

    def prune(self, now: datetime) -> int:
        """Forget keys whose windows are over."""
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


def _held(connection: Connection, key: str, at: int) -> Hits:
    """The key's hits, its row locked; PostgreSQL can lock only what is there, so it is put there."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            postgresql.insert(limit_hits)
            .values(key=key, hits=[], until=at)
            .on_conflict_do_nothing()
        )
    return _read(connection, key)


def _read(connection: Connection, key: str) -> Hits:
    hits = connection.execute(
        select(limit_hits.c.hits).where(limit_hits.c.key == key).with_for_update()
    ).scalar_one_or_none()
    return tuple((at, number) for at, number in hits or ())
