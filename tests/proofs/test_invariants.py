"""The quick form of `nox -s invariants`: fewer histories, and a few of the planted faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Database
from tests.fakes.postgres import empty
from tests.proofs.invariants import beside, caught, fast_sqlite, memory_alone, run

SEED = 3
PLANTED = (
    "debt is not netted by the next credit",
    "points lapse a month early",
    "a recovery forgets the lots it came from",
    "a payout forgets its fee",
)


def test_every_invariant_holds_after_every_act(tmp_path: Path) -> None:
    run(memory_alone(tmp_path), 30, SEED)


def test_memory_and_sqlite_answer_alike(sqlite_database: Database, tmp_path: Path) -> None:
    sqlite_database.engine.dispose()
    engine, clear = fast_sqlite(sqlite_database.url)
    try:
        run(beside(tmp_path, engine, clear), 4, SEED, shrink=False)
    finally:
        engine.dispose()


def test_memory_and_postgresql_answer_alike(postgresql_database: Database, tmp_path: Path) -> None:
    engine = postgresql_database.engine
    run(beside(tmp_path, engine, lambda: empty(engine)), 2, SEED, shrink=False)


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_caught(fault: str, tmp_path: Path) -> None:
    assert caught(fault, tmp_path, SEED)
