"""What an account does with its notifications, and the job that removes old ones."""

from __future__ import annotations

from attrs import frozen

from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, NotificationId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.notifications.model import KEPT_FOR, KeptNotification, NotificationType
from backbeat.notifications.ports import Books

_AT_ONCE = 1_000


@frozen
class Inbox:
    """A page of notifications, and how many there are unread in all."""

    page: Page[KeptNotification]
    unread: int


@frozen
class Notifications:
    """The notifications of accounts. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock

    def list(
        self, account: AccountId, page: PageRequest, type_: NotificationType | None = None
    ) -> Inbox:
        """A page of them, the newest first, and the number of unread ones."""
        with self.transactions.look() as books:
            return Inbox(
                books.notifications.page(account, type_, page),
                books.notifications.unread(account),
            )

    def read(self, account: AccountId, notification: NotificationId) -> int:
        """Mark one as read. Returns the number of those still unread.

        Refuses with `NotFound` one that is not the account's own.
        """
        with self.transactions.begin() as books:
            if not books.notifications.mark_read(account, notification):
                raise NotFound()
            return books.notifications.unread(account)

    def read_all(self, account: AccountId) -> int:
        """Mark every one as read. Returns the number of unread ones, which is then zero."""
        with self.transactions.begin() as books:
            books.notifications.mark_all_read(account)
            return books.notifications.unread(account)

    def forget_old(self) -> int:
        """Remove notifications older than 180 days, in small steps. Returns how many were removed."""
        removed = 0
        while True:
            with self.transactions.begin() as books:
                step = books.notifications.remove_before(self.clock.now() - KEPT_FOR, _AT_ONCE)
            removed += step
            if step < _AT_ONCE:
                return removed
