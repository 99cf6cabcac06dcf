"""Campaigns, who joined them with which channel, their entries, and what those were paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import NewType

from attrs import evolve, field, frozen

from backbeat.campaigns import rules
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, Isrc, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page
from backbeat.media.model import FileKey

NOTHING = Money.zero()

CampaignId = NewType("CampaignId", str)


class Closing(StrEnum):
    """Why nothing new is counted any more."""

    GOAL = "goal"
    """The budget is spent."""
    ENDED = "ended"
    """The operator ended it early."""
    OVER = "over"
    """Its last day has passed."""


class CampaignState(StrEnum):
    """Whether a channel or a short is taken."""

    OPEN = "open"
    FULL = "full"
    """Channels that have joined may still enter shorts; no further channel may join."""
    CLOSED = "closed"


class ListView(StrEnum):
    """Which campaigns a list shows."""

    OPEN = "open"
    MINE = "mine"
    OVER = "over"


@frozen
class CampaignFile:
    """Something to make the short with, kept under a key in the file store."""

    key: FileKey
    name: str
    media_type: str
    size: int


@frozen
class Campaign:
    """What the operator lays down, and how far it has come.

    Creators see it from the day it was opened; views count up to and including `until`.
    """

    id: CampaignId
    title: str
    text: str
    track: Isrc
    rate: Money
    """For a thousand views."""
    budget: Money
    until: date
    created_at: datetime
    view_target: int | None = None
    """Once this many views are counted, no further channel may apply."""
    min_seconds: int = 0
    files: tuple[CampaignFile, ...] = ()
    opened_on: date | None = None
    ended_on: date | None = None
    target_reached_on: date | None = None
    goal_reached_on: date | None = None
    views: int = 0
    """What has been counted so far."""
    week_views: int = 0
    """What its entries had in the seven newest days that reports told of."""
    counted_until: date | None = None
    """The newest day that reports told of when it was counted last."""
    is_settled: bool = False
    """No part of it still waits for the close of a month."""

    @property
    def goal(self) -> int:
        """The views that the budget pays for."""
        return rules.views_paid_by(self.budget, self.rate)

    @property
    def last_day(self) -> date:
        """The last day whose views count, as far as it is known."""
        ends = (self.until, self.ended_on, self.goal_reached_on)
        return min(day for day in ends if day is not None)

    @property
    def expected_on(self) -> date | None:
        """The day on which it reaches its goal at this week's speed; None where it ends before
        (CAMPAIGN-11)."""
        if self.counted_until is None:
            return None
        left = self.goal - self.views
        return rules.expected_day(left, self.week_views, self.counted_until, self.last_day)

    @property
    def is_full(self) -> bool:
        """Whether no further channel may apply."""
        return self.target_reached_on is not None

    def closing(self, today: date) -> Closing | None:
        """Why it is closed to entries; None while it is open."""
        if self.goal_reached_on is not None:
            return Closing.GOAL
        if self.ended_on is not None:
            return Closing.ENDED
        return Closing.OVER if today > self.until else None

    def state(self, today: date) -> CampaignState:
        if self.closing(today) is not None:
            return CampaignState.CLOSED
        return CampaignState.FULL if self.is_full else CampaignState.OPEN

    def opened(self, on: date) -> Campaign:
        return evolve(self, opened_on=on)

    def ended(self, on: date) -> Campaign:
        return evolve(self, ended_on=on)

    def counted(
        self, views: int, week_views: int, until: date | None, reached: date | None
    ) -> Campaign:
        """As it is after a count. What was reached once stays reached (CAMPAIGN-5)."""
        has_target = self.view_target is not None and views >= self.view_target
        return evolve(
            self,
            views=views,
            week_views=week_views,
            counted_until=until,
            goal_reached_on=self.goal_reached_on or reached,
            target_reached_on=self.target_reached_on or (until if has_target else None),
        )

    def settled(self) -> Campaign:
        return evolve(self, is_settled=True)


@frozen
class Application:
    """A channel that takes part; its views count from `applied_on`."""

    campaign: CampaignId
    channel: ChannelId
    account: AccountId
    applied_on: date
    applied_at: datetime


class EntryState(StrEnum):
    CHECKING = "checking"
    """Nothing is known of its music yet."""
    ACCEPTED = "accepted"
    REFUSED = "refused"


@frozen
class CampaignEntry:
    """A short that takes part for a channel.

    `views` are those that count, of which `posted_views` are paid, up to `posted_until`.
    """

    campaign: CampaignId
    video: VideoId
    channel: ChannelId
    account: AccountId
    title: str
    thumbnail: str | None
    counts_from: date
    entered_at: datetime
    state: EntryState
    refused_code: int | None = None
    """Why it was refused, where the rules did it."""
    refused_reason: str | None = None
    """Why it was refused, where the operator did it."""
    views: int = 0
    posted_views: int = 0
    posted: Money = NOTHING
    posted_until: date | None = None

    @property
    def takes_part(self) -> bool:
        return self.state is not EntryState.REFUSED

    def accepted(self) -> CampaignEntry:
        return evolve(self, state=EntryState.ACCEPTED)

    def refused(self, code: int | None, reason: str | None = None) -> CampaignEntry:
        """Out: what is posted stays, and nothing else counts (CAMPAIGN-7)."""
        return evolve(
            self,
            state=EntryState.REFUSED,
            refused_code=code,
            refused_reason=reason,
            views=self.posted_views,
        )

    def counted(self, views: int) -> CampaignEntry:
        return evolve(self, views=views)

    def paid(self, views: int, amount: Money, until: date) -> CampaignEntry:
        """As it is once the days up to this one are posted."""
        posted = self.posted_views + views
        return evolve(
            self,
            views=max(self.views, posted),
            posted_views=posted,
            posted=self.posted + amount,
            posted_until=until,
        )

    def bonus(self, rate: Money) -> Money:
        """What it has brought so far: what is posted, and what the rest would bring."""
        waiting = max(0, self.views - self.posted_views)
        return self.posted + rules.bonus(waiting, rate)


@frozen
class Bonus:
    """What a month's close posted for an entry to who held its channel; it never changes."""

    campaign: CampaignId
    video: VideoId
    month: Month
    account: AccountId
    views: int
    rate: Money
    amount: Money
    posted_on: date
    entry: EntryId


@frozen
class Due:
    """What a campaign would have posted by the close of a month."""

    campaign: CampaignId
    title: str
    amount: Money


@frozen
class Earned:
    """What an entry brings: of the `bonus`, `paid` is posted and stays; `reversed` was taken back
    by the operator and is in neither."""

    bonus: Money
    paid: Money
    reversed: Money

    @classmethod
    def of(cls, entry: CampaignEntry, rate: Money, reversed_: Mapping[VideoId, Money]) -> Earned:
        back = reversed_.get(entry.video, NOTHING)
        return cls(entry.bonus(rate) - back, entry.posted - back, back)


@frozen
class Joined:
    """A campaign as one account sees it: with its own channels and entries in it.

    `reversed` is what of the entries' bonuses the operator has taken back.
    """

    campaign: Campaign
    today: date
    applications: Sequence[Application] = ()
    entries: Sequence[CampaignEntry] = ()
    names: Mapping[ChannelId, str] = field(factory=dict)
    reversed: Mapping[VideoId, Money] = field(factory=dict)

    def earned(self, entry: CampaignEntry) -> Earned:
        """What one of the entries brings."""
        return Earned.of(entry, self.campaign.rate, self.reversed)

    @property
    def closing(self) -> Closing | None:
        return self.campaign.closing(self.today)

    @property
    def state(self) -> CampaignState:
        return self.campaign.state(self.today)


@frozen
class Listed:
    """A page of campaigns as one account sees them, and how many each view shows to it."""

    page: Page[Joined]
    counts: Mapping[ListView, int]


@frozen
class Report:
    """A campaign for who pays for it: every entry, and what of its bonuses was taken back."""

    campaign: Campaign
    track: str
    entries: Sequence[CampaignEntry]
    channels: Mapping[ChannelId, str]
    reversed: Mapping[VideoId, Money] = field(factory=dict)

    def earned(self, entry: CampaignEntry) -> Earned:
        return Earned.of(entry, self.campaign.rate, self.reversed)

    @property
    def paid(self) -> Money:
        return total(self.earned(each).paid for each in self.entries)

    @property
    def taken_back(self) -> Money:
        """What of the bonuses the operator has taken back."""
        return total(self.reversed.values())
