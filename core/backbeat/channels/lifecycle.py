"""The table of a channel's statuses: which steps each allows, and where they lead (CHAN-9)."""

from __future__ import annotations

from enum import StrEnum

from backbeat.channels.errors import WrongStatus


class ChannelStatus(StrEnum):
    """A channel's status between registration and earning."""

    NEED_APPROVED = "need-approved"
    """Registered; ownership has to be verified first."""
    PENDING = "pending"
    """Verified and waiting for the operator."""
    DENIED_PENDING = "denied-pending"
    """On hold because of too few views; the owner may ask for a review once a day."""
    APPROVED = "approved"
    """It earns."""
    DENIED = "denied"
    """Refused by the operator."""


class Step(StrEnum):
    """What can change a channel's status."""

    VERIFY_ABOVE = "verify_above"
    """Ownership proved, with more views than needed."""
    VERIFY_BELOW = "verify_below"
    """Ownership proved, with too few views."""
    REVIEW = "review"
    APPROVE = "approve"
    HOLD = "hold"
    DENY = "deny"
    REOPEN = "reopen"


_NEXT = {
    (ChannelStatus.NEED_APPROVED, Step.VERIFY_ABOVE): ChannelStatus.PENDING,
    (ChannelStatus.NEED_APPROVED, Step.VERIFY_BELOW): ChannelStatus.DENIED_PENDING,
    (ChannelStatus.DENIED_PENDING, Step.REVIEW): ChannelStatus.PENDING,
    (ChannelStatus.DENIED_PENDING, Step.APPROVE): ChannelStatus.APPROVED,
    (ChannelStatus.PENDING, Step.APPROVE): ChannelStatus.APPROVED,
    (ChannelStatus.PENDING, Step.HOLD): ChannelStatus.DENIED_PENDING,
    (ChannelStatus.PENDING, Step.DENY): ChannelStatus.DENIED,
    (ChannelStatus.APPROVED, Step.DENY): ChannelStatus.DENIED,
    (ChannelStatus.DENIED, Step.REOPEN): ChannelStatus.PENDING,
}


def after(status: ChannelStatus, step: Step) -> ChannelStatus:
    """The status to which the step leads; `WrongStatus` if the table has no such line."""
    try:
        return _NEXT[status, step]
    except KeyError:
        raise WrongStatus(status=status, step=step) from None


def may(status: ChannelStatus, step: Step) -> bool:
    """Whether the step is possible in this status."""
    return (status, step) in _NEXT
