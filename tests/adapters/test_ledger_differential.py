"""The three ledgers side by side: any acts in any order, equal answers, rows, rests and hashes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import Engine
from tests.conftest import Database
from tests.fakes.ledger_machine import LedgerMachine
from tests.fakes.postgres import empty
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.kernel.transactions import Transactions
from backbeat.ledger.ports import Books
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions

SHORT_SEARCH = settings(
    max_examples=8,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_memory_sqlite_and_postgresql_never_differ(
    postgresql_database: Database,
    tmp_path: Path,
    closing: ExitStack,
    request: pytest.FixtureRequest,
) -> None:
    template = request.getfixturevalue("_sqlite_template")
    files = iter(range(10_000))

    def sqlite() -> Engine:
        path = tmp_path / f"{next(files)}.sqlite3"
        shutil.copyfile(template, path)
        engine = make_engine(f"sqlite:///{path}")
        closing.callback(engine.dispose)
        return engine

    def three_worlds() -> Sequence[Transactions[Books]]:
        empty(postgresql_database.engine)
        clock, new_id = FixedClock(), counting_ids()
        return [
            MemoryTransactions.empty(clock, new_id),
            SqlTransactions(sqlite(), clock, new_id),
            SqlTransactions(postgresql_database.engine, clock, new_id),
        ]

    class ThreeLedgers(LedgerMachine):
        def __init__(self) -> None:
            super().__init__(three_worlds)

    run_state_machine_as_test(ThreeLedgers, settings=SHORT_SEARCH)
