"""What a manager sees of its members, and what it makes and changes of them."""

from __future__ import annotations

from decimal import Decimal

from attrs import frozen

from backbeat.accounts.model import Account, FeeRate
from backbeat.channels.model import Category
from backbeat.kernel.money import Money
from backbeat.ledger.model import Balance


@frozen
class Upper:
    """An account between a manager and a member, and what is kept of what it passes up today."""

    account: Account
    rate: Decimal


@frozen
class Member:
    """An account as those above it see it."""

    account: Account
    rate: Decimal
    """What the account above keeps today (SETTLE-16)."""
    next_rate: FeeRate | None
    """The next rate that differs from today's, and from when."""
    channels: int
    """How many channels it holds."""
    members: int
    """How many accounts stand directly below it."""
    above: tuple[Upper, ...] = ()
    """Those between whoever asks and it, the uppermost first: none where it is directly below."""


@frozen
class FrozenBalance:
    """What a deleted account still has (NET-8)."""

    account: Account
    balance: Balance


@frozen
class Unfrozen:
    """What was paid of a deleted account's balance, or moved to another one."""

    account: Account
    to: Account | None
    amount: Money
    left: Balance


@frozen
class NewMember:
    """A member as its manager fills it in; without a rate it gets the portal's (SETTLE-16).

    Without a password it is mailed a link to set its own (NET-21). `channels` are links: all of
    them are registered for it, or nothing is done (NET-5).
    """

    email: str
    password: str | None
    nickname: str
    channels: tuple[str, ...] = ()
    category: Category = Category.PERSONAL_BROADCAST_BLOG
    fee_rate: Decimal | None = None
    may_manage: bool | None = None


@frozen
class MemberChange:
    """What a manager changes of a member; None leaves it as it is (NET-7)."""

    password: str | None = None
    fee_rate: Decimal | None = None
    may_manage: bool | None = None
    nickname: str | None = None
    email: str | None = None

    @property
    def is_empty(self) -> bool:
        return self == MemberChange()
