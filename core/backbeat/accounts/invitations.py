"""Who signed up with whose invitation, and on which terms (REFER-1, REFER-3)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Protocol

from attrs import evolve, frozen

from backbeat.accounts import rules
from backbeat.accounts.errors import BadInvitation, OwnInvitation
from backbeat.accounts.model import Account
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month, months_after, months_between


class InvitationState(StrEnum):
    """Whether a friend's earnings are rewarded (REFER-5)."""

    COUNTING = "counting"
    HELD = "held"
    RELEASED = "released"
    REFUSED = "refused"


class HeldFor(StrEnum):
    """Why an invitation waits for the operator's decision."""

    SHARED_PAYOUT = "shared_payout"
    RING = "ring"


@frozen
class Invitation:
    """A friend who signed up with somebody's code: set once, with the terms of that day.

    `ends_on` is the last day whose earnings are rewarded. `is_open` holds as long as a month of the
    window still waits for its reward.
    """

    friend: AccountId
    inviter: AccountId
    joined_on: date
    window_months: int
    ends_on: date
    state: InvitationState = InvitationState.COUNTING
    held_for: HeldFor | None = None
    is_open: bool = True

    @classmethod
    def made(
        cls, friend: AccountId, inviter: AccountId, day: date, window_months: int
    ) -> Invitation:
        """The invitation that a sign-up on that day creates."""
        ends_on = months_after(day, window_months) - timedelta(1)
        return cls(friend, inviter, day, window_months, ends_on)

    @property
    def months(self) -> Sequence[Month]:
        """The months in which the window has days."""
        return list(months_between(Month.of(self.joined_on), Month.of(self.ends_on)))

    @property
    def is_held(self) -> bool:
        return self.state is InvitationState.HELD

    @property
    def is_refused(self) -> bool:
        return self.state is InvitationState.REFUSED

    def is_within(self, day: date) -> bool:
        """Whether the window is open on a day."""
        return self.joined_on <= day <= self.ends_on

    def held(self, why: HeldFor) -> Invitation:
        return evolve(self, state=InvitationState.HELD, held_for=why)

    def released(self) -> Invitation:
        return evolve(self, state=InvitationState.RELEASED)

    def refused(self) -> Invitation:
        return evolve(self, state=InvitationState.REFUSED, is_open=False)

    def judged(self) -> Invitation:
        """Close the invitation after every month of the window has had its reward."""
        return evolve(self, is_open=False)


class Invited(Protocol):
    """What a code is looked up in."""

    def by_referral_code(self, code: str) -> Account | None: ...


def inviter_of(accounts: Invited, code: str, email: str | None = None) -> Account:
    """Whose code it is. Refuses with `BadInvitation` a code of no active account, and with
    `OwnInvitation` the code of whoever has that address (REFER-1, REFER-9).
    """
    inviter = accounts.by_referral_code(code.strip().upper())
    if inviter is None or not inviter.is_active:
        raise BadInvitation()
    if email is not None and rules.mailbox_key(email) == rules.mailbox_key(inviter.email):
        raise OwnInvitation()
    return inviter
