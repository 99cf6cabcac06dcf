"""A change of payment details that was not the owner's: nothing is sent until an operator has
looked at it (WITHDRAW-28).
"""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts import mail_links
from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account, Device, SessionEnd, TicketPurpose
from backbeat.accounts.records import record
from backbeat.accounts.rules import limit_key_of
from backbeat.alerts.model import Alert, AlertKind
from backbeat.alerts.service import ask
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId, NewId, SessionId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import DISOWN
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template
from backbeat.withdrawals.errors import NotLocked
from backbeat.withdrawals.ports import Books
from backbeat.withdrawals.returned import Resending


@frozen
class Disowning:
    """Locks the payouts of an account, and ends the lock. `business` dates what people see.

    The account's row is locked meanwhile: a payment made at the same moment is either finished
    before, or sees the lock.
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    limits: Limits
    resending: Resending

    def by_owner(self, account: AccountId, session: SessionId) -> None:
        """Disown the last change as its owner, signed in: every other session ends.

        Refused with 2 `not_found` if the destination was never changed.
        """
        with self.transactions.begin() as books:
            owner = books.accounts.lock(account)
            details = books.payment_details.get(account)
            if owner is None or details is None or details.changed_on is None:
                raise NotFound()
            self._lock(books, owner, keep=session)

    def by_link(self, value: str, device: Device) -> None:
        """Disown a change through the link in its mail: every session ends, and the link is used
        up.

        Refused with 10017 for a link that was used, has expired or never existed, and with 3 after
        too many tries.
        """
        self.limits.take((DISOWN, limit_key_of(device.address)))
        now = self.security.now()
        with self.transactions.begin() as books:
            owner, _ = mail_links.spend(books, TicketPurpose.DISOWN, value, now)
            self._lock(books, owner)

    def unlock(
        self, account: AccountId, reason: str, actor: Actor, *, dry_run: bool = False
    ) -> Account:
        """Allow payouts again; money that came back meanwhile follows to where the account is paid.

        Refused with 10001, 2 `payouts_not_locked`, and 4 for a blank reason.
        """
        why = reason.strip()
        if not why:
            raise FieldsMissing(fields={"reason": "required"})
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = books.accounts.lock(account)
            if before is None:
                raise AccountNotFound()
            if not before.is_disowned:
                raise NotLocked()
            after = before.with_payouts_locked(None)
            books.accounts.save(after)
            record(books, self.business, actor, "payouts_unlocked", account, reason=why)
            self.resending.follow_all(books, account, actor)
            _tell(books, after, Template.PAYOUTS_UNLOCKED)
            return after

    def _lock(self, books: Books, owner: Account, keep: SessionId | None = None) -> None:
        """Lock the payouts of an account whose row is locked; once is enough."""
        ended = SessionEnd.ENDED_BY_OWNER
        books.sessions.end_all(owner.id, ended, self.security.now(), keep)
        if owner.is_disowned:
            return
        books.accounts.save(owner.with_payouts_locked(self.business.now()))
        record(books, self.business, Actor.account(owner.id), "payouts_locked", owner.id)
        _tell(books, owner, Template.PAYOUTS_LOCKED)
        alert = Alert(AlertKind.PAYOUTS_LOCKED, 1, owner.id)
        ask(books.jobs, alert, self.security.now(), self.new_id())


def _tell(books: Books, owner: Account, template: Template) -> None:
    facts = {"name": owner.name}
    books.outbox.add(Mail(owner.email, template, owner.language, facts, owner.id))
