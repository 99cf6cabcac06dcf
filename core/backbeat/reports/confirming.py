"""Confirmed revenue of many videos at once: records and counts read along with each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from attrs import define, field

from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.reports import rules
from backbeat.reports.model import Segment, Shared
from backbeat.reports.ports import Books
from backbeat.videos.kinds import Kind
from backbeat.videos.model import NOTHING, DailyEstimate, Figures, RecordFigure

Counted = tuple[PlatformChannelId, VideoId, Figures]


class Row(NamedTuple):
    """A video's confirmed revenue with what was counted."""

    channel: PlatformChannelId
    video: VideoId
    shared: Shared


@define
class _Counts:
    """The stream of counts, read along with the records: both by channel and video."""

    _stream: Iterator[Counted]
    _next: Counted | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._next = next(self._stream, None)

    def of(self, channel: PlatformChannelId, video: VideoId) -> Figures:
        """What was counted of one video; asked in ascending order only."""
        while self._next is not None and self._next[:2] < (channel, video):
            self._next = next(self._stream, None)
        if self._next is not None and self._next[:2] == (channel, video):
            return self._next[2]
        return NOTHING


def most_videos(
    books: Books,
    kinds: Mapping[Month, Collection[Kind]],
    segments: Mapping[Month, Sequence[Segment]],
) -> int:
    """How many videos `by_video` looks at: it finds as many at most."""
    return books.statistics.recorded_videos(_channels(segments), kinds)


def by_video(
    books: Books,
    kinds: Mapping[Month, Collection[Kind]],
    segments: Mapping[Month, Sequence[Segment]],
) -> Iterator[Row]:
    """The confirmed revenue of closed months on the days of the segments, by channel and video.

    `kinds` are what each month's close has used. Videos that have none on these days are left out.
    """
    theirs: dict[tuple[PlatformChannelId, Month], list[Segment]] = {}
    for month, parts in segments.items():
        for part in parts:
            theirs.setdefault((part.channel, month), []).append(part)
    counts = _Counts(
        iter(books.figures.counted([part for each in theirs.values() for part in each]))
    )
    records = books.statistics.record_of_channels(_channels(segments), kinds)
    for (channel, video), of_video in groupby(records, key=_channel_and_video):
        found = [
            shared
            for month, of_month in groupby(of_video, key=_month)
            if (those := theirs.get((channel, month)))
            for shared in _confirmed(books, month, list(of_month), those)
        ]
        if found:
            counted = counts.of(channel, video)
            yield Row(channel, video, _with_counts(rules.together(found), counted))


def _channels(segments: Mapping[Month, Sequence[Segment]]) -> list[PlatformChannelId]:
    return sorted({part.channel for parts in segments.values() for part in parts})


def _confirmed(
    books: Books, month: Month, records: Sequence[RecordFigure], parts: Sequence[Segment]
) -> Collection[Shared]:
    """A month's confirmed figures of one video; estimates are read only where it is divided."""
    estimates: list[DailyEstimate] = []
    is_whole = len(parts) == 1 and (parts[0].first, parts[0].last) == (month.first, month.last)
    if not is_whole and any(record.day is None for record in records):
        channel, video = records[0].channel, records[0].video
        days = books.statistics.video_days([channel], month.first, month.last, video)
        estimates = [DailyEstimate.of(day) for day in days]
    return rules.confirmed(records, parts, estimates).values()


def _with_counts(money: Shared, counted: Figures) -> Shared:
    figures = counted if counted.views else money.figures
    return money._replace(
        figures=figures._replace(
            revenue_nanos=money.figures.revenue_nanos, premium_nanos=money.figures.premium_nanos
        )
    )


def _channel_and_video(record: RecordFigure) -> tuple[PlatformChannelId, VideoId]:
    return record.channel, record.video


def _month(record: RecordFigure) -> Month:
    return record.month
