"""Rate limits count exactly in memory, SQLite and PostgreSQL, across threads and processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from uuid import uuid4

import pytest
from sqlalchemy import text
from tests.conftest import Database
from tests.fakes.forking import forking
from tests.fakes.unhurried import unhurried
from tests.fakes.waiting import PATIENCE

from backbeat.limits.model import Limit, Window
from backbeat.limits.ports import LimitStore
from backbeat.memory.limits import MemoryLimits, milliseconds
from backbeat_adapters.sql.engine.engines import make_counters_engine
from backbeat_adapters.sql.engine.schema import counters_metadata
from backbeat_adapters.sql.limits import SqlLimits

NOW = datetime(2025, 9, 1, tzinfo=UTC)
TEN = Limit("ten", (Window(10, 300),))


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[LimitStore]:
    """Every implementation of `LimitStore`."""
    if request.param == "memory":
        yield MemoryLimits()
        return
    database: Database = request.getfixturevalue(f"{request.param}_database")
    engine = unhurried(make_counters_engine(database.url))
    yield SqlLimits(engine)
    engine.dispose()


@pytest.fixture
def key() -> str:
    """A key nobody used before: counters outlive a test on PostgreSQL."""
    return uuid4().hex


def test_a_hit_over_the_limit_names_the_seconds_to_wait(store: LimitStore, key: str) -> None:
    assert [store.take([(TEN, key)], NOW + timedelta(seconds=s)) for s in range(10)] == [0] * 10
    assert store.take([(TEN, key)], NOW + timedelta(seconds=10)) == 290
    assert store.take([(TEN, key)], NOW + timedelta(seconds=300)) == 0


def test_hits_taken_elsewhere_count_too(store: LimitStore, key: str) -> None:
    at = milliseconds(NOW)
    store.take([(TEN, key)], NOW)
    late = NOW + timedelta(seconds=10)

    assert store.add([((TEN, key), ((at, 3), (at + 5_000, 5)))], late) == {
        key: ((at, 4), (at + 5_000, 5))
    }
    assert [store.take([(TEN, key)], late) for _ in range(2)] == [0, 290]
    over = NOW + timedelta(seconds=301)
    assert store.add([((TEN, key), ())], over)[key][0] == (at + 5_000, 5)


def test_hits_given_back_make_room(store: LimitStore, key: str) -> None:
    for _ in range(30):
        assert store.take([(TEN, key)], NOW) == 0
        store.give_back([key])


def test_giving_back_what_was_never_taken_does_nothing(store: LimitStore, key: str) -> None:
    store.give_back([key])
    assert [store.take([(TEN, key)], NOW) for _ in range(10)] == [0] * 10


def test_of_several_all_are_counted_or_none(store: LimitStore, key: str) -> None:
    both, other = [(TEN, key), (TEN, key + "b")], [(TEN, key + "b")]
    assert [store.take(both, NOW) for _ in range(9)] == [0] * 9
    assert store.take(other, NOW) == 0

    assert store.take(both, NOW) == 300
    assert [store.take([(TEN, key)], NOW) for _ in range(2)] == [0, 300]
    store.give_back([key, key + "b"])
    assert [store.take(both, NOW) for _ in range(2)] == [0, 300]


def test_several_are_taken_in_any_order_at_once(store: LimitStore, key: str) -> None:
    one, other = (TEN, key), (TEN, key + "b")
    orders = [[one, other], [other, one]]
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda number: store.take(orders[number % 2], NOW), range(100)))

    assert waits.count(0) == 10


def test_what_is_over_is_pruned(store: LimitStore, key: str) -> None:
    store.take([(TEN, key)], NOW)
    store.prune(NOW + timedelta(seconds=299))
    assert store.prune(NOW + timedelta(seconds=301)) >= 1


def test_threads_get_exactly_ten_of_many(store: LimitStore, key: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: store.take([(TEN, key)], NOW), range(200)))

    assert waits.count(0) == 10


_HAMMER = """
import sys
from datetime import UTC, datetime
from backbeat.limits.model import Limit, Window
from backbeat_adapters.sql.engine.engines import make_counters_engine
from backbeat_adapters.sql.limits import SqlLimits
from tests.fakes.unhurried import unhurried
url, key = sys.argv[1:]
store = SqlLimits(unhurried(make_counters_engine(url)))
now = datetime(2025, 9, 1, tzinfo=UTC)
print(sum(store.take([(Limit("ten", (Window(10, 300),)), key)], now) == 0 for _ in range(50)))
"""


def test_processes_get_exactly_ten_of_many(database: Database, key: str, tmp_path: Path) -> None:
    make_counters_engine(database.url).dispose()
    command = ["-c", _HAMMER, database.url, key]
    running = [forking().start(tmp_path, command, os.environ) for _ in range(4)]
    passed = [int(process.wait().stdout) for process in running]

    assert sum(passed) == 10


def test_programs_that_start_at_once_make_the_tables_once(postgresql_database: Database) -> None:
    url = postgresql_database.url
    at_once = 6
    for _ in range(5):
        engine = make_counters_engine(url)
        counters_metadata.drop_all(engine)
        engine.dispose()
        together = Barrier(at_once)

        def start(together: Barrier = together) -> None:
            together.wait(PATIENCE)
            make_counters_engine(url).dispose()

        with ThreadPoolExecutor(at_once) as pool:
            for started in [pool.submit(start) for _ in range(at_once)]:
                started.result()


def test_on_postgresql_the_counters_are_unlogged(postgresql_database: Database) -> None:
    engine = make_counters_engine(postgresql_database.url)
    with engine.connect() as connection:
        kinds = connection.execute(
            text(
                "SELECT relpersistence FROM pg_class "
                "WHERE relname IN ('limit_hits', 'session_last_seen')"
            )
        )
        assert [kind for (kind,) in kinds] == ["u", "u"]
    engine.dispose()


def test_on_sqlite_the_counters_stand_apart_from_the_money(sqlite_database: Database) -> None:
    engine = make_counters_engine(sqlite_database.url)
    SqlLimits(engine).take([(TEN, "x")], NOW)

    with sqlite_database.engine.connect() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_master")).scalars().all()
    assert "limit_hits" not in tables
    engine.dispose()
