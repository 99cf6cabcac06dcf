"""What a close confirms of each day: a month's money split over its days (SETTLE-8, DASH-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    along, days = groupby(estimates, key=_of_video), tuple(month.days)
    video, estimated = next(along, (None, iter(())))
    for of, records in groupby(figures, key=_of_video):
        while video is not None and video < of:
            video, estimated = next(along, (None, iter(())))
        weights = list(estimated) if video == of else []
        for day, nanos, premium in zip(days, *_by_day(month, records, weights), strict=True):
            if nanos or premium:
                yield ConfirmedDay(*of, day, nanos, premium)


def _by_day(
    month: Month, records: Iterable[RecordFigure], weights: Sequence[DailyEstimate]
) -> tuple[Sequence[int], Sequence[int]]:
    """A video's money on each day of the month, in nano-USD: all of it, and subscriptions' part."""
    length = month.last.day
    whole, premium = [0] * length, [0] * length
    for record in records:
        for place, nanos in _parts(month, record, weights):
            whole[place] += nanos
            if record.sort is Sort.SUBSCRIPTION:
                premium[place] += nanos
    return whole, premium


def _parts(
    month: Month, record: RecordFigure, weights: Sequence[DailyEstimate]
) -> Iterable[tuple[int, int]]:
    """What of a record falls on which days, by their places in the month."""
    if record.day is not None:
        return [(record.day.day - 1, record.nanos)]
    return enumerate(rules.spread(record.nanos, rules.day_weights(month, record.sort, weights)))


def _of_video(each: RecordFigure | DailyEstimate) -> _Video:
    return each.channel, each.video
