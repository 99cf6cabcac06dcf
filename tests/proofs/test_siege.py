"""The small form of `nox -s siege`: fewer attackers, shorter limits, nothing compared by the clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Database
from tests.proofs.siege import ATTACKERS, Size, siege

SMALL = Size(
    half_sent=30,
    slow_readers=4,
    log_ins=8,
    seconds=1,
    header=3,
    body=3,
    answer=3,
    readers=2,
    grace=40,
    is_measured=False,
)


@pytest.mark.variants
@pytest.mark.parametrize(
    ("attackers", "proxied"), [("one address", False), ("200 addresses", True)]
)
def test_others_go_on_and_nothing_is_held_longer_than_its_limit(
    attackers: str, proxied: bool, sqlite_database: Database, tmp_path: Path
) -> None:
    siege(sqlite_database.url, tmp_path, SMALL, ATTACKERS[attackers], proxied=proxied)
