"""How acts on accounts are written down (AUDIT-1, AUDIT-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypedDict, Unpack

from backbeat.audit.model import AuditEntry
from backbeat.audit.ports import AuditTrail
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId


class Audited(Protocol):
    """Books of any feature."""

    @property
    def audit(self) -> AuditTrail: ...


class Told(TypedDict, total=False):
    """What may be said of an act: ids and masked values only."""

    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    reason: str | None


def record(
    books: Audited,
    business: Clock,
    actor: Actor,
    action: str,
    account: AccountId,
    **told: Unpack[Told],
) -> None:
    """Write one act on an account into the audit trail."""
    books.audit.record(entry(business, actor, action, account, **told))


def entry(
    business: Clock, actor: Actor, action: str, account: AccountId, **told: Unpack[Told]
) -> AuditEntry:
    """The same as a row that is recorded together with others."""
    return AuditEntry(
        at=business.now(),
        actor=actor,
        action=f"account.{action}",
        target=f"account:{account}",
        before=told.get("before") or {},
        after=told.get("after") or {},
        reason=told.get("reason"),
    )
