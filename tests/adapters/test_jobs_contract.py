"""Jobs keep their promises over every engine: in memory, leases on SQLite, Procrastinate."""

from __future__ import annotations

import os
import signal
import textwrap
import threading
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.conftest import Database
from tests.fakes.forking import forking
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.jobs.model import MAX_ATTEMPTS, Cron, Job, Payload
from backbeat.jobs.ports import JobEngine, JobLost
from backbeat.jobs.worker import Tally, Worker
from backbeat.kernel.ids import JobId
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.jobs.engine import SqlJobEngine

Transactions = MemoryTransactions | SqlTransactions
Engine = JobEngine[Any]
Handlers = dict[str, Callable[[Any], None]]


def engine_over(transactions: Transactions) -> Engine:
    if isinstance(transactions, MemoryTransactions):
        return MemoryJobEngine(transactions)
    return SqlJobEngine(transactions)


@pytest.fixture
def engine(transactions: Transactions) -> Engine:
    return engine_over(transactions)


def ask(transactions: Transactions, kind: str = "greet", **options: Any) -> bool:
    payload: Payload = options.pop("payload", {})
    with transactions.begin() as books:
        return books.jobs.enqueue(kind, payload, **options)


def worker(engine: Engine, clock: FixedClock, handlers: Handlers, **options: Any) -> Worker[Any]:
    return Worker(engine, clock, handlers, **options)


def collector() -> tuple[list[Payload], Handlers]:
    done: list[Payload] = []
    return done, {"greet": lambda task: done.append(task.job.payload)}


def test_a_job_is_done_once(transactions: Transactions, engine: Engine, clock: FixedClock) -> None:
    done, handlers = collector()
    ask(transactions, payload={"name": "Mina", "times": 2, "loud": True, "why": None})

    first = worker(engine, clock, handlers).run_once()
    second = worker(engine, clock, handlers).run_once()

    assert (first, second) == (Tally(done=1), Tally())
    assert done == [{"name": "Mina", "times": 2, "loud": True, "why": None}]


def test_many_jobs_are_asked_for_at_once(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    done, handlers = collector()
    with transactions.begin() as books:
        books.jobs.enqueue_all("greet", [])
        books.jobs.enqueue_all("greet", [{"name": name} for name in ("Mina", "Hao", "Rio")])

    assert worker(engine, clock, handlers).run_once() == Tally(done=3)
    assert [each["name"] for each in done] == ["Mina", "Hao", "Rio"]


def test_a_transaction_rolled_back_leaves_no_job(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    def ask_and_fail() -> None:
        with transactions.begin() as books:
            books.jobs.enqueue("greet", {})
            raise KeyError

    with pytest.raises(KeyError):
        ask_and_fail()

    assert engine.waiting() == 0
    assert engine.claim() is None


def test_a_job_waits_until_it_is_due(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    _, handlers = collector()
    ask(transactions, due=clock.now() + timedelta(seconds=10))

    assert worker(engine, clock, handlers).run_once() == Tally()
    assert engine.waiting() == 1

    clock.move(seconds=10)
    assert worker(engine, clock, handlers).run_once() == Tally(done=1)


def test_the_oldest_job_that_is_due_can_be_asked_for(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    begun = clock.now()
    ask(transactions, due=begun + timedelta(seconds=10))
    assert engine.oldest_due() is None

    ask(transactions, due=begun + timedelta(seconds=5))
    clock.move(seconds=60)

    assert engine.oldest_due() == begun + timedelta(seconds=5)


def test_jobs_are_done_in_the_order_they_fall_due(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    done, handlers = collector()
    for name, seconds in (("c", 3), ("a", 1), ("b", 2)):
        ask(transactions, payload={"n": name}, due=clock.now() + timedelta(seconds=seconds))
    clock.move(seconds=5)

    worker(engine, clock, handlers).run_once()

    assert [payload["n"] for payload in done] == ["a", "b", "c"]


def test_a_key_keeps_a_twin_away_while_the_first_waits(
    transactions: Transactions, engine: Engine
) -> None:
    assert ask(transactions, key="k")
    assert not ask(transactions, key="k")
    assert ask(transactions, key="other")
    assert ask(transactions, kind="wave", key="k")
    assert engine.waiting() == 3


def test_the_rest_of_a_transaction_is_kept_when_a_twin_waits(
    transactions: Transactions, engine: Engine
) -> None:
    ask(transactions, key="k")
    with transactions.begin() as books:
        books.jobs.enqueue("greet", {}, key="k")
        books.jobs.enqueue("greet", {})

    assert engine.waiting() == 2


def test_a_job_under_way_does_not_keep_a_new_one_away(
    transactions: Transactions, engine: Engine
) -> None:
    ask(transactions, key="k")
    assert engine.claim() is not None

    assert ask(transactions, key="k")


def test_a_failed_job_ends_when_its_twin_waits(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    ask(transactions, key="k")
    job = engine.claim()
    assert job is not None
    ask(transactions, key="k")

    engine.retry(job, clock.now())

    assert engine.waiting() == 1


def test_effects_and_end_are_kept_together(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    def handler(task: Any) -> None:
        with task.closing() as books:
            books.jobs.enqueue("effect", {})

    ask(transactions)
    assert worker(engine, clock, {"greet": handler}).run_once(most=1) == Tally(done=1)

    effect = engine.claim()
    assert effect is not None
    assert effect.kind == "effect"
    assert engine.claim() is None


def test_effects_vanish_when_the_closing_block_fails(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    def handler(task: Any) -> None:
        with task.closing() as books:
            books.jobs.enqueue("effect", {})
            raise KeyError

    ask(transactions)
    assert worker(engine, clock, {"greet": handler}).run_once() == Tally(failed=1)

    assert engine.waiting() == 1
    clock.move(seconds=5)
    again = engine.claim()
    assert again is not None
    assert (again.kind, again.attempt) == ("greet", 2)


def test_a_job_that_fails_after_its_effects_were_kept_has_ended(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    def greet(task: Any) -> None:
        with task.closing() as books:
            books.jobs.enqueue("wave", {})
        raise ValueError

    waved: list[Job] = []
    ask(transactions)
    handlers: Handlers = {"greet": greet, "wave": lambda task: waved.append(task.job)}

    assert worker(engine, clock, handlers).run_once() == Tally(done=1, failed=1)
    assert (engine.waiting(), list(engine.dead()), len(waved)) == (0, [], 1)


def test_a_failing_job_is_tried_again_later_and_later_and_then_given_up(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    tries = []

    def handler(task: Any) -> None:
        tries.append(clock.now())
        raise ValueError("no luck")

    ask(transactions, payload={"name": "Mina"})
    running = worker(engine, clock, {"greet": handler})
    for _ in range(2 * 60):
        running.run_once()
        clock.move(seconds=60)

    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert len(tries) == MAX_ATTEMPTS
    assert pauses == sorted(pauses)
    assert engine.waiting() == 0
    (dead,) = engine.dead()
    assert (dead.kind, dead.payload) == ("greet", {"name": "Mina"})
    assert dead.error == "ValueError: no luck"
    assert dead.attempts == MAX_ATTEMPTS


def test_a_dead_job_can_be_revived(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    done, handlers = collector()
    ask(transactions, payload={"name": "Mina"})
    job = engine.claim()
    assert job is not None
    engine.bury(job, "gone")
    (dead,) = engine.dead()

    engine.revive(dead.id)

    assert engine.dead() == []
    worker(engine, clock, handlers).run_once()
    assert done == [{"name": "Mina"}]


def test_a_job_without_a_handler_waits_for_one(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    _, handlers = collector()
    ask(transactions)

    assert worker(engine, clock, {}).run_once() == Tally(failed=1)
    clock.move(seconds=60)
    assert worker(engine, clock, handlers).run_once() == Tally(done=1)


def test_a_job_that_is_not_ones_own_cannot_be_ended(transactions: Transactions) -> None:
    ask(transactions)
    engine = engine_over(transactions)
    job = engine.claim()
    assert job is not None
    with engine.closing(job):
        pass

    with pytest.raises(JobLost), engine.closing(job):
        pass


def test_a_returning_job_is_asked_for_once_a_slot(
    transactions: Transactions, engine: Engine, clock: FixedClock
) -> None:
    done, handlers = collector()
    crons = [Cron("greet", every=timedelta(hours=6), payload={"n": 1})]
    workers = [worker(engine_over(transactions), clock, handlers, crons=crons) for _ in range(2)]

    for _ in range(24):
        for each in workers:
            each.run_once()
        clock.move(seconds=3600)

    # Noon to noon: the slots that begin at 12, 18, 0 and 6.
    assert len(done) == 4


def test_two_workers_do_every_job_once(database: Database) -> None:
    clock = FixedClock()
    transactions = SqlTransactions(database.engine, clock, TimeOrderedIds())
    for number in range(60):
        ask(transactions, payload={"n": number})
    done: list[Payload] = []
    handlers: Handlers = {"greet": lambda task: done.append(task.job.payload)}
    runs = [
        threading.Thread(target=worker(SqlJobEngine(transactions), clock, handlers).run_once)
        for _ in range(2)
    ]
    for run in runs:
        run.start()
    for run in runs:
        run.join()

    assert sorted(int(payload["n"] or 0) for payload in done) == list(range(60))


def test_a_worker_that_lost_its_job_writes_nothing(sqlite_database: Database) -> None:
    clock = FixedClock()
    transactions = SqlTransactions(sqlite_database.engine, clock, TimeOrderedIds())
    slow, quick = SqlJobEngine(transactions), SqlJobEngine(transactions)
    ask(transactions)
    job = slow.claim()
    assert job is not None
    clock.move(seconds=61)
    taken = quick.claim()
    assert taken is not None
    assert (taken.id, taken.attempt) == (job.id, 2)

    with pytest.raises(JobLost), slow.closing(job) as books:
        books.jobs.enqueue("effect", {})

    assert quick.waiting() == 0


def test_a_worker_that_says_it_lives_keeps_its_job(sqlite_database: Database) -> None:
    clock = FixedClock()
    transactions = SqlTransactions(sqlite_database.engine, clock, TimeOrderedIds())
    slow, quick = SqlJobEngine(transactions), SqlJobEngine(transactions)
    ask(transactions)
    job = slow.claim()
    assert job is not None
    for _ in range(5):
        clock.move(seconds=40)
        slow.renew()

    assert quick.claim() is None
    with slow.closing(job):
        pass


def test_a_running_worker_stops_when_told(transactions: Transactions, clock: FixedClock) -> None:
    done, handlers = collector()
    ask(transactions)
    running = worker(engine_over(transactions), clock, handlers, idle_seconds=0.01)
    thread = threading.Thread(target=running.run, kwargs={"threads": 2})
    thread.start()
    wait_until(lambda: bool(done), "the job")
    running.stop()
    thread.join(PATIENCE)

    assert not thread.is_alive()


VICTIM = """
    import os, signal, sys
    from pathlib import Path
    from backbeat.jobs.worker import Worker
    from backbeat.defaults.clock import SystemClock
    from backbeat.defaults.ids import TimeOrderedIds
    from backbeat_adapters.sql.engine.engines import make_engine
    from backbeat_adapters.sql.jobs.engine import SqlJobEngine
    from backbeat_adapters.sql.engine.transactions import SqlTransactions

    url, moment, flag = sys.argv[1:]
    clock = SystemClock()

    def here(now):
        if moment == now:
            Path(flag).touch()
            signal.pause()

    def handler(task):
        here("before")
        with task.closing() as books:
            books.jobs.enqueue("effect", {})
            here("inside")
        here("after")

    transactions = SqlTransactions(make_engine(url), clock, TimeOrderedIds())
    Worker(SqlJobEngine(transactions), clock, {"greet": handler}).run_once(most=1)
"""


@pytest.mark.parametrize("moment", ["before", "inside", "after"])
def test_a_killed_worker_loses_nothing_and_repeats_nothing(
    database: Database, moment: str, tmp_path: Path
) -> None:
    clock = SystemClock()
    transactions = SqlTransactions(database.engine, clock, TimeOrderedIds())
    ask(transactions)
    flag = tmp_path / "flag"
    command = ["-c", textwrap.dedent(VICTIM), database.url, moment, str(flag)]
    victim = forking().start(tmp_path, command, os.environ)
    wait_until(lambda: flag.exists() or victim.has_ended, "the moment to die")
    assert not victim.has_ended
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    wait_until(lambda: _is_let_go(database), "the server to see that its client is gone")
    _let_leases_end(database)

    effects: list[str] = []

    def greet(task: Any) -> None:
        with task.closing() as books:
            books.jobs.enqueue("effect", {})

    def effect(task: Any) -> None:
        effects.append(task.job.kind)

    survivor = Worker(SqlJobEngine(transactions), clock, {"greet": greet, "effect": effect})
    tally = survivor.run_once()

    assert effects == ["effect"]
    assert tally == Tally(done=1 if moment == "after" else 2)


def _is_let_go(database: Database) -> bool:
    """PostgreSQL undoes a killed client's transaction when it next looks at its connection."""
    if database.kind == "sqlite":
        return True
    with database.engine.connect() as connection:
        others = connection.execute(
            text(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'"
            )
        )
        return bool(others.scalar_one() == 0)


def _let_leases_end(database: Database) -> None:
    with database.engine.begin() as connection:
        if database.kind == "sqlite":
            past = {"past": "2000-01-01T00:00:00.000000Z"}
            connection.execute(
                text("UPDATE job SET lease_until = :past WHERE worker IS NOT NULL"), past
            )
        else:
            connection.execute(text("UPDATE procrastinate_workers SET last_heartbeat = 'epoch'"))


def test_a_job_that_kills_every_worker_is_given_up(database: Database) -> None:
    clock = SystemClock()
    transactions = SqlTransactions(database.engine, clock, TimeOrderedIds())
    ask(transactions)
    for _ in range(MAX_ATTEMPTS):
        assert SqlJobEngine(transactions).claim() is not None  # and then it dies
        _let_leases_end(database)

    engine = SqlJobEngine(transactions)
    Worker(engine, clock, {"greet": lambda task: None}).run_once()

    assert engine.waiting() == 0
    (dead,) = engine.dead()
    assert "died" in dead.error


def test_an_engine_of_another_process_sees_the_jobs(sqlite_database: Database) -> None:
    transactions = SqlTransactions(sqlite_database.engine, SystemClock(), TimeOrderedIds())
    ask(transactions)
    other = make_engine(sqlite_database.url)
    engine = SqlJobEngine(SqlTransactions(other, SystemClock(), TimeOrderedIds()))

    job = engine.claim()

    assert isinstance(job, Job)
    assert job.id == JobId(job.id)
    other.dispose()
