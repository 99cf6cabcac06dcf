"""Ctrl-C stops a command whatever is at work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError
from tests.cli.installed import environment
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.track_house import TrackHouse

from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.report_files.model import IntakeStep, Phase
from backbeat_adapters.sql.engine import engines
from backbeat_adapters.sql.engine.engines import WRITER, make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.runs import unfinished
from backbeat_cli.stopping import stoppable


@pytest.fixture
def deaf() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def pressed_on(failure: Exception) -> None:
    try:
        press()
    except KeyboardInterrupt:
        raise failure from None


def test_what_failed_because_of_ctrl_c_is_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt), stoppable():
        pressed_on(OSError("interrupted"))


def test_other_failures_stay_what_they_are_and_the_signal_is_given_back() -> None:
    before = signal.getsignal(signal.SIGINT)

    with pytest.raises(OSError, match="full"), stoppable():
        raise OSError("full")

    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.usefixtures("deaf")
def test_a_command_that_is_started_deaf_stays_so() -> None:
    heard = False
    with stoppable():
        try:
            press()
        except KeyboardInterrupt:
            heard = True

    assert not heard


def test_a_long_statement_of_the_stage_is_stopped(tmp_path: Path) -> None:
    """The count takes many seconds: it never came to its end, where it is written down."""
    engine = make_engine(f"sqlite:///{tmp_path}/money.sqlite3")
    began = Event()

    def press_once_it_began() -> None:
        began.wait()
        press()

    pressing = Thread(target=press_once_it_began)
    pressing.start()
    count = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 60000000)"

    staging = SqlStaging(SqlTransactions(engine, None, None))  # type: ignore[arg-type]
    with staging.open() as stage:
        driver: Any = stage.connection.connection.driver_connection
        driver.create_function("began", 0, began.set)
        driver.execute("CREATE TEMP TABLE counted (began, most)")
        with pytest.raises(KeyboardInterrupt), stoppable():
            driver.execute(f"INSERT INTO counted SELECT began(), ({count} SELECT max(n) FROM c)")
        written = driver.execute("SELECT count(*) FROM counted").fetchone()

    pressing.join()
    engine.dispose()
    assert written == (0,)


@pytest.mark.parametrize("phase", [Phase.COMPARING, Phase.ADDING_UP])
def test_a_file_that_waits_behind_another_writer_is_stopped_at_once(
    phase: Phase, sqlite_database: Database, clock: FixedClock, tmp_path: Path
) -> None:
    """Neither the wait for its own piece nor one for what is to be tidied up lasts to its end."""
    engine = sqlite_database.engine
    house = TrackHouse.over(SqlTransactions(engine, clock, counting_ids()), clock, tmp_path)
    waits, pressed, held = Event(), Event(), ExitStack()
    others: list[Connection] = []
    tries_after: list[str] = []

    def hold(step: IntakeStep) -> None:
        if step.phase is phase and not others:
            others.append(engine.connect().execution_options(**WRITER))
            other = held.enter_context(others[0])
            held.enter_context(other.begin())
            event.listen(engine, "before_cursor_execute", begins)

    def begins(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement == "BEGIN IMMEDIATE":
            waits.set()
            if pressed.is_set():
                tries_after.append(statement)

    def press_once_it_waits() -> None:
        waits.wait()
        pressed.set()
        press()

    pressing = Thread(target=press_once_it_waits)
    pressing.start()
    with held, pytest.raises(KeyboardInterrupt), stoppable():
        house.take("claim_raw", Month(2025, 9), fake.claim_row(), progress=hold)
    pressing.join()
    event.remove(engine, "before_cursor_execute", begins)

    # One that began as the key went down, and one for tidying up; a whole wait is ten of them.
    assert len(tries_after) <= 2
    assert house.ingestion.page(PageRequest()).total == 0
    assert [each.is_at_work for each in unfinished(engine)] == [False] * (phase is Phase.ADDING_UP)
    house.take("claim_raw", Month(2025, 9), fake.claim_row())
    assert unfinished(engine) == []


def test_a_writer_waits_as_long_for_another_as_before(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In several short turns, each of which takes as long as it says by this clock."""
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.4)
    monkeypatch.setattr(engines, "LOOK_SECONDS", 0.1)
    engine, tries = make_engine(sqlite_database.url), 0
    clock = SimpleNamespace(monotonic=lambda: tries * 0.1)

    def count(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        nonlocal tries
        tries += statement == "BEGIN IMMEDIATE"

    with engine.connect().execution_options(**WRITER) as other, other.begin():
        event.listen(engine, "before_cursor_execute", count)
        waiting = engine.connect().execution_options(**WRITER)
        monkeypatch.setattr(engines, "time", clock)
        since = time.monotonic()
        with waiting as connection, pytest.raises(OperationalError, match="locked"):
            connection.begin()
        took = time.monotonic() - since
    engine.dispose()

    assert took >= 0.3
    assert tries == 4


def test_ctrl_c_in_any_command_is_a_line_and_code_1() -> None:
    code = (
        "import signal\n"
        "from backbeat_cli.failures import told\n"
        "with told():\n"
        "    signal.raise_signal(signal.SIGINT)\n"
    )

    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=environment({}),
        capture_output=True,
        text=True,
        check=False,
    )

    assert "error: stopped by Ctrl-C before it was done\n" in ran.stderr
    assert "KeyboardInterrupt" not in ran.stderr
