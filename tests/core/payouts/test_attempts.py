"""An attempt to pay goes forward and never back (PAYOUT-1)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import product

import pytest

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.payouts.errors import AttemptMoved
from backbeat.payouts.model import Attempt, Step
from backbeat.withdrawals.model import AttemptState

EXPORTED, SENT, UNCERTAIN, UNCLAIMED, SETTLED, RETURNED = AttemptState
AFTER = {
    EXPORTED: {SENT, UNCERTAIN, UNCLAIMED, SETTLED, RETURNED},
    SENT: {UNCERTAIN, UNCLAIMED, SETTLED, RETURNED},
    UNCERTAIN: {SENT, UNCLAIMED, SETTLED, RETURNED},
    UNCLAIMED: {SETTLED, RETURNED},
    SETTLED: set(),
    RETURNED: set(),
}


def step(state: AttemptState) -> Step:
    return Step(state, date(2025, 11, 7), datetime(2025, 11, 7, 9, tzinfo=UTC), "ann")


def attempt(state: AttemptState) -> Attempt:
    money = Money.of("142.95")
    return Attempt(AccountId("mina"), WithdrawalId("w1"), 2, 1, 0, money, (step(state),))


@pytest.mark.parametrize(("before", "after"), [*product(AttemptState, repeat=2)])
def test_it_goes_to_the_states_that_may_follow(before: AttemptState, after: AttemptState) -> None:
    stands = attempt(before)
    if after in AFTER[before]:
        moved = stands.moved(step(after))
        assert (moved.steps, moved.state, moved.reference) == (
            (step(before), step(after)),
            after,
            "w1-2",
        )
        return
    with pytest.raises(AttemptMoved) as refused:
        stands.moved(step(after))
    error = refused.value
    assert (error.withdrawal, error.state, error.asked) == ("w1", before, after)
