"""Notifications in SQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    and_,
    delete,
    func,
    insert,
    select,
    true,
    tuple_,
    update,
)

from backbeat.kernel.ids import AccountId, NewId, NotificationId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.notifications.model import (
    KeptNotification,
    Notification,
    NotificationType,
    Subject,
)
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.schema import Choice, Flag, Instant, Json, table

notifications = table(
    "notifications",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("type", Choice(NotificationType), nullable=False),
    Column("subject", Choice(Subject), nullable=False),
    Column("facts", Json, nullable=False),
    Column("target", Json),
    Column("created_at", Instant, nullable=False),
    Column("read", Flag, nullable=False),
    PrimaryKeyConstraint("account", "id"),
    Index("ix_notifications_account", "account", "created_at", "id"),
    Index("ix_notifications_read", "account", "read"),
    Index("ix_notifications_created_at", "created_at"),
)


_ADD = insert(notifications)


@frozen
class SqlNotifications:
    """The notifications over one connection."""

    connection: Connection
    new_id: NewId

    def add(self, notification: Notification) -> None:
        self.add_all([notification])

    def add_all(self, many: Sequence[Notification]) -> None:
        rows = [
            to_row(KeptNotification(NotificationId(self.new_id()), each, read=False))
            for each in many
        ]
        bulk.run(self.connection, bulk.step(self.connection, _ADD, rows))

    def page(
        self, account: AccountId, type_: NotificationType | None, request: PageRequest
    ) -> Page[KeptNotification]:
        condition = and_(
            notifications.c.account == account,
            true() if type_ is None else notifications.c.type == type_,
        )
        total = self.connection.execute(
            select(func.count()).select_from(notifications).where(condition)
        ).scalar_one()
        rows = self.connection.execute(
            select(notifications)
            .where(condition)
            .order_by(notifications.c.created_at.desc(), notifications.c.id.desc())
            .limit(request.size)
            .offset(request.offset)
        )
        return Page([from_row(row) for row in rows], request.page, request.size, total)

    def told_since(
        self, accounts: Collection[AccountId], subject: Subject, since: datetime
    ) -> Sequence[Notification]:
        query = select(notifications).where(
            notifications.c.account.in_(accounts),
            notifications.c.subject == subject,
            notifications.c.created_at >= since,
        )
        return [from_row(row).notification for row in self.connection.execute(query)]

    def unread(self, account: AccountId) -> int:
        query = select(func.count()).where(
            notifications.c.account == account, notifications.c.read.is_(False)
        )
        return self.connection.execute(query).scalar_one()

    def mark_read(self, account: AccountId, notification: NotificationId) -> bool:
        changed = self.connection.execute(
            update(notifications)
            .where(notifications.c.account == account, notifications.c.id == notification)
            .values(read=True)
        )
        return changed.rowcount == 1

    def mark_all_read(self, account: AccountId) -> None:
        self.connection.execute(
            update(notifications)
            .where(notifications.c.account == account, notifications.c.read.is_(False))
            .values(read=True)
        )

    def remove_before(self, instant: datetime, most: int) -> int:
        key = tuple_(notifications.c.account, notifications.c.id)
        old = (
            select(notifications.c.account, notifications.c.id)
            .where(notifications.c.created_at < instant)
            .limit(most)
        )
        removed = self.connection.execute(delete(notifications).where(key.in_(old)))
        return removed.rowcount

    def remove_all_of(self, account: AccountId) -> None:
        self.connection.execute(delete(notifications).where(notifications.c.account == account))


def to_row(kept: KeptNotification) -> dict[str, Any]:
    return {
        "id": kept.id,
        "account": kept.notification.account,
        "type": kept.notification.subject.type,
        "subject": kept.notification.subject,
        "facts": kept.notification.facts,
        "target": _spelled(kept.notification.target),
        "created_at": kept.notification.created_at,
        "read": kept.read,
    }


def from_row(row: Row[Any]) -> KeptNotification:
    notification = Notification(
        account=AccountId(row.account),
        subject=row.subject,
        created_at=row.created_at,
        facts=row.facts,
        target=_target(row.target),
    )
    return KeptNotification(NotificationId(row.id), notification, row.read)


def _spelled(target: Target | None) -> dict[str, str] | None:
    return None if target is None else {"kind": target.kind.value, **target.facts}


def _target(spelled: Mapping[str, str] | None) -> Target | None:
    if spelled is None:
        return None
    facts = dict(spelled)
    return Target(TargetKind(facts.pop("kind")), facts)
