"""What follows on months that are closed or corrected: rewards of inviters (REFER-4), and what
campaigns pay (CAMPAIGN-7)."""

from __future__ import annotations

from backbeat.kernel.months import Month
from backbeat.settlement.ports import Books

REWARD = "referral.reward"
"""The kind of job that `Rewards.handle` does; what changes a month's profits asks for it. Its
payload is the month, and up to which inviter everybody has been rewarded."""

PAY_CAMPAIGNS = "campaigns.pay"
"""The kind of job that `Counting.handle` does; only a month's close asks for it (CAMPAIGN-7)."""


def ask_for_bonuses(books: Books, month: Month) -> None:
    """In the transaction that has closed the month."""
    books.jobs.enqueue(PAY_CAMPAIGNS, {"month": str(month)})


def ask_for_rewards(books: Books, month: Month) -> None:
    """In the transaction of what has changed the month."""
    books.jobs.enqueue(REWARD, {"month": str(month)})
