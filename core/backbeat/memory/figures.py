"""Videos and statistics in memory: figures are computed from the rows whenever they are requested."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations, groupby
from typing import TypeVar

from attrs import define, evolve, field, frozen

from backbeat.figures.model import (
    CarriedTracks,
    ChannelDay,
    ChannelSum,
    CountryDay,
    DailyEstimate,
    DataCycle,
    Figures,
    RecordFigure,
    RecordOverlap,
    RecordTotal,
    SpanEstimate,
    UsedTrack,
    Video,
    VideoDay,
)
from backbeat.figures.rules import in_spans, shared_sort
from backbeat.figures.tracks import MonthTracks, Weights, used
from backbeat.kernel.ids import Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.memory.kept_rows import KeptRow, KeptRows, added
from backbeat.memory.report_files import MemoryReports
from backbeat.memory.report_layouts import MemoryLayouts
from backbeat.platforms.kinds import Daily, Kind, Role
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.report_files.model import ReportRow

_Name = TypeVar("_Name", VideoId, str)


@define(eq=False)
class MemoryVideos:
    kept: KeptRows
    _videos: dict[VideoId, Video] = field(factory=dict, init=False)

    def named(self, row: ReportRow) -> None:
        """A report's row names a video: the video is created, or a little more is known about it
        (VIDEO-3).
        """
        if not row.video:
            return
        first = row.day or row.month.first
        video = self._videos.get(row.video)
        if video is None:
            video = Video(row.video, row.channel, row.title or row.video, first)
        elif video.described_at is None:
            title = row.title if video.title == video.id and row.title else video.title
            video = evolve(video, title=title, published_on=min(video.published_on, first))
        self._videos[row.video] = video

    def get(self, video: VideoId) -> Video | None:
        return self._videos.get(video)

    def of(self, videos: Collection[VideoId]) -> Mapping[VideoId, Video]:
        return {video: self._videos[video] for video in videos if video in self._videos}

    def between(self, channel: PlatformChannelId, first: date, last: date) -> Sequence[Video]:
        return [
            video
            for video in self._videos.values()
            if video.channel == channel and first <= video.published_on <= last
        ]

    def titles(self, videos: Collection[VideoId]) -> Mapping[VideoId, str]:
        return {video: known.title for video, known in self.of(videos).items()}

    def tracks_of(
        self, videos: Collection[VideoId], first: Month, last: Month
    ) -> Mapping[VideoId, Sequence[UsedTrack]]:
        claimed = self._claimed(videos)
        return {video: used(months, first, last) for video, months in claimed.items()}

    def carried(self, videos: Collection[VideoId], month: Month) -> Mapping[VideoId, CarriedTracks]:
        return {
            video: CarriedTracks(months.get(month) or months[max(months)], month not in months)
            for video, months in self._claimed(videos).items()
        }

    def last_used(
        self, channels: Collection[PlatformChannelId], isrcs: Collection[Isrc]
    ) -> Mapping[Isrc, date]:
        theirs = [video for video in self._videos.values() if video.channel in channels]
        found: dict[Isrc, date] = {}
        for video, months in self._claimed([video.id for video in theirs]).items():
            day = self._videos[video].published_on
            for isrc in {isrc for month in months.values() for isrc in month}.intersection(isrcs):
                found[isrc] = max(day, found.get(isrc, day))
        return found

    def _claimed(self, videos: Collection[VideoId]) -> Mapping[VideoId, Mapping[Month, Weights]]:
        claimed: dict[VideoId, dict[Month, Weights]] = defaultdict(dict)
        for month, tracks in self.kept.tracks().items():
            for video, carried in tracks.videos.items():
                if carried and video in videos:
                    claimed[video][month] = carried
        return claimed

    def undescribed(self, limit: int, after: VideoId | None = None) -> Sequence[Video]:
        found = [video for video in self._videos.values() if video.described_at is None]
        found.sort(key=lambda video: video.id)
        return [video for video in found if after is None or video.id > after][:limit]

    def described(self, videos: Iterable[Video]) -> None:
        self._videos.update((video.id, video) for video in videos)


@frozen
class MemoryConfirmedFigures:
    """Fulfils `ConfirmedFigures`."""

    reports: MemoryReports
    kept: KeptRows
    layouts: MemoryLayouts

    def sums(self, month: Month, kinds: Collection[Kind]) -> Iterator[ChannelSum]:
        figures = self.figures(month, kinds)
        for channel, own in groupby(figures, key=lambda figure: figure.channel):
            yield ChannelSum(channel, sum(figure.nanos for figure in own))

    def figures(
        self,
        month: Month,
        kinds: Collection[Kind],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        found = _records(
            self.kept,
            lambda kept: (
                kept.row.month == month
                and kept.kind in kinds
                and (channels is None or kept.row.channel in channels)
            ),
        )
        order = sorted(found, key=lambda f: (f.channel, f.video, f.kind.value, _first_none(f.day)))
        return iter(order)

    def tracks_with(self, month: Month, tracks: Collection[Isrc]) -> MonthTracks:
        known = self.kept.tracks().get(month, MonthTracks())
        return MonthTracks(_with(known.assets, tracks), _with(known.videos, tracks))

    def of_tracks(
        self,
        month: Month,
        kinds: Collection[Kind],
        tracks: Collection[Isrc],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        carried = self.tracks_with(month, tracks)
        parts: Counter[tuple[PlatformChannelId, VideoId, Kind, date | None]] = Counter()
        for kept in self.kept:
            row = kept.row
            if row.month == month and kept.kind in kinds and kept.is_booked:
                key = row.channel, row.video, kept.kind, row.day
                named = row.isrc, row.asset, row.video
                parts[key] += carried.part_of(row.figures.revenue_nanos, *named, tracks)
        for figure in self.figures(month, kinds, channels):
            nanos = parts[figure.channel, figure.video, figure.kind, figure.day]
            if nanos:
                yield figure._replace(views=0, nanos=nanos)

    def record_kinds(self) -> Sequence[Kind]:
        own = dict.fromkeys(each.layout.kind for each in self.layouts.versions())
        return [*RECORD_KINDS, *sorted(kind for kind in own if kind.role is Role.RECORD)]

    def kinds(self, month: Month) -> Sequence[Kind]:
        return [total.kind for total in self.totals(month)]

    def totals(self, month: Month) -> Sequence[RecordTotal]:
        rows: dict[Kind, list[KeptRow]] = defaultdict(list)
        for kept in self.kept:
            if kept.row.month == month and kept.kind.role is Role.RECORD:
                rows[kept.kind].append(kept)
        return [_total(kind, rows[kind]) for kind in self.record_kinds() if kind in rows]

    def overlaps(self, month: Month, kinds: Collection[Kind]) -> Sequence[RecordOverlap]:
        videos: dict[Kind, set[tuple[PlatformChannelId, VideoId]]] = defaultdict(set)
        for figure in self.figures(month, kinds):
            if figure.video:
                videos[figure.kind].add((figure.channel, figure.video))
        found = []
        for one, other in combinations([kind for kind in self.record_kinds() if kind in kinds], 2):
            sort = shared_sort(one, other)
            both = videos[one] & videos[other]
            if sort is not None and both:
                found.append(RecordOverlap(sort, (one, other), len({video for _, video in both})))
        return found

    def of_video(self, video: VideoId, first: Month, last: Month) -> Sequence[RecordFigure]:
        found = _records(
            self.kept, lambda kept: kept.row.video == video and first <= kept.row.month <= last
        )
        return sorted(found, key=lambda f: (f.month, f.kind.value, _first_none(f.day)))

    def of_channels(
        self, channels: Collection[PlatformChannelId], kinds: Mapping[Month, Collection[Kind]]
    ) -> Iterator[RecordFigure]:
        found = _records(
            self.kept,
            lambda kept: (
                kept.row.channel in channels and kept.kind in kinds.get(kept.row.month, ())
            ),
        )
        yield from sorted(
            found, key=lambda f: (f.channel, f.video, f.month, f.kind.value, _first_none(f.day))
        )

    def videos(
        self, channels: Collection[PlatformChannelId], kinds: Mapping[Month, Collection[Kind]]
    ) -> int:
        found = self.of_channels(channels, kinds)
        return len({(figure.channel, figure.video) for figure in found})

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[str]:
        return self.reports.files_of(month, self._used(kinds))

    def suspended(self, month: Month, kinds: Collection[Kind]) -> int:
        waiting = (kept for kept in self.kept if not kept.is_booked)
        return sum(kept.row.month == month and kept.kind in kinds for kept in waiting)

    def last_change(self) -> int:
        return sum(2 if file.undone_at else 1 for file in self.reports.files)

    def hold_files(self) -> None:
        """A transaction in memory is alone anyway."""

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        self.reports.mark_settled(month, self._used(kinds))

    def _used(self, kinds: Collection[Kind]) -> Collection[Kind]:
        """What a close of these kinds reads; months are spread over days by the daily files."""
        return {*kinds, *(file.kind for file in self.reports.live() if file.kind.is_daily)}


@frozen
class MemoryStatistics:
    """Computes figures from the rows; see `Statistics`."""

    reports: MemoryReports
    kept: KeptRows

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        wanted = None
        if splitting is not None:
            undated = _records(
                self.kept,
                lambda kept: (
                    kept.row.month == month and kept.kind in splitting and kept.row.day is None
                ),
            )
            wanted = {(figure.channel, figure.video) for figure in undated}
        days = _days(
            self.kept,
            lambda row: row.month == month and (channels is None or row.channel in channels),
        )
        for (channel, video, day), figures in sorted(days.items()):
            if wanted is None or (channel, video) in wanted:
                yield DailyEstimate(
                    channel,
                    video,
                    day,
                    figures.views,
                    figures.revenue_nanos,
                    figures.ads_nanos,
                    figures.premium_nanos,
                )

    def span_estimates(
        self, month: Month, channel: PlatformChannelId, starts: Sequence[int]
    ) -> Iterator[SpanEstimate]:
        days = self.daily_estimates(month, None, [channel])
        for _, of_video in groupby(days, key=lambda each: each.video):
            yield from in_spans(of_video, starts)

    def last_day(self) -> date | None:
        return max((day for _, _, day in _days(self.kept, lambda _: True)), default=None)

    def views_by_video(
        self, first: date, last: date, channels: Collection[PlatformChannelId] | None = None
    ) -> Mapping[VideoId, int]:
        found: Counter[VideoId] = Counter()
        days = _days(
            self.kept,
            lambda row: (
                row.day is not None
                and first <= row.day <= last
                and (channels is None or row.channel in channels)
            ),
        )
        for (_, video, _), figures in days.items():
            found[video] += figures.views
        return found

    def data_cycle(self) -> DataCycle | None:
        days = [day for _, _, day in _days(self.kept, lambda _: True)]
        files = [f for f in self.reports.files if f.kind.is_daily and f.undone_at is None]
        if not days or not files:
            return None
        return DataCycle(min(days), max(days), files[-1].ingested_at)

    def channel_days(
        self, channels: Collection[PlatformChannelId], first: date, last: date
    ) -> Iterator[ChannelDay]:
        days: dict[tuple[PlatformChannelId, date], list[Figures]] = defaultdict(list)
        for channel, _, day, figures in self.video_days(channels, first, last):
            days[channel, day].append(figures)
        for channel, day in sorted(days):
            yield ChannelDay(channel, day, added(days[channel, day]))

    def video_days(
        self,
        channels: Collection[PlatformChannelId],
        first: date,
        last: date,
        video: VideoId | None = None,
    ) -> Iterator[VideoDay]:
        days = _days(
            self.kept,
            lambda row: (
                row.channel in channels
                and row.day is not None
                and first <= row.day <= last
                and video in (None, row.video)
            ),
        )
        for channel, day, name in sorted((c, d, v) for c, v, d in days):
            yield VideoDay(channel, name, day, days[channel, name, day])

    def country_days(self, video: VideoId, first: date, last: date) -> Iterator[CountryDay]:
        countries: dict[tuple[date, str, PlatformChannelId], list[Figures]] = defaultdict(list)
        for row, figures in _estimates(self.kept):
            if row.video == video and row.day is not None and first <= row.day <= last:
                countries[row.day, row.country, row.channel].append(figures)
        for key in sorted(countries):
            day, country, channel = key
            yield CountryDay(channel, video, day, country, added(countries[key]))


def _with(carried: Mapping[_Name, Weights], tracks: Collection[Isrc]) -> Mapping[_Name, Weights]:
    wanted = frozenset(tracks)
    return {name: of for name, of in carried.items() if not wanted.isdisjoint(of)}


def _days(
    kept_rows: KeptRows, wanted: Callable[[ReportRow], bool]
) -> dict[tuple[PlatformChannelId, VideoId, date], Figures]:
    days: dict[tuple[PlatformChannelId, VideoId, date], list[Figures]] = defaultdict(list)
    for row, figures in _estimates(kept_rows):
        if row.day is not None and wanted(row):
            days[row.channel, row.video, row.day].append(figures)
    return {key: added(figures) for key, figures in days.items()}


def _estimates(kept_rows: KeptRows) -> Iterator[tuple[ReportRow, Figures]]:
    """Booked daily rows, with the part of their figures that counts beside the platform's
    (FILE-18).
    """
    platform: dict[Daily, set[tuple[PlatformChannelId, VideoId, date | None]]]
    platform = defaultdict(set)
    daily = [kept for kept in kept_rows if kept.kind.is_daily and kept.is_booked]
    for kept in daily:
        for told in kept.kind.daily:
            platform[told].add((kept.row.channel, kept.row.video, kept.row.day))
    for kept in daily:
        row = kept.row
        figures = row.figures
        if kept.kind.is_open:
            which = (row.channel, row.video, row.day)
            if which in platform[Daily.MONEY]:
                figures = without_money(figures)
            if which in platform[Daily.VIEWS]:
                figures = without_views(figures)
        yield row, figures


def _records(kept_rows: KeptRows, wanted: Callable[[KeptRow], bool]) -> list[RecordFigure]:
    sums: dict[tuple[Month, Kind, PlatformChannelId, VideoId, date | None], list[Figures]] = (
        defaultdict(list)
    )
    for kept in kept_rows:
        if kept.is_booked and kept.kind.role is Role.RECORD and wanted(kept):
            row = kept.row
            sums[row.month, kept.kind, row.channel, row.video, row.day].append(row.figures)
    return [
        RecordFigure(*key, total.views, total.revenue_nanos)
        for key, total in ((key, added(figures)) for key, figures in sums.items())
    ]


def without_money(figures: Figures) -> Figures:
    """Only the views: the money comes from the platform's own file."""
    return figures._replace(revenue_nanos=0, ads_nanos=0, premium_nanos=0)


def without_views(figures: Figures) -> Figures:
    """Only the money: the views come from the platform's own file."""
    return Figures(
        revenue_nanos=figures.revenue_nanos,
        ads_nanos=figures.ads_nanos,
        premium_nanos=figures.premium_nanos,
    )


def _total(kind: Kind, rows: Sequence[KeptRow]) -> RecordTotal:
    booked = [kept.row for kept in rows if kept.is_booked]
    waiting = [kept.row for kept in rows if not kept.is_booked]
    return RecordTotal(
        kind,
        rows=len(booked),
        nanos=sum(row.figures.revenue_nanos for row in booked),
        suspense_nanos=sum(row.figures.revenue_nanos for row in waiting),
    )


def _first_none(day: date | None) -> date:
    return day or date.min
