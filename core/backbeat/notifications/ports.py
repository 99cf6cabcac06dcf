"""Where notifications are kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from backbeat.kernel.ids import AccountId, NotificationId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.notifications.model import (
    KeptNotification,
    Notification,
    NotificationType,
    Subject,
)


class NotificationRepository(Protocol):
    def add(self, notification: Notification) -> None: ...

    def add_all(self, many: Sequence[Notification]) -> None:
        """Tell many accounts something, as `add` does for one."""

    def page(
        self, account: AccountId, type_: NotificationType | None, request: PageRequest
    ) -> Page[KeptNotification]:
        """An account's notifications, of one type or all, the newest first."""

    def told_since(
        self, accounts: Collection[AccountId], subject: Subject, since: datetime
    ) -> Sequence[Notification]:
        """What these accounts were told of a subject since a moment, in any order."""

    def unread(self, account: AccountId) -> int: ...

    def mark_read(self, account: AccountId, notification: NotificationId) -> bool:
        """Mark one as read; False if the account has no such notification."""

    def mark_all_read(self, account: AccountId) -> None:
        """Mark every one of the account as read."""

    def remove_before(self, instant: datetime, most: int) -> int:
        """Remove up to `most` that were created before the instant. Returns how many."""

    def remove_all_of(self, account: AccountId) -> None:
        """Remove everything an account was told, when its personal data is erased (NOTIFY-4)."""


class Books(Protocol):
    """What a notification's transaction sees."""

    @property
    def notifications(self) -> NotificationRepository: ...
