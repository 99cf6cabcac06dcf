"""What follows after months are closed or corrected: rewards of inviters (REFER-4), and what
campaigns pay (CAMPAIGN-7).
"""

from __future__ import annotations

from backbeat.kernel.months import Month
from backbeat.settlement.ports import Books

REWARD = "referral.reward"
"""The kind of the job that `Rewards.handle` does; whatever changes a month's profits enqueues it.
Its payload is the month, and the inviter up to whom everybody has been rewarded.
"""

PAY_CAMPAIGNS = "campaigns.pay"
"""The kind of the job that `Counting.handle` does; only a month's close enqueues it (CAMPAIGN-7).
"""


def ask_for_bonuses(books: Books, month: Month) -> None:
    """To be called in the transaction that closes the month."""
    books.jobs.enqueue(PAY_CAMPAIGNS, {"month": str(month)})


def ask_for_rewards(books: Books, month: Month) -> None:
    """To be called in the transaction that changes the month."""
    books.jobs.enqueue(REWARD, {"month": str(month)})
