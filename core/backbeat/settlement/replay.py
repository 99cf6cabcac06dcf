"""Repeating, row by row, what a close did with a channel's rows (TRACE-1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from attrs import define, field

from backbeat.accounts.network.shares import Chain
from backbeat.channels.model import Channel
from backbeat.figures.model import DailyEstimate, RecordFigure
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Sort
from backbeat.report_files.model import RowOrigin, RowSum
from backbeat.settlement import rules
from backbeat.settlement.calculation import sharing_among
from backbeat.settlement.model import SettlementTerms
from backbeat.settlement.month_shares import Sharing, Tenure, spans_of, tenures
from backbeat.settlement.packed import Group
from backbeat.settlement.ports import Books


def tenures_of(
    books: Books, month: Month, registrations: Sequence[Channel], terms: SettlementTerms
) -> tuple[list[Tenure], Sharing]:
    """To whom the month's days belong, each part with a single chain, and who shares them: cut
    where somebody was moved (NET-18), and day by day if rates may change within a month
    (SETTLE-17).
    """
    whole = tenures(month, spans_of(registrations))
    sharing = sharing_among(books, month, terms, {tenure.holder for tenure in whole})
    return [part for tenure in whole for part in sharing.alike(tenure)], sharing


def kept_chain(span: Tenure, groups: Iterable[Group], sharing: Sharing) -> Chain | None:
    """The chain, of those that a settlement stored, along which the span's revenue was shared, if
    any.
    """
    along = sharing.chain(span.holder, span.from_day)
    fitting = dict.fromkeys(
        group.chain
        for group in groups
        if group.channel == span.channel and group.chain.accounts == along.accounts
    )
    # The same accounts share in several ways only if rates may change within a month.
    return along if len(fitting) > 1 else next(iter(fitting), None)


@define
class Spreading:
    """Divides amounts without a day over spans of days as the close does, by a video's estimates
    (SETTLE-8).

    Rows of one figure are divided at their running sum, so that their parts add up to the figure's.
    """

    books: Books
    channel: PlatformChannelId
    month: Month
    _estimates: dict[VideoId, list[DailyEstimate]] | None = field(default=None, init=False)
    _marks: dict[tuple[VideoId, Sort], list[int]] = field(factory=dict, init=False)
    _sums: dict[tuple[VideoId, Kind], int] = field(factory=lambda: defaultdict(int), init=False)

    def parts(self, row: RowOrigin | RowSum, spans: Sequence[Tenure]) -> list[int]:
        """The part of the row on each of the spans; rows have to come once, in their order.

        The sum of the first rows may be given instead of these rows.
        """
        if row.day is not None:
            return [row.nanos if span.from_day <= row.day < span.until else 0 for span in spans]
        if [(span.from_day, span.until) for span in spans] == [
            (self.month.first, self.month.next.first)
        ]:
            return [row.nanos]
        marks = self._of(row.video, row.kind)
        before = self._sums[row.video, row.kind]
        after = self._sums[row.video, row.kind] = before + row.nanos
        cuts = [
            ((span.from_day - self.month.first).days, (span.until - self.month.first).days)
            for span in spans
        ]
        return [
            rules.between(after, marks, *cut) - rules.between(before, marks, *cut) for cut in cuts
        ]

    def _of(self, video: VideoId, kind: Kind) -> list[int]:
        sort = RecordFigure(self.month, kind, self.channel, video, day=None, views=0, nanos=0).sort
        if (video, sort) not in self._marks:
            weights = rules.day_weights(self.month, sort, self._days(video))
            self._marks[video, sort] = rules.marks(weights)
        return self._marks[video, sort]

    def _days(self, video: VideoId) -> list[DailyEstimate]:
        if self._estimates is None:
            self._estimates = defaultdict(list)
            first, last = self.month.first, self.month.last
            for day in self.books.statistics.video_days([self.channel], first, last):
                self._estimates[day.video].append(DailyEstimate.of(day))
        return self._estimates.get(video, [])
