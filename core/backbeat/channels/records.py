"""What every change of a channel leaves behind: an audit row, and messages to its people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backbeat.accounts.model import Account
from backbeat.audit.model import AuditEntry
from backbeat.channels.model import ChangeContext, Channel
from backbeat.channels.ports import Books
from backbeat.kernel.ids import AccountId
from backbeat.kernel.targets import Target, TargetKind
from backbeat.mail.model import FACTS, Mail, Template
from backbeat.notifications.model import Notification, Subject
from backbeat.webhooks.model import EventKind, Happening
from backbeat.webhooks.telling import tell as tell_partners

_EVENTS = {
    Subject.CHANNEL_APPROVED: EventKind.CHANNEL_APPROVED,
    Subject.CHANNEL_DENIED: EventKind.CHANNEL_REJECTED,
}
_MAILED = {
    Subject.CHANNEL_APPROVED: Template.CHANNEL_APPROVED,
    Subject.CHANNEL_HELD: Template.CHANNEL_HELD,
    Subject.CHANNEL_DENIED: Template.CHANNEL_DENIED,
    Subject.CHANNEL_LOST: Template.CHANNEL_LOST,
}
"""Outcomes, which are mailed too (MAIL-3)."""


def record(
    books: Books, action: str, before: Channel | None, after: Channel, stamp: ChangeContext
) -> None:
    """Record who changed what: of all facts worth keeping, those that differ (AUDIT-1)."""
    books.audit.record(entry(action, before, after, stamp))


def entry(action: str, before: Channel | None, after: Channel, stamp: ChangeContext) -> AuditEntry:
    old, new = _facts(before) if before else {}, _facts(after)
    changed = [name for name in new if old.get(name) != new[name]]
    return AuditEntry(
        stamp.at,
        stamp.by,
        f"channel.{action}",
        f"channel:{after.id}",
        before={name: old[name] for name in changed if name in old},
        after={name: new[name] for name in changed},
        reason=stamp.reason,
    )


def tell(
    books: Books, subject: Subject, channel: Channel, stamp: ChangeContext, **facts: object
) -> None:
    """Tell the channel's owner and, if it is assigned, its member (CHAN-22); partners' systems are
    told about outcomes too (EMBED-6).
    """
    if subject in _EVENTS:
        tell_partners(books, [_happening(_EVENTS[subject], channel, stamp)])
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
    reader = books.accounts.get(account)
    if subject in _MAILED and reader is not None and reader.is_active:
        books.outbox.add(_mail(_MAILED[subject], reader, known))


def _happening(kind: EventKind, channel: Channel, stamp: ChangeContext) -> Happening:
    facts = {
        "channel": channel.id,
        "platform": channel.platform.name,
        "platform_id": channel.platform_id,
        "status": channel.status,
        "owner": channel.owner,
        "earning_from": channel.earning_from,
    }
    return Happening(kind, stamp.at, channel.holder, facts)


def _mail(template: Template, reader: Account, known: Mapping[str, object]) -> Mail:
    """An outcome by mail, without facts that are not known."""
    facts = {name: known.get(name, "") for name in FACTS[template]}
    told = {**facts, "name": reader.name}
    return Mail(reader.email, template, reader.language, told, reader.id)


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
