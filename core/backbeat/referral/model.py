"""Rewards of invitations, and what an inviter sees of friends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from attrs import frozen

from backbeat.accounts.invitations import Invitation
from backbeat.accounts.model import Account
from backbeat.kernel.ids import AccountId, EntryId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month


@frozen
class Reward:
    """What a friend's month brought the inviter, at its `number`th judgement; it never changes.

    `base` is the part of the friend's confirmed profit that counts, `due` what the month is worth
    by that, and `amount` the difference from what was posted before, posted as `entry`; nothing is
    posted if it is zero.
    """

    inviter: AccountId
    friend: AccountId
    month: Month
    number: int
    last_day: date
    rate: Decimal
    base: Money
    due: Money
    amount: Money
    posted_on: date
    entry: EntryId | None = None


@frozen
class DaySpan:
    """The days that a question covers, both ends included; None means open."""

    first: date | None = None
    last: date | None = None

    def __contains__(self, day: date) -> bool:
        return (self.first or date.min) <= day <= (self.last or date.max)


EVER = DaySpan()


@frozen
class Usable:
    """Points from invitations that can be used until a day, that day included."""

    points: int
    until: date


@frozen
class Overview:
    """A summary of an inviter's invitations (REFER-7). In `usable` the points that expire first
    come first.
    """

    code: str
    friends: int
    active_friends: int
    estimated_points: int
    confirmed_points: int
    usable: Sequence[Usable]
    window_months: int
    reward_rate: Decimal


@frozen
class Friend:
    name: str
    joined_on: date
    window_ends_on: date
    is_active: bool
    estimated_points: int
    confirmed_points: int


@frozen
class Judged:
    """An invitation as the operator sees it, with its people and what it has brought so far."""

    invitation: Invitation
    people: Mapping[AccountId, Account]
    rewarded: Money

    def name_of(self, account: AccountId) -> str:
        found = self.people.get(account)
        return account if found is None else found.name
