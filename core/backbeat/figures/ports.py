"""What reading videos and statistics needs from a store and from the platform."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol

from backbeat.figures.model import (
    CarriedTracks,
    ChannelDay,
    ChannelSum,
    ConfirmedDay,
    CountryDay,
    DailyEstimate,
    DataCycle,
    DaysLeft,
    RecordFigure,
    RecordOverlap,
    RecordTotal,
    SpanEstimate,
    UsedTrack,
    Video,
    VideoDay,
)
from backbeat.figures.tracks import MonthTracks
from backbeat.kernel.ids import Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind


class Videos(Protocol):
    """The videos that reports or the platform have named."""

    def get(self, video: VideoId) -> Video | None: ...

    def of(self, videos: Collection[VideoId]) -> Mapping[VideoId, Video]: ...

    def titles(self, videos: Collection[VideoId]) -> Mapping[VideoId, str]: ...

    def tracks_of(
        self, videos: Collection[VideoId], first: Month, last: Month
    ) -> Mapping[VideoId, Sequence[UsedTrack]]:
        """The tracks that each video used in these months, both ends included (VIDEO-9).

        Videos that were not claimed in any month are left out: their tracks are not known yet.
        """

    def carried(self, videos: Collection[VideoId], month: Month) -> Mapping[VideoId, CarriedTracks]:
        """The same for one month, with the weights by which the tracks' figures are divided
        (VIDEO-8).
        """

    def last_used(
        self, channels: Collection[PlatformChannelId], isrcs: Collection[Isrc]
    ) -> Mapping[Isrc, date]: ...

    def undescribed(self, limit: int, after: VideoId | None = None) -> Sequence[Video]:
        """Up to `limit` videos that the platform has not described, in order of id (VIDEO-3)."""

    def described(self, videos: Iterable[Video]) -> None:
        """Store what the platform said about these videos."""


class ConfirmedDays(Protocol):
    """The confirmed money of closed months by day, as their closes split it (DASH-15).

    Each attempt at a close stores days under a version of its own; nobody reads a version until it
    is shown.
    """

    def new_version(self, month: Month, facts: str | None = None) -> int:
        """A number that no other attempt has; it belongs to this one, whatever happens to it.

        Until the others are dropped, the month's newest attempt is not finished. By its `facts` an
        attempt can be recognised and resumed; without them, nobody resumes it.
        """

    def left(self, month: Month, facts: str) -> DaysLeft | None:
        """How far the month's newest attempt came, if it was begun from these facts and is not
        shown.
        """

    def add(self, version: int, days: Sequence[ConfirmedDay]) -> None: ...

    def reach(self, month: Month, version: int, channel: PlatformChannelId) -> None:
        """Record that all days of the channels up to this one are written."""

    def forget(self, month: Month, version: int, channels: Collection[PlatformChannelId]) -> None:
        """Remove any days of these channels in the month under the version."""

    def show(self, month: Month, version: int) -> None:
        """Make this version the one whose days are read for the month."""

    def drop_others(self, month: Month, limit: int) -> bool:
        """Remove so many of the month's days of all versions except the shown one: former versions,
        and those of failed attempts. Returns whether there may be more; if not, it is finished.
        """

    def unfinished(self) -> Sequence[Month]:
        """The months with an attempt that was begun but not finished."""

    def closed(self, first: Month, last: Month) -> Mapping[Month, int]:
        """The months whose days are confirmed, each with the version that is read."""


class ConfirmedFigures(Protocol):
    """Booked figures of record kinds: what a close shares out.

    Channels are the platform's ids; rows in suspense are never included.
    """

    def sums(self, month: Month, kinds: Collection[Kind]) -> Iterator[ChannelSum]:
        """The sum of each channel's confirmed figures for the month and kinds, by channel."""

    def figures(
        self,
        month: Month,
        kinds: Collection[Kind],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """Every confirmed figure of the month and kinds, ordered by channel, video, kind, day.

        Streamed: one figure per channel, video, kind and day (or without a day, which comes first),
        for these channels or for all. It has to be read to the end inside the `look()` or `begin()`
        block from which it came.
        """

    def tracks_with(self, month: Month, tracks: Collection[Isrc]) -> MonthTracks:
        """The videos and assets that use any of these tracks in the month, with all of their
        tracks.
        """

    def of_tracks(
        self,
        month: Month,
        kinds: Collection[Kind],
        tracks: Collection[Isrc],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """The part of the figures that belongs to these tracks, row by row (VIDEO-8), in the order
        of `figures`; figures without such a part are left out, and views are not given.
        """

    def record_kinds(self) -> Sequence[Kind]:
        """Every kind that may be settled, those of the operator's layouts included."""

    def kinds(self, month: Month) -> Sequence[Kind]:
        """The record kinds that have anything for the month; this is fast, however much there is."""

    def totals(self, month: Month) -> Sequence[RecordTotal]:
        """What each record kind has for the month; kinds without a row are left out."""

    def overlaps(self, month: Month, kinds: Collection[Kind]) -> Sequence[RecordOverlap]:
        """Pairs of these kinds that report the same sort of money for the same videos (SETTLE-5).

        A kind of both sorts overlaps with any other.
        """

    def of_video(self, video: VideoId, first: Month, last: Month) -> Sequence[RecordFigure]:
        """A video's confirmed figures from one month to another, both included, oldest first
        (VIDEO-2).
        """

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[str]:
        """The files that a close of the month uses: those `mark_settled` would mark."""

    def suspended(self, month: Month, kinds: Collection[Kind]) -> int:
        """How many rows of the month and kinds wait in suspense."""

    def last_change(self) -> int:
        """The number of the newest change of report rows, whatever happened to it."""

    def hold_files(self) -> None:
        """Lock the files: none can be taken in, undone or released from before the transaction
        ends.
        """

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """Record that a close has used the month's figures of these kinds: their files can no
        longer be undone (FILE-11).
        """


class Statistics(Protocol):
    """Booked estimates by day.

    Channels are the platform's ids; rows in suspense are never included. Days before a channel
    earns and after it stopped are included: statistics do not know who earns when, so the reader
    joins them with the channels' earning intervals (FILE-16, SETTLE-9).
    """

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        """The month's daily estimates, ordered by channel, video, day: the weights of SETTLE-8.

        With `splitting`, only those of videos for which one of these kinds has a figure without a
        day: merging this stream with `ConfirmedFigures.figures` takes one pass and no memory. For
        these channels, or for all.
        """

    def span_estimates(
        self, month: Month, channel: PlatformChannelId, starts: Sequence[int]
    ) -> Iterator[SpanEstimate]:
        """The estimates of a channel's videos, added up as by `in_spans`, by video and span."""

    def last_day(self) -> date | None:
        """The newest day for which there are estimates; None before the first file (DASH-3)."""

    def views_by_video(
        self, first: date, last: date, channels: Collection[PlatformChannelId] | None = None
    ) -> Mapping[VideoId, int]:
        """The views that videos of these channels, or of all, gained on these days."""

    def data_cycle(self) -> DataCycle | None:
        """The span of all estimates, and when they last changed; None before the first file."""

    def channel_days(
        self, channels: Collection[PlatformChannelId], first: date, last: date
    ) -> Iterator[ChannelDay]:
        """The channels' daily figures, both ends included, ordered by channel and day."""

    def video_days(
        self,
        channels: Collection[PlatformChannelId],
        first: date,
        last: date,
        video: VideoId | None = None,
    ) -> Iterator[VideoDay]: ...

    def country_days(self, video: VideoId, first: date, last: date) -> Iterator[CountryDay]:
        """A video's daily figures by country, ordered by day and country."""


class Books(Protocol):
    @property
    def videos(self) -> Videos: ...
