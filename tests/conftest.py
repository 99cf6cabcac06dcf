"""Fixtures every suite shares: databases to run on, and transactions over each kind of storage."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import frozen
from tests.fakes.postgres import Postgres
from tests.fakes.standins import FixedClock, counting_ids

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from backbeat.memory.books import MemoryTransactions
    from backbeat_adapters.sql.engine.transactions import SqlTransactions


@frozen
class Database:
    """An empty, migrated database of one kind: its URL and an engine on it."""

    kind: str
    url: str
    engine: Engine


@pytest.fixture
def clock() -> FixedClock:
    """The security clock of the test: it stands until the test moves it."""
    return FixedClock()


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for the session. When it cannot start, the test errs: never a skip."""
    with Postgres.running() as server:
        yield server


@pytest.fixture(scope="session")
def _postgres_engine(_postgres: Postgres) -> Iterator[Engine]:
    from backbeat_adapters.sql.engine.engines import make_engine
    from backbeat_adapters.sql.migrations import upgrade

    engine = make_engine(_postgres.create_database("backbeat_test"))
    upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file that every test copies."""
    from backbeat_adapters.sql.engine.engines import make_engine
    from backbeat_adapters.sql.migrations import upgrade

    path = tmp_path_factory.mktemp("sqlite") / "template.sqlite3"
    engine = make_engine(f"sqlite:///{path}")
    upgrade(engine)
    engine.dispose()
    return path


def make_database(kind: str, request: pytest.FixtureRequest) -> Iterator[Database]:
    """An empty database of that kind, thrown away or emptied after the test."""
    from tests.fakes.postgres import empty

    from backbeat_adapters.sql.engine.engines import make_engine

    if kind == "postgresql":
        engine = request.getfixturevalue("_postgres_engine")
        yield Database(kind, engine.url.render_as_string(hide_password=False), engine)
        empty(engine)
        return
    path = request.getfixturevalue("tmp_path") / "backbeat.sqlite3"
    shutil.copyfile(request.getfixturevalue("_sqlite_template"), path)
    engine = make_engine(f"sqlite:///{path}")
    yield Database(kind, f"sqlite:///{path}", engine)
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The test runs on SQLite and on PostgreSQL."""
    yield from make_database(request.param, request)


@pytest.fixture
def sqlite_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """For what is about SQLite alone."""
    yield from make_database("sqlite", request)


@pytest.fixture
def postgresql_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """For what is about PostgreSQL alone."""
    yield from make_database("postgresql", request)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def transactions(
    request: pytest.FixtureRequest, clock: FixedClock
) -> Iterator[MemoryTransactions | SqlTransactions]:
    """The test runs over every implementation of the storage ports: a contract test."""
    from backbeat.memory.books import MemoryTransactions
    from backbeat_adapters.sql.engine.transactions import SqlTransactions

    if request.param == "memory":
        yield MemoryTransactions.empty(clock, counting_ids())
        return
    for made in make_database(request.param, request):
        yield SqlTransactions(made.engine, clock, counting_ids())
