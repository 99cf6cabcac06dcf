"""The invariants notice the same in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from typing import Any

from tests.fakes.withdrawals import ANN, MINA, PAYPAL_FORM, TO_BANK, TO_PAYPAL, Payouts

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.money import Money
from backbeat.ledger.model import OutsideAccount


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
