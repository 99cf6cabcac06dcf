"""Dashboards and reports: `v2/music/dashboard`, `v2/music/video/*`, `v2/music/channel/dashboard`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

import msgspec
from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.dashboards import rules
from backbeat.dashboards.errors import ActualsUnavailable, VideoForbidden
from backbeat.dashboards.model import (
    Asked,
    ChannelDashboard,
    ChannelLine,
    Cycle,
    CycleKind,
    Dashboard,
    Frame,
    MemberDashboard,
    MemberLine,
    Shared,
    Sort,
    TrackName,
    VideoDashboard,
    VideoDetails,
    VideoLine,
    VideoList,
)
from backbeat.dashboards.service import Dashboards
from backbeat.figures import rules as ratios
from backbeat.fx.errors import NoRate
from backbeat.kernel.countries import country_name
from backbeat.kernel.errors import BadRange, BadSort, NotFound, RoleRefused
from backbeat.kernel.ids import ChannelId, VideoId
from backbeat.kernel.languages import Language
from backbeat.limits.rules import SEARCH
from backbeat.platforms.registry import platform_of
from backbeat.settings import RpmBase
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import (
    Amount,
    Count,
    Instant,
    Percent,
    PlatformName,
    Rate,
    amount_of_nanos,
    decimal_text,
)


@frozen
class RangeQuery:
    """Which days, and whose figures; `start` and `end` come together or not at all (DAY-4)."""

    start: date | None = None
    end: date | None = None
    subaccount: str | None = None

    def asked(self, caller: Caller, channel: str | None = None, search: str | None = None) -> Asked:
        """The question in the core's words."""
        return Asked(
            caller.account,
            rules.asked_range(self.start, self.end),
            self.subaccount,
            ChannelId(channel) if channel else None,
            search,
        )


@frozen
class ChannelRangeQuery(RangeQuery):
    """The same of one channel."""

    channel: str | None = None


@frozen
class SortedRangeQuery(RangeQuery):
    sort: str = "revenue_desc"


@frozen
class VideoListQuery(PageQuery):
    start: date | None = None
    end: date | None = None
    subaccount: str | None = None
    channel: str | None = None
    search: str | None = None
    sort: str = "date_desc"

    def asked(self, caller: Caller) -> Asked:
        range_ = RangeQuery(self.start, self.end, self.subaccount)
        return range_.asked(caller, self.channel, self.search)


class Want(StrEnum):
    """Estimated daily figures, or a month's confirmed ones (VIDEO-2)."""

    ESTIMATE = "estimate"
    ACTUAL = "actual"


@frozen
class VideoQuery:
    id: str
    start: date | None = None
    end: date | None = None
    want: Want = Want.ESTIMATE


@frozen
class Money:
    """How an answer writes money: converted at its rate, gross only for those who see it."""

    frame: Frame
    base: RpmBase

    def amount(self, nanos: int) -> str:
        """An amount of nano-USD in the answer's currency, rounded down to nine places."""
        return amount_of_nanos(self.frame.rate.nanos(nanos))

    def price(self, usd: Decimal | None) -> str | None:
        """A price in USD in the answer's currency; None stays None."""
        return None if usd is None else self.amount(ratios.nanos(usd))

    def gross(self, shared: Shared) -> str | None:
        """Revenue before shares, for those who see it."""
        return self.amount(shared.figures.revenue_nanos) if self.frame.gross else None

    def rpm(self, shared: Shared) -> str | None:
        """The viewer's revenue per thousand views."""
        return self.price(rules.rpm(shared, self.base))


def _percent(value: Decimal | None) -> str | None:
    return None if value is None else decimal_text(value)


@frozen
class MetricsView:
    """Figures of a span: counts, and money after the caller's share."""

    views: Count
    engaged_views: Count
    premium_views: Count
    premium_ratio: Percent | None
    rpm: Amount | None
    revenue: Amount
    gross: Amount | None

    @classmethod
    def of(cls, shared: Shared, money: Money) -> MetricsView:
        return cls(**_metrics(shared, money))


def _metrics(shared: Shared, money: Money) -> dict[str, Any]:
    figures = shared.figures
    return {
        "views": figures.views,
        "engaged_views": figures.engaged_views,
        "premium_views": figures.premium_views,
        "premium_ratio": _percent(ratios.premium_ratio(figures)),
        "rpm": money.rpm(shared),
        "revenue": money.amount(shared.revenue_nanos),
        "gross": money.gross(shared),
    }


@frozen
class RangeMetricsView(MetricsView):
    """Figures of a range; the confirmed part of its money is given separately (DASH-15)."""

    estimated: bool
    confirmed_revenue: Amount
    confirmed_gross: Amount | None

    @classmethod
    def of_range(cls, shared: Shared, confirmed: Shared, money: Money) -> RangeMetricsView:
        return cls(
            **_metrics(shared, money),
            estimated=money.frame.is_estimate,
            confirmed_revenue=money.amount(confirmed.revenue_nanos),
            confirmed_gross=money.gross(confirmed),
        )


@frozen
class DailyView(MetricsView):
    """One day's figures."""

    date: date
    estimated: bool


@frozen
class PublishedView:
    """How many videos were published on a day, and the title of one of them."""

    date: date
    count: Count
    title: str


def _daily(days: Sequence[tuple[date, Shared]], money: Money) -> list[DailyView]:
    return [
        DailyView(
            **_metrics(shared, money), date=day, estimated=not money.frame.is_confirmed_on(day)
        )
        for day, shared in days
    ]


@frozen
class ChannelsView:
    """How many channels are approved, and how many there are."""

    approved: Count
    total: Count


@frozen
class ChannelRefView:
    """A channel by name."""

    id: str
    platform: PlatformName
    name: str


@frozen
class TrackRefView:
    """A track by code and name.

    `estimated` if no claim of these months names it: then it is the newest track that the video
    had.
    """

    isrc: str
    name: str
    estimated: bool

    @classmethod
    def of(cls, track: TrackName) -> TrackRefView:
        return cls(track.isrc, track.name, track.is_estimated)


@frozen
class DashboardView:
    """The overview of a range."""

    currency: str
    fx_rate: Rate
    max_date: date | None
    start: date
    end: date
    summary: RangeMetricsView
    previous: MetricsView
    daily: list[DailyView]
    published: list[PublishedView]
    channels: ChannelsView

    @classmethod
    def of(cls, board: Dashboard, base: RpmBase) -> DashboardView:
        money = Money(board.frame, base)
        return cls(
            currency=board.frame.rate.currency,
            fx_rate=decimal_text(board.frame.rate.rate),
            max_date=board.frame.max_date,
            start=board.frame.range.first,
            end=board.frame.range.last,
            summary=RangeMetricsView.of_range(board.summary, board.confirmed, money),
            previous=MetricsView.of(board.previous, money),
            daily=_daily(board.daily, money),
            published=[
                PublishedView(day, each.number, each.title)
                for day, each in sorted(board.published.items())
            ],
            channels=ChannelsView(board.approved_channels, board.channels),
        )


@frozen
class VideoView:
    """A video with its figures of the range; `url` is null if its platform has no links.

    In lists `trend` is its engaged views of the last 28 days; elsewhere it is empty.
    """

    id: str
    platform: PlatformName
    url: str | None
    title: str
    thumbnail: str | None
    published_on: date
    channel: ChannelRefView
    music: list[TrackRefView]
    trend: list[Count]
    views: Count
    engaged_views: Count
    premium_views: Count
    premium_ratio: Percent | None
    premium_price: Amount | None
    rpm: Amount | None
    revenue: Amount
    gross: Amount | None

    @classmethod
    def of(cls, line: VideoLine, money: Money) -> VideoView:
        """The view of a video's line."""
        return cls(**_video(line, money))


def _video(line: VideoLine, money: Money) -> dict[str, Any]:
    row = line.row
    platform = platform_of(row.id)
    return {
        "id": row.id,
        "platform": platform.name,
        "url": platform.video_url(row.id, line.channel.link),
        "title": row.title,
        "thumbnail": row.thumbnail,
        "published_on": row.published_on,
        "channel": ChannelRefView(line.channel.id, line.channel.platform.name, line.channel.name),
        "music": [TrackRefView.of(track) for track in line.music],
        "trend": list(line.trend),
        "premium_price": money.price(rules.premium_price(row.shared)),
        **_metrics(row.shared, money),
    }


@frozen
class VideoDashboardView:
    """The overview over videos."""

    currency: str
    fx_rate: Rate
    max_date: date | None
    summary: RangeMetricsView
    daily: list[DailyView]
    top: list[VideoView]

    @classmethod
    def of(cls, board: VideoDashboard, base: RpmBase) -> VideoDashboardView:
        money = Money(board.frame, base)
        return cls(
            currency=board.frame.rate.currency,
            fx_rate=decimal_text(board.frame.rate.rate),
            max_date=board.frame.max_date,
            summary=RangeMetricsView.of_range(board.summary, board.confirmed, money),
            daily=_daily(board.daily, money),
            top=[VideoView.of(line, money) for line in board.top],
        )


@frozen
class VideoListView(PageView[VideoView]):
    """A page of videos."""

    currency: str
    fx_rate: Rate
    estimated: bool

    @classmethod
    def of_list(cls, found: VideoList, base: RpmBase) -> VideoListView:
        money = Money(found.frame, base)
        return cls.of(
            found.page,
            lambda line: VideoView.of(line, money),
            currency=found.frame.rate.currency,
            fx_rate=decimal_text(found.frame.rate.rate),
            estimated=found.frame.is_estimate,
        )


@frozen
class ChannelFaceView:
    """A channel as the report names it."""

    id: str
    platform: PlatformName
    name: str
    thumbnail: str | None
    status: str


@frozen
class ChannelLineView(MetricsView):
    """A channel's figures of the range; `trend` is its engaged views of the last 28 days.

    `share` is its revenue in percent of everything in the report.
    """

    channel: ChannelFaceView
    videos: Count
    trend: list[Count]
    share: Percent | None

    @classmethod
    def of_line(cls, line: ChannelLine, whole: Shared, money: Money) -> ChannelLineView:
        """The view of a channel's line."""
        named = line.channel
        face = ChannelFaceView(
            named.id, named.platform.name, named.name, named.thumbnail, named.status
        )
        share = ratios.revenue_share(line.shared.revenue_nanos, whole.revenue_nanos)
        return cls(
            **_metrics(line.shared, money),
            channel=face,
            videos=line.videos,
            trend=list(line.trend),
            share=_percent(share),
        )


@frozen
class ChannelDashboardView:
    """The report by channel."""

    currency: str
    fx_rate: Rate
    max_date: date | None
    summary: RangeMetricsView
    items: list[ChannelLineView]

    @classmethod
    def of(cls, board: ChannelDashboard, base: RpmBase) -> ChannelDashboardView:
        money = Money(board.frame, base)
        return cls(
            currency=board.frame.rate.currency,
            fx_rate=decimal_text(board.frame.rate.rate),
            max_date=board.frame.max_date,
            summary=RangeMetricsView.of_range(board.summary, board.confirmed, money),
            items=[ChannelLineView.of_line(line, board.summary, money) for line in board.items],
        )


@frozen
class MemberSumsView:
    """What reached the caller, what the caller keeps of it, and what goes on to the accounts below."""

    revenue: Amount
    own: Amount
    passed_on: Amount

    @classmethod
    def of(cls, sums: MemberLine | MemberDashboard, money: Money) -> MemberSumsView:
        return cls(**_sums(sums, money))


def _sums(sums: MemberLine | MemberDashboard, money: Money) -> dict[str, Any]:
    return {
        "revenue": money.amount(sums.reaching),
        "own": money.amount(sums.own),
        "passed_on": money.amount(sums.passed_on),
    }


@frozen
class MemberLineView(MemberSumsView):
    """The same sums for one member and those below it; `id` is the member's."""

    id: str


@frozen
class MemberDashboardView:
    """The report by member: those that brought something, the most first."""

    currency: str
    fx_rate: Rate
    max_date: date | None
    start: date
    end: date
    estimated: bool
    summary: MemberSumsView
    items: list[MemberLineView]

    @classmethod
    def of(cls, board: MemberDashboard, base: RpmBase) -> MemberDashboardView:
        frame = board.frame
        money = Money(frame, base)
        return cls(
            currency=frame.rate.currency,
            fx_rate=decimal_text(frame.rate.rate),
            max_date=frame.max_date,
            start=frame.range.first,
            end=frame.range.last,
            estimated=frame.is_estimate,
            summary=MemberSumsView.of(board, money),
            items=[MemberLineView(**_sums(line, money), id=line.account) for line in board.items],
        )


@frozen
class PremiumView:
    """What paying subscribers did for the video."""

    views: Count
    ratio: Percent | None
    price: Amount | None
    revenue: Amount


@frozen
class AudienceView:
    """A country's part of the audience; `ZZ` means that the country is not known."""

    code: str
    name: str
    views: Count
    ratio: Percent


class CycleView(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """The span that the figures cover, and when they last changed."""

    from_: date
    to: date
    updated_at: Instant
    kind: CycleKind

    @classmethod
    def of(cls, cycle: Cycle) -> CycleView:
        return cls(cycle.first, cycle.last, cycle.updated_at, cycle.kind)


@frozen
class VideoDetailsView(VideoView):
    """Everything about one video; `tips` are keys of hints."""

    currency: str
    fx_rate: Rate
    estimated: bool
    daily: list[DailyView]
    avg_view_rate: Percent | None
    avg_view_seconds: str | None
    premium: PremiumView
    countries: list[AudienceView]
    data_cycle: CycleView
    tips: list[str]

    @classmethod
    def of_details(
        cls, details: VideoDetails, base: RpmBase, language: Language
    ) -> VideoDetailsView:
        money = Money(details.frame, base)
        shared = details.line.row.shared
        video = _video(details.line, money)
        return cls(
            **video,
            currency=details.frame.rate.currency,
            fx_rate=decimal_text(details.frame.rate.rate),
            estimated=details.frame.is_estimate,
            daily=_daily(details.daily, money),
            avg_view_rate=_percent(ratios.average_view_rate(shared.figures)),
            avg_view_seconds=_percent(ratios.average_view_seconds(shared.figures)),
            premium=PremiumView(
                views=shared.figures.premium_views,
                ratio=video["premium_ratio"],
                price=video["premium_price"],
                revenue=money.amount(shared.premium_nanos),
            ),
            countries=[
                AudienceView(
                    each.country,
                    country_name(each.country, language),
                    each.views,
                    decimal_text(each.ratio),
                )
                for each in details.countries
            ],
            data_cycle=CycleView.of(details.cycle),
            tips=list(details.tips),
        )


@frozen
class DashboardsResource:
    """Answers `v2/music/*` as far as figures go; `rpm_base` is the setting `reports.rpm_base`."""

    dashboards: Dashboards
    rpm_base: RpmBase

    @operation("dashboard", refuses=(AccountNotFound, BadRange, NoRate, NotFound))
    def on_get_dashboard(self, caller: Caller, query: ChannelRangeQuery) -> DashboardView:
        """The overview: sums, the span before, one row a day, channels."""
        board = self.dashboards.overview(query.asked(caller, query.channel), caller.currency)
        return DashboardView.of(board, self.rpm_base)

    @operation("videoDashboard", refuses=(AccountNotFound, BadRange, NoRate, NotFound))
    def on_get_video_dashboard(
        self, caller: Caller, query: ChannelRangeQuery
    ) -> VideoDashboardView:
        """The overview over videos, with those that earned most."""
        asked = query.asked(caller, query.channel)
        return VideoDashboardView.of(
            self.dashboards.by_video(asked, caller.currency), self.rpm_base
        )

    @operation(
        "listVideos", limit=SEARCH, refuses=(AccountNotFound, BadRange, BadSort, NoRate, NotFound)
    )
    def on_get_video_list(self, caller: Caller, query: VideoListQuery) -> VideoListView:
        """A page of the videos that have figures in the range."""
        found = self.dashboards.videos(
            query.asked(caller), Sort.parse(query.sort), query.page_request, caller.currency
        )
        return VideoListView.of_list(found, self.rpm_base)

    @operation("channelDashboard", refuses=(AccountNotFound, BadRange, BadSort, NoRate))
    def on_get_channel_dashboard(
        self, caller: Caller, query: SortedRangeQuery
    ) -> ChannelDashboardView:
        """The figures of each visible channel."""
        board = self.dashboards.by_channel(
            query.asked(caller), Sort.parse(query.sort), caller.currency
        )
        return ChannelDashboardView.of(board, self.rpm_base)

    @operation("memberDashboard", refuses=(AccountNotFound, BadRange, NoRate, RoleRefused))
    def on_get_member_dashboard(self, caller: Caller, query: RangeQuery) -> MemberDashboardView:
        """What each account right below the caller, or right below `subaccount`, brought it."""
        board = self.dashboards.by_member(query.asked(caller), caller.currency)
        return MemberDashboardView.of(board, self.rpm_base)

    @operation(
        "videoDetails",
        refuses=(ActualsUnavailable, BadRange, NoRate, NotFound, VideoForbidden),
    )
    def on_get_video_details(self, caller: Caller, query: VideoQuery) -> VideoDetailsView:
        """One video: its days, its audience by country, and how fresh the figures are."""
        asked = Asked(caller.account, rules.asked_range(query.start, query.end))
        details = (
            self.dashboards.actuals if query.want is Want.ACTUAL else self.dashboards.details
        )(asked, VideoId(query.id), caller.currency)
        return VideoDetailsView.of_details(details, self.rpm_base, caller.language)
