"""I1 to I19, as far as they are the ledger's own, hold after any acts in any order."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.fakes.ledger_machine import LedgerMachine
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.memory.books import MemoryTransactions

SEARCH = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class OneLedger(LedgerMachine):
    def __init__(self) -> None:
        super().__init__(lambda: [MemoryTransactions.empty(FixedClock(), counting_ids())])


def test_every_invariant_holds_after_every_act() -> None:
    run_state_machine_as_test(OneLedger, settings=SEARCH)
