"""A payout that came back goes out again within its withdrawal, to where the account is paid now."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.payouts import PayoutOffice, a_line
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import ANN, BANK_FORM, BOB, BY_BANK, MINA, PAYPAL_FORM

from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.notifications.model import Subject
from backbeat.payout_methods.bank import SHEET
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchExport, BatchRequest
from backbeat.payouts.errors import InvoiceReplaced
from backbeat.settings import Settings
from backbeat.withdrawals.model import InvoiceKind, Withdrawal, WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat.withdrawals.returned import GIVEN_BACK

pytestmark = pytest.mark.variants("databases")

WORKER = Actor.system("payouts.give_back")
OTHER_NAME = evolve(BANK_FORM, holder="Mina Lee")


@pytest.fixture
def office(transactions: Any, clock: FixedClock) -> PayoutOffice:
    clock.set(date(2025, 10, 25))
    return PayoutOffice(transactions, Settings(), security=clock, new_id=counting_ids())


def sent(office: PayoutOffice, amount: str = "150.00") -> Withdrawal:
    """Mina's payout by PayPal, exported and sent on 6 November; it is the 7th."""
    asked = office.waiting(amount=amount)
    office.business.set(date(2025, 11, 6))
    if amount != "150.00":
        office.decisions.approve(asked.id, BOB)
    office.export()
    office.desk.sent(1, ANN)
    office.business.set(date(2025, 11, 7))
    return asked


def came_back(office: PayoutOffice, amount: str = "150.00") -> Withdrawal:
    asked = sent(office, amount)
    office.take(a_line(asked, "returned", reason="no such account"))
    return asked


def came_back_in_yuan(office: PayoutOffice) -> Withdrawal:
    office.add_rate("7.1", date(2025, 10, 20))
    asked = office.waiting(method=BY_BANK, currency=Currency.CNY)
    office.business.set(date(2025, 11, 6))
    office.export(method=SHEET)
    office.desk.sent(1, ANN)
    office.business.set(date(2025, 11, 7))
    office.take(a_line(asked, "returned"))
    return asked


def now(office: PayoutOffice, withdrawal: Withdrawal) -> Withdrawal:
    return office.decisions.find(withdrawal.id).withdrawal


def exported(office: PayoutOffice, kind: Any = SHEET) -> BatchExport:
    return office.exports.export(BatchRequest(kind), ANN)


def test_it_goes_to_the_new_destination_after_its_cool_down_with_terms_fee_and_invoice_as_agreed(
    office: PayoutOffice,
) -> None:
    asked = came_back(office)
    office.payment_details.update(MINA, BANK_FORM)

    waiting = now(office, asked)
    assert (waiting.method, waiting.held_until) == (BY_BANK, date(2025, 11, 10))
    assert exported(office).held[0].refusal.reason == "destination_hold"
    office.business.set(date(2025, 11, 10))
    [batch] = exported(office).batches
    assert batch.batch.total == asked.paid.net
    assert b"BankAccount(holder='Mina Kim'" in batch.files[0].content

    office.take(a_line(waiting, "paid", withdrawal_id=f"{asked.id}-2", date="2025-11-10"))
    paid = now(office, asked)
    assert (paid.status, paid.invoice) == (WithdrawalStatus.SUCCESS, asked.invoice)
    assert (paid.usd, paid.paid, paid.terms) == (asked.usd, asked.paid, asked.terms)
    assert office.findings() == []


def test_it_follows_a_destination_that_was_changed_while_it_was_on_its_way(
    office: PayoutOffice,
) -> None:
    asked = sent(office)
    office.payment_details.update(MINA, BANK_FORM)
    assert now(office, asked).method == asked.method

    office.take(a_line(asked, "returned"))
    assert now(office, asked).method == BY_BANK


def test_what_has_not_come_back_keeps_its_destination(office: PayoutOffice) -> None:
    asked = office.waiting()
    office.business.set(date(2025, 11, 6))
    office.export()
    office.desk.cancel(1, ANN, "the file was lost")
    office.payment_details.update(MINA, BANK_FORM)

    assert now(office, asked).destination == asked.destination


def test_a_destination_that_takes_no_such_currency_is_not_followed(office: PayoutOffice) -> None:
    asked = came_back_in_yuan(office)

    office.payment_details.update(MINA, PAYPAL_FORM)

    assert now(office, asked).destination == asked.destination


def test_a_destination_that_it_cannot_follow_does_not_keep_it_waiting_for_ever(
    office: PayoutOffice,
) -> None:
    asked = came_back_in_yuan(office)
    office.payment_details.update(MINA, PAYPAL_FORM)

    office.business.set(date(2025, 11, 7) + timedelta(90))
    assert [each.id for each in office.desk.give_back(WORKER)] == [asked.id]


def test_minima_are_not_judged_again(office: PayoutOffice) -> None:
    asked = came_back(office)
    higher = evolve(
        office.settings.withdrawal, minimum=Decimal("1000.00"), bank_minimum=Decimal("1000.00")
    )
    office.settings = evolve(office.settings, withdrawal=higher)
    office.payment_details.update(MINA, BANK_FORM)
    office.business.set(date(2025, 11, 10))

    assert [each.batch.total for each in exported(office).batches] == [asked.paid.net]


@pytest.mark.parametrize("elsewhere", [True, False])
def test_four_eyes_look_again(office: PayoutOffice, elsewhere: bool) -> None:
    asked = came_back(office, "1500.00")
    if elsewhere:
        office.payment_details.update(MINA, BANK_FORM)
    office.business.set(date(2025, 11, 10))

    kind = SHEET if elsewhere else PAYMENTS
    assert exported(office, kind).held[0].refusal.reason == "four_eyes"
    office.decisions.approve(asked.id, BOB)
    assert len(exported(office, kind).batches) == 1


def test_another_holder_gets_a_credit_note_and_a_new_invoice(office: PayoutOffice) -> None:
    asked = came_back(office)
    office.payment_details.update(MINA, OTHER_NAME)

    billed = now(office, asked)
    assert billed.invoice == "INV-2025-000002"
    with office.books() as books:
        fresh = books.invoices.get(MINA, billed.invoice)
        note = books.invoices.get(MINA, "CN-2025-000001")
    assert (fresh.name, fresh.issued_on, fresh.total) == (
        "Mina Lee",
        date(2025, 11, 7),
        asked.paid.net,
    )
    assert (note.kind, note.corrects, note.total) == (
        InvoiceKind.CREDIT_NOTE,
        asked.invoice,
        asked.paid.net,
    )
    assert office.findings() == []


def test_former_invoices_and_their_credit_notes_stay_within_reach(office: PayoutOffice) -> None:
    """INVOICE-11"""
    asked = came_back(office)
    office.payment_details.update(MINA, OTHER_NAME)
    billed = now(office, asked)
    office.decisions.reject(asked.id, BOB, "the bank is closed", recover=True)

    notes = [("CN-2025-000001", asked.invoice), ("CN-2025-000002", billed.invoice)]
    [mine] = office.requests.list(MINA, PageRequest()).items
    [theirs] = office.decisions.list(WithdrawalFilter(), PageRequest()).items
    for told in (mine.credit_notes, theirs.withdrawal.credit_notes):
        assert [(each.number, each.corrects) for each in told] == notes
    for paper in (asked.invoice, billed.invoice, "CN-2025-000001", "CN-2025-000002"):
        found = office.decisions.find(paper)
        assert (found.withdrawal.id, tuple(found.credit_notes)) == (asked.id, mine.credit_notes)
    with pytest.raises(NotFound):
        office.decisions.find("CN-2025-00000")


def test_a_former_invoice_in_a_banks_file_is_not_taken_for_the_present_one(
    office: PayoutOffice,
) -> None:
    """INVOICE-11"""
    asked = came_back(office)
    office.payment_details.update(MINA, OTHER_NAME)
    billed = now(office, asked)
    office.business.set(date(2025, 11, 10))
    exported(office)
    office.desk.sent(2, ANN)

    for former in (asked.invoice, "CN-2025-000001"):
        for names in ({"withdrawal_id": former}, {"withdrawal_id": "", "reference": former}):
            for result in ("paid", "returned"):
                outcome = office.take(a_line(billed, result, date="2025-11-10", **names))
                assert (outcome.booked, outcome.unchanged, outcome.kept) == ((), (), False)
                [refused] = outcome.refused
                assert isinstance(refused.refusal, InvoiceReplaced)
                assert refused.refusal.details["withdrawal"] == asked.id
    assert now(office, asked).status is WithdrawalStatus.PENDING

    office.take(a_line(billed, date="2025-11-10", withdrawal_id="", reference=billed.invoice))
    assert now(office, asked).status is WithdrawalStatus.SUCCESS
    assert office.findings() == []


def test_ninety_days_without_a_destination_give_it_back(office: PayoutOffice) -> None:
    asked = came_back(office)
    returned_on = date(2025, 11, 7)

    office.business.set(returned_on + timedelta(89))
    assert office.desk.give_back(WORKER) == []
    office.business.set(returned_on + timedelta(90))
    assert [each.id for each in office.desk.give_back(WORKER)] == [asked.id]

    after = now(office, asked)
    assert (after.status, after.credit_note) == (WithdrawalStatus.REJECTED, "CN-2026-000001")
    assert after.reason in GIVEN_BACK.values()
    assert office.balance() == Money.of("150.00")
    with office.books() as books:
        told = books.notifications.page(MINA, None, PageRequest()).items
    assert told[0].notification.subject is Subject.WITHDRAWAL_REJECTED
    assert office.desk.give_back(WORKER) == []
    assert office.findings() == []


def test_what_found_a_destination_is_not_given_back(office: PayoutOffice) -> None:
    came_back(office)
    office.payment_details.update(MINA, BANK_FORM)

    office.business.set(date(2026, 5, 1))
    assert office.desk.give_back(WORKER) == []


def test_what_is_on_its_way_again_is_not_given_back(office: PayoutOffice) -> None:
    came_back(office)
    office.export()

    office.business.set(date(2026, 5, 1))
    assert office.desk.give_back(WORKER) == []
