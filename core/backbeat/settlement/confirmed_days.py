"""What a close confirms of each day: a month's money split over its days (SETTLE-8, DASH-15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby

from backbeat.figures.model import ConfirmedDay, DailyEstimate, RecordFigure
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Sort
from backbeat.settlement import rules
from backbeat.settlement.ports import Books

CHANNELS_AT_ONCE = 200
"""How many channels are computed before they are written."""

DAYS_AT_ONCE = 5_000
"""How many days a transaction writes, so that nobody waits long for it."""

_Video = tuple[PlatformChannelId, VideoId]


def worked_out(
    books: Books, month: Month, kinds: Sequence[Kind], channels: Sequence[PlatformChannelId]
) -> Iterator[ConfirmedDay]:
    """The confirmed money of the channels' videos and days, which adds up to their month's."""
    figures = books.confirmed.figures(month, kinds, channels)
    return split(month, figures, books.statistics.daily_estimates(month, kinds, channels))


def split(
    month: Month, figures: Iterable[RecordFigure], estimates: Iterable[DailyEstimate]
) -> Iterator[ConfirmedDay]:
    """Figures with a day stay on it; those without are spread by the video's estimates.

    Both come ordered by channel and video.
    """
    along = groupby(estimates, key=_of_video)
    video, days = next(along, (None, iter(())))
    for of, records in groupby(figures, key=_of_video):
        while video is not None and video < of:
            video, days = next(along, (None, iter(())))
        weights = list(days) if video == of else []
        yield from _days(month, of, list(records), weights)


def _days(
    month: Month, of: _Video, records: Iterable[RecordFigure], weights: Sequence[DailyEstimate]
) -> Iterator[ConfirmedDay]:
    whole: dict[date, int] = defaultdict(int)
    premium: dict[date, int] = defaultdict(int)
    for record in records:
        for day, nanos in _of_record(month, record, weights):
            whole[day] += nanos
            if record.sort is Sort.SUBSCRIPTION:
                premium[day] += nanos
    for day in sorted(whole):
        if whole[day] or premium[day]:
            yield ConfirmedDay(*of, day, whole[day], premium[day])


def _of_record(
    month: Month, record: RecordFigure, weights: Sequence[DailyEstimate]
) -> Iterable[tuple[date, int]]:
    if record.day is not None:
        return [(record.day, record.nanos)]
    parts = rules.spread(record.nanos, rules.day_weights(month, record.sort, weights))
    return [(month.first + timedelta(place), part) for place, part in enumerate(parts) if part]


def _of_video(each: RecordFigure | DailyEstimate) -> _Video:
    return each.channel, each.video
