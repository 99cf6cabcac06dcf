"""A change that was not the owner's: nothing leaves any more, by whatever way, until an operator says
so (WITHDRAW-28)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.held_up import start_behind
from tests.fakes.payouts import PayoutOffice, a_line
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE
from tests.fakes.withdrawals import ANN, BANK_FORM, BOB, BY_PAYPAL, MINA, PAYPAL_FORM

from backbeat.accounts.errors import CodeExpired
from backbeat.accounts.model import Account, Device, LockedBy, Session, TicketPurpose
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import FieldsMissing, NotFound, Refusal, TooManyRequests
from backbeat.kernel.ids import SessionId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.payout_methods.bank import SHEET
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchRequest
from backbeat.settings import Settings
from backbeat.withdrawals.errors import NotLocked, PayoutsLocked
from backbeat.withdrawals.model import AttemptState, Withdrawal, WithdrawalStatus

pytestmark = pytest.mark.variants("databases")

HERE = Device("192.0.2.7")
OWN, ELSEWHERE = SessionId("own"), SessionId("elsewhere")
LINK = "token-1"


@pytest.fixture
def office(transactions: Any, clock: FixedClock) -> PayoutOffice:
    clock.set(date(2025, 10, 25))
    return PayoutOffice(transactions, Settings(), security=clock, new_id=counting_ids())


def changed(office: PayoutOffice) -> None:
    """Mina has been paid by PayPal, and somebody makes it her bank."""
    office.payment_details.update(MINA, BANK_FORM)


@pytest.fixture
def asked(office: PayoutOffice) -> Withdrawal:
    """Mina asked for 150.00 by PayPal; then the destination changed. She has two sessions."""
    waiting = office.waiting()
    with office.transactions.begin() as books:
        for each in (OWN, ELSEWHERE):
            books.sessions.add(Session(each, MINA, f"hash of {each}", office.security.now(), None))
    changed(office)
    return waiting


def disown(office: PayoutOffice) -> None:
    office.disowning.by_owner(MINA, OWN)


def lose_factor(office: PayoutOffice) -> None:
    """Somebody with the password says that the second factor is lost (SESSION-13)."""
    with office.transactions.begin() as books:
        ends_at = office.security.now() + timedelta(hours=72)
        books.accounts.save(books.accounts.lock(MINA).with_totp_ending(ends_at))


either_lock = pytest.mark.parametrize("lock", [disown, lose_factor])
Lock = Callable[[PayoutOffice], None]


def mina(office: PayoutOffice) -> Account:
    with office.books() as books:
        found: Account = books.accounts.get(MINA)
    return found


def locks_of(office: PayoutOffice) -> tuple[LockedBy, ...]:
    lock = mina(office).payout_lock
    return lock.by if lock else ()


def open_sessions(office: PayoutOffice) -> list[SessionId]:
    with office.books() as books:
        return [each.id for each in books.sessions.open_of(MINA)]


def actions(office: PayoutOffice) -> list[str]:
    with office.books() as books:
        page = books.audit.page(AuditFilter(target=f"account:{MINA}"), PageRequest())
    return [row.entry.action for row in page.items if "payouts" in row.entry.action]


def test_by_the_link_everybody_is_out_and_the_payouts_are_locked(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    office.disowning.by_link(LINK, HERE)

    assert mina(office).payouts_locked_at == office.business.now()
    assert open_sessions(office) == []
    assert actions(office) == ["account.payouts_locked"]


def test_its_owner_stays_signed_in_and_nobody_else(office: PayoutOffice, asked: Withdrawal) -> None:
    office.disowning.by_owner(MINA, OWN)

    assert mina(office).has_payouts_locked
    assert open_sessions(office) == [OWN]


def test_a_link_works_once_and_pressing_twice_does_no_harm(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    office.disowning.by_link(LINK, HERE)
    locked_at = mina(office).payouts_locked_at
    office.business.move(timedelta(hours=1))
    with pytest.raises(CodeExpired):
        office.disowning.by_link(LINK, HERE)
    office.disowning.by_owner(MINA, OWN)
    office.disowning.by_owner(MINA, OWN)

    assert mina(office).payouts_locked_at == locked_at
    assert actions(office) == ["account.payouts_locked"]


def test_a_link_that_is_none_and_one_that_is_too_old_are_answered_alike(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    office.security.move(timedelta(days=30))
    for value in (LINK, "guessed", ""):
        with pytest.raises(CodeExpired):
            office.disowning.by_link(value, HERE)

    assert not mina(office).has_payouts_locked


def test_a_day_before_that_the_link_works(office: PayoutOffice, asked: Withdrawal) -> None:
    office.security.move(timedelta(days=29))
    office.disowning.by_link(LINK, HERE)

    assert mina(office).has_payouts_locked


def test_who_guesses_links_is_stopped(office: PayoutOffice, asked: Withdrawal) -> None:
    for number in range(10):
        with pytest.raises(CodeExpired):
            office.disowning.by_link(f"guess-{number}", HERE)
    with pytest.raises(TooManyRequests):
        office.disowning.by_link(LINK, HERE)

    office.disowning.by_link(LINK, Device("192.0.2.8"))
    assert mina(office).has_payouts_locked


def test_a_thief_who_changes_the_address_leaves_the_link_alive(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    with office.transactions.begin() as books:
        books.codes.forget(MINA, keep={TicketPurpose.DISOWN})

    office.disowning.by_link(LINK, HERE)
    assert mina(office).has_payouts_locked


def test_who_leaves_takes_the_links_along(office: PayoutOffice, asked: Withdrawal) -> None:
    with office.transactions.begin() as books:
        books.codes.forget(MINA)

    with pytest.raises(CodeExpired):
        office.disowning.by_link(LINK, HERE)


def test_there_must_have_been_a_change(office: PayoutOffice) -> None:
    office.add_creator(MINA)
    with pytest.raises(NotFound):
        office.disowning.by_owner(MINA, OWN)
    office.payment_details.register(MINA, PAYPAL_FORM)
    with pytest.raises(NotFound):
        office.disowning.by_owner(MINA, OWN)


@either_lock
def test_locked_nothing_can_be_asked_for(office: PayoutOffice, lock: Lock) -> None:
    office.add_creator(MINA)
    office.payment_details.register(MINA, BANK_FORM)
    office.payment_details.update(MINA, PAYPAL_FORM)
    office.earn("150.00")
    lock(office)

    quote = office.requests.quote(MINA, BY_PAYPAL, Currency.USD)
    assert [each.reason for each in quote.blocked] == ["payouts_locked"]
    with pytest.raises(PayoutsLocked):
        office.requests.request(MINA, BY_PAYPAL, Currency.USD, Money.of("150.00"))


@either_lock
def test_locked_no_batch_takes_it_and_says_why(
    office: PayoutOffice, asked: Withdrawal, lock: Lock
) -> None:
    other = office.waiting("rio")
    lock(office)

    made = office.exports.export(BatchRequest(PAYMENTS), ANN)

    assert [(each.withdrawal.id, each.refusal.reason) for each in made.held] == [
        (asked.id, "payouts_locked")
    ]
    assert not office.desk.attempts(asked.id)
    assert len(office.desk.attempts(other.id)) == 1
    named = office.exports.export(BatchRequest(PAYMENTS, withdrawals=(asked.id,)), ANN)
    assert [each.refusal.reason for each in named.held] == ["payouts_locked"]
    assert named.batches == ()


@either_lock
def test_locked_it_is_not_paid_by_hand_not_even_as_a_trial(
    office: PayoutOffice, asked: Withdrawal, lock: Lock
) -> None:
    lock(office)

    for dry_run in (True, False):
        with pytest.raises(PayoutsLocked) as refused:
            office.decisions.pay(asked.id, ANN, dry_run=dry_run)
        assert tuple(refused.value.by) == locks_of(office) != ()
    assert office.decisions.find(asked.id).withdrawal.is_pending


def test_locked_it_can_still_be_given_back(office: PayoutOffice, asked: Withdrawal) -> None:
    office.disowning.by_owner(MINA, OWN)

    rejected = office.decisions.reject(asked.id, ANN, "stolen account", recover=True)

    assert rejected.status is WithdrawalStatus.REJECTED


@either_lock
def test_the_files_of_a_batch_that_pays_a_locked_account_are_not_made_again(
    office: PayoutOffice, asked: Withdrawal, lock: Lock
) -> None:
    office.waiting("rio")
    made = office.export()
    office.exports.again(made.batch.number)
    lock(office)

    with pytest.raises(PayoutsLocked) as refused:
        office.exports.again(made.batch.number)
    assert refused.value.details == {
        "reason": "payouts_locked",
        "by": list(locks_of(office)),
        "withdrawals": [asked.id],
    }
    office.desk.cancel(made.batch.number, ANN, "locked")
    again = office.exports.export(BatchRequest(PAYMENTS), ANN)
    assert [each.withdrawal.id for each in again.held] == [asked.id]


def test_what_the_bank_has_paid_before_is_booked(office: PayoutOffice, asked: Withdrawal) -> None:
    """The money has left: books that did not say so would be wrong."""
    office.export()
    office.desk.sent(1, ANN)
    office.disowning.by_owner(MINA, OWN)

    outcome = office.take(a_line(asked, date="2025-10-25"))

    assert outcome.kept
    assert office.decisions.find(asked.id).withdrawal.status is WithdrawalStatus.SUCCESS


def test_what_comes_back_stays_where_it_is_until_payouts_are_unlocked(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    office.export()
    office.desk.sent(1, ANN)
    office.disowning.by_owner(MINA, OWN)
    office.take(a_line(asked, "returned", date="2025-10-25"))
    assert office.decisions.find(asked.id).withdrawal.method == BY_PAYPAL
    held = office.exports.export(BatchRequest(PAYMENTS), ANN).held
    assert [each.refusal.reason for each in held] == ["payouts_locked"]
    corrected = evolve(PAYPAL_FORM, account_email="own@example.org")
    office.payment_details.update(MINA, corrected)
    assert office.decisions.find(asked.id).withdrawal.destination.masked == "m***@example.org"

    office.disowning.unlock(MINA, "spoke with her", BOB)

    assert office.decisions.find(asked.id).withdrawal.destination.masked == "o***@example.org"
    office.business.move(timedelta(days=3))
    assert office.exports.export(BatchRequest(SHEET), ANN).batches == ()
    [batch] = office.exports.export(BatchRequest(PAYMENTS), ANN).batches
    assert batch.batch.count == 1
    assert [each.state for each in office.desk.attempts(asked.id)] == [
        AttemptState.RETURNED,
        AttemptState.EXPORTED,
    ]


def test_what_comes_back_while_only_a_lost_factor_locks_follows_and_goes_out_after_the_lock(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    """Whether the destination was changed before the return or after it."""
    office.export()
    office.desk.sent(1, ANN)
    lose_factor(office)
    office.payment_details.update(MINA, evolve(PAYPAL_FORM, account_email="own@example.org"))
    office.take(a_line(asked, "returned", date="2025-10-25"))
    assert office.decisions.find(asked.id).withdrawal.destination.masked == "o***@example.org"
    office.payment_details.update(MINA, evolve(PAYPAL_FORM, account_email="new@example.org"))
    assert office.decisions.find(asked.id).withdrawal.destination.masked == "n***@example.org"
    office.business.move(timedelta(days=3))
    export = office.exports.export(BatchRequest(PAYMENTS), ANN)
    assert (export.batches, [each.refusal.reason for each in export.held]) == (
        (),
        ["payouts_locked"],
    )

    with office.transactions.begin() as books:
        books.accounts.save(books.accounts.lock(MINA).with_totp_ending(None))

    [batch] = office.exports.export(BatchRequest(PAYMENTS), ANN).batches
    assert batch.batch.count == 1


def test_an_operator_ends_the_lock_with_a_reason(office: PayoutOffice, asked: Withdrawal) -> None:
    with pytest.raises(NotLocked):
        office.disowning.unlock(MINA, "why not", BOB)
    office.disowning.by_owner(MINA, OWN)
    with pytest.raises(FieldsMissing):
        office.disowning.unlock(MINA, " ", BOB)

    assert not office.disowning.unlock(MINA, "a trial", BOB, dry_run=True).has_payouts_locked
    assert mina(office).has_payouts_locked
    office.disowning.unlock(MINA, "spoke with her", BOB)

    assert not mina(office).has_payouts_locked
    assert actions(office) == ["account.payouts_unlocked", "account.payouts_locked"]
    assert office.decisions.pay(asked.id, ANN).status is WithdrawalStatus.SUCCESS


def sending(office: PayoutOffice, asked: Withdrawal) -> list[Callable[[], object]]:
    """The two ways by which money leaves, each with what it answers."""
    return [
        lambda: office.exports.export(BatchRequest(PAYMENTS), ANN).batches,
        lambda: office.decisions.pay(asked.id, ANN),
    ]


@pytest.mark.parametrize("way", [0, 1], ids=["a batch", "by hand"])
def test_money_that_would_leave_at_the_same_moment_waits_for_the_lock(
    office: PayoutOffice, asked: Withdrawal, way: int
) -> None:
    send, outcome = sending(office, asked)[way], []

    def try_it() -> None:
        try:
            outcome.append(send())
        except Refusal as refusal:
            outcome.append(refusal)

    other = threading.Thread(target=try_it)
    with office.transactions.begin() as books:
        owner = books.accounts.lock(MINA)
        books.accounts.save(owner.with_payouts_locked(office.business.now()))
        start_behind(office.transactions, other)
    other.join(PATIENCE)

    [found] = outcome
    assert found == () or isinstance(found, PayoutsLocked)
    assert not office.desk.attempts(asked.id)
    assert office.decisions.find(asked.id).withdrawal.is_pending


def test_a_batch_that_is_being_made_is_over_before_the_lock(
    office: PayoutOffice, asked: Withdrawal
) -> None:
    other = threading.Thread(target=lambda: office.disowning.by_owner(MINA, OWN))
    with office.transactions.begin() as books:
        held = books.accounts.hold([MINA])
        start_behind(office.transactions, other)
        assert not held[MINA].has_payouts_locked
        assert not books.accounts.get(MINA).has_payouts_locked
    other.join(PATIENCE)

    assert mina(office).has_payouts_locked
