"""Many at once, on both databases: nothing is paid twice, nothing is overdrawn
(INTEG-21, WITHDRAW-13, WITHDRAW-14, PAYOUT-8)."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from tests.conftest import Database
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE
from tests.fakes.withdrawals import ANN, BOB, BY_PAYPAL, IN_THE_WINDOW, PAYPAL_FORM, Payouts

from backbeat.defaults.ids import TimeOrderedIds
from backbeat.idempotency.model import Call
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.withdrawals.model import Withdrawal, WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_adapters.sql.engine.transactions import SqlTransactions

T = TypeVar("T")

THREADS = 8
AMOUNT = Money.of("150.00")
EVERYTHING = PageRequest(0, 200)


@pytest.fixture
def payouts(database: Database) -> Payouts:
    clock, ids = FixedClock(IN_THE_WINDOW), TimeOrderedIds()
    transactions = SqlTransactions(database.engine, clock, ids)
    return Payouts(transactions, security=clock, new_id=ids)


def creators(payouts: Payouts, count: int) -> list[AccountId]:
    """So many accounts with one payout's worth each."""
    accounts = [AccountId(f"creator{number}") for number in range(count)]
    for account in accounts:
        payouts.add_creator(account)
        payouts.payment_details.register(account, PAYPAL_FORM)
        payouts.earn(str(AMOUNT), account)
    return accounts


def at_once(acts: Sequence[Callable[[], T]]) -> list[T | Refusal]:
    """What each act gave or was refused with, all of them begun together by some threads.

    Anything else raised, such as an outage, ends its thread and so the test.
    """
    outcomes: list[T | Refusal] = []
    waiting = list(acts)
    start = threading.Barrier(THREADS)

    def work() -> None:
        start.wait(PATIENCE)
        while True:
            try:
                act = waiting.pop()
            except IndexError:
                return
            try:
                outcomes.append(act())
            except Refusal as refusal:
                outcomes.append(refusal)

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(outcomes) == len(acts)
    return outcomes


def request(payouts: Payouts, account: AccountId, call: Call | None = None) -> Withdrawal:
    return payouts.requests.request(account, BY_PAYPAL, Currency.USD, AMOUNT, call)


def test_of_many_requests_each_account_gets_one(payouts: Payouts) -> None:
    """20 accounts with one payout's worth each, 80 requests at once: exactly 20 succeed."""
    accounts = creators(payouts, 20)

    outcomes = at_once([lambda a=a: request(payouts, a) for a in accounts * 4])  # type: ignore[misc]

    made = [each for each in outcomes if isinstance(each, Withdrawal)]
    refused = [each for each in outcomes if isinstance(each, Refusal)]
    assert Counter(each.account for each in made) == Counter(accounts)
    assert {each.reason for each in refused} == {"pending_withdrawal"}
    assert sorted(each.invoice for each in made) == [
        f"INV-2025-{number:06}" for number in range(1, 21)
    ]
    with payouts.books() as books:
        kept = books.withdrawals.page(WithdrawalFilter(), EVERYTHING)
        balances = [books.ledger.balance(account) for account in accounts]
    assert kept.total == 20
    assert {balance.available for balance in balances} == {Money.zero()}
    assert {balance.in_flight for balance in balances} == {AMOUNT}


def test_of_many_reservations_the_balance_bears_those_it_can(payouts: Payouts) -> None:
    """Money for 20 of 80, each judged by a reading before the lock: BEGIN IMMEDIATE's case
    (OPS-2)."""
    [account] = creators(payouts, 1)
    payouts.earn(str(Money(19 * AMOUNT.micros)), account)
    act = ActContext(ANN, payouts.business.today(), payouts.security.now())

    def reserve(number: int) -> Money:
        with payouts.transactions.begin() as books:
            before: Money = books.ledger.balance(account).available
            books.ledger.reservations.reserve(account, AMOUNT, WithdrawalId(f"w{number}"), act)
            return before

    outcomes = at_once([lambda n=n: reserve(n) for n in range(80)])  # type: ignore[misc]

    assert sum(isinstance(each, Money) for each in outcomes) == 20
    with payouts.books() as books:
        balance = books.ledger.balance(account)
    assert (balance.available, balance.in_flight) == (Money.zero(), Money(20 * AMOUNT.micros))


def test_the_same_call_many_times_at_once_has_one_effect(payouts: Payouts) -> None:
    """WITHDRAW-14: 20 equal posts, one withdrawal, 20 equal answers."""
    [account] = creators(payouts, 1)
    call = Call(account, "key", "fingerprint")

    outcomes = at_once([lambda: request(payouts, account, call)] * 20)

    assert outcomes == [outcomes[0]] * 20
    with payouts.books() as books:
        assert books.withdrawals.page(WithdrawalFilter(), EVERYTHING).items == [outcomes[0]]


def test_two_operators_pay_a_withdrawal_once(payouts: Payouts) -> None:
    """PAYOUT-8: everything paid by both at once, and rejected by a third."""
    waiting = [request(payouts, account) for account in creators(payouts, 8)]
    acts: list[Callable[[], Withdrawal]] = []
    for each in waiting:
        acts += [
            lambda w=each.id: payouts.decisions.pay(w, ANN),  # type: ignore[misc]
            lambda w=each.id: payouts.decisions.pay(w, BOB),  # type: ignore[misc]
            lambda w=each.id: payouts.decisions.reject(w, BOB, "why", recover=True),  # type: ignore[misc]
        ]

    outcomes = at_once(acts)

    decided = [each for each in outcomes if isinstance(each, Withdrawal)]
    refused = [each for each in outcomes if isinstance(each, Refusal)]
    assert Counter(each.id for each in decided) == Counter(each.id for each in waiting)
    assert {each.reason for each in refused} == {"already_decided"}
    rejected = [each for each in decided if each.status is WithdrawalStatus.REJECTED]
    with payouts.books() as books:
        balances = [books.ledger.balance(each.account) for each in waiting]
    assert {balance.in_flight for balance in balances} == {Money.zero()}
    assert sum(balance.available == AMOUNT for balance in balances) == len(rejected)
    assert sorted(str(each.credit_note) for each in rejected) == [
        f"CN-2025-{number:06}" for number in range(1, len(rejected) + 1)
    ]
