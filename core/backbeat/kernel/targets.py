"""What a message leads to: something in the portal. Its address is decided by the pages."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from attrs import field, frozen


class TargetKind(StrEnum):
    """The things to which a message can lead."""

    DASHBOARD = "dashboard"
    CHANNELS = "channels"
    EARNINGS = "earnings"
    ENTRY = "entry"
    """One entry of the ledger; `facts` name its type, its date and its id."""
    WITHDRAWALS = "withdrawals"
    WITHDRAWAL_REQUEST = "withdrawal_request"
    PAYMENT_INFO = "payment_info"
    DISOWN = "disown"
    """The page on which somebody says that a change was not theirs."""
    DISOWN_LOGIN = "disown_login"
    """The page on which somebody says that a log-in was not theirs."""
    KEEP_FACTOR = "keep_factor"
    """The page on which somebody keeps the second factor that is being removed."""
    FIND_PASSWORD = "find_password"  # noqa: S105 - a page's name
    ACCEPT_INVITATION = "accept_invitation"
    """The page on which an invited member sets its first password."""
    NOTICE = "notice"
    """A post of the board; `facts` name its id."""
    EVENT = "event"
    CAMPAIGN = "campaign"
    """A campaign; `facts` name its id."""


@frozen
class Target:
    """A thing, and the facts that say which one if there are many."""

    kind: TargetKind
    facts: Mapping[str, str] = field(factory=dict)


class PathOf(Protocol):
    """Knows the addresses of things."""

    def __call__(self, target: Target, /) -> str:
        """The path of the page that shows it, beginning with a slash."""
