"""Notifications: stored as a subject and its facts, rendered when somebody reads them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from backbeat.kernel.errors import plain
from backbeat.kernel.ids import AccountId, NotificationId
from backbeat.kernel.targets import Target

KEPT_FOR = timedelta(days=180)
"""Older ones are removed (NOTIFY-1)."""


class NotificationType(StrEnum):
    """The six types that an account can tell apart and filter by."""

    TAX = "tax"
    FIXED_PROFIT = "fixed_profit"
    EXPECTED_PROFIT = "expected_profit"
    WITHDRAWAL_DONE = "withdrawal_done"
    EVENT = "event"
    NOTICE = "notice"


class Subject(StrEnum):
    """What a notification is about; its texts in four languages are `notifications.<subject>`."""

    NOTICE = "notice"
    EVENT = "event"
    WITHDRAWAL_SUCCESS = "withdrawal_success"
    WITHDRAWAL_REJECTED = "withdrawal_rejected"
    WITHDRAWAL_REJECTED_WITHOUT_RECOVERY = "withdrawal_rejected_without_recovery"
    PAYOUT_OPEN = "payout_open"
    EXPECTED_PROFIT = "expected_profit"
    FIXED_PROFIT = "fixed_profit"
    TAX = "tax"
    CAMPAIGN_ENTRY_REFUSED = "campaign_entry_refused"
    EVENT_BENEFIT = "event_benefit"
    PROGRAM_APPROVED = "program_approved"
    PROGRAM_DENIED = "program_denied"
    PROGRAM_ENDED = "program_ended"
    VIDEO_REVIEW_ACCEPTED = "video_review_accepted"
    VIDEO_REVIEW_DECLINED = "video_review_declined"
    CHANNEL_VERIFIED = "channel_verified"
    CHANNEL_NOT_VERIFIED = "channel_not_verified"
    CHANNEL_APPROVED = "channel_approved"
    CHANNEL_HELD = "channel_held"
    CHANNEL_DENIED = "channel_denied"
    CHANNEL_REOPENED = "channel_reopened"
    CHANNEL_ASSIGNED = "channel_assigned"
    CHANNEL_UNASSIGNED = "channel_unassigned"
    CHANNEL_TRANSFERRED = "channel_transferred"
    CHANNEL_LOST = "channel_lost"
    FEE_RATE_CHANGED = "fee_rate_changed"
    POINTS_GRANTED = "points_granted"
    POINTS_REVERSED = "points_reversed"
    POINTS_EXPIRING = "points_expiring"
    POLICY_VIOLATION = "policy_violation"
    PAYMENT_INFO_CHANGED = "payment_info_changed"

    @property
    def type(self) -> NotificationType:
        """The type under which it is listed; whatever has no type of its own is a notice
        (NOTIFY-2).
        """
        return _TYPES.get(self, NotificationType.NOTICE)


_TYPES = {
    Subject.EVENT: NotificationType.EVENT,
    Subject.EVENT_BENEFIT: NotificationType.EVENT,
    Subject.PROGRAM_APPROVED: NotificationType.EVENT,
    Subject.PROGRAM_DENIED: NotificationType.EVENT,
    Subject.PROGRAM_ENDED: NotificationType.EVENT,
    Subject.WITHDRAWAL_SUCCESS: NotificationType.WITHDRAWAL_DONE,
    Subject.WITHDRAWAL_REJECTED: NotificationType.WITHDRAWAL_DONE,
    Subject.WITHDRAWAL_REJECTED_WITHOUT_RECOVERY: NotificationType.WITHDRAWAL_DONE,
    Subject.EXPECTED_PROFIT: NotificationType.EXPECTED_PROFIT,
    Subject.FIXED_PROFIT: NotificationType.FIXED_PROFIT,
    Subject.TAX: NotificationType.TAX,
}


def _plain(facts: Mapping[str, Any]) -> dict[str, object]:
    return {name: plain(value) for name, value in facts.items()}


@frozen
class Notification:
    """One thing that an account is told; it gets its id when it is stored.

    `facts` fill the placeholders of the text: texts, numbers, money, days. `target` is what it
    leads to.
    """

    account: AccountId
    subject: Subject
    created_at: datetime
    """By the business clock, UTC (DAY-7)."""
    facts: Mapping[str, Any] = field(factory=dict, converter=_plain)
    target: Target | None = None


@frozen
class KeptNotification:
    id: NotificationId
    notification: Notification
    read: bool
