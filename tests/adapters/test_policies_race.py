"""Policies set while money is asked for, on both databases: no request goes by a rule that is gone."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest
from tests.adapters.test_withdrawals_race import at_once, creators, request
from tests.conftest import Database
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import ANN, IN_THE_WINDOW, Payouts

from backbeat.defaults.ids import TimeOrderedIds
from backbeat.policies.errors import PolicyInUse
from backbeat.policies.model import Change
from backbeat.policies.service import Policies
from backbeat.settings import Settings
from backbeat.withdrawals.model import Withdrawal
from backbeat_adapters.sql.engine.transactions import SqlTransactions


@pytest.mark.parametrize("seed", range(4))
def test_every_request_of_a_day_went_by_the_rule_that_the_table_shows(
    database: Database, seed: int
) -> None:
    clock, ids = FixedClock(IN_THE_WINDOW), TimeOrderedIds()
    transactions = SqlTransactions(database.engine, clock, ids)
    payouts = Payouts(transactions, security=clock, new_id=ids)
    policies = Policies(transactions, clock, clock, Settings())
    policies.seed(ANN)

    def change(rate: str) -> Change:
        return policies.set("fees.paypal_rate", rate, clock.today(), ANN, reason="race")

    asking = [partial(request, payouts, account) for account in creators(payouts, 6)]
    setting = [partial(change, rate) for rate in ("0.01", "0.02", "0.03")]
    acts: list[Callable[[], Withdrawal | Change]] = [*asking, *setting]
    random.Random(seed).shuffle(acts)

    outcomes = at_once(acts)

    made = [each for each in outcomes if isinstance(each, Withdrawal)]
    changed = [each for each in outcomes if isinstance(each, Change)]
    late = [each for each in outcomes if isinstance(each, PolicyInUse)]
    assert (len(made), len(changed) + len(late)) == (6, 3)
    counts = policies.on().fees.paypal_rate
    assert {each.terms.method.fee_rate for each in made} == {counts}
    assert counts in {Decimal("0.047"), *(Decimal(each.policy.value) for each in changed)}
