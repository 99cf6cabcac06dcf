"""The three ledgers side by side: any acts in any order, equal answers, rows, rests and hashes."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.conftest import Database
from tests.fakes.ledger_machine import LedgerMachine
from tests.fakes.postgres import empty
from tests.fakes.standins import FixedClock, counting_ids
from tests.proofs.invariants import fast_sqlite
from tests.proofs.samples import examples

from backbeat.kernel.transactions import Transactions
from backbeat.ledger.ports import Books
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.engine.transactions import SqlTransactions

SHORT_SEARCH = settings(
    max_examples=examples(8),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_memory_sqlite_and_postgresql_never_differ(
    postgresql_database: Database, sqlite_database: Database
) -> None:
    sqlite_database.engine.dispose()
    sqlite, clear = fast_sqlite(sqlite_database.url)

    def three_worlds() -> Sequence[Transactions[Books]]:
        clear()
        empty(postgresql_database.engine)
        clock, new_id = FixedClock(), counting_ids()
        return [
            MemoryTransactions.empty(clock, new_id),
            SqlTransactions(sqlite, clock, new_id),
            SqlTransactions(postgresql_database.engine, clock, new_id),
        ]

    class ThreeLedgers(LedgerMachine):
        def __init__(self) -> None:
            super().__init__(three_worlds)

    try:
        run_state_machine_as_test(ThreeLedgers, settings=SHORT_SEARCH)
    finally:
        sqlite.dispose()
