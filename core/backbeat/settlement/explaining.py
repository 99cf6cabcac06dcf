"""Tracing a posted amount back: its rule, its rate, its rounding, and the rows of the reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import accumulate

from attrs import define, field

from backbeat.accounts.shares import Chain, chain_on
from backbeat.accounts.tree import AccountTree
from backbeat.earnings.model import Entry, Kind, Transaction
from backbeat.ingestion.model import RowOrigin
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId
from backbeat.kernel.money import NANOS_PER_MICRO, Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.settlement import rules
from backbeat.settlement.computing import Tenure, figure_of, spans_of, tenures
from backbeat.settlement.errors import NotSettled
from backbeat.settlement.model import ExplainedRow, Explanation, Group, Settlement
from backbeat.settlement.ports import Books
from backbeat.settlement.posting import revision_of
from backbeat.videos.kinds import Kind as VideoKind
from backbeat.videos.kinds import Sort
from backbeat.videos.model import DailyEstimate


def explain(books: Books, transaction: Transaction, entry: Entry, page: PageRequest) -> Explanation:
    """How an entry of a settlement came about; refuses any other entry."""
    settled = transaction.kind in (Kind.SETTLEMENT, Kind.ADJUSTMENT)
    if not settled or entry.month is None or entry.channel is None:
        raise NotSettled(entry=entry.id)
    settlement = books.settlements.of(entry.month)[revision_of(transaction.source)]
    groups = _groups(books, settlement, entry, entry.channel)
    former = _posted_before(books, entry, entry.month)
    chains = [group.chain for group in groups]
    fractions = {
        rules.fraction_of(entry.account, chain) * (1 - settlement.terms.operator_rate)
        for chain in chains
    }
    exact = sum(
        (
            group.nanos
            * rules.fraction_of(entry.account, group.chain)
            * (1 - settlement.terms.operator_rate)
            for group in groups
        ),
        Decimal(0),
    )
    posted = former + entry.amount
    return Explanation(
        entry,
        rules.rule_of(entry.account, chains),
        fractions.pop() if len(fractions) == 1 else None,
        sum(group.nanos for group in groups),
        int(exact) - posted.micros * NANOS_PER_MICRO,
        former,
        groups,
        page.of(list(_rows(books, settlement, entry, entry.channel, chains))),
    )


def _groups(
    books: Books, settlement: Settlement, entry: Entry, channel: ChannelId
) -> tuple[Group, ...]:
    return tuple(
        group
        for group in books.settlements.groups(settlement.month, settlement.revision, channel)
        if group.type is entry.type
        and any(link.account == entry.account for link in group.chain.links)
    )


def _posted_before(books: Books, entry: Entry, month: Month) -> Money:
    rows = books.ledger.entries_of_month(entry.account, month, [entry.type])
    of_channel = [row for row in rows if row.channel == entry.channel]
    return total(row.amount for row in of_channel[: of_channel.index(entry)])


@define
class _Chains:
    """Along which of an entry's chains a holder's revenue of a day was shared."""

    books: Books
    settlement: Settlement
    account: AccountId
    kept: Sequence[Chain]
    _family: AccountTree = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._family = self.books.accounts.family(self.account)

    def of(self, holder: AccountId, day: date) -> Chain | None:
        """The chain; None where the account had no part in it."""
        fitting = [chain for chain in self.kept if self._fits(chain, holder)]
        if len(fitting) <= 1:
            return fitting[0] if fitting else None
        # Only where rates may change within a month a holder has several.
        rates = {account: (rate,) for account, rate in self.books.fee_rates.in_force(day).items()}
        return chain_on(self._family, rates, holder, day)

    def _fits(self, chain: Chain, holder: AccountId) -> bool:
        if self.settlement.terms.through_main:
            return holder in self._family.places
        return chain.links[-1].account == holder


@define
class _Spreading:
    """Cuts amounts without a day to spans of days as the close does, by a video's estimates (R3).

    Rows of one figure are cut at their running sum, so that their parts sum to the figure's.
    """

    books: Books
    channel: PlatformChannelId
    month: Month
    _estimates: dict[VideoId, list[DailyEstimate]] | None = field(default=None, init=False)
    _marks: dict[tuple[VideoId, Sort], list[int]] = field(factory=dict, init=False)
    _sums: dict[tuple[VideoId, VideoKind], int] = field(
        factory=lambda: defaultdict(int), init=False
    )

    def parts(self, row: RowOrigin, spans: Sequence[Tenure]) -> list[int]:
        """What of the row falls on each of the spans; rows come once, in their order."""
        marks = self._of(row)
        before = self._sums[row.video, row.kind]
        after = self._sums[row.video, row.kind] = before + row.nanos
        cuts = [
            ((span.from_day - self.month.first).days, (span.until - self.month.first).days)
            for span in spans
        ]
        return [
            rules.between(after, marks, *cut) - rules.between(before, marks, *cut) for cut in cuts
        ]

    def _of(self, row: RowOrigin) -> list[int]:
        sort = figure_of(row).sort
        if (row.video, sort) not in self._marks:
            weights = rules.day_weights(self.month, sort, self._days(row.video))
            self._marks[row.video, sort] = list(accumulate(weights, initial=0))
        return self._marks[row.video, sort]

    def _days(self, video: VideoId) -> list[DailyEstimate]:
        if self._estimates is None:
            self._estimates = defaultdict(list)
            first, last = self.month.first, self.month.last
            for day in self.books.statistics.video_days([self.channel], first, last):
                self._estimates[day.video].append(DailyEstimate.of(day))
        return self._estimates.get(video, [])


def _rows(
    books: Books, settlement: Settlement, entry: Entry, channel: ChannelId, chains: Sequence[Chain]
) -> Iterator[ExplainedRow]:
    """The rows behind an entry, each with what of it counted and the account's part."""
    registered = books.channels.get(channel)
    if registered is None:
        return
    month = settlement.month
    shared = _Chains(books, settlement, entry.account, chains)
    spread = _Spreading(books, registered.platform_id, month)
    spans = tenures(month, spans_of([registered]))
    if settlement.terms.daily:
        spans = [day for span in spans for day in span.days()]
    exact, keeps = Decimal(0), 1 - settlement.terms.operator_rate
    for row in books.reports.rows_of(month, registered.platform_id, settlement.kinds):
        counted, before = 0, int(exact)
        parts = _on_its_day(row, spans) if row.day else spread.parts(row, spans)
        for span, part in zip(spans, parts, strict=True):
            chain = shared.of(span.holder, row.day or span.from_day) if part else None
            if chain is not None:
                counted += part
                exact += part * keeps * rules.fraction_of(entry.account, chain)
        if counted:
            yield ExplainedRow(row, counted, int(exact) - before)


def _on_its_day(row: RowOrigin, spans: Sequence[Tenure]) -> list[int]:
    return [row.nanos if row.day and span.from_day <= row.day < span.until else 0 for span in spans]
