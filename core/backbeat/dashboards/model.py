"""What dashboards answer. Money is nano-USD before conversion; days are in `business_tz`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from attrs import field, frozen

from backbeat.figures.model import NOTHING, Figures
from backbeat.fx.model import FxRate
from backbeat.kernel.errors import BadSort
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.money import NANOS_PER_MICRO, Money, total
from backbeat.kernel.months import Month, months_between
from backbeat.kernel.pages import Page
from backbeat.platforms.model import Platform

NANOS_PER_CENT = 10_000 * NANOS_PER_MICRO


@frozen
class Range:
    """Days from `first` to `last`, both included."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    @property
    def months(self) -> Sequence[Month]:
        return list(months_between(Month.of(self.first), Month.of(self.last)))

    def within(self, month: Month) -> Range:
        """Its days within a month, of which it must have some."""
        return Range(max(self.first, month.first), min(self.last, month.last))


ESTIMATED = -1
"""Used instead of a version if no close has confirmed the days."""


class Segment(NamedTuple):
    """Days on which one account has a channel, whose revenue is shared in one way from the viewer's
    point of view.

    Of a row's revenue, `reaching` ten-thousandths, one level after the other, come down to the
    viewer; `passing` of what reached it goes on to the account below, 0 if it is the holder.
    """

    channel: PlatformChannelId
    holder: AccountId
    first: date
    last: date
    reaching: tuple[int, ...]
    passing: int
    version: int = ESTIMATED
    """The number under which a close stored the confirmed money of these days."""


class Shared(NamedTuple):
    """Figures before any share, and the account's own part of the revenue."""

    figures: Figures = NOTHING
    revenue_nanos: int = 0
    premium_nanos: int = 0

    def plus(self, other: Shared) -> Shared:
        return Shared(
            self.figures.plus(other.figures),
            self.revenue_nanos + other.revenue_nanos,
            self.premium_nanos + other.premium_nanos,
        )

    def less(self, other: Shared) -> Shared:
        return Shared(
            Figures(*map(int.__sub__, self.figures, other.figures)),
            self.revenue_nanos - other.revenue_nanos,
            self.premium_nanos - other.premium_nanos,
        )


@frozen
class OpenMonths:
    """The estimate of an account's part of the months that are not closed.

    `newest` is the newest day that is shown, `since` the first day that earns for the account;
    `days` counts those with figures. `has_approved` says whether a channel that the account owns or
    holds is approved.
    """

    newest: date | None
    since: date | None
    months: Mapping[Month, Money]
    days: int
    has_approved: bool = True

    @property
    def total(self) -> Money:
        return total(self.months.values())


@frozen
class EstimateNote:
    """The former estimate of an account's part of a closed month, and what was confirmed (DASH-18)."""

    estimated_nanos: int
    confirmed: Money

    @property
    def difference_nanos(self) -> int:
        """Above zero if more was confirmed."""
        return self.confirmed.micros * NANOS_PER_MICRO - self.estimated_nanos

    @property
    def has_something_to_explain(self) -> bool:
        """Whether there was an estimate that differs from the amount by a cent or more."""
        is_off = abs(self.difference_nanos) >= NANOS_PER_CENT
        return self.estimated_nanos != 0 and is_off


class SortKey(StrEnum):
    """What lists of figures can be sorted by (DASH-6)."""

    DATE = "date"
    VIEWS = "views"
    ENGAGED_VIEWS = "engaged_views"
    PREMIUM_VIEWS = "premium_views"
    PREMIUM_RATIO = "premium_ratio"
    RPM = "rpm"
    REVENUE = "revenue"
    TITLE = "title"


@frozen
class Sort:
    """A key and a direction. Ties are ordered by id, and items without a ratio come last in either
    direction.
    """

    key: SortKey
    descending: bool

    @classmethod
    def parse(cls, text: str) -> Sort:
        """Read for example `revenue_desc`; refuses anything unknown with BadSort."""
        name, _, direction = text.rpartition("_")
        if name not in set(SortKey) or direction not in {"asc", "desc"}:
            raise BadSort
        return cls(SortKey(name), direction == "desc")


BEST_EARNING_FIRST = Sort(SortKey.REVENUE, descending=True)


@frozen
class ListedChannel:
    """A channel as it is named beside its figures."""

    id: ChannelId
    platform: Platform
    name: str
    link: str
    thumbnail: str | None
    status: str


@frozen
class TrackName:
    """A track that a video uses; if the catalogue does not have it, its name is the code.

    It is estimated if the claims for the requested days have not come yet (VIDEO-9).
    """

    isrc: Isrc
    name: str
    is_estimated: bool = False


@frozen
class VideoRow:
    id: VideoId
    platform_channel: PlatformChannelId
    title: str
    thumbnail: str | None
    published_on: date
    shared: Shared


TREND_DAYS = 28


@frozen
class TrackVideo:
    """The part of a video's figures that belongs to one of its tracks, and how many tracks it has.

    Estimated if no claim of the month says that the video uses the track.
    """

    row: VideoRow
    shared: Shared
    tracks: int
    is_estimated: bool


@frozen
class TrackLine:
    """What a track brought in a month, and when the newest of its videos came out."""

    isrc: Isrc
    name: str
    videos: int
    shared: Shared
    used_on: date
    is_estimated: bool


@frozen
class VideoLine:
    """A video's row with the names that go with it.

    `trend` is its engaged views on each of the range's last `TREND_DAYS`, the oldest first; empty
    if it was not requested.
    """

    row: VideoRow
    channel: ListedChannel
    music: tuple[TrackName, ...]
    trend: tuple[int, ...] = ()


@frozen
class ChannelRow:
    """A channel's figures in the range, and how many of its videos have any."""

    platform_channel: PlatformChannelId
    videos: int
    shared: Shared


@frozen
class ChannelLine:
    """A channel's figures in the range; its `trend` is like that of a video."""

    channel: ListedChannel
    videos: int
    shared: Shared
    trend: tuple[int, ...] = ()


class Published(NamedTuple):
    """The number of videos published on a day, and the title of one of them."""

    number: int
    title: str


class NetworkDay(NamedTuple):
    """A day of everything that an account sees: the figures, and the videos published on it."""

    shared: Shared = Shared()
    published: Published | None = None


class NetworkChange(NamedTuple):
    """Something changed by which days are added up: days of one account, or of all accounts.

    Without `last` it concerns every day from the first on.
    """

    number: int
    account: AccountId | None
    first: date
    last: date | None = None


@frozen
class RolledUp:
    """Which days of an account are added up in advance, and what the operator kept of them if no
    policy said so.
    """

    days: Range
    operator_rate: Decimal

    def covers(self, asked: Range) -> bool:
        """Whether all of these days are among them."""
        return self.days.first <= asked.first and asked.last <= self.days.last


@frozen
class ConfirmedVideo:
    """A video's confirmed revenue over whole closed months, with what was counted in them.

    `id` is empty for money of a channel for which no video is named. `shared` covers the days that
    earn: revenue as it was confirmed, and views from the daily files or, if these do not know the
    video, from the record.
    """

    id: VideoId
    channel: ListedChannel
    title: str
    music: tuple[TrackName, ...]
    shared: Shared


@frozen
class CountryViews:
    """A video's views from one country in the range; `ZZ` is not known."""

    country: str
    views: int


@frozen
class CountryShare:
    """A country's views with their part of all views in percent, to two places (DASH-10)."""

    country: str
    views: int
    ratio: Decimal


class CycleKind(StrEnum):
    """Whether figures are daily estimates or confirmed for a month."""

    DAILY = "daily"
    MONTHLY = "monthly"


@frozen
class Cycle:
    """The span that figures cover, and when they last changed (DASH-4)."""

    first: date
    last: date
    updated_at: datetime
    kind: CycleKind


@frozen
class Asked:
    """Who asks for which figures. `subaccount` is `self`, an account, or None for everything."""

    account: AccountId
    range: Range | None = None
    subaccount: str | None = None
    channel: ChannelId | None = None
    search: str | None = None

    @property
    def is_filtered(self) -> bool:
        """Whether it is about a part of what the account sees."""
        return self.subaccount is not None or self.channel is not None


@frozen
class Frame:
    """What every answer with figures contains: the rate at which its money is shown, and how fresh
    it is.

    `max_date` is the newest day that is shown, None before the first file. `gross` tells whether
    the caller sees revenue before shares (DASH-8).
    """

    rate: FxRate
    max_date: date | None
    range: Range
    gross: bool
    closed: Collection[Month] = ()
    """The months of the range whose money is confirmed (DASH-15)."""

    @property
    def is_estimate(self) -> bool:
        """Whether a sum over the range contains any estimate."""
        return any(month not in self.closed for month in self.range.months)

    def is_confirmed_on(self, day: date) -> bool:
        """Whether the day's money comes from a close."""
        return Month.of(day) in self.closed

    def confirmed(self, daily: Iterable[tuple[date, Shared]]) -> Shared:
        """The part of these days' figures that belongs to closed months."""
        if not self.closed:
            return Shared()
        parts = (each for day, each in daily if self.is_confirmed_on(day))
        return reduce(Shared.plus, parts, Shared())


@frozen
class ConfirmedVideos:
    """Every video with confirmed revenue in the closed months of a range, by channel and id.

    There are at most `total`: videos that earned only on days outside the question are left out.
    """

    frame: Frame
    total: int
    videos: Iterator[ConfirmedVideo]


@frozen
class Dashboard:
    """The overview: the range, the span of equal length before it, and one row a day."""

    frame: Frame
    summary: Shared
    confirmed: Shared
    previous: Shared
    daily: tuple[tuple[date, Shared], ...]
    published: Mapping[date, Published]
    approved_channels: int
    channels: int


@frozen
class VideoDashboard:
    """The same for videos, with the five that earned most."""

    frame: Frame
    summary: Shared
    confirmed: Shared
    daily: tuple[tuple[date, Shared], ...]
    top: tuple[VideoLine, ...]


@frozen
class ChannelDashboard:
    """The figures of each visible channel."""

    frame: Frame
    summary: Shared
    confirmed: Shared
    items: tuple[ChannelLine, ...]


@frozen
class MemberLine:
    """What an account directly below another one, together with those below it, brought the viewer
    in a range.

    Of `reaching` the viewer keeps `own`; both are nano-USD.
    """

    account: AccountId
    reaching: int = 0
    own: int = 0

    @property
    def passed_on(self) -> int:
        """What goes on to the account and those below it."""
        return self.reaching - self.own

    def plus(self, reaching: int, own: int) -> MemberLine:
        return MemberLine(self.account, self.reaching + reaching, self.own + own)


@frozen
class MemberDashboard:
    """What each account directly below one brought, without those that brought nothing."""

    frame: Frame
    items: tuple[MemberLine, ...]

    @property
    def reaching(self) -> int:
        return sum(line.reaching for line in self.items)

    @property
    def own(self) -> int:
        return sum(line.own for line in self.items)

    @property
    def passed_on(self) -> int:
        return sum(line.passed_on for line in self.items)


@frozen
class VideoList:
    """A page of videos with figures in the range."""

    frame: Frame
    page: Page[VideoLine]


@frozen
class TrackReport:
    """What the tracks of an account's videos brought in a month, out of what the month brought.

    `unknown` is the number of videos without a known track; `others` is everything that belongs to
    no track.
    """

    frame: Frame
    month: Month
    summary: Shared
    confirmed: Shared
    page: Page[TrackLine]
    unknown: int
    others: Shared


@frozen
class TrackVideos:
    """An account's videos that used a track in a month, and what they brought together."""

    frame: Frame
    month: Month
    summary: Shared
    page: Page[tuple[TrackVideo, ListedChannel]]


@frozen
class VideoDetails:
    """Everything about one video in the range; `tips` are the keys of hints for its owner."""

    frame: Frame
    line: VideoLine
    daily: tuple[tuple[date, Shared], ...]
    countries: tuple[CountryShare, ...]
    cycle: Cycle
    tips: tuple[str, ...] = field(factory=tuple)
