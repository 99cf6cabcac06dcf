"""Inviting friends: `member/invitation/*`."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import AccountNotFound, BadInvitation, OwnInvitation
from backbeat.kernel.errors import BadRange, TooManyRequests
from backbeat.kernel.spans import require_span
from backbeat.limits.rules import INVITATION
from backbeat.referral.model import DaySpan, Friend, Overview, Usable
from backbeat.referral.service import Invitations
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import Count, Rate, decimal_text


def _span(start: date | None, end: date | None) -> DaySpan:
    require_span(start, end)
    return DaySpan(start, end)


@frozen
class InvitationsQuery:
    """Which days; by default all. `start` and `end` come together (DAY-4)."""

    start: date | None = None
    end: date | None = None

    @property
    def span(self) -> DaySpan:
        return _span(self.start, self.end)


@frozen
class FriendsQuery(PageQuery):
    start: date | None = None
    end: date | None = None

    @property
    def span(self) -> DaySpan:
        return _span(self.start, self.end)


@frozen
class CodeQuery:
    code: Annotated[str, Meta(min_length=1, max_length=100)]


@frozen
class LotView:
    """Points that can be used up to and including a day."""

    points: int
    expires_on: date

    @classmethod
    def of(cls, usable: Usable) -> LotView:
        return cls(usable.points, usable.until)


@frozen
class InvitationsView:
    """The caller's code and link, friends by their day of sign-up, points by the days that earned
    them. `lots` are what is left of all rewards, whatever days are requested, ordered by their last
    day; those that expire next come first. `window_months` and `reward_rate` apply to friends who
    sign up today.
    """

    code: str
    link: str
    friends: Count
    active_friends: Count
    estimated_points: int
    confirmed_points: int
    expiring_points: int
    expiring_on: date | None
    lots: list[LotView]
    window_months: int
    reward_rate: Rate

    @classmethod
    def of(cls, found: Overview, link: str) -> InvitationsView:
        lots = [LotView.of(each) for each in found.usable]
        first = next(iter(lots), None)
        return cls(
            code=found.code,
            link=link,
            friends=found.friends,
            active_friends=found.active_friends,
            estimated_points=found.estimated_points,
            confirmed_points=found.confirmed_points,
            expiring_points=first.points if first else 0,
            expiring_on=first.expires_on if first else None,
            lots=lots,
            window_months=found.window_months,
            reward_rate=decimal_text(found.reward_rate),
        )


@frozen
class FriendView:
    """A friend, whose name is masked; `window_ends_on` is the last day that is rewarded."""

    name: str
    joined_on: date
    window_ends_on: date
    active: bool
    estimated_points: int
    confirmed_points: int

    @classmethod
    def of(cls, friend: Friend) -> FriendView:
        return cls(
            name=friend.name,
            joined_on=friend.joined_on,
            window_ends_on=friend.window_ends_on,
            active=friend.is_active,
            estimated_points=friend.estimated_points,
            confirmed_points=friend.confirmed_points,
        )


@frozen
class FriendsView(PageView[FriendView]):
    """Friends by their day of sign-up, the newest first."""


@frozen
class InviterView:
    """The person who invites, masked."""

    valid: bool
    inviter: str


@frozen
class InvitationsResource:
    """Answers `member/invitation/*`; `site` is where the portal is found."""

    invitations: Invitations
    site: str

    @operation("getInvitations", refuses=(AccountNotFound, BadRange))
    def on_get_dashboard(self, caller: Caller, query: InvitationsQuery) -> InvitationsView:
        """The caller's invitation, and how many friends and points it brought (REFER-7)."""
        found = self.invitations.overview(caller.account, query.span)
        return InvitationsView.of(found, f"{self.site.rstrip('/')}/r/{found.code}")

    @operation("listFriends", refuses=(BadRange,))
    def on_get_list(self, caller: Caller, query: FriendsQuery) -> FriendsView:
        """The friends who signed up with the caller's code, the newest first."""
        found = self.invitations.friends(caller.account, query.page_request, query.span)
        return FriendsView.of(found, FriendView.of)

    @operation(
        "validateInvitation",
        refuses=(BadInvitation, OwnInvitation, TooManyRequests),
        limit=INVITATION,
    )
    def on_get_validate(self, caller: Caller | None, query: CodeQuery) -> InviterView:
        """Whether a code invites anybody; somebody logged in is not invited by the own one."""
        own = None if caller is None else caller.account
        return InviterView(valid=True, inviter=self.invitations.validate(query.code, own))
