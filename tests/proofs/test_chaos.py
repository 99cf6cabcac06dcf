"""The quick form of `nox -s chaos`: what needs neither a server of its own nor long waiting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.conftest import Database
from tests.proofs import outages, surroundings

ANYWHERE: dict[str, Callable[[str, Path], str]] = {
    "read-only": partial(outages.read_only, people=2),
    "worker killed in a mail job": partial(surroundings.killed_in_a_mail, mails=3),
    "worker killed in an Excel job": surroundings.killed_in_a_report,
}
ON_SQLITE: dict[str, Callable[[str, Path], str]] = {
    "disk full": outages.disk_full,
    "platform": surroundings.platform_ill,
    "clock": partial(surroundings.clock_jumps, jumps=25),
}


@pytest.mark.variants("databases")
@pytest.mark.parametrize("scenario", ANYWHERE)
def test_nothing_acknowledged_is_lost(scenario: str, database: Database, tmp_path: Path) -> None:
    ANYWHERE[scenario](database.url, tmp_path)


@pytest.mark.parametrize("scenario", ON_SQLITE)
def test_nothing_acknowledged_is_lost_on_sqlite(
    scenario: str, sqlite_database: Database, tmp_path: Path
) -> None:
    ON_SQLITE[scenario](sqlite_database.url, tmp_path)
