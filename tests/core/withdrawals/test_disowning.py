"""Who is told of a change that was not the owner's, over books in memory (WITHDRAW-28)."""

from __future__ import annotations

from tests.fakes.withdrawals import BANK_FORM, MINA, PAYPAL_FORM, Payouts

from backbeat.accounts.model import Device
from backbeat.kernel.ids import SessionId
from backbeat.mail.model import Mail, Template


def disowned() -> Payouts:
    """Mina's destination changed, and she said twice that it was not her."""
    payouts = Payouts.in_memory()
    payouts.add_creator()
    payouts.payment_details.register(MINA, PAYPAL_FORM)
    payouts.payment_details.update(MINA, BANK_FORM)
    payouts.disowning.by_link(change(payouts).facts["ticket"], Device("192.0.2.7"))
    payouts.disowning.by_owner(MINA, SessionId("own"))
    return payouts


def mails(payouts: Payouts) -> list[Mail]:
    return [outgoing.mail for outgoing in payouts.transactions.books.outbox.waiting()]


def change(payouts: Payouts) -> Mail:
    [mail] = [each for each in mails(payouts) if each.template is Template.PAYMENT_INFO_CHANGED]
    return mail


def test_the_owner_is_mailed_once() -> None:
    told = [each for each in mails(disowned()) if each.template is Template.PAYOUTS_LOCKED]

    assert [(each.to, each.facts) for each in told] == [("mina@example.org", {"name": "mina"})]


def test_operators_are_told_once_whose_payouts_are_locked() -> None:
    jobs = [
        job for job in disowned().transactions.books.jobs.waiting() if job.kind.startswith("alert.")
    ]

    assert [(job.kind, job.payload["of"], job.payload["alert"]) for job in jobs] == [
        ("alert.payouts_locked", MINA, "payouts_locked")
    ]
