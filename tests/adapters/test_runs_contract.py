"""Which closes are at work: several at once, or one who tidies up alone; every keeper alike (SETTLE-24)."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.memory.books import MemoryTransactions
from backbeat.memory.runs import MemoryRuns
from backbeat.settlement.ports import Runs
from backbeat_adapters.sql import turns
from backbeat_adapters.sql.runs import SqlRuns

pytestmark = pytest.mark.variants("databases")


@pytest.fixture
def runs(transactions: Any) -> Runs:
    if isinstance(transactions, MemoryTransactions):
        return MemoryRuns()
    return SqlRuns(transactions.engine)


@pytest.fixture
def somebody_waits(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Tells whether somebody waits for their turn."""
    if isinstance(runs, MemoryRuns):
        changed: Any = runs._changed
        return lambda: bool(changed._waiters)
    seen: list[bool] = []
    wait = turns._Queue.wait

    def noted(queue: turns._Queue) -> None:
        seen.append(True)
        wait(queue)

    monkeypatch.setattr(turns._Queue, "wait", noted)
    return lambda: bool(seen)


def is_alone(runs: Runs) -> bool:
    with runs.alone() as answer:
        return answer


def test_closes_are_at_work_beside_each_other_and_nobody_is_alone_meanwhile(runs: Runs) -> None:
    assert is_alone(runs)
    with runs.closing():
        with runs.closing():
            assert not is_alone(runs)
        assert not is_alone(runs), "the one that asked in vain ended no close"
    assert is_alone(runs)


def test_a_close_that_failed_is_over(runs: Runs) -> None:
    with pytest.raises(ZeroDivisionError), runs.closing():
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), runs.alone():
        raise ZeroDivisionError
    assert is_alone(runs)


def test_of_two_one_is_alone(runs: Runs) -> None:
    with runs.alone() as first:
        assert first
        assert not is_alone(runs)
        assert not is_alone(runs)


def test_a_close_begins_when_nobody_is_alone_any_more(
    runs: Runs, somebody_waits: Callable[[], bool]
) -> None:
    done: list[str] = []

    def close() -> None:
        with runs.closing():
            done.append("a close")

    other = Thread(target=close)
    with runs.alone():
        other.start()
        wait_until(lambda: bool(done) or somebody_waits())
        done.append("alone")
    other.join(PATIENCE)

    assert done == ["alone", "a close"]
    assert is_alone(runs)
