"""Saying where to be paid, over books in memory."""

from __future__ import annotations

from datetime import timedelta

import pytest
from attrs import evolve
from tests.fakes.withdrawals import BANK, BANK_FORM, MINA, PAYPAL, PAYPAL_FORM, Payouts

from backbeat.accounts.model import AccountStatus
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import FieldsMissing, NotFound, TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.mail.model import Template
from backbeat.notifications.model import Subject
from backbeat.payout_methods.errors import BadPayoutAccount
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.withdrawals.errors import PaymentInfoExists, PaymentInfoMissing


@pytest.fixture
def payouts() -> Payouts:
    stand = Payouts.in_memory()
    stand.add_creator(language=Language.KOREAN)
    return stand


def test_a_registered_destination_can_be_read_again(payouts: Payouts) -> None:
    assert payouts.payment_details.info(MINA) is None

    details = payouts.payment_details.register(MINA, BANK_FORM)

    assert payouts.payment_details.info(MINA) == details
    assert details.destination == BANK
    assert details.changed_on is None
    assert details.destination.masked == "…6789"


def test_a_second_registration_is_refused(payouts: Payouts) -> None:
    payouts.payment_details.register(MINA, BANK_FORM)

    with pytest.raises(PaymentInfoExists):
        payouts.payment_details.register(MINA, PAYPAL_FORM)


def test_a_bad_form_stores_nothing(payouts: Payouts) -> None:
    with pytest.raises(BadPayoutAccount):
        payouts.payment_details.register(MINA, PayPalForm("Mina Kim", "nowhere"))
    with pytest.raises(FieldsMissing):
        payouts.payment_details.register(MINA, PayPalForm("", "mina@example.org"))

    assert payouts.payment_details.info(MINA) is None


def test_a_change_is_mailed_with_both_destinations_masked(payouts: Payouts) -> None:
    payouts.payment_details.register(MINA, PAYPAL_FORM)
    payouts.business.move(timedelta(days=1))

    details = payouts.payment_details.update(MINA, BANK_FORM)

    assert details.destination == BANK
    assert details.changed_on == payouts.business.today()
    [outgoing] = payouts.transactions.books.outbox.waiting()
    assert outgoing.mail.template is Template.PAYMENT_INFO_CHANGED
    assert outgoing.mail.to == "mina@example.org"
    assert outgoing.mail.language is Language.KOREAN
    assert outgoing.mail.facts == {
        "name": "mina",
        "old": "m***@example.org",
        "new": "…6789",
        "days": "3",
        "ticket": "token-1",
    }
    with payouts.books() as books:
        [told] = books.notifications.page(MINA, None, PageRequest()).items
    assert told.notification.subject is Subject.PAYMENT_INFO_CHANGED
    assert told.notification.facts == {"held_until": "2025-10-29"}


def test_the_same_destination_again_changes_nothing(payouts: Payouts) -> None:
    before = payouts.payment_details.register(MINA, PAYPAL_FORM)

    assert payouts.payment_details.update(MINA, PAYPAL_FORM) == before
    assert payouts.transactions.books.outbox.waiting() == ()


def test_there_must_be_something_to_change(payouts: Payouts) -> None:
    with pytest.raises(PaymentInfoMissing):
        payouts.payment_details.update(MINA, PAYPAL_FORM)
    with pytest.raises(NotFound):
        payouts.payment_details.update(AccountId("nobody"), PAYPAL_FORM)


def test_the_audit_trail_shows_no_number_or_address(payouts: Payouts) -> None:
    payouts.payment_details.register(MINA, BANK_FORM)
    payouts.payment_details.update(MINA, PAYPAL_FORM)

    with payouts.books() as books:
        rows = books.audit.page(AuditFilter(target=f"account:{MINA}"), PageRequest()).items
    changed, registered = (row.entry for row in rows)
    assert registered.action == "payee.registered"
    assert registered.after == {"method": "bank", "destination": "…6789"}
    assert changed.action == "payee.updated"
    assert changed.before == registered.after
    assert changed.after == {"method": "paypal", "destination": "m***@example.org"}


def test_only_accepted_changes_count_against_the_limit(payouts: Payouts) -> None:
    """DEST-13: five a day."""
    payouts.payment_details.register(MINA, PAYPAL_FORM)
    for _ in range(10):
        with pytest.raises(PaymentInfoExists):
            payouts.payment_details.register(MINA, PAYPAL_FORM)
    for number in range(4):
        payouts.payment_details.update(
            MINA, evolve(PAYPAL_FORM, account_email=f"m{number}@example.org")
        )

    with pytest.raises(TooManyRequests):
        payouts.payment_details.update(MINA, BANK_FORM)
    payouts.security.move(days=1)
    assert payouts.payment_details.update(MINA, PAYPAL_FORM).destination == PAYPAL


@pytest.mark.parametrize("act", ["register", "update"])
def test_nothing_is_kept_of_who_has_left_meanwhile(payouts: Payouts, act: str) -> None:
    if act == "update":
        payouts.payment_details.register(MINA, PAYPAL_FORM)
    before = payouts.payment_details.info(MINA)
    with payouts.transactions.begin() as books:
        owner = books.accounts.lock(MINA)
        assert owner is not None
        books.accounts.save(evolve(owner, status=AccountStatus.DELETED))

    with pytest.raises(NotFound):
        getattr(payouts.payment_details, act)(MINA, BANK_FORM)

    assert payouts.payment_details.info(MINA) == before
