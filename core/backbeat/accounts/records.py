"""How acts on accounts are written down (AUDIT-1, AUDIT-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from backbeat.audit.model import AuditEntry
from backbeat.audit.ports import AuditTrail
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId


class Audited(Protocol):
    """Books of any feature."""

    @property
    def audit(self) -> AuditTrail: ...


def record(
    books: Audited,
    business: Clock,
    actor: Actor,
    action: str,
    account: AccountId,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str | None = None,
) -> None:
    """Write one act on an account into the audit trail: ids and masked values only."""
    books.audit.record(
        entry(business, actor, action, account, before=before, after=after, reason=reason)
    )


def entry(
    business: Clock,
    actor: Actor,
    action: str,
    account: AccountId,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str | None = None,
) -> AuditEntry:
    """The same as a row that is recorded together with others."""
    return AuditEntry(
        at=business.now(),
        actor=actor,
        action=f"account.{action}",
        target=f"account:{account}",
        before=before or {},
        after=after or {},
        reason=reason,
    )
