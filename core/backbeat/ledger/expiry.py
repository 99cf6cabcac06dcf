"""Points that expire because their last day is over (POINT-4)."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from backbeat.audit.model import AuditEntry
from backbeat.audit.ports import AuditTrail
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.ledger import Ledger

EXPIRE_LOTS = "points.expire"
"""The job that lets points expire, every hour."""


class Books(Protocol):
    @property
    def ledger(self) -> Ledger: ...

    @property
    def audit(self) -> AuditTrail: ...


def expire_ended_lots(books: Books, account: AccountId, act: ActContext, now: datetime) -> Money:
    """Let the lots of an account expire that ended before the act's day. Returns how much that was.

    `now` is business time, for the audit.
    """
    expired = books.ledger.expiry.expire_lots(account, act)
    if expired:
        books.audit.record(
            AuditEntry(
                now,
                act.actor,
                "points.expired",
                f"account:{account}",
                after={"amount": expired},
            )
        )
    return expired
