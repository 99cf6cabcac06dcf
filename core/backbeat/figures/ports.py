"""What reading videos and statistics needs of a store, and of the platform."""

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

        Videos that no month has claimed are left out: their tracks are not known yet.
        """

    def carried(self, videos: Collection[VideoId], month: Month) -> Mapping[VideoId, CarriedTracks]:
        """The same of one month, with what the tracks' figures are divided by (VIDEO-8)."""

    def last_used(
        self, channels: Collection[PlatformChannelId], isrcs: Collection[Isrc]
    ) -> Mapping[Isrc, date]:
        """The day on which the newest of these channels' videos with each track came out."""

    def undescribed(self, limit: int, after: VideoId | None = None) -> Sequence[Video]:
        """Up to `limit` videos that the platform has not described, in order of id (VIDEO-3)."""

    def described(self, videos: Iterable[Video]) -> None:
        """Keep what the platform said of these videos."""


class ConfirmedDays(Protocol):
    """The confirmed money of closed months by day, as their closes have split it (DASH-15).

    Each attempt at a close keeps days under a version of its own; nobody reads one until it is
    shown.
    """

    def new_version(self, month: Month, facts: str | None = None) -> int:
        """A number that no other attempt has; it is this one's, whatever becomes of it.

        Until the others are dropped the month's newest attempt is not finished. By `facts` it is
        known again; without, nobody goes on with it.
        """

    def left(self, month: Month, facts: str) -> DaysLeft | None:
        """How far the month's newest attempt came, if it was begun on these facts and is not
        shown."""

    def add(self, version: int, days: Sequence[ConfirmedDay]) -> None: ...

    def reach(self, month: Month, version: int, channel: PlatformChannelId) -> None:
        """All days of the channels up to this one are written."""

    def forget(self, month: Month, version: int, channels: Collection[PlatformChannelId]) -> None:
        """Remove what there is of these channels' days in the month under the version."""

    def show(self, month: Month, version: int) -> None:
        """From now on the month's days are those of this version."""

    def drop_others(self, month: Month, limit: int) -> bool:
        """Remove so many of the month's days of all versions but the one that is shown: former
        ones, and those of attempts that failed. Whether there may be more; else it is finished."""

    def unfinished(self) -> Sequence[Month]:
        """The months with an attempt that was begun and is not finished."""

    def closed(self, first: Month, last: Month) -> Mapping[Month, int]:
        """The months whose days are confirmed, each with the version that they are read by."""


class ConfirmedFigures(Protocol):
    """Figures of record kinds as booked: what a close shares out.

    Channels are the platform's ids; rows in suspense are in none of this.
    """

    def sums(self, month: Month, kinds: Collection[Kind]) -> Iterator[ChannelSum]:
        """What each channel's confirmed figures of the month and kinds add up to, by channel."""

    def figures(
        self,
        month: Month,
        kinds: Collection[Kind],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """Every confirmed figure of the month and kinds, ordered by channel, video, kind, day.

        Streamed: one figure per channel, video, kind and day (or without a day, which comes
        first); of these channels, or of all. Read it to the end inside the `look()` or `begin()`
        block it came from.
        """

    def tracks_with(self, month: Month, tracks: Collection[Isrc]) -> MonthTracks:
        """What carries any of these tracks in the month, with all of its tracks."""

    def of_tracks(
        self,
        month: Month,
        kinds: Collection[Kind],
        tracks: Collection[Isrc],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """What of the figures is of these tracks, row by row (VIDEO-8), in the order of `figures`;
        those without any of it are left out, and views are not told."""

    def record_kinds(self) -> Sequence[Kind]:
        """Every kind that may be settled, those of the operator's layouts included."""

    def kinds(self, month: Month) -> Sequence[Kind]:
        """The record kinds that hold anything for the month; quickly, however much it is."""

    def totals(self, month: Month) -> Sequence[RecordTotal]:
        """What each record kind holds for the month, kinds without a row left out."""

    def overlaps(self, month: Month, kinds: Collection[Kind]) -> Sequence[RecordOverlap]:
        """Pairs of these kinds that tell of the same sort of money for the same videos (SETTLE-5).

        A kind of both sorts overlaps with any other.
        """

    def of_video(self, video: VideoId, first: Month, last: Month) -> Sequence[RecordFigure]:
        """A video's confirmed figures, months included at both ends, oldest first (VIDEO-2)."""

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[str]:
        """The files that a close of the month uses: those `mark_settled` would mark."""

    def suspended(self, month: Month, kinds: Collection[Kind]) -> int:
        """How many rows of the month and kinds wait in suspense."""

    def last_change(self) -> int:
        """The number of the newest change of report rows, whatever became of it."""

    def hold_files(self) -> None:
        """Let no file come, be undone or be released from before the transaction ends."""

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """A close has used the month's figures of these kinds: their files can't be undone
        (FILE-11)."""


class Statistics(Protocol):
    """Estimates by day as booked. Channels are the platform's ids; rows in suspense are in none of this.

    Days before a channel earns and after it stopped are in here too: who earns when is not
    known to statistics, so the reader joins the channels' earning intervals (FILE-16, SETTLE-9).
    """

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        """The month's daily estimates, ordered by channel, video, day: the weights of SETTLE-8.

        With `splitting`, only those of videos for which one of these kinds has a figure without
        a day: a merge of this stream with `ConfirmedFigures.figures` needs one pass and no memory. Of these
        channels, or of all.
        """

    def span_estimates(
        self, month: Month, channel: PlatformChannelId, starts: Sequence[int]
    ) -> Iterator[SpanEstimate]:
        """The estimates of a channel's videos as `in_spans` adds them up, by video and span."""

    def last_day(self) -> date | None:
        """The newest day that estimates tell of; None before the first file (DASH-3)."""

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
