"""Who gets which part of a channel's revenue: the chain from the top down
(MONEY-3, SETTLE-16, SETTLE-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from attrs import frozen

from backbeat.accounts.model import FeeRate
from backbeat.accounts.network.tree import AccountTree
from backbeat.kernel.ids import AccountId

PARTS = 10_000
"""Fee rates have four decimals, so a share is counted in ten-thousandths."""


@frozen
class Link:
    """An account of a chain, and how many ten-thousandths of what reached the account above reach
    it.
    """

    account: AccountId
    keeps: int = PARTS


@frozen(cache_hash=True)
class Chain:
    """The accounts that share a holder's revenue, topmost first, holder last."""

    links: tuple[Link, ...]

    @property
    def holder(self) -> AccountId:
        """Whose channel's revenue it is."""
        return self.links[-1].account

    @property
    def accounts(self) -> tuple[AccountId, ...]:
        """Who shares, topmost first."""
        return tuple(link.account for link in self.links)

    def split(self, amount: int) -> dict[AccountId, int]:
        """Each account's own part of a whole number of units; the parts add up to it exactly.

        What reaches a lower account is rounded toward zero, the one above gets the rest, so that
        negative amounts mirror positive ones (MONEY-5).
        """
        if len(self.links) == 1:
            return {self.links[0].account: amount}
        parts: dict[AccountId, int] = {}
        reaching = amount
        for link, below in zip(self.links, (*self.links[1:], None), strict=True):
            passed = _part(reaching, below.keeps) if below else 0
            parts[link.account] = reaching - passed
            reaching = passed
        return parts


def chain_on(
    tree: AccountTree, rates: Mapping[AccountId, Sequence[FeeRate]], holder: AccountId, day: date
) -> Chain:
    """The chain of a holder as it was on a day, with the rates in force; the topmost account pays
    nobody.
    """
    *lower, topmost = tree.upwards(holder, day)
    links = [Link(account, _keeps(rates.get(account, ()), day)) for account in reversed(lower)]
    return Chain((Link(topmost), *links))


def changes(
    tree: AccountTree, rates: Mapping[AccountId, Sequence[FeeRate]], holder: AccountId
) -> Iterable[date]:
    """The days from which another rate, or another chain, applies to a holder."""
    above = tree.ever_above(holder)
    days = {rate.from_day for account in above for rate in rates.get(account, ())}
    return days | tree.moves_above(holder)


def rate_on(rates: Sequence[FeeRate], day: date) -> Decimal:
    """The rate in force on a day; none before the first one."""
    in_force = [rate for rate in rates if rate.from_day <= day]
    return max(in_force, key=lambda rate: rate.from_day).rate if in_force else Decimal(0)


def _keeps(rates: Sequence[FeeRate], day: date) -> int:
    return PARTS - int(rate_on(rates, day) * PARTS)


def _part(amount: int, keeps: int) -> int:
    size = abs(amount) * keeps // PARTS
    return size if amount >= 0 else -size
