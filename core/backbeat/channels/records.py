"""What every change of a channel leaves behind: an audit row, and word to its people."""

from __future__ import annotations

from typing import Any

from backbeat.audit.model import AuditEntry
from backbeat.channels.model import ChangeContext, Channel
from backbeat.channels.ports import Books
from backbeat.kernel.ids import AccountId
from backbeat.kernel.targets import Target, TargetKind
from backbeat.notifications.model import Notification, Subject


def record(
    books: Books, action: str, before: Channel | None, after: Channel, stamp: ChangeContext
) -> None:
    """Write down who changed what: of all facts worth keeping, those that differ (AUDIT-1)."""
    old, new = _facts(before) if before else {}, _facts(after)
    changed = [name for name in new if old.get(name) != new[name]]
    books.audit.record(
        AuditEntry(
            stamp.at,
            stamp.by,
            f"channel.{action}",
            f"channel:{after.id}",
            before={name: old[name] for name in changed if name in old},
            after={name: new[name] for name in changed},
            reason=stamp.reason,
        )
    )


def tell(
    books: Books, subject: Subject, channel: Channel, stamp: ChangeContext, **facts: object
) -> None:
    """Tell the channel's owner and, where it is assigned, its member (CHAN-22)."""
    for account in dict.fromkeys((channel.holder, channel.owner)):
        tell_one(books, account, subject, channel, stamp, **facts)


def tell_one(
    books: Books,
    account: AccountId,
    subject: Subject,
    channel: Channel,
    stamp: ChangeContext,
    **facts: object,
) -> None:
    """Tell one account something about a channel."""
    known = {"channel": channel.name} | {
        name: value for name, value in facts.items() if value is not None
    }
    books.notifications.add(
        Notification(account, subject, stamp.at, known, Target(TargetKind.CHANNELS))
    )


def _facts(channel: Channel) -> dict[str, Any]:
    return {
        "platform": channel.platform.name,
        "platform_id": channel.platform_id,
        "category": channel.category,
        "owner": channel.owner,
        "holder": channel.holder,
        "status": channel.status,
        "total_views": channel.total_views,
        "verified": channel.is_verified,
        "earning_from": channel.earning_from,
        "deleted": channel.is_deleted,
    }
