"""What the music earned for the caller: `v2/music/earned` and `v2/music/earned/videos`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import AccountNotFound
from backbeat.catalogue.finding import Finding, Shown
from backbeat.dashboards.model import (
    Asked,
    ListedChannel,
    Range,
    TrackLine,
    TrackReport,
    TrackVideo,
    TrackVideos,
)
from backbeat.dashboards.service import Dashboards
from backbeat.figures import rules as ratios
from backbeat.fx.errors import NoRate
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.months import Month
from backbeat.limits.rules import SEARCH
from backbeat.platforms.registry import platform_of
from backbeat.settings import RpmBase
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.resources.dashboards import ChannelRefView, Money, RangeMetricsView
from backbeat_http.resources.music import Code, TrackView
from backbeat_http.wire import (
    Amount,
    Count,
    MonthText,
    Percent,
    PlatformName,
    Rate,
    decimal_text,
)


@frozen
class EarnedQuery(PageQuery):
    """Which month, by default that of the newest figures; `isrcs` limits the answer to some tracks:
    codes separated by commas.
    """

    month: Month | None = None
    isrcs: Annotated[str, Meta(max_length=4_000)] | None = None

    @property
    def codes(self) -> Collection[Isrc] | None:
        if self.isrcs is None:
            return None
        return {Isrc(normalise_isrc(code)) for code in self.isrcs.split(",")}


@frozen(kw_only=True)
class EarnedVideosQuery(PageQuery):
    """Which track and month; by default the month of the newest figures."""

    isrc: Code
    month: Month | None = None


def _asked(caller: Caller, month: Month | None) -> Asked:
    return Asked(caller.account, None if month is None else Range(month.first, month.last))


@frozen
class EarnedTrackView:
    """What a track earned for the caller in the month.

    `track` is null if it is not offered to the caller. `estimated` if no claim of the month says
    that its videos carry it.
    """

    isrc: str
    name: str
    track: TrackView | None
    videos: Count
    views: int
    revenue: Amount
    used_on: date
    estimated: bool

    @classmethod
    def of(cls, line: TrackLine, face: Shown | None, money: Money) -> EarnedTrackView:
        return cls(
            isrc=line.isrc,
            name=line.name,
            track=None if face is None else TrackView.of(face),
            videos=line.videos,
            views=line.shared.figures.views,
            revenue=money.amount(line.shared.revenue_nanos),
            used_on=line.used_on,
            estimated=line.is_estimated,
        )


@frozen
class UnknownView:
    """Revenue that belongs to no track: that of videos whose track is not known yet, with their
    number, and that without a track.
    """

    videos: Count
    revenue: Amount


@frozen
class EarnedView(PageView[EarnedTrackView]):
    """Tracks by what they earned, out of all that the month brought."""

    currency: str
    fx_rate: Rate
    month: MonthText
    max_date: date | None
    estimated: bool
    summary: RangeMetricsView
    unknown: UnknownView

    @classmethod
    def of_report(
        cls, found: TrackReport, faces: Mapping[Isrc, Shown], base: RpmBase
    ) -> EarnedView:
        money = Money(found.frame, base)
        return cls.of(
            found.page,
            lambda line: EarnedTrackView.of(line, faces.get(line.isrc), money),
            currency=found.frame.rate.currency,
            fx_rate=decimal_text(found.frame.rate.rate),
            month=str(found.month),
            max_date=found.frame.max_date,
            estimated=found.frame.is_estimate,
            summary=RangeMetricsView.of_range(found.summary, found.confirmed, money),
            unknown=UnknownView(found.unknown, money.amount(found.others.revenue_nanos)),
        )


@frozen
class EarnedVideoView:
    """A video with the part of its figures that belongs to the track; `tracks` is the number of its
    tracks.
    """

    id: str
    platform: PlatformName
    title: str
    thumbnail: str | None
    published_on: date
    channel: ChannelRefView
    views: int
    premium_ratio: Percent | None
    revenue: Amount
    tracks: Count
    estimated: bool

    @classmethod
    def of(cls, part: TrackVideo, channel: ListedChannel, money: Money) -> EarnedVideoView:
        row, figures = part.row, part.shared.figures
        ratio = ratios.premium_ratio(figures)
        return cls(
            id=row.id,
            platform=platform_of(row.id).name,
            title=row.title,
            thumbnail=row.thumbnail,
            published_on=row.published_on,
            channel=ChannelRefView(channel.id, channel.platform.name, channel.name),
            views=figures.views,
            premium_ratio=None if ratio is None else decimal_text(ratio),
            revenue=money.amount(part.shared.revenue_nanos),
            tracks=part.tracks,
            estimated=part.is_estimated,
        )


@frozen
class EarnedVideosView(PageView[EarnedVideoView]):
    """The videos that carried the track, and what they brought together."""

    currency: str
    fx_rate: Rate
    month: MonthText
    max_date: date | None
    estimated: bool
    views: int
    premium_ratio: Percent | None
    revenue: Amount

    @classmethod
    def of_videos(cls, found: TrackVideos, base: RpmBase) -> EarnedVideosView:
        money = Money(found.frame, base)
        ratio = ratios.premium_ratio(found.summary.figures)
        return cls.of(
            found.page,
            lambda each: EarnedVideoView.of(*each, money),
            currency=found.frame.rate.currency,
            fx_rate=decimal_text(found.frame.rate.rate),
            month=str(found.month),
            max_date=found.frame.max_date,
            estimated=found.frame.is_estimate,
            views=found.summary.figures.views,
            premium_ratio=None if ratio is None else decimal_text(ratio),
            revenue=money.amount(found.summary.revenue_nanos),
        )


@frozen
class EarnedResource:
    """Answers `v2/music/earned*`; `rpm_base` is the setting `reports.rpm_base`."""

    dashboards: Dashboards
    finding: Finding
    rpm_base: RpmBase

    @operation("listEarned", refuses=(AccountNotFound, NoRate), limit=SEARCH)
    def on_get_earned(self, caller: Caller, query: EarnedQuery) -> EarnedView:
        """What each track earned for the caller in a month, the best earning first (VIDEO-10)."""
        found = self.dashboards.by_track(
            _asked(caller, query.month), query.codes, query.page_request, caller.currency
        )
        isrcs = [line.isrc for line in found.page.items]
        faces = self.finding.faces(caller.account, isrcs)
        return EarnedView.of_report(found, faces, self.rpm_base)

    @operation("listEarnedVideos", refuses=(AccountNotFound, NoRate), limit=SEARCH)
    def on_get_videos(self, caller: Caller, query: EarnedVideosQuery) -> EarnedVideosView:
        """The caller's videos that carried a track in a month, the best earning first."""
        found = self.dashboards.of_track(
            _asked(caller, query.month),
            Isrc(normalise_isrc(query.isrc)),
            query.page_request,
            caller.currency,
        )
        return EarnedVideosView.of_videos(found, self.rpm_base)
