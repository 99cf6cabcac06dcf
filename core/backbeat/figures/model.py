"""Videos, and the figures that are stored about them. Money in statistics is whole nano-USD
(MONEY-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import NamedTuple

from attrs import evolve, frozen

from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.ids import Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Sort
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import platform_of


class Figures(NamedTuple):
    """What was counted. Figures add up; ratios are computed from sums only (DASH-1, videos.rules).

    `engaged_views` are past the first seconds, `premium_views` by paying subscribers.
    `watch_millis` is the time watched in thousandths of a second. `rate_weight` is the sum of views
    times average watch rate (in 1/10,000 percent) over `rated_views`, the views whose rate is
    known. `revenue_nanos` is the total in nano-USD; `ads_nanos` and `premium_nanos` are parts of
    it, and the rest comes from elsewhere.
    """

    views: int = 0
    engaged_views: int = 0
    premium_views: int = 0
    watch_millis: int = 0
    rated_views: int = 0
    rate_weight: int = 0
    revenue_nanos: int = 0
    ads_nanos: int = 0
    premium_nanos: int = 0

    def plus(self, other: Figures) -> Figures:
        return Figures(*map(int.__add__, self, other))

    def only_views(self) -> Figures:
        """Its views of all three sorts, and nothing else."""
        return Figures(self.views, self.engaged_views, self.premium_views)


NOTHING = Figures()


class UsedTrack(NamedTuple):
    """A track that a video uses; estimated if no claim of the requested months says so."""

    isrc: Isrc
    is_estimated: bool


class CarriedTracks(NamedTuple):
    """The tracks of a video in a month, each with what its claims earned, in nano-USD.

    Estimated if no claim of that month says so.
    """

    weights: Mapping[Isrc, int]
    is_estimated: bool


@frozen
class Video:
    """A video, known since a report or the platform first named it (FILE-17).

    Until the platform has described it (`described_at`), the title is a file's or the id, there is
    no thumbnail, and `published_on` is the first reported day, or otherwise the day on which the
    video was first seen (VIDEO-3).
    """

    id: VideoId
    channel: PlatformChannelId
    title: str
    published_on: date
    thumbnail: str | None = None
    described_at: datetime | None = None

    @property
    def platform(self) -> Platform:
        return platform_of(self.id)

    def described(self, facts: PlatformVideo, at: datetime, zone: tzinfo = UTC) -> Video:
        """With the platform's description; `zone` is the portal's, which decides the day of an
        upload.
        """
        return evolve(
            self,
            title=facts.title or self.title,
            thumbnail=facts.thumbnail,
            published_on=facts.published_at.astimezone(zone).date(),
            described_at=at,
        )

    def missing(self, at: datetime) -> Video:
        """Marked as unknown to the platform when it was asked: deleted, or private."""
        return evolve(self, described_at=at)


class VideoDay(NamedTuple):
    """A video's estimated figures for one day, ignoring our own rows if the platform's exist
    (FILE-18).
    """

    channel: PlatformChannelId
    video: VideoId
    day: date
    figures: Figures


class CountryDay(NamedTuple):
    """A video's estimated figures for one day in one country; `ZZ` means unknown (DASH-10)."""

    channel: PlatformChannelId
    video: VideoId
    day: date
    country: str
    figures: Figures


class ChannelDay(NamedTuple):
    """A channel's estimated figures for one day: the sum over its videos."""

    channel: PlatformChannelId
    day: date
    figures: Figures


class RecordFigure(NamedTuple):
    """Confirmed money of a video, of one kind, on one day; `day` is None if the kind has none.

    `nanos` is before any share and may be negative. `video` is empty for money of a channel for
    which no video is named. A figure without a day is split over the month's days by SETTLE-8.
    """

    month: Month
    kind: Kind
    channel: PlatformChannelId
    video: VideoId
    day: date | None
    views: int
    nanos: int

    @property
    def sort(self) -> Sort:
        """Where the money comes from (FILE-4)."""
        sort = self.kind.sort
        if sort is None:
            raise ValueError(f"{self.kind} is no record")
        return sort


class DaysLeft(NamedTuple):
    """What an attempt at a month's confirmed days has left: the days of all channels up to
    `reached`, and perhaps some of the channels after it.
    """

    version: int
    reached: PlatformChannelId | None


class ConfirmedDay(NamedTuple):
    """What a close confirmed for a video and day; the id is empty for money that names no video."""

    channel: PlatformChannelId
    video: VideoId
    day: date
    revenue_nanos: int
    premium_nanos: int


class ChannelSum(NamedTuple):
    """The sum of a channel's confirmed figures for a month, in nano-USD before any share."""

    channel: PlatformChannelId
    nanos: int


class DailyEstimate(NamedTuple):
    """The weights of SETTLE-8 for one video and day, in nano-USD and views; estimates may be
    negative."""

    channel: PlatformChannelId
    video: VideoId
    day: date
    views: int
    total_nanos: int
    ads_nanos: int
    premium_nanos: int

    @classmethod
    def of(cls, counted: VideoDay) -> DailyEstimate:
        """The weights that follow from a day's figures."""
        figures = counted.figures
        return cls(
            counted.channel,
            counted.video,
            counted.day,
            figures.views,
            figures.revenue_nanos,
            figures.ads_nanos,
            figures.premium_nanos,
        )


class SpanEstimate(NamedTuple):
    """The sum of a video's estimates over a span of days: weights of SETTLE-8, with negative days
    as zero.

    `place` is the span's number within the month, from 0.
    """

    video: VideoId
    place: int
    views: int
    total_nanos: int
    ads_nanos: int
    premium_nanos: int


@frozen
class RecordTotal:
    """What one kind has for a month: booked rows and their money.

    `suspense_nanos` is the kind's money for the month that waits in suspense and is not in `nanos`.
    """

    kind: Kind
    rows: int
    nanos: int
    suspense_nanos: int


@frozen
class RecordOverlap:
    """Two kinds of one sort that contain the same videos in a month, and how many (SETTLE-5)."""

    sort: Sort
    kinds: tuple[Kind, Kind]
    videos: int


@frozen
class DataCycle:
    """How far the estimates reach, and when they last changed (DASH-4)."""

    first: date
    last: date
    updated_at: datetime
