"""PostgreSQL for the tests is there or the tests fail: they never pass over it in silence."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import Database
from tests.fakes.postgres import BINARIES, Postgres, PostgresMissing, unchanged_tables
from tests.fakes.waiting import wait_until


def test_programs_that_are_missing_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(BINARIES, str(tmp_path))

    with pytest.raises(PostgresMissing, match="no initdb"), Postgres.running():
        pass


def test_programs_that_do_not_run_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    programs = tmp_path / "package" / "install" / "bin"
    programs.mkdir(parents=True)
    for name in ("initdb", "postgres"):
        (programs / name).write_text("#!/bin/sh\nexit 1\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv(BINARIES, str(programs))

    with pytest.raises(PostgresMissing, match="does not run"), Postgres.running():
        pass


def test_a_table_that_tests_leave_behind_is_named(postgresql_database: Database) -> None:
    engine = postgresql_database.engine

    with (
        pytest.raises(AssertionError, match="left tables behind: forgotten"),
        unchanged_tables(engine),
        engine.begin() as connection,
    ):
        connection.exec_driver_sql("CREATE TABLE forgotten (id int)")

    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE forgotten")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone lets a child end with its parent")
def test_the_server_ends_with_the_tests_even_when_they_are_killed() -> None:
    code = (
        "import signal\n"
        "from tests.fakes.postgres import Postgres\n"
        "with Postgres.running() as server:\n"
        "    pid = (server.folder / 'data' / 'postmaster.pid').read_text().split()[0]\n"
        "    print(pid, server.folder, flush=True)\n"
        "    signal.pause()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert parent.stdout is not None
    pid, folder = parent.stdout.readline().split()
    parent.send_signal(signal.SIGKILL)
    parent.wait()

    wait_until(lambda: not Path(f"/proc/{pid}").exists(), "the end of the server")
    shutil.rmtree(folder)
