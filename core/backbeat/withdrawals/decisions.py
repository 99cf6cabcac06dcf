"""The operator's answers: approving, paying and rejecting withdrawals
(WITHDRAW-19, PAYOUT-1, PAYOUT-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat import settings
from backbeat.accounts.model import Account
from backbeat.audit.model import AuditEntry
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import FieldsMissing, NotFound, plain
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import PaidOut
from backbeat.mail.model import Mail, Template
from backbeat.notifications.model import Notification, Subject
from backbeat.payout_methods.registry import METHODS
from backbeat.webhooks.model import EventKind, Happening, amount
from backbeat.webhooks.telling import tell
from backbeat.withdrawals import rules
from backbeat.withdrawals.errors import PayoutUncertain, PayoutUnderWay
from backbeat.withdrawals.invoice_issuing import Issuer, with_credit_notes
from backbeat.withdrawals.model import (
    AttemptState,
    CreditNote,
    ListedWithdrawal,
    Withdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.ports import Books, WithdrawalFilter
from backbeat.withdrawals.returned import WAITS, Resending

_SUBJECTS = {
    WithdrawalStatus.SUCCESS: Subject.WITHDRAWAL_SUCCESS,
    WithdrawalStatus.REJECTED: Subject.WITHDRAWAL_REJECTED,
    WithdrawalStatus.REJECTED_WITHOUT_RECOVERY: Subject.WITHDRAWAL_REJECTED_WITHOUT_RECOVERY,
}
_EVENTS = {
    WithdrawalStatus.PENDING: EventKind.WITHDRAWAL_RETURNED,
    WithdrawalStatus.SUCCESS: EventKind.WITHDRAWAL_PAID,
    WithdrawalStatus.REJECTED: EventKind.WITHDRAWAL_REJECTED,
    WithdrawalStatus.REJECTED_WITHOUT_RECOVERY: EventKind.WITHDRAWAL_REJECTED,
}
_TEMPLATES = {
    WithdrawalStatus.SUCCESS: Template.WITHDRAWAL_PAID,
    WithdrawalStatus.REJECTED: Template.WITHDRAWAL_REJECTED,
    WithdrawalStatus.REJECTED_WITHOUT_RECOVERY: Template.WITHDRAWAL_REJECTED_WITHOUT_RECOVERY,
}


@frozen
class Queued:
    """A withdrawal as the operator handles it, with its account; None once that is erased."""

    withdrawal: Withdrawal
    owner: Account | None
    credit_notes: Sequence[CreditNote] = ()


@frozen
class Listed:
    """A withdrawal as the operator's list shows it, with its account; None once that is erased.

    `to` is masked; None if the destination cannot be decrypted.
    """

    withdrawal: ListedWithdrawal
    to: str | None
    owner: Account | None


@frozen
class Paid:
    """A locked withdrawal that was paid: on which day, and the note about it."""

    withdrawal: Withdrawal
    on: date
    reason: str | None = None


@frozen
class Returned:
    """A locked withdrawal whose payout came back, and what was said about it."""

    withdrawal: Withdrawal
    reason: str | None = None


@frozen
class Decisions:
    """Withdrawals as the operator handles them; each gets one final answer.

    Every act is given who does it and may be tried with `dry_run`: it is judged like a real one but
    changes nothing. `business` dates what people see, `security` what is recorded (DAY-8).
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    policy: settings.Withdrawal
    issuer: Issuer
    resending: Resending

    def approve(
        self,
        withdrawal: WithdrawalId,
        actor: Actor,
        *,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> Withdrawal:
        """Approve an amount that needs two operators; another one pays it.

        The last approval counts. Refused with `NotFound`, `AlreadyDecided` and 2
        `payout_under_way`: who exported it may not approve it afterwards.
        """

        def approved(books: Books, waiting: Withdrawal) -> Withdrawal:
            after = waiting.approved(actor.id)
            _require_at_rest(books, waiting)
            books.withdrawals.save(after)
            act = self._act(actor, reason)
            books.audit.record(self._audited("withdrawal.approved", waiting, after, act))
            return after

        return self._decide(withdrawal, approved, dry_run=dry_run)

    def pay(
        self,
        withdrawal: WithdrawalId,
        actor: Actor,
        *,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> Withdrawal:
        """Record that the money was paid today, which is final. It also ends an open attempt to
        pay.

        Refused with `NotFound`, `AlreadyDecided`, 2 `payouts_locked` while the owner's payouts are
        locked, 2 `destination_hold` while the destination is in its cool-down, 2 `four_eyes` for an
        amount over the limit that no other operator approved, and 2 `payout_uncertain` while nobody
        knows whether the money left.
        """

        def paid(books: Books, waiting: Withdrawal) -> Withdrawal:
            waiting.require_pending()
            rules.require_unlocked(books.accounts.get(waiting.account))
            open_attempt = books.attempts.open_of(waiting.account, waiting.id)
            if open_attempt and open_attempt.state is AttemptState.UNCERTAIN:
                raise PayoutUncertain(batch=open_attempt.batch)
            today, now = self.business.today(), self.business.now()
            [after] = self.settle(books, [Paid(waiting, today, reason)], actor)
            books.attempts.settle(waiting.account, waiting.id, today, now, actor.id, reason=reason)
            return after

        return self._decide(withdrawal, paid, dry_run=dry_run)

    def require_payable(self, waiting: Withdrawal, actor: Actor) -> None:
        """Refuse, as `pay` does, a withdrawal that this operator cannot record as paid, ignoring
        attempts.
        """
        waiting.require_pending()
        rules.require_sendable(waiting, self.business.today())
        rules.require_four_eyes(waiting, actor.id, Money.of(self.policy.four_eyes_over))

    def settle(self, books: Books, paid: Sequence[Paid], actor: Actor) -> Sequence[Withdrawal]:
        """Record in open books that locked withdrawals were paid. Returns them as they are then.

        The ledger is posted today. The caller has to end their attempts. Refused as `pay` is: all
        of them, if one is.
        """
        for each in paid:
            self.require_payable(each.withdrawal, actor)
        acts = [self._act(actor, each.reason) for each in paid]
        after = [each.withdrawal.succeeded(each.on) for each in paid]
        books.ledger.reservations.settle_all(
            [_paid_out(each, act) for each, act in zip(after, acts, strict=True)]
        )
        books.withdrawals.save_all(after)
        books.audit.record_all(
            [
                self._audited("withdrawal.paid", each.withdrawal, now, act)
                for each, now, act in zip(paid, after, acts, strict=True)
            ]
        )
        self._tell(books, after)
        return after

    def reject(
        self,
        withdrawal: WithdrawalId,
        actor: Actor,
        reason: str,
        *,
        recover: bool,
        dry_run: bool = False,
    ) -> Withdrawal:
        """Refuse to pay, for a reason that the creator reads; this is final, with a credit note
        (INVOICE-6).

        With `recover` the whole amount, including the fee, returns to the balance; without it, it
        is forfeited. Refused with `NotFound`, `AlreadyDecided`, 4 for a blank reason, and 2
        `payout_under_way` while the money may be on its way.
        """
        why = reason.strip()
        if not why:
            raise FieldsMissing(fields={"reason": "required"})

        return self._decide(
            withdrawal,
            lambda books, waiting: self.turn_down(books, waiting, actor, why, recover=recover),
            dry_run=dry_run,
        )

    def turn_down(
        self, books: Books, waiting: Withdrawal, actor: Actor, why: str, *, recover: bool
    ) -> Withdrawal:
        """Reject a locked withdrawal in open books, as `reject` does."""
        waiting.require_pending()
        _require_at_rest(books, waiting)
        note = self.issuer.take_back(books, waiting, self.business.today())
        after = waiting.rejected(why, note.number, recover=recover)
        act = self._act(actor, why)
        if recover:
            books.ledger.reservations.return_funds(waiting.id, act)
        else:
            books.ledger.reservations.forfeit(waiting.id, act)
        books.withdrawals.save(after)
        books.audit.record(self._audited(f"withdrawal.{after.status}", waiting, after, act))
        self._tell(books, [after])
        return after

    def came_back(self, books: Books, returned: Sequence[Returned], actor: Actor) -> None:
        """Prepare locked withdrawals whose payout came back for another attempt (PAYOUT-12).

        Each has to be approved again, and goes to where the account is paid now. If that is the
        same place, the owner is mailed: without other details the money stays (MAIL-3).
        """
        open_again = [each.withdrawal.unapproved() for each in returned]
        books.withdrawals.save_all(open_again)
        waiting = [self.resending.follow(books, each, actor) for each in open_again]
        tell(books, [self._happening(each) for each in waiting])
        owners = _owners(books, waiting)
        books.outbox.add_all(
            [
                _mail_of_return(each, came.reason, owner)
                for each, came in zip(waiting, returned, strict=True)
                if each.destination == came.withdrawal.destination
                and (owner := owners.get(each.account))
                and owner.is_active
            ]
        )

    def list(self, filter: WithdrawalFilter, page: PageRequest) -> Page[Listed]:
        """A page of everybody's withdrawals, the newest first."""
        with self.transactions.look() as books:
            found = with_credit_notes(books, books.withdrawals.listed(filter, page))
            owners, to = _owners(books, found.items), books.withdrawals.masked(found.items)
            return found.map(lambda each: Listed(each, to.get(each.id), owners.get(each.account)))

    def due(self, by: date) -> Sequence[Queued]:
        """Every pending withdrawal that is due by that day, the oldest request first."""
        with self.transactions.look() as books:
            wanted = WithdrawalFilter(status=WithdrawalStatus.PENDING, due_by=by)
            waiting = list(_all(books, wanted))[::-1]
            owners = _owners(books, waiting)
            return [Queued(each, owners.get(each.account)) for each in waiting]

    def find(self, text: str) -> Queued:
        """The one withdrawal whose id or invoice number is this or begins like this; otherwise
        `NotFound`.

        A credit note, or an invoice that one has cancelled, has to be named by its whole number.
        """
        with self.transactions.look() as books:
            found = books.withdrawals.starting_with(text, 2)
            found = found or books.withdrawals.get_all(books.invoices.billed([text]).get(text, {}))
            exact = [each for each in found if text in {each.id, each.invoice}]
            if len(exact or found) != 1:
                raise NotFound()
            [only] = exact or found
            notes = books.invoices.credit_notes({only.id: only.account}).get(only.id, ())
            return Queued(only, books.accounts.get(only.account), notes)

    def _decide(
        self,
        withdrawal: WithdrawalId,
        decide: Callable[[Books, Withdrawal], Withdrawal],
        *,
        dry_run: bool,
    ) -> Withdrawal:
        """Lock the withdrawal and decide on it; a dry run rolls back all of it.

        Its owner's account cannot change meanwhile.
        """
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            known = books.withdrawals.accounts_of([withdrawal])
            books.accounts.hold(known.values())
            locked = books.withdrawals.lock_all(known)
            if not locked:
                raise NotFound()
            return decide(books, locked[0])

    def _act(self, actor: Actor, reason: str | None) -> ActContext:
        return ActContext(actor, self.business.today(), self.security.now(), reason)

    def _audited(
        self, action: str, before: Withdrawal, after: Withdrawal, act: ActContext
    ) -> AuditEntry:
        return AuditEntry(
            self.business.now(),
            act.actor,
            action,
            f"withdrawal:{after.id}",
            before=_state(before),
            after=_state(after),
            reason=act.reason,
        )

    def _tell(self, books: Books, decided: Sequence[Withdrawal]) -> None:
        """Notify and mail the owners, and tell partners' systems; somebody who has left is not
        mailed.
        """
        books.notifications.add_all([self._notification(each) for each in decided])
        tell(books, [self._happening(each) for each in decided])
        owners = _owners(books, decided)
        books.outbox.add_all(
            [
                _mail(each, owner)
                for each in decided
                if (owner := owners.get(each.account)) and owner.is_active
            ]
        )

    def _happening(self, moved: Withdrawal) -> Happening:
        facts = {
            "withdrawal": moved.id,
            "status": moved.status,
            "invoice": moved.invoice,
            "credit_note": moved.credit_note,
            "paid_on": moved.paid_on,
            "total": amount(moved.paid.total),
            "fee": amount(moved.paid.fee),
            "net": amount(moved.paid.net),
        }
        return Happening(_EVENTS[moved.status], self.business.now(), moved.account, facts)

    def _notification(self, decided: Withdrawal) -> Notification:
        facts = {**_amount(decided), **_why(decided)}
        subject, target = _SUBJECTS[decided.status], Target(TargetKind.WITHDRAWALS)
        return Notification(decided.account, subject, self.business.now(), facts, target)


def _mail(decided: Withdrawal, owner: Account) -> Mail:
    own = _why(decided) or {"invoice": decided.invoice}
    facts = {"name": owner.name, **_amount(decided), **own}
    return Mail(owner.email, _TEMPLATES[decided.status], owner.language, facts, owner.id)


def _mail_of_return(waiting: Withdrawal, reason: str | None, owner: Account) -> Mail:
    own = {"reason": reason or "", "days": WAITS}
    facts = {"name": owner.name, **_amount(waiting), **own}
    return Mail(owner.email, Template.WITHDRAWAL_RETURNED, owner.language, facts, owner.id)


def _amount(decided: Withdrawal) -> dict[str, object]:
    return {"amount": decided.paid.net, "currency": decided.currency}


def _why(decided: Withdrawal) -> dict[str, object]:
    return {"reason": decided.reason} if decided.reason else {}


def _paid_out(paid: Withdrawal, act: ActContext) -> PaidOut:
    method = METHODS.named(paid.method, f"withdrawal {paid.id}")
    return PaidOut(paid.id, paid.usd.fee, method.outside, act)


def _all(books: Books, filter: WithdrawalFilter) -> Iterator[Withdrawal]:
    """Every withdrawal that passes the filter, the newest first."""
    asked: PageRequest | None = PageRequest(size=LARGEST_PAGE)
    while asked is not None:
        page = books.withdrawals.page(filter, asked)
        yield from page.items
        asked = asked.following(page)


def _require_at_rest(books: Books, waiting: Withdrawal) -> None:
    under_way = books.attempts.open_of(waiting.account, waiting.id)
    if under_way is not None:
        raise PayoutUnderWay(batch=under_way.batch, state=under_way.state)


def _owners(
    books: Books, withdrawals: Iterable[Withdrawal | ListedWithdrawal]
) -> Mapping[AccountId, Account]:
    return books.accounts.get_all({each.account for each in withdrawals})


def _state(withdrawal: Withdrawal) -> dict[str, object]:
    facts = {
        "status": withdrawal.status,
        "approved_by": withdrawal.approved_by,
        "paid_on": withdrawal.paid_on,
        "credit_note": withdrawal.credit_note,
    }
    return {name: plain(value) for name, value in facts.items() if value is not None}
