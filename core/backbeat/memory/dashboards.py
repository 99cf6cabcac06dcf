"""Dashboard queries over the books in memory: every row is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Protocol, TypeVar

from attrs import frozen

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel
from backbeat.dashboards import rules
from backbeat.dashboards.model import (
    ESTIMATED,
    ChannelRow,
    CountryViews,
    Published,
    Segment,
    Shared,
    Sort,
    SortKey,
    VideoRow,
)
from backbeat.figures import rules as ratios
from backbeat.figures.model import NOTHING, Figures, Video, VideoDay
from backbeat.figures.ports import Statistics
from backbeat.figures.ports import Videos as KnownVideos
from backbeat.kernel.ids import AccountId, PlatformChannelId, VideoId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.confirmed_days import MemoryConfirmedDays
from backbeat.memory.figures import without_money
from backbeat.settings import RpmBase


class Videos(KnownVideos, Protocol):
    def between(self, channel: PlatformChannelId, first: date, last: date) -> Sequence[Video]:
        """The channel's videos that were published on these days."""


class Channels(Protocol):
    def everything(self) -> Sequence[Channel]:
        """All of them, deleted ones included."""


@frozen
class MemoryFigures:
    """Fulfils `FigureQueries`."""

    channels: Channels
    videos: Videos
    statistics: Statistics
    confirmed_days: MemoryConfirmedDays

    def channels_of(
        self, accounts: Collection[AccountId], *, deleted: bool = False
    ) -> Sequence[Channel]:
        wanted = frozenset(accounts)
        found = [
            channel
            for channel in self.channels.everything()
            if (deleted or not channel.is_deleted)
            and wanted.intersection(
                {channel.owner, *(each.account for each in channel.timeline.holdings)}
            )
        ]
        return sorted(found, key=lambda channel: channel.id)

    def count_held(self, accounts: Collection[AccountId]) -> Mapping[ChannelStatus, int]:
        held = frozenset(accounts)
        return Counter(
            channel.status
            for channel in self.channels.everything()
            if channel.holder in held and not channel.is_deleted
        )

    def views(
        self,
        segments: Sequence[Segment],
        videos: Mapping[PlatformChannelId, tuple[VideoId, VideoId]],
    ) -> Mapping[tuple[PlatformChannelId, VideoId], Figures]:
        found: dict[tuple[PlatformChannelId, VideoId], Figures] = {}
        for row, shared in self._rows(segments):
            first, last = videos[row.channel]
            if first <= row.video <= last:
                key = row.channel, row.video
                found[key] = found.get(key, NOTHING).plus(shared.figures.only_views())
        return found

    def by_day(
        self, segments: Sequence[Segment], video: VideoId | None = None
    ) -> Mapping[date, Shared]:
        if video is not None:
            own = [(row, each) for row, each in self._rows(segments) if row.video == video]
            return _together((row.day, each) for row, each in own)
        return _together((day, each) for _, day, each in self._channel_days(segments))

    def by_channel(self, segments: Sequence[Segment]) -> Sequence[ChannelRow]:
        found = _together((channel, each) for channel, _, each in self._channel_days(segments))
        videos: dict[PlatformChannelId, set[VideoId]] = {channel: set() for channel in found}
        for row, _ in self._rows(segments):
            if row.video:
                videos[row.channel].add(row.video)
        return [ChannelRow(channel, len(videos[channel]), found[channel]) for channel in found]

    def revenue_by_channel(self, segments: Sequence[Segment]) -> Mapping[PlatformChannelId, int]:
        found = _together((channel, each) for channel, _, each in self._channel_days(segments))
        return {channel: shared.revenue_nanos for channel, shared in found.items()}

    def by_video(
        self,
        segments: Sequence[Segment],
        sort: Sort,
        base: RpmBase,
        page: PageRequest,
        search: str | None = None,
    ) -> Page[VideoRow]:
        wanted = [row for row in self.every_video(segments) if _matches(row, search)]
        return page.of(_in_order(wanted, sort, base))

    def every_video(self, segments: Sequence[Segment]) -> Sequence[VideoRow]:
        found = _together(((row.channel, row.video), each) for row, each in self._rows(segments))
        known = self.videos.of({video for _, video in found})
        return [
            VideoRow(
                video,
                channel,
                known[video].title,
                known[video].thumbnail,
                known[video].published_on,
                shared,
            )
            for (channel, video), shared in found.items()
            if video in known
        ]

    def engaged_by_channel(
        self, segments: Sequence[Segment]
    ) -> Mapping[PlatformChannelId, Mapping[date, int]]:
        found: dict[PlatformChannelId, dict[date, int]] = {}
        for channel, day, each in self._channel_days(segments):
            days = found.setdefault(channel, {})
            days[day] = days.get(day, 0) + each.figures.engaged_views
        return found

    def engaged_by_video(
        self, segments: Sequence[Segment], videos: Collection[tuple[PlatformChannelId, VideoId]]
    ) -> Mapping[VideoId, Mapping[date, int]]:
        found: dict[VideoId, dict[date, int]] = {}
        for row, each in self._rows(segments):
            if (row.channel, row.video) in videos:
                days = found.setdefault(row.video, {})
                days[row.day] = days.get(row.day, 0) + each.figures.engaged_views
        return found

    def published(self, segments: Sequence[Segment]) -> Mapping[date, Published]:
        found: dict[date, Published] = {}
        for part in segments:
            for video in self.videos.between(part.channel, part.first, part.last):
                number, title = found.get(video.published_on, (0, video.title))
                found[video.published_on] = Published(number + 1, min(title, video.title))
        return found

    def by_country(self, segments: Sequence[Segment], video: VideoId) -> Sequence[CountryViews]:
        views: dict[str, int] = {}
        for segment in segments:
            for row in self.statistics.country_days(video, segment.first, segment.last):
                if row.channel == segment.channel:
                    views[row.country] = views.get(row.country, 0) + row.figures.views
        ranked = sorted(views.items(), key=lambda item: (-item[1], item[0]))
        return [CountryViews(country, count) for country, count in ranked]

    def _rows(self, segments: Sequence[Segment]) -> Iterator[tuple[VideoDay, Shared]]:
        for segment in segments:
            for row in self._told(segment):
                yield row, rules.shared(row.figures, segment)

    def _channel_days(
        self, segments: Sequence[Segment]
    ) -> Iterator[tuple[PlatformChannelId, date, Shared]]:
        """Each channel and day, added up before it is shared (MONEY-12)."""
        for segment in segments:
            days: dict[date, Figures] = {}
            for row in self._told(segment):
                days[row.day] = days.get(row.day, NOTHING).plus(row.figures)
            for day, figures in days.items():
                yield segment.channel, day, rules.shared(figures, segment)

    def _told(self, segment: Segment) -> Iterator[VideoDay]:
        """What was counted, with the money from the daily files or from the close."""
        days = self.statistics.video_days([segment.channel], segment.first, segment.last)
        if segment.version == ESTIMATED:
            yield from days
            return
        for row in days:
            yield row._replace(figures=without_money(row.figures))
        confirmed = self.confirmed_days.of(
            segment.channel, segment.first, segment.last, segment.version
        )
        for each in confirmed:
            money = Figures(revenue_nanos=each.revenue_nanos, premium_nanos=each.premium_nanos)
            yield VideoDay(each.channel, each.video, each.day, money)


K = TypeVar("K")


def _together(parts: Iterable[tuple[K, Shared]]) -> dict[K, Shared]:
    found: dict[K, Shared] = {}
    for key, each in parts:
        found[key] = found.get(key, Shared()).plus(each)
    return found


def _matches(row: VideoRow, search: str | None) -> bool:
    return search is None or search.lower() in row.title.lower() or search == row.id


def _in_order(rows: Sequence[VideoRow], sort: Sort, base: RpmBase) -> list[VideoRow]:
    by_id = sorted(rows, key=lambda row: row.id)
    known = [row for row in by_id if _key(row, sort.key, base) is not None]
    known.sort(key=lambda row: _key(row, sort.key, base), reverse=sort.descending)
    return known + [row for row in by_id if _key(row, sort.key, base) is None]


def _key(row: VideoRow, key: SortKey, base: RpmBase) -> Any:
    figures = row.shared.figures
    ratio: dict[SortKey, Decimal | None] = {
        SortKey.RPM: rules.rpm(row.shared, base),
        SortKey.PREMIUM_RATIO: ratios.premium_ratio(figures),
    }
    plain: dict[SortKey, object] = {
        SortKey.DATE: row.published_on,
        SortKey.TITLE: row.title.lower(),
        SortKey.REVENUE: row.shared.revenue_nanos,
        SortKey.VIEWS: figures.views,
        SortKey.ENGAGED_VIEWS: figures.engaged_views,
        SortKey.PREMIUM_VIEWS: figures.premium_views,
    }
    return ratio[key] if key in ratio else plain[key]
