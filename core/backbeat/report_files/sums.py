"""Sums of report rows: of the rows before a page, and of the rows behind an amount."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from backbeat.kernel.ids import VideoId
from backbeat.kernel.pages import PageRequest
from backbeat.platforms.kinds import Kind
from backbeat.report_files.model import (
    Counting,
    DaySum,
    RowOrigin,
    RowsPage,
    RowSum,
    SumsBehind,
    VideoSum,
)


def page_of(rows: Iterable[RowOrigin], page: PageRequest, counting: Counting | None) -> RowsPage:
    """A page of the rows of which something counts, in their order."""
    found = [(row, nanos) for row, nanos in _counted(rows, counting) if nanos]
    before: dict[tuple[date | None, VideoId, Kind], int] = defaultdict(int)
    for row, nanos in found[: page.offset]:
        video = VideoId("") if row.day else row.video
        before[row.day, video, row.kind] += nanos
    sums = tuple(RowSum(*key, nanos) for key, nanos in before.items())
    return RowsPage(page.of([row for row, _ in found]), sums)


def sums_of(
    rows: Iterable[RowOrigin], days: Sequence[tuple[date, date]], counting: Counting | None
) -> SumsBehind:
    """The parts of the rows that count, by video and span of days, and by day."""
    videos: dict[tuple[VideoId, Kind, int | None], int] = defaultdict(int)
    dated: dict[date, int] = defaultdict(int)
    for row, nanos in _counted(rows, counting):
        place = None
        if row.day is not None:
            dated[row.day] += nanos
            place = next(at for at, (first, until) in enumerate(days) if first <= row.day < until)
        videos[row.video, row.kind, place] += nanos
    return SumsBehind(
        [VideoSum(*key, nanos) for key, nanos in videos.items()],
        [DaySum(*each) for each in sorted(dated.items())],
    )


def _counted(
    rows: Iterable[RowOrigin], counting: Counting | None
) -> Iterable[tuple[RowOrigin, int]]:
    return ((row, counting(row) if counting else row.nanos) for row in rows)
