"""The invariants notice the same in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.fakes.withdrawals import (
    ANN,
    MINA,
    PAYPAL_FORM,
    TO_BANK,
    TO_PAYPAL,
    Payouts,
    a_withdrawal,
)

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.money import Money
from backbeat.ledger.model import OutsideAccount
from backbeat.withdrawals.model import WithdrawalStatus


def a_request(transactions: Any) -> Payouts:
    """Mina has asked for 150.00 by PayPal: 7.05 are the house's."""
    payouts = Payouts(transactions)
    payouts.add_creator()
    payouts.payment_details.register(MINA, PAYPAL_FORM)
    payouts.earn("150.00")
    return payouts


def paid_as(payouts: Payouts, fee: str, route: OutsideAccount) -> list[str]:
    """What the invariants say of a payout that the ledger books so."""
    withdrawal = payouts.ask()
    act = ActContext(ANN, payouts.business.today(), payouts.security.now())
    with payouts.transactions.begin() as books:
        books.ledger.reservations.settle(withdrawal.id, Money.of(fee), route, act)
        books.withdrawals.lock_all({withdrawal.id: withdrawal.account})
        books.withdrawals.save(withdrawal.succeeded(act.day))
    return [f"{each.invariant}: {each.what}" for each in payouts.findings()]


def test_a_payout_with_its_fee_is_sound(transactions: Any) -> None:
    assert paid_as(a_request(transactions), "7.05", TO_PAYPAL) == []


def test_a_payout_without_its_fee_is_found(transactions: Any) -> None:
    (found,) = paid_as(a_request(transactions), "0", TO_PAYPAL)

    assert found.startswith("I11: withdrawal ")
    assert found.endswith("transaction 3 of mina moved another fee or net")


def test_a_payout_by_another_way_than_asked_for_is_found(transactions: Any) -> None:
    (found,) = paid_as(a_request(transactions), "7.05", TO_BANK)

    assert found.startswith("I11: ")


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_request_that_never_reached_the_ledger_is_told_with_its_sum(transactions: Any) -> None:
    payouts = a_request(transactions)
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())

    said = "I5: withdrawal w1: 150.00 USD asked for, nothing in the ledger"
    assert said in [f"{each.invariant}: {each.what}" for each in payouts.findings()]


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_credit_note_of_another_is_named(transactions: Any) -> None:
    payouts = a_request(transactions)
    asked = payouts.ask()
    with transactions.begin() as books:
        books.withdrawals.save(evolve(asked, credit_note="CN-2025-000009"))

    said = f"I12: withdrawal {asked.id}: its credit note CN-2025-000009 is missing or another's"
    assert said in [f"{each.invariant}: {each.what}" for each in payouts.findings()]


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_rejected_withdrawal_without_a_credit_note_is_named(transactions: Any) -> None:
    payouts = a_request(transactions)
    asked = payouts.ask()
    with transactions.begin() as books:
        books.withdrawals.save(evolve(asked, status=WithdrawalStatus.REJECTED))

    said = f"I12: withdrawal {asked.id}: its credit note is missing"
    assert said in [f"{each.invariant}: {each.what}" for each in payouts.findings()]
