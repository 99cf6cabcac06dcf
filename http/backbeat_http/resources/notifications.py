"""Notifications: `notification/*`. The words are made when they are read (NOTIFY-2)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.codes.words import notification_text
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import NotificationId
from backbeat.kernel.languages import Language
from backbeat.notifications.model import KeptNotification, NotificationType
from backbeat.notifications.service import Inbox, Notifications
from backbeat_adapters.addresses import path_of
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import Count, Instant


@frozen
class NotificationQuery(PageQuery):
    """Which page, and of which type alone."""

    type: NotificationType | None = None


@frozen
class ReadBody:
    """Which one was read."""

    id: Annotated[str, Meta(min_length=1, max_length=40)]


@frozen
class NotificationView:
    """One notification in the reader's language; `link` is a path of the portal."""

    id: str
    type: NotificationType
    title: str
    body: str
    link: str | None
    created_at: Instant
    read: bool

    @classmethod
    def of(cls, kept: KeptNotification, language: Language) -> NotificationView:
        told = kept.notification
        words = notification_text(told.subject.value, language, told.facts)
        return cls(
            id=kept.id,
            type=told.subject.type,
            title=words.title,
            body=words.body,
            link=None if told.target is None else path_of(told.target),
            created_at=told.created_at,
            read=kept.read,
        )


@frozen
class NotificationsView(PageView[NotificationView]):
    """A page of notifications and how many of all are unread."""

    unread: Count

    @classmethod
    def of_inbox(cls, inbox: Inbox, language: Language) -> NotificationsView:
        return cls.of(
            inbox.page, lambda kept: NotificationView.of(kept, language), unread=inbox.unread
        )


@frozen
class UnreadView:
    """How many are still unread."""

    unread: Count


@frozen
class NotificationsResource:
    """Answers `notification/*`."""

    notifications: Notifications

    @operation("listNotifications")
    def on_get_list(self, caller: Caller, query: NotificationQuery) -> NotificationsView:
        """The caller's notifications, the newest first; they are kept for 180 days."""
        return self.inbox(caller, query)

    def inbox(self, caller: Caller, query: NotificationQuery) -> NotificationsView:
        """A page of the caller's notifications in their language."""
        inbox = self.notifications.list(caller.account, query.page_request, query.type)
        return NotificationsView.of_inbox(inbox, caller.language)

    @operation("readNotification", refuses=(NotFound,))
    def on_post_read(self, caller: Caller, body: ReadBody) -> UnreadView:
        """Mark one notification as read."""
        return UnreadView(self.notifications.read(caller.account, NotificationId(body.id)))

    @operation("readAllNotifications")
    def on_post_read_all(self, caller: Caller) -> UnreadView:
        """Mark every notification as read."""
        return UnreadView(self.notifications.read_all(caller.account))
