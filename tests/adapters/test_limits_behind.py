"""Reading is counted in memory and written down behind: seldom, soon, and by a tenth too much at most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from attrs import define, field
from tests.conftest import Database
from tests.fakes.standins import NOON, FixedClock
from tests.fakes.unhurried import unhurried
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.limits import rules
from backbeat.limits.model import Hits, Limit, Window
from backbeat.limits.ports import LimitKey, LimitStore
from backbeat.memory.limits import MemoryLimits
from backbeat_adapters import limits
from backbeat_adapters.limits import CountedBehind
from backbeat_adapters.sql.engine.engines import make_counters_engine
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.limits import SqlLimits

READING = Limit("reading", (Window(200, 60),), is_exact=False)
ATTEMPTS = Limit("attempts", (Window(200, 60),))
PROCESSES = 4
KEPT = 5
"""A tenth of the limit, divided by the processes."""


@define
class Told:
    """A store that tells how often it was written to, and can be away."""

    inner: MemoryLimits = field(factory=MemoryLimits)
    writes: int = 0
    is_away: bool = False
    meanwhile: Callable[[], object] = lambda: None

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        self.writes += 1
        return self.inner.take(limits, now)

    def add(self, taken: Sequence[tuple[LimitKey, Hits]], now: datetime) -> Mapping[str, Hits]:
        if self.is_away:
            raise DatabaseUnavailable("away")
        self.writes += 1
        self.meanwhile()
        return self.inner.add(taken, now)

    def give_back(self, keys: Sequence[str]) -> None:
        self.inner.give_back(keys)

    def prune(self, now: datetime) -> int:
        return self.inner.prune(now)


@pytest.fixture
def store() -> Told:
    return Told()


@pytest.fixture(params=["sqlite", "postgresql"])
def sql_store(request: pytest.FixtureRequest) -> Iterator[SqlLimits]:
    """Both databases, under keys that nobody used before."""
    database: Database = request.getfixturevalue(f"{request.param}_database")
    engine = unhurried(make_counters_engine(database.url))
    yield SqlLimits(engine)
    engine.dispose()


def behind(store: LimitStore, clock: FixedClock | None = None) -> CountedBehind:
    """What one of the processes counts by."""
    return CountedBehind(store, clock or FixedClock(), PROCESSES)


def passed(process: CountedBehind, times: int, key: str = "mina", limit: Limit = READING) -> int:
    """How many of so many calls at one moment were let through."""
    return sum(process.take([(limit, key)], NOON) == 0 for _ in range(times))


def test_one_process_lets_exactly_the_limit_through(store: Told) -> None:
    process = behind(store)

    assert passed(process, 300) == 200
    assert process.take([(READING, "mina")], NOON) == 60
    assert process.take([(READING, "mina")], NOON + timedelta(seconds=60)) == 0


def test_a_few_calls_write_nothing(store: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRITTEN_WITHIN", PATIENCE)
    process = behind(store)

    passed(process, KEPT - 1)
    assert store.writes == 0
    passed(process, 1)
    assert store.writes == 1


def test_a_refused_call_writes_nothing(store: Told) -> None:
    process = behind(store)
    passed(process, 200)
    written = store.writes

    assert passed(process, 1_000) == 0
    assert store.writes == written


def test_attempts_are_written_at_once(store: Told) -> None:
    passed(behind(store), 3, limit=ATTEMPTS)
    assert store.writes == 3


def test_processes_learn_of_each_other(store: Told) -> None:
    one, other = behind(store), behind(store)
    assert passed(one, 200) == 200

    assert passed(other, 200) == KEPT


def test_all_processes_exceed_the_limit_by_a_tenth_at_most(sql_store: SqlLimits) -> None:
    key = uuid4().hex
    processes = [behind(sql_store) for _ in range(PROCESSES)]
    with ThreadPoolExecutor(2 * PROCESSES) as pool:
        counts = list(pool.map(lambda process: passed(process, 150, key), processes * 2))

    assert 200 <= sum(counts) <= 220


def test_what_is_kept_back_is_written_soon_without_another_call(sql_store: SqlLimits) -> None:
    key = uuid4().hex
    passed(behind(sql_store), 1, key)

    def is_written() -> bool:
        held = sql_store.add([((READING, key), ())], NOON)
        return rules.number_of(held[key]) == 1

    wait_until(is_written, "the hit was written")


def test_what_cannot_be_written_is_not_forgotten(store: Told) -> None:
    process = behind(store)
    store.is_away = True
    passed(process, KEPT - 1)
    with pytest.raises(DatabaseUnavailable):
        process.take([(READING, "mina")], NOON)

    store.is_away = False
    process.write()
    assert rules.number_of(store.add([((READING, "mina"), ())], NOON)["mina"]) == KEPT


def test_a_hit_that_comes_while_others_are_written_counts_at_once(store: Told) -> None:
    process = behind(store)
    passed(process, 197)
    late: list[int] = []

    def come() -> None:
        store.meanwhile = int
        late.append(passed(process, 1))

    store.meanwhile = come
    process.write()

    assert late == [1]
    assert passed(process, 5) == 2


def test_who_has_not_called_for_a_while_is_forgotten(store: Told) -> None:
    clock = FixedClock()
    process = behind(store, clock)
    passed(process, 1)
    clock.move(timedelta(seconds=59))
    process._write_all()
    assert [*process._counted] == ["mina"]

    clock.move(timedelta(seconds=1))
    process._write_all()
    assert not process._counted


def test_what_is_kept_back_later_is_written_soon_too(
    store: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WRITTEN_WITHIN", 0.01)
    process = behind(store)
    for writes in (1, 2):
        passed(process, 1)
        wait_until(lambda: store.writes == writes and not process._is_due, "it was written")  # noqa: B023


def test_a_hit_given_back_makes_room(store: Told) -> None:
    process = behind(store)
    passed(process, 200)

    process.give_back(["mina"])
    assert passed(process, 2) == 1


def test_what_all_processes_keep_back_is_a_tenth_at_most() -> None:
    for processes in range(1, 65):
        for limit in (rules.ANY_TOKEN, rules.ANONYMOUS, rules.SEARCH):
            [window] = limit.windows
            assert processes * rules.kept_back(limit, processes) <= window.count / 10
        assert rules.kept_back(ATTEMPTS, processes) == 0


def test_only_reading_is_counted_behind() -> None:
    known = [value for value in vars(rules).values() if isinstance(value, Limit)]

    assert {limit.name for limit in known if not limit.is_exact} == {
        *("any_token", "anonymous", "invitation", "search")
    }
