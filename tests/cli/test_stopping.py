"""Ctrl-C stops a command whatever is at work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from tests.cli.installed import environment

from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging
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
