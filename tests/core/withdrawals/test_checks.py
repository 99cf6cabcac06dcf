"""What the checks say of withdrawals and invoices that no act could leave behind (INTEG-20)."""

from __future__ import annotations

from datetime import date

import pytest
from attrs import evolve
from tests.fakes.withdrawals import ANN, BANK_FORM, BY_BANK, MINA, PAYPAL_FORM, Payouts

from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.ledger.checks import Finding
from backbeat.ledger.model import Balance, Kind
from backbeat.withdrawals import checks
from backbeat.withdrawals.model import PayoutAmounts, Withdrawal


@pytest.fixture
def payouts() -> Payouts:
    stand = Payouts.in_memory()
    stand.add_creator()
    stand.payment_details.register(MINA, PAYPAL_FORM)
    stand.earn("150.00")
    return stand


def whats(found: object) -> list[tuple[str, str]]:
    return [(each.invariant, each.what) for each in found]  # type: ignore[attr-defined]


def test_money_in_flight_is_what_is_pending(payouts: Payouts) -> None:
    asked = payouts.ask()
    of_mina = Balance(in_flight=Money.of("150.00"))

    def said(balances: dict[AccountId, Balance], pending: list[Withdrawal]) -> list[str]:
        return [each.what for each in checks.money_in_flight_is_pending(balances, pending)]

    assert said({MINA: of_mina}, [asked]) == []
    assert said({AccountId("hao"): Balance()}, []) == []
    assert said({MINA: of_mina}, []) == [f"account {MINA}: 150.00 in flight, 0.00 pending"]
    assert said({}, [asked]) == [f"account {MINA}: 0.00 in flight, 150.00 pending"]


def test_what_is_paid_elsewhere_follows_from_the_rate_that_was_kept(payouts: Payouts) -> None:
    payouts.payment_details.update(MINA, BANK_FORM)
    payouts.add_rate("7.1234", date(2025, 10, 25))
    asked = payouts.ask(method=BY_BANK, currency=Currency.CNY)
    paid = asked.paid
    one = Money(10_000, Currency.CNY)
    more = evolve(asked, paid=PayoutAmounts(paid.total + one, paid.fee, paid.net + one))

    assert list(checks.conversions_follow_their_rate([asked])) == []
    assert list(checks.conversions_follow_their_rate([asked, more])) == [
        Finding("I9", f"withdrawal {asked.id}: {more.paid.total} CNY is not 150.00 USD at its rate")
    ]


def test_a_fee_is_what_the_terms_make_of_the_total(payouts: Payouts) -> None:
    asked = payouts.ask()
    cheaper = evolve(
        asked, usd=PayoutAmounts(Money.of("150.00"), Money.of("7.04"), Money.of("142.96"))
    )

    assert list(checks.fees_follow_their_terms([asked])) == []
    assert whats(checks.fees_follow_their_terms([asked, cheaper])) == [
        ("I11", f"withdrawal {asked.id}: a fee of 7.04, 7.05 by its terms")
    ]


def test_a_payout_moves_its_fee_and_its_net(payouts: Payouts) -> None:
    asked = payouts.ask()
    payouts.decisions.pay(asked.id, ANN)
    with payouts.books() as books:
        chain = list(books.ledger.store.whole.chain())
        paid = books.withdrawals.get(MINA, asked.id)
    number = next(each.number for each in chain if each.transaction.kind is Kind.PAYOUT)
    found = [
        ("I11", f"withdrawal {asked.id}: transaction {number} of {MINA} moved another fee or net")
    ]

    def said(fee: str, net: str) -> list[tuple[str, str]]:
        usd = PayoutAmounts(Money.of("150.00"), Money.of(fee), Money.of(net))
        return whats(checks.payouts_move_fee_and_net([evolve(paid, usd=usd)], chain))

    assert said("7.05", "142.95") == []
    assert said("7.04", "142.96") == found
    assert list(checks.payouts_move_fee_and_net([], chain)) == []


def test_numbers_count_from_one_without_a_gap_in_each_kind_and_year() -> None:
    whole = ["INV-2025-000001", "INV-2025-000002", "CN-2025-000001", "INV-2026-000001"]
    assert list(checks.numbers_have_no_gaps(whole)) == []
    assert whats(checks.numbers_have_no_gaps(["INV-2025-000004", "INV-2025-000002"])) == [
        ("I12", "INV-2025-000001 is missing"),
        ("I12", "INV-2025-000003 is missing"),
    ]
