"""Notifications in memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from attrs import define, evolve, field

from backbeat.kernel.ids import AccountId, NewId, NotificationId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.notifications.model import (
    KeptNotification,
    Notification,
    NotificationType,
    Subject,
)


@define(eq=False)
class MemoryNotifications:
    """Keeps notifications in a dict, in the order in which they were added."""

    new_id: NewId
    _kept: dict[NotificationId, KeptNotification] = field(factory=dict, init=False)

    def add(self, notification: Notification) -> None:
        kept = KeptNotification(NotificationId(self.new_id()), notification, read=False)
        self._kept[kept.id] = kept

    def add_all(self, many: Sequence[Notification]) -> None:
        for notification in many:
            self.add(notification)

    def page(
        self, account: AccountId, type_: NotificationType | None, request: PageRequest
    ) -> Page[KeptNotification]:
        mine = [
            kept
            for kept in self._of(account)
            if type_ is None or kept.notification.subject.type is type_
        ]
        mine.sort(key=lambda kept: (kept.notification.created_at, kept.id), reverse=True)
        return request.of(mine)

    def told_since(
        self, accounts: Collection[AccountId], subject: Subject, since: datetime
    ) -> Sequence[Notification]:
        every = (kept.notification for kept in self._kept.values())
        return [
            each
            for each in every
            if each.account in accounts and each.subject is subject and each.created_at >= since
        ]

    def unread(self, account: AccountId) -> int:
        return sum(not kept.read for kept in self._of(account))

    def mark_read(self, account: AccountId, notification: NotificationId) -> bool:
        kept = self._kept.get(notification)
        if kept is None or kept.notification.account != account:
            return False
        self._kept[notification] = evolve(kept, read=True)
        return True

    def mark_all_read(self, account: AccountId) -> None:
        for kept in self._of(account):
            self._kept[kept.id] = evolve(kept, read=True)

    def remove_before(self, instant: datetime, most: int) -> int:
        old = [k.id for k in self._kept.values() if k.notification.created_at < instant][:most]
        for each in old:
            del self._kept[each]
        return len(old)

    def remove_all_of(self, account: AccountId) -> None:
        for kept in self._of(account):
            del self._kept[kept.id]

    def _of(self, account: AccountId) -> list[KeptNotification]:
        return [kept for kept in self._kept.values() if kept.notification.account == account]
