"""Rules of members: plain functions of plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from backbeat.accounts.errors import BelowItself, HasMembers, OtherRank, TooDeep
from backbeat.accounts.model import Account, FeeRate, Permission, Placement
from backbeat.accounts.network import rights
from backbeat.accounts.network.rights import Act, Reach
from backbeat.accounts.network.tree import AccountTree
from backbeat.accounts.rules import rate_on
from backbeat.channels.errors import DayNotAllowed
from backbeat.kernel.errors import BadValues
from backbeat.kernel.months import Month
from backbeat.settings import FeeChange

MOST_CHANNELS = 20
"""So many links may come with a new member (NET-5)."""

_LEVELS = 3
"""A tree is at most so deep (NET-3)."""

_RANK_BELOW: Mapping[Permission, Permission] = {
    Permission.NONE: Permission.NONE,
    Permission.MCN: Permission.MCN_CREATOR,
    Permission.MCN_CREATOR: Permission.MCN_CREATOR_SUB,
}
"""What an account becomes by whom it stands below (NET-1, NET-3)."""


def permission_below(manager: Account) -> Permission:
    """The permission of an account that this one makes."""
    return _RANK_BELOW[manager.permission]


def require_may_allow(manager: Account, may_manage: bool | None) -> None:
    """Refuse the flag where the rank has none to give (NET-3)."""
    if may_manage is not None:
        is_given = rights.reach_of(manager, Act.ALLOW_MANAGING) is not Reach.NOTHING
        if not is_given:
            raise BadValues(fields={"permission_flag": "bad_value"})


def require_no_members(may_manage: bool, members: int) -> None:
    """Refuse to take the right to have members from an account that has some (NET-7)."""
    if members and not may_manage:
        raise HasMembers(members=members)


def require_rate(rate: Decimal) -> Decimal:
    """A fraction from 0 to 1 with at most four decimals (SETTLE-16)."""
    if not rate.is_finite() or not 0 <= rate <= 1 or rate != round(rate, 4):
        raise BadValues(fields={"fee_rate": "bad_value"})
    return rate


def require_few(links: Sequence[str]) -> None:
    """Refuse more links than come at once (NET-5)."""
    if len(links) > MOST_CHANNELS:
        raise BadValues(fields={"channels": "bad_value"})


def first_day(change: FeeChange, today: date) -> date:
    """From when a rate set today counts (SETTLE-17)."""
    if change is FeeChange.IMMEDIATE:
        return today
    return Month.of(today).next.first


def require_place(account: Account, above: Account, tree: AccountTree, other: AccountTree) -> None:
    """Refuse to place an account below one where it cannot stand (NET-1, NET-3, NET-18).

    The trees are those that the two stand in.
    """
    if above.id == account.id or above.id in tree.below(account.id):
        raise BelowItself()
    if not above.can_manage or permission_below(above) is not account.permission:
        raise OtherRank(permission=account.permission, above=above.permission)
    if len(list(other.upwards(above.id))) + tree.levels(account.id) > _LEVELS:
        raise TooDeep()


def move_days(placements: Sequence[Placement], today: date) -> tuple[date, date]:
    """The first and last day from which a move may count.

    A month that is over may be at its close, and what a close used never changes (SETTLE-12). Nothing
    is before where an account was made, or moved to last; a move is replaced on its own day.
    """
    *earlier, last = placements
    since = last.from_day if earlier else last.from_day + timedelta(1)
    return max(Month.of(today).first, since), today


def require_move_day(day: date, allowed: tuple[date, date]) -> None:
    """Refuse a day outside of `move_days`."""
    if not allowed[0] <= day <= allowed[1]:
        raise DayNotAllowed(earliest=allowed[0], latest=allowed[1])


def next_rate(rates: Sequence[FeeRate], today: date) -> FeeRate | None:
    """The first rate to come that differs from today's."""
    now = rate_on(rates, today)
    coming = [each for each in rates if each.from_day > today and each.rate != now]
    return min(coming, key=lambda each: each.from_day, default=None)
