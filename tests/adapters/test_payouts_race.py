"""Many operators at once, on both databases: no withdrawal is in two files, none is paid twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.adapters.test_withdrawals_race import at_once, creators, request
from tests.conftest import Database
from tests.fakes.payouts import PayoutOffice, a_line
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import ANN, BOB, IN_THE_WINDOW

from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import Kind
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchExport, BatchRequest
from backbeat.payouts.model import Attempt
from backbeat.payouts.results import Outcome
from backbeat.withdrawals.model import AttemptState, Withdrawal, WithdrawalStatus
from backbeat_adapters.sql.engine.transactions import SqlTransactions

AMOUNT = Money.of("150.00")
NET = Money.of("142.95")


@pytest.fixture
def office(database: Database) -> PayoutOffice:
    clock, ids = FixedClock(IN_THE_WINDOW), TimeOrderedIds()
    transactions = SqlTransactions(database.engine, clock, ids)
    return PayoutOffice(transactions, security=clock, new_id=ids)


def waiting(office: PayoutOffice, count: int) -> list[Withdrawal]:
    return [request(office, account) for account in creators(office, count)]


def attempts_of(office: PayoutOffice, withdrawals: list[Withdrawal]) -> list[Attempt]:
    return [each for one in withdrawals for each in office.desk.attempts(one.id)]


def test_a_withdrawal_stands_in_one_file(office: PayoutOffice) -> None:
    """Eight operators export all of it at once, and as many each withdrawal by name."""
    asked = waiting(office, 8)
    everything = BatchRequest(PAYMENTS)
    acts: list[Callable[[], BatchExport]] = [lambda: office.exports.export(everything, ANN)] * 8
    for each in asked:
        named = BatchRequest(PAYMENTS, withdrawals=(each.id,))
        acts.append(lambda order=named: office.exports.export(order, BOB))  # type: ignore[misc]

    outcomes = at_once(acts)

    assert not [each for each in outcomes if isinstance(each, Refusal)]
    attempts = attempts_of(office, asked)
    assert Counter(each.withdrawal for each in attempts) == Counter(each.id for each in asked)
    batches = [
        made.batch for each in outcomes if isinstance(each, BatchExport) for made in each.batches
    ]
    numbers = [batch.number for batch in batches]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert sum(batch.count for batch in batches) == len(asked)


def test_export_payment_and_rejection_at_once_move_the_money_once(office: PayoutOffice) -> None:
    asked = waiting(office, 6)
    acts: list[Callable[[], object]] = []
    for each in asked:
        order = BatchRequest(PAYMENTS, withdrawals=(each.id,))
        acts += [
            lambda order=order: office.exports.export(order, ANN),  # type: ignore[misc]
            lambda w=each.id: office.decisions.pay(w, BOB),  # type: ignore[misc]
            lambda w=each.id: office.decisions.reject(w, BOB, "why", recover=True),  # type: ignore[misc]
        ]

    at_once(acts)

    for each in asked:
        now = office.decisions.find(each.id).withdrawal
        states = [attempt.state for attempt in office.desk.attempts(each.id)]
        with office.books() as books:
            balance = books.ledger.balance(each.account)
        match now.status:
            case WithdrawalStatus.SUCCESS:
                assert states in ([], [AttemptState.SETTLED])
                assert (balance.available, balance.in_flight) == (Money.zero(), Money.zero())
            case WithdrawalStatus.REJECTED:
                assert states == []
                assert (balance.available, balance.in_flight) == (AMOUNT, Money.zero())
            case other:
                assert other is WithdrawalStatus.PENDING
                assert states == [AttemptState.EXPORTED]
                assert (balance.available, balance.in_flight) == (Money.zero(), AMOUNT)


def test_one_file_read_by_several_at_once_is_booked_whole(office: PayoutOffice) -> None:
    """Two lines at a time: what another has booked meanwhile is known, and nobody is stopped."""
    asked = waiting(office, 6)
    office.export()
    office.at_once = 2
    lines = [a_line(each, date="2025-10-25") for each in asked]

    outcomes = at_once([lambda: office.take(*lines)] * 4)

    found = [each for each in outcomes if isinstance(each, Outcome)]
    assert len(found) == 4
    assert all((each.kept, each.refused, each.left) == (True, (), ()) for each in found)
    assert all(len(each.booked) + len(each.unchanged) == len(asked) for each in found)
    booked = Counter(line.attempt.withdrawal for each in found for line in each.booked)
    assert booked == Counter(each.id for each in asked)
    assert office.findings() == []


def test_a_file_of_results_is_booked_once(office: PayoutOffice) -> None:
    """Eight imports of one file at once, beside payments by hand: each is paid once."""
    asked = waiting(office, 8)
    office.export()
    lines = [a_line(each, date="2025-10-25") for each in asked]
    acts: list[Callable[[], object]] = [lambda: office.take(*lines, partial=True)] * 8
    acts += [lambda w=each.id: office.decisions.pay(w, BOB) for each in asked[:4]]  # type: ignore[misc]

    outcomes = at_once(acts)

    booked = Counter(
        line.attempt.withdrawal
        for each in outcomes
        if isinstance(each, Outcome)
        for line in each.booked
    )
    by_hand = Counter(each.id for each in outcomes if isinstance(each, Withdrawal))
    assert booked + by_hand == Counter(each.id for each in asked)
    assert {each.state for each in attempts_of(office, asked)} == {AttemptState.SETTLED}
    with office.books() as books:
        for each in asked:
            page = books.notifications.page(each.account, None, PageRequest())
            assert page.total == 1
            assert books.ledger.balance(each.account).in_flight == Money.zero()
        paid = [
            one for one in books.ledger.store.whole.chain() if one.transaction.kind is Kind.PAYOUT
        ]
    assert len(paid) == len(asked)
