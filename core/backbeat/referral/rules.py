"""The arithmetic of rewards, and what two accounts must not share."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_FLOOR, Decimal

from backbeat.accounts.invitations import HeldFor
from backbeat.dashboards.model import Range
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import NANOS_PER_MICRO, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.referral.model import Reward

NOTHING = Money.zero()

TYPES = {2: EntryType.REFERRAL_2MONTH, 3: EntryType.REFERRAL_3MONTH}
"""The entry type of a reward, by the number of months in its window (REFER-3)."""


def counted(month: Month, first: Range) -> Range:
    """The days of a month within a window."""
    return first.within(month)


def reward(base: Money, rate: Decimal) -> Money:
    """The inviter's reward for what was settled to a friend; zero for a loss (REFER-2)."""
    if base <= NOTHING:
        return NOTHING
    return Money(int((base.micros * rate).to_integral_value(ROUND_FLOOR)))


def is_bounded(given: Reward) -> bool:
    """Whether a reward is at most its rate's part of what counted (INTEG-13)."""
    return NOTHING <= given.due <= reward(given.base, given.rate)


def of_nanos(nanos: int) -> Money:
    """An amount from statistics as ledger money, rounded toward zero."""
    whole = abs(nanos) // NANOS_PER_MICRO
    return Money(whole if nanos >= 0 else -whole)


def capped(due: Money, cap: Decimal | None, others: Money) -> Money:
    """The part of a reward for which the cap leaves room, besides what the inviter has from others
    (REFER-6).
    """
    if cap is None:
        return due
    return max(NOTHING, min(due, Money.of(cap) - others))


def suspicion(
    friend: AccountId,
    inviter: AccountId,
    above: Mapping[AccountId, str | None],
    beside: Mapping[AccountId, str | None],
    own: str | None,
) -> HeldFor | None:
    """Why a pair is held: because of who is paid to the same place (REFER-5).

    `above` are the inviter and those who invited it, up to the first; `beside` the inviter's other
    friends; each with its payment destination.
    """
    if own is None:
        return None
    if above.get(inviter) == own:
        return HeldFor.SHARED_PAYOUT
    others = {**above, **{each: place for each, place in beside.items() if each != friend}}
    return HeldFor.RING if own in others.values() else None


def masked(name: str) -> str:
    """A name of which only the first letter can be read (REFER-7)."""
    return f"{name[:1]}***"
