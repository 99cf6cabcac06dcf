"""The operator's answers, over books in memory: J1 step 13, J11 and the rules of sending."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fakes.withdrawals import (
    ANN,
    BANK_FORM,
    BOB,
    BY_BANK,
    MINA,
    PAYPAL_FORM,
    Payouts,
    a_withdrawal,
    an_invoice,
    dollars,
)

from backbeat.accounts.model import AccountStatus
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import FieldsMissing, NotFound, Refusal
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.ledger.model import EntryType
from backbeat.mail.model import Template
from backbeat.notifications.model import Subject
from backbeat.withdrawals.errors import AlreadyDecided, DestinationHeld, FourEyesNeeded
from backbeat.withdrawals.model import (
    CreditNote,
    DoesNotAddUp,
    InvoiceKind,
    ListedWithdrawal,
    Withdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.ports import WithdrawalFilter

PAY_DAY = date(2025, 11, 7)


@pytest.fixture
def payouts() -> Payouts:
    """Mina, with an approved channel, paid by PayPal, on 25 October 2025."""
    stand = Payouts.in_memory()
    stand.add_creator()
    stand.payment_details.register(MINA, PAYPAL_FORM)
    return stand


def asked(payouts: Payouts, amount: str = "150.00") -> Withdrawal:
    payouts.earn(amount)
    return payouts.ask()


def told(payouts: Payouts) -> list[tuple[Subject, dict[str, object]]]:
    with payouts.books() as books:
        page = books.notifications.page(MINA, None, PageRequest())
    return [(each.notification.subject, dict(each.notification.facts)) for each in page.items]


def entries(payouts: Payouts) -> list[tuple[EntryType, str]]:
    with payouts.books() as books:
        page = books.ledger.store.statements.entries(MINA, PageRequest())
    return [(entry.type, str(entry.amount)) for entry in reversed(page.items)]


def test_a_payment_is_final_and_dated_today(payouts: Payouts) -> None:
    """J1 step 13."""
    withdrawal = asked(payouts)
    payouts.business.set(PAY_DAY)

    paid = payouts.decisions.pay(withdrawal.id, ANN)

    assert paid == evolve(withdrawal, status=WithdrawalStatus.SUCCESS, paid_on=PAY_DAY)
    with payouts.books() as books:
        assert books.withdrawals.get(withdrawal.account, withdrawal.id) == paid
        balance = books.ledger.balance(MINA)
        postings = list(books.ledger.store.whole.chain())[-1].transaction.postings
    assert (balance.available, balance.in_flight) == (Money.of("0"), Money.of("0"))
    assert {posting.account: str(posting.amount) for posting in postings} == {
        "creator:mina:in_flight": "-150.00",
        "house:fees": "7.05",
        "external:paypal": "142.95",
    }


def test_the_owner_is_told_and_mailed(payouts: Payouts) -> None:
    withdrawal = asked(payouts)
    payouts.decisions.pay(withdrawal.id, ANN)

    assert told(payouts) == [(Subject.WITHDRAWAL_SUCCESS, {"amount": "142.95", "currency": "USD"})]
    with payouts.books() as books:
        [told_of] = books.notifications.page(MINA, None, PageRequest()).items
    assert told_of.notification.target == Target(TargetKind.WITHDRAWALS)
    [outgoing] = payouts.transactions.books.outbox.waiting()
    assert outgoing.mail.template is Template.WITHDRAWAL_PAID
    assert outgoing.mail.facts == {
        "name": "mina",
        "amount": "142.95",
        "currency": "USD",
        "invoice": "INV-2025-000001",
    }


def test_somebody_who_has_left_is_paid_but_not_mailed(payouts: Payouts) -> None:
    withdrawal = asked(payouts)
    with payouts.transactions.begin() as books:
        books.accounts.lock(MINA)
        books.accounts.save(evolve(books.accounts.get(MINA), status=AccountStatus.DELETED))

    assert payouts.decisions.pay(withdrawal.id, ANN).paid_on is not None
    assert payouts.transactions.books.outbox.waiting() == ()


def test_a_rejection_with_recovery_gives_the_whole_amount_back(payouts: Payouts) -> None:
    """J11 step 1."""
    withdrawal = asked(payouts, "60.00")
    assert withdrawal.paid == dollars("60.00", "2.82", "57.18")

    rejected = payouts.decisions.reject(
        withdrawal.id, ANN, " PayPal knows no such account ", recover=True
    )

    assert rejected.status is WithdrawalStatus.REJECTED
    assert rejected.reason == "PayPal knows no such account"
    assert payouts.balance() == Money.of("60.00")
    assert entries(payouts)[-1] == (EntryType.RECOVERY, "60.00")
    [(subject, facts)] = told(payouts)
    assert subject is Subject.WITHDRAWAL_REJECTED
    assert facts["reason"] == "PayPal knows no such account"
    [listed] = payouts.requests.list(MINA, PageRequest()).items
    note = CreditNote("CN-2025-000001", withdrawal.invoice, payouts.business.today())
    assert listed == evolve(ListedWithdrawal.of(rejected), credit_notes=(note,))


def test_a_rejection_without_recovery_keeps_the_money(payouts: Payouts) -> None:
    """J11 step 2, after a first rejection."""
    first = asked(payouts, "60.00")
    payouts.decisions.reject(first.id, ANN, "once more, please", recover=True)
    second = payouts.ask()

    rejected = payouts.decisions.reject(second.id, ANN, "bought views", recover=False)

    assert rejected.status is WithdrawalStatus.REJECTED_WITHOUT_RECOVERY
    assert payouts.balance() == Money.of("0")
    assert told(payouts)[0][0] is Subject.WITHDRAWAL_REJECTED_WITHOUT_RECOVERY


def test_a_rejection_issues_a_credit_note(payouts: Payouts) -> None:
    """INVOICE-6."""
    withdrawal = asked(payouts)
    payouts.business.set(date(2025, 11, 3))

    rejected = payouts.decisions.reject(withdrawal.id, ANN, "no such account", recover=True)

    assert rejected.credit_note == "CN-2025-000001"
    invoice = payouts.invoices.show(MINA, withdrawal.invoice)
    note = payouts.invoices.show(MINA, "CN-2025-000001")
    assert (note.kind, note.corrects) == (InvoiceKind.CREDIT_NOTE, invoice.number)
    assert (note.lines, note.fee, note.total) == (invoice.lines, invoice.fee, invoice.total)
    assert note.issued_on == date(2025, 11, 3)


def test_a_lot_that_comes_back_can_be_used_for_thirty_days_at_least(payouts: Payouts) -> None:
    """J11 step 4."""
    payouts.earn("60.00")
    payouts.earn("5.00", type_=EntryType.BONUS_POINT, expires_on=date(2025, 11, 12))
    withdrawal = payouts.ask()
    payouts.business.set(PAY_DAY)
    payouts.decisions.reject(withdrawal.id, ANN, "no such account", recover=True)

    with payouts.books() as books:
        [lot] = [each for each in books.ledger.open_entries(MINA) if each.entry.expires_on]
    assert (lot.remaining, lot.expires_on) == (Money.of("5.00"), date(2025, 12, 7))


Answer = Callable[[Payouts, WithdrawalId], Withdrawal]
ANSWERS: dict[str, Answer] = {
    "pay": lambda payouts, each: payouts.decisions.pay(each, ANN),
    "reject": lambda payouts, each: payouts.decisions.reject(each, ANN, "why", recover=True),
    "keep": lambda payouts, each: payouts.decisions.reject(each, ANN, "why", recover=False),
    "approve": lambda payouts, each: payouts.decisions.approve(each, ANN),
}


STATUSES = ["pending", "success", "rejected", "rejected_without_recovery"]


@settings(deadline=None)
@given(
    st.sampled_from(["pay", "reject", "keep"]),
    st.lists(st.sampled_from(list(ANSWERS)), min_size=1, max_size=4),
)
def test_an_answer_is_the_last_one(first: str, more: list[str]) -> None:
    """S4.018, J11 step 3: every further step is refused and posts nothing."""
    assert [status.value for status in WithdrawalStatus] == STATUSES
    payouts = Payouts.in_memory()
    payouts.add_creator()
    payouts.payment_details.register(MINA, PAYPAL_FORM)
    withdrawal = asked(payouts)
    decided = ANSWERS[first](payouts, withdrawal.id)
    posted = entries(payouts)

    for name in more:
        with pytest.raises(AlreadyDecided):
            ANSWERS[name](payouts, withdrawal.id)

    assert entries(payouts) == posted
    [listed] = payouts.requests.list(MINA, PageRequest()).items
    assert evolve(listed, credit_notes=()) == ListedWithdrawal.of(decided)


def test_what_is_decided_is_decided_for_good() -> None:
    paid = a_withdrawal().succeeded(date(2025, 11, 7))
    rejected = a_withdrawal().rejected("no such account", "CN-2025-000001", recover=True)
    for decided in (paid, rejected):
        with pytest.raises(AlreadyDecided):
            decided.succeeded(date(2025, 11, 8))
        with pytest.raises(AlreadyDecided):
            decided.rejected("again", "CN-2025-000002", recover=False)


def test_a_rejection_needs_a_reason_and_answers_need_a_withdrawal(payouts: Payouts) -> None:
    withdrawal = asked(payouts)

    with pytest.raises(FieldsMissing):
        payouts.decisions.reject(withdrawal.id, ANN, "  ", recover=True)
    for answer in ANSWERS.values():
        with pytest.raises(NotFound):
            answer(payouts, WithdrawalId("nothing"))


def test_nothing_is_sent_to_a_new_destination_for_three_days(payouts: Payouts) -> None:
    """PAYOUT-7: only sending waits; a rejection does not."""
    payouts.payment_details.update(MINA, BANK_FORM)
    payouts.earn("150.00")
    withdrawal = payouts.ask(method=BY_BANK)

    with pytest.raises(DestinationHeld) as caught:
        payouts.decisions.pay(withdrawal.id, ANN)
    assert caught.value.held_until == date(2025, 10, 28)
    payouts.business.set(date(2025, 10, 28))
    assert payouts.decisions.pay(withdrawal.id, ANN).paid_on == date(2025, 10, 28)


@pytest.mark.parametrize(("amount", "needs_two"), [("1000.00", False), ("1000.01", True)])
def test_a_large_amount_needs_two_operators(payouts: Payouts, amount: str, needs_two: bool) -> None:
    """PAYOUT-6: the one who pays is not the one who approved."""
    withdrawal = asked(payouts, amount)
    if not needs_two:
        assert payouts.decisions.pay(withdrawal.id, ANN).paid_on
        return

    with pytest.raises(FourEyesNeeded) as caught:
        payouts.decisions.pay(withdrawal.id, ANN)
    assert caught.value.limit == Money.of("1000.00")
    payouts.decisions.approve(withdrawal.id, ANN)
    with pytest.raises(FourEyesNeeded):
        payouts.decisions.pay(withdrawal.id, ANN)
    assert payouts.decisions.pay(withdrawal.id, BOB).approved_by == "ann"


def test_a_dry_run_judges_and_changes_nothing(payouts: Payouts) -> None:
    withdrawal = asked(payouts, "1500.00")

    assert payouts.decisions.approve(withdrawal.id, ANN, dry_run=True).approved_by == "ann"
    with pytest.raises(FourEyesNeeded):
        payouts.decisions.pay(withdrawal.id, BOB, dry_run=True)
    payouts.decisions.approve(withdrawal.id, ANN)
    assert payouts.decisions.pay(withdrawal.id, BOB, dry_run=True).paid_on
    tried = payouts.decisions.reject(withdrawal.id, BOB, "why", recover=True, dry_run=True)
    assert tried.credit_note == "CN-2025-000001"

    [kept] = payouts.requests.list(MINA, PageRequest()).items
    assert kept == ListedWithdrawal.of(evolve(withdrawal, approved_by="ann"))
    assert told(payouts) == []
    rejected = payouts.decisions.reject(withdrawal.id, BOB, "why", recover=True)
    assert rejected.credit_note == "CN-2025-000001"


def test_every_step_is_audited(payouts: Payouts) -> None:
    withdrawal = asked(payouts, "1500.00")
    payouts.decisions.approve(withdrawal.id, ANN, reason="seen the videos")
    payouts.decisions.pay(withdrawal.id, BOB)

    with payouts.books() as books:
        wanted = AuditFilter(target=f"withdrawal:{withdrawal.id}")
        rows = [row.entry for row in reversed(books.audit.page(wanted, PageRequest()).items)]
    assert [(row.action, row.actor.id) for row in rows] == [
        ("withdrawal.requested", "mina"),
        ("withdrawal.approved", "ann"),
        ("withdrawal.paid", "bob"),
    ]
    assert rows[0].after["destination"] == "m***@example.org"
    assert rows[1].reason == "seen the videos"
    assert rows[2].before == {"status": "pending", "approved_by": "ann"}
    assert rows[2].after["status"] == "success"


def test_what_is_due_comes_oldest_first(payouts: Payouts) -> None:
    other = AccountId("other")
    first = asked(payouts)
    payouts.business.set(date(2025, 11, 25))
    payouts.add_creator(other)
    payouts.payment_details.register(other, PAYPAL_FORM)
    payouts.earn("50.00", other, month=Month(2025, 10))
    second = payouts.ask(other)

    def due(by: date) -> list[Withdrawal]:
        return [each.withdrawal for each in payouts.decisions.due(by)]

    assert due(date(2025, 11, 9)) == []
    assert due(date(2025, 11, 10)) == [first]
    assert due(date(2025, 12, 10)) == [first, second]
    everybody = payouts.decisions.list(WithdrawalFilter(), PageRequest()).items
    assert [each.withdrawal for each in everybody] == [
        ListedWithdrawal.of(each) for each in (second, first)
    ]
    assert [each.to for each in everybody] == [each.destination.masked for each in (second, first)]
    assert [each.owner.name for each in everybody if each.owner] == ["other", "mina"]


def test_a_withdrawal_is_found_by_what_its_id_or_invoice_begins_with(payouts: Payouts) -> None:
    first = asked(payouts)
    payouts.decisions.pay(first.id, ANN)
    second = asked(payouts, "50.00")

    def found(text: str) -> Withdrawal | None:
        try:
            return payouts.decisions.find(text).withdrawal
        except Refusal:
            return None

    assert found(first.id) == found("INV-2025-000001")
    assert found("INV-2025-000002") == second
    assert found("INV-2025") is None
    assert found("nothing") is None
    assert found("") is None


def test_sound_books_have_no_findings(payouts: Payouts) -> None:
    first = asked(payouts)
    assert payouts.findings() == []
    payouts.decisions.reject(first.id, ANN, "once more", recover=True)
    payouts.decisions.pay(payouts.ask().id, ANN)

    assert payouts.findings() == []


def test_money_in_flight_that_nobody_asked_for_is_found(payouts: Payouts) -> None:
    payouts.earn("150.00")
    with payouts.transactions.begin() as books:
        act = ActContext(ANN, payouts.business.today(), payouts.security.now())
        books.ledger.reservations.reserve(MINA, Money.of("60.00"), WithdrawalId("nothing"), act)

    [finding] = payouts.findings()
    assert (finding.invariant, finding.what) == (
        "I5",
        "account mina: 60.00 in flight, 0.00 pending",
    )


def test_a_missing_invoice_is_found(payouts: Payouts) -> None:
    with payouts.transactions.begin() as books:
        books.invoices.add(an_invoice(1))
        books.invoices.add(an_invoice(3))

    [finding] = payouts.findings()
    assert (finding.invariant, finding.what) == ("I12", "INV-2025-000002 is missing")


def test_amounts_that_contradict_each_other_cannot_be_written() -> None:
    with pytest.raises(DoesNotAddUp):
        dollars("150.00", "7.05", "142.94")
    with pytest.raises(DoesNotAddUp):
        an_invoice(total=Money.of("142.94"))
