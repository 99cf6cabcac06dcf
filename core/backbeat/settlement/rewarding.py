"""That months which are closed or corrected are rewarded to inviters (REFER-4)."""

from __future__ import annotations

from backbeat.kernel.months import Month
from backbeat.settlement.ports import Books

REWARD = "referral.reward"
"""The kind of job that `Rewards.handle` does; what changes a month's profits asks for it. Its
payload is the month, and up to which inviter everybody has been rewarded."""


def ask_for_rewards(books: Books, month: Month) -> None:
    """In the transaction of what has changed the month."""
    books.jobs.enqueue(REWARD, {"month": str(month)})
