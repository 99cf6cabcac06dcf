"""Invitations and their rewards in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from attrs import define, field

from backbeat.accounts.invitations import Invitation, InvitationState
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.ledger import BALANCE
from backbeat.memory.locks import Locks
from backbeat.referral.model import EVER, DaySpan, Reward


@define(eq=False)
class MemoryInvitations:
    """An invitation is changed under the lock of its inviter's balance."""

    _locks: Locks
    kept: dict[AccountId, Invitation] = field(factory=dict)

    def add(self, invitation: Invitation) -> None:
        self.kept[invitation.friend] = invitation

    def get(self, friend: AccountId) -> Invitation | None:
        return self.kept.get(friend)

    def save(self, invitation: Invitation) -> None:
        self._locks.require(BALANCE, invitation.inviter)
        self.kept[invitation.friend] = invitation

    def page(self, inviter: AccountId, joined: DaySpan, page: PageRequest) -> Page[Invitation]:
        return page.of(sorted(self._of(inviter, joined), key=_place, reverse=True))

    def friends_within(self, inviter: AccountId, joined: DaySpan, day: date) -> Sequence[AccountId]:
        found = self._of(inviter, joined)
        return sorted(each.friend for each in found if each.is_within(day))

    def count(self, inviter: AccountId, joined: DaySpan) -> int:
        return len(self._of(inviter, joined))

    def open_of(self, inviter: AccountId) -> Sequence[Invitation]:
        return [each for each in self._by_friend() if each.inviter == inviter and each.is_open]

    def inviters(self, month: Month, after: str, most: int) -> Sequence[AccountId]:
        found = {each.inviter for each in self.of_month(month) if each.inviter > after}
        return sorted(found)[:most]

    def touching(self, inviter: AccountId, month: Month) -> Sequence[Invitation]:
        return [each for each in self.of_month(month) if each.inviter == inviter]

    def of_month(self, month: Month) -> Iterator[Invitation]:
        return (
            each
            for each in self._by_friend()
            if each.joined_on <= month.last and each.ends_on >= month.first
        )

    def all(self, state: InvitationState | None, page: PageRequest) -> Page[Invitation]:
        found = (each for each in self.kept.values() if state in (None, each.state))
        return page.of(sorted(found, key=_place, reverse=True))

    def _of(self, inviter: AccountId, joined: DaySpan) -> Sequence[Invitation]:
        return [
            each
            for each in self.kept.values()
            if each.inviter == inviter and each.joined_on in joined
        ]

    def _by_friend(self) -> Sequence[Invitation]:
        return [self.kept[friend] for friend in sorted(self.kept)]


@define(eq=False)
class MemoryRewards:
    kept: list[Reward] = field(factory=list)

    def add(self, reward: Reward) -> None:
        self.kept.append(reward)

    def of(self, inviter: AccountId, friends: Collection[AccountId]) -> Sequence[Reward]:
        found = [each for each in self.kept if each.inviter == inviter and each.friend in friends]
        return sorted(found, key=lambda each: (each.friend, each.month, each.number))

    def total(self, inviter: AccountId, last_days: DaySpan = EVER) -> int:
        return sum(
            each.amount.micros
            for each in self.kept
            if each.inviter == inviter and each.last_day in last_days
        )


def _place(invitation: Invitation) -> tuple[date, AccountId]:
    return invitation.joined_on, invitation.friend
