"""What operators are told, and what it is derived from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from attrs import frozen


class AlertKind(StrEnum):
    """What it is about; `messages/` has its words in each language."""

    LOGINS_OF_MANY = "logins_of_many"
    CODES_TRIED = "codes_tried"
    PLATFORM_SILENT = "platform_silent"
    PROXY_UNNAMED = "proxy_unnamed"
    RESTORED_SHORT = "restored_short"
    LEDGER_UNSOUND = "ledger_unsound"
    AUDIT_BROKEN = "audit_broken"
    PAYOUTS_LOCKED = "payouts_locked"
    """An owner disowned a change of where payouts go (WITHDRAW-28)."""
    INVITATION_HELD = "invitation_held"
    """Friends are paid to the same place as their inviter or each other (REFER-5)."""
    WEBHOOK_GIVEN_UP = "webhook_given_up"
    """A partner's system accepted an event in none of its tries (EMBED-8)."""
    ANCHOR = "anchor"
    """The daily anchor of the audit; it does not mean that anything is wrong (SEC-24)."""


@frozen
class Sighting:
    """A line of the security log (SEC-18). `left_out` says how many further lines it stands for."""

    at: datetime
    kind: str
    outcome: str = ""
    who: str | None = None
    address: str = ""
    what: str = ""
    reason: str | None = None
    left_out: int = 0


@frozen
class Alert:
    """Something to report: what happened, how often, and to whom or what."""

    kind: AlertKind
    count: int
    of: str

    @property
    def facts(self) -> Mapping[str, str]:
        return {"count": f"{self.count}", "of": self.of}
