"""Confirmed revenue of many videos at once, read in a stream, with their views."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, groupby, islice
from typing import NamedTuple

from attrs import define, field

from backbeat.dashboards import rules
from backbeat.dashboards.model import Segment, Shared
from backbeat.dashboards.ports import Books
from backbeat.figures.model import NOTHING, DailyEstimate, Figures, RecordFigure
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind

_AT_ONCE = 1_000
"""For how many videos views are read at a time."""

_OfVideo = tuple[PlatformChannelId, VideoId, Sequence[DailyEstimate]]


class Row(NamedTuple):
    """A video's confirmed revenue with its views."""

    channel: PlatformChannelId
    video: VideoId
    shared: Shared


@define
class _Along:
    """The estimates of each video, read in step with the records; both are ordered by channel and
    id.
    """

    _stream: Iterator[_OfVideo]
    _next: _OfVideo | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._next = next(self._stream, None)

    def of(self, channel: PlatformChannelId, video: VideoId) -> Sequence[DailyEstimate]:
        """Those of one video; may only be asked in ascending order."""
        while self._next is not None and self._next[:2] < (channel, video):
            self._next = next(self._stream, None)
        if self._next is not None and self._next[:2] == (channel, video):
            return self._next[2]
        return ()


def most_videos(
    books: Books,
    kinds: Mapping[Month, Collection[Kind]],
    segments: Mapping[Month, Sequence[Segment]],
) -> int:
    """How many videos `by_video` looks at; it returns at most so many."""
    return books.confirmed.videos(_channels(segments), kinds)


def by_video(
    books: Books,
    kinds: Mapping[Month, Collection[Kind]],
    segments: Mapping[Month, Sequence[Segment]],
) -> Iterator[Row]:
    """The confirmed revenue of closed months on the days of the segments, by channel and video.

    `kinds` are those that each month's close used. Videos without any on these days are left out.
    """
    parts: dict[PlatformChannelId, list[Segment]] = {}
    for part in chain.from_iterable(segments.values()):
        parts.setdefault(part.channel, []).append(part)
    rows = _money(books, kinds, segments)
    while batch := list(islice(rows, _AT_ONCE)):
        named: dict[PlatformChannelId, tuple[VideoId, VideoId]] = {}
        for row in batch:
            first, _ = named.get(row.channel, (row.video, row.video))
            named[row.channel] = first, row.video
        views = books.figures.views([part for each in named for part in parts[each]], named)
        for row in batch:
            seen = views.get((row.channel, row.video), NOTHING)
            yield row._replace(shared=_with_views(row.shared, seen))


def _money(
    books: Books,
    kinds: Mapping[Month, Collection[Kind]],
    segments: Mapping[Month, Sequence[Segment]],
) -> Iterator[Row]:
    """The same without reading the daily files."""
    theirs: dict[tuple[PlatformChannelId, Month], list[Segment]] = {}
    for month, parts in segments.items():
        for part in parts:
            theirs.setdefault((part.channel, month), []).append(part)
    estimates = _estimates(books, kinds, theirs)
    records = books.confirmed.of_channels(_channels(segments), kinds)
    for (channel, video), of_video in groupby(records, key=_channel_and_video):
        found: list[Shared] = []
        for month, of_month in groupby(of_video, key=_month):
            if those := theirs.get((channel, month)):
                weights = estimates[month].of(channel, video) if month in estimates else ()
                found.extend(rules.confirmed(of_month, those, weights).values())
        if found:
            yield Row(channel, video, reduce(Shared.plus, found))


def _estimates(
    books: Books,
    kinds: Mapping[Month, Collection[Kind]],
    segments: Mapping[tuple[PlatformChannelId, Month], Sequence[Segment]],
) -> Mapping[Month, _Along]:
    """The estimates by which figures without a day are divided, for months that are divided.

    One stream per month, for the channels whose month does not belong to a single segment.
    """
    divided: dict[Month, list[PlatformChannelId]] = {}
    for (channel, month), parts in segments.items():
        if [(part.first, part.last) for part in parts] != [(month.first, month.last)]:
            divided.setdefault(month, []).append(channel)
    return {
        month: _Along(_by_video(books.statistics.daily_estimates(month, kinds[month], channels)))
        for month, channels in divided.items()
    }


def _by_video(
    estimates: Iterator[DailyEstimate],
) -> Iterator[_OfVideo]:
    for (channel, video), days in groupby(estimates, key=_channel_and_video):
        yield channel, video, list(days)


def _channels(segments: Mapping[Month, Sequence[Segment]]) -> list[PlatformChannelId]:
    return sorted({part.channel for parts in segments.values() for part in parts})


def _with_views(money: Shared, seen: Figures) -> Shared:
    """The money with the views from the daily files, if these know the video."""
    if not seen.views:
        return money
    known = money.figures
    figures = seen.plus(
        Figures(revenue_nanos=known.revenue_nanos, premium_nanos=known.premium_nanos)
    )
    return Shared(figures, money.revenue_nanos, money.premium_nanos)


def _channel_and_video(record: RecordFigure | DailyEstimate) -> tuple[PlatformChannelId, VideoId]:
    return record.channel, record.video


def _month(record: RecordFigure) -> Month:
    return record.month
