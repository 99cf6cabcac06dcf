"""Slow listeners hold no thread: with a single one for all of them, others are answered at once."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Database
from tests.proofs.listeners import listening, stage

LARGE = 6_000_000
"""More than the system takes for a listener who takes nothing."""


def test_listeners_who_take_nothing_keep_nobody_waiting(
    sqlite_database: Database, tmp_path: Path
) -> None:
    one = {"BACKBEAT_SERVING_MEDIA_THREADS": "1", "BACKBEAT_SERVING_THREADS": "1"}
    with (
        stage(sqlite_database.url, tmp_path, LARGE, **one) as portal,
        listening(portal, 8, rate=400),
    ):
        status, whole = portal.get(portal.address)
        portal.dashboard()

    assert (status, len(whole)) == (200, LARGE)
