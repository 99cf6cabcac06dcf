"""What the worker's log says while the database is away (OPS-16)."""

from __future__ import annotations

import logging
import threading
from typing import NoReturn, cast

import pytest
from attrs import define
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE

from backbeat.jobs.ports import JobEngine
from backbeat.jobs.worker import Contact, Worker


@define
class AwayForAWhile:
    """A job engine that answers nothing for so many tries, each of which takes a while."""

    clock: FixedClock
    tries: int
    seconds_each: float
    worker: Worker[object] | None = None

    def claim(self) -> None:
        self.tries -= 1
        if self.tries >= 0:
            self.clock.move(seconds=self.seconds_each)
            raise ConnectionError("the server\nhas gone away")
        assert self.worker is not None
        self.worker.stop()

    def renew(self) -> NoReturn:
        raise AssertionError("not in time")


def lines_of_an_outage(
    caplog: pytest.LogCaptureFixture, tries: int, seconds: float, threads: int = 1
) -> list[str]:
    caplog.set_level(logging.INFO)
    clock = FixedClock()
    engine = AwayForAWhile(clock, tries, seconds / tries)
    engine.worker = Worker(cast(JobEngine[object], engine), clock, {}, idle_seconds=0)
    engine.worker.run(threads)
    return caplog.text.splitlines()


def test_a_short_outage_is_two_lines_however_often_it_was_tried(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lost, back = lines_of_an_outage(caplog, tries=400, seconds=17, threads=4)

    assert "cannot reach its jobs" in lost
    assert "ConnectionError: the server has gone away" in lost
    assert "reaches its jobs again, after 17 s" in back


def test_a_long_outage_is_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    lines = lines_of_an_outage(caplog, tries=150, seconds=150)

    assert [line.partition("(")[2].partition(",")[0] for line in lines[:-1]] == [
        "for 0 s",
        "for 60 s",
        "for 120 s",
    ]
    assert "again" in lines[-1]


def test_an_outage_that_was_not_told_is_not_told_to_be_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    clock = FixedClock()
    contact = Contact(clock)
    for _ in range(3):
        contact.failed(ConnectionError("gone"))
        contact.reached()
        clock.move(seconds=5)

    lost, back = [record.getMessage() for record in caplog.records]
    assert "cannot reach its jobs" in lost
    assert "reaches its jobs again" in back


def test_of_a_long_cause_only_the_beginning_is_told(caplog: pytest.LogCaptureFixture) -> None:
    Contact(FixedClock()).failed(ConnectionError("gone " * 1_000))

    (told,) = [record.getMessage() for record in caplog.records]
    assert told.endswith("ConnectionError: " + ("gone " * 60)[:300])


def test_each_outage_counts_its_own_tries(caplog: pytest.LogCaptureFixture) -> None:
    clock = FixedClock()
    contact = Contact(clock)
    for _ in range(5):
        contact.failed(ConnectionError("gone"))
    contact.reached()
    clock.move(seconds=60)
    contact.failed(ConnectionError("gone again"))

    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert [line.partition("(")[2].partition(")")[0] for line in told] == ["for 0 s, 1 tries"] * 2


@define
class DeafOnce:
    """A job engine without jobs, which the first report that the worker is alive does not reach."""

    worker: Worker[object] | None = None
    reports: int = 0

    def claim(self) -> None:
        return None

    def renew(self) -> None:
        self.reports += 1
        if self.reports == 1:
            raise ConnectionError("the server has gone away")
        assert self.worker is not None
        self.worker.stop()


def test_a_worker_that_could_not_report_once_reports_again() -> None:
    """Else its jobs would be given to others while it does them."""
    engine = DeafOnce()
    engine.worker = Worker(
        cast(JobEngine[object], engine), FixedClock(), {}, idle_seconds=0.01, beat_seconds=0.001
    )
    working = threading.Thread(target=engine.worker.run, daemon=True)
    working.start()
    working.join(PATIENCE)

    assert (engine.reports >= 2, working.is_alive()) == (True, False)
