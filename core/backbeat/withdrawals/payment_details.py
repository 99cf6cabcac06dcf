"""Where an account is paid: registering, changing and reading it (DEST-1, DEST-12).

The caller's password is checked before (SESSION-8); the session is not known here.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import timedelta

from attrs import frozen

from backbeat import settings
from backbeat.accounts.model import Account, Ticket, TicketPurpose, digest
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import PAYOUT_DETAILS
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template
from backbeat.notifications.model import Notification, Subject
from backbeat.payout_methods.model import Destination, Form
from backbeat.withdrawals import rules
from backbeat.withdrawals.errors import PaymentInfoExists, PaymentInfoMissing
from backbeat.withdrawals.model import PaymentDetails
from backbeat.withdrawals.ports import Books, NewToken
from backbeat.withdrawals.returned import Resending

DISOWNED_WITHIN = timedelta(days=30)
"""How long the link in the mail about a change can be used to disown it (WITHDRAW-28)."""


@frozen
class PaymentDetailsService:
    """Payout destinations, one per account. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    security: Clock
    new_token: NewToken
    payment: settings.Payment
    limits: Limits
    resending: Resending

    def check(self, form: Form) -> Destination:
        """The destination that a form describes; its method's module defines the refusals."""
        return form.destination(self.payment)

    def info(self, account: AccountId) -> PaymentDetails | None:
        """Where the account is paid; None if it has not been registered."""
        with self.transactions.look() as books:
            return books.payment_details.get(account)

    def register(self, account: AccountId, form: Form) -> PaymentDetails:
        """Register for the first time where the account is paid; no cool-down follows (DEST-12).

        Refused with 2 `payment_info_exists`, and `not_found` for an account that has left, as
        `check` refuses, and with 3 after too many changes.
        """
        destination = self.check(form)
        with self._counted(account), self.transactions.begin() as books:
            owner = books.accounts.lock(account)
            if owner is None or owner.is_deleted:
                raise NotFound()
            if books.payment_details.get(account) is not None:
                raise PaymentInfoExists()
            details = PaymentDetails(account, destination, self.clock.now())
            books.payment_details.put(details)
            self._record(books, "payee.registered", None, details)
            self.resending.follow_all(books, account, Actor.account(account))
        return details

    def update(self, account: AccountId, form: Form) -> PaymentDetails:
        """Replace where the account is paid. The owner is mailed; payouts to it wait (DEST-12).

        Pending withdrawals still go to the old destination, but one whose payout came back follows.
        The same destination again changes nothing. Refused with 40000 if none is registered, as
        `check` refuses, and with 3 after too many changes.
        """
        destination = self.check(form)
        with self._counted(account), self.transactions.begin() as books:
            owner = books.accounts.lock(account)
            before = books.payment_details.get(account)
            if owner is None or owner.is_deleted:
                raise NotFound()
            if before is None:
                raise PaymentInfoMissing()
            if before.destination == destination:
                return before
            details = before.changed(destination, self.clock.now(), self.clock.today())
            books.payment_details.put(details)
            self._record(books, "payee.updated", before, details)
            self._tell(books, owner, before, details)
            self.resending.follow_all(books, account, Actor.account(account))
        return details

    def _counted(self, account: AccountId) -> AbstractContextManager[None]:
        """Count a change that is accepted (DEST-13)."""
        return self.limits.take((PAYOUT_DETAILS, account)).unless_refused()

    def _record(
        self, books: Books, action: str, before: PaymentDetails | None, after: PaymentDetails
    ) -> None:
        books.audit.record(
            AuditEntry(
                self.clock.now(),
                Actor.account(after.account),
                action,
                f"account:{after.account}",
                before=_masked(before) if before else {},
                after=_masked(after),
            )
        )

    def _tell(
        self, books: Books, owner: Account, before: PaymentDetails, after: PaymentDetails
    ) -> None:
        value, now = self.new_token(), self.security.now()
        books.codes.add_ticket(
            Ticket(TicketPurpose.DISOWN, digest(value), owner.id, now, now + DISOWNED_WITHIN)
        )
        books.outbox.add(
            Mail(
                owner.email,
                Template.PAYMENT_INFO_CHANGED,
                owner.language,
                {
                    "name": owner.name,
                    "old": before.destination.masked,
                    "new": after.destination.masked,
                    "days": self.payment.cool_down_days,
                    "ticket": value,
                },
                owner.id,
            )
        )
        books.notifications.add(
            Notification(
                owner.id,
                Subject.PAYMENT_INFO_CHANGED,
                self.clock.now(),
                {"held_until": rules.held_until(after, self.clock.today(), self.payment)},
                Target(TargetKind.PAYMENT_INFO),
            )
        )


def _masked(details: PaymentDetails) -> dict[str, str]:
    return {"method": details.destination.method, "destination": details.destination.masked}
