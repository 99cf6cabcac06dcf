"""Working a month out: from confirmed figures, day by day, to what everybody is owed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, islice

from attrs import define, evolve, field, frozen

from backbeat.accounts.model import FeeRate
from backbeat.accounts.shares import Chain, chain_on
from backbeat.accounts.tree import AccountTree
from backbeat.channels.model import Channel, ChannelSpan
from backbeat.earnings.model import EntryType
from backbeat.ingestion.model import RowOrigin
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month, days_between
from backbeat.settlement import rules
from backbeat.settlement.model import Computed, Group, Kept, Owed, Terms, Why
from backbeat.settlement.ports import Progress
from backbeat.videos.model import ChannelSum, DailyEstimate, RecordFigure

CHANNELS_AT_ONCE = 500

Detailed = Callable[
    [Sequence[PlatformChannelId]], tuple[Iterable[RecordFigure], Iterable[DailyEstimate]]
]
"""The figures of some channels and the estimates they are spread by, both by channel and video."""

Spans = Mapping[PlatformChannelId, Sequence[ChannelSpan]]
"""Whose the days of platform channels are."""

Rates = Mapping[AccountId, Sequence[FeeRate]]


@frozen
class Tenure:
    """Days of a month on which a channel earns for one holder; `until` is excluded."""

    channel: ChannelId
    holder: AccountId
    from_day: date
    until: date

    def days(self) -> list[Tenure]:
        """The same, day by day."""
        starts = days_between(self.from_day, self.until - timedelta(1))
        return [evolve(self, from_day=day, until=day + timedelta(1)) for day in starts]


@define
class Sharing:
    """Who shares revenue with whom in a month: the tree, and the rates in force.

    The rates of the month's last day count for all of it, unless they may change within a month
    (`terms.daily`, D-070).
    """

    month: Month
    tree: AccountTree
    rates_on: Callable[[date], Rates]
    terms: Terms
    _rates: dict[date, Rates] = field(factory=dict, init=False)
    _chains: dict[tuple[AccountId, date], Chain] = field(factory=dict, init=False)

    def chain(self, holder: AccountId, day: date) -> Chain:
        """The chain from the top down to a channel's holder, with that day's rates."""
        day = day if self.terms.daily else self.month.last
        if (holder, day) not in self._chains:
            if day not in self._rates:
                self._rates[day] = self.rates_on(day)
            chain = chain_on(self.tree, self._rates[day], holder, day)
            self._chains[holder, day] = rules.collapsed(chain) if self.terms.through_main else chain
        return self._chains[holder, day]


class UnorderedFigures(AssertionError):
    """A store gave its rows out of order: a mistake in the program."""


@define
class _Estimates:
    """The stream of estimates, read along with the figures: both by channel and video."""

    _stream: Iterator[DailyEstimate]
    _next: DailyEstimate | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._next = next(self._stream, None)

    def of(self, channel: PlatformChannelId, video: VideoId) -> list[DailyEstimate]:
        """The estimates of one video; asked in ascending order only."""
        found = []
        while self._next is not None and (self._next.channel, self._next.video) <= (channel, video):
            if (self._next.channel, self._next.video) == (channel, video):
                found.append(self._next)
            self._advance()
        return found

    def _advance(self) -> None:
        before, self._next = self._next, next(self._stream, None)
        if before and self._next and self._next[:3] <= before[:3]:
            raise UnorderedFigures(f"estimates: {self._next[:3]} after {before[:3]}")


@define
class _Sums:
    """What has been added up so far, in nano-USD."""

    shared: dict[tuple[ChannelId, EntryType, Chain], int] = field(factory=lambda: defaultdict(int))
    kept: dict[PlatformChannelId, list[tuple[date, int]]] = field(factory=lambda: defaultdict(list))


def compute(
    month: Month,
    sums: Iterable[ChannelSum],
    detailed: Detailed,
    *,
    spans: Spans,
    sharing: Sharing,
    progress: Progress,
) -> Computed:
    """Work a month out, in one pass over what its channels' figures add up to.

    Where all of a channel's month is shared alike, its days make no difference. The others are
    looked at in detail: amounts with a day count on it, those without are spread over the month
    (R3), and days on which a channel earns for nobody are kept by the house.
    """
    found = _Sums()
    done, left = 0, iter(sums)
    while batch := list(islice(left, CHANNELS_AT_ONCE)):
        divided: dict[PlatformChannelId, list[Tenure]] = {}
        for channel, nanos in batch:
            own = tenures(month, spans.get(channel, ()))
            chain = _undivided(month, own, sharing)
            if chain is None:
                divided[channel] = own
            else:
                found.shared[own[0].channel, EntryType.MUSIC_PROFIT, chain] += nanos
        if divided:
            _add_by_day(found, month, divided, *detailed(list(divided)), sharing=sharing)
        done += len(batch)
        progress(done, None, "channels")
    return _added_up(month, found, sharing.terms)


def _undivided(month: Month, tenures: Sequence[Tenure], sharing: Sharing) -> Chain | None:
    """The chain by which the whole month is shared, where it is a single one."""
    if len(tenures) != 1:
        return None
    [tenure] = tenures
    if (tenure.from_day, tenure.until) != (month.first, month.next.first):
        return None
    days = month.days if sharing.terms.daily else [month.last]
    chains = {sharing.chain(tenure.holder, day) for day in days}
    return chains.pop() if len(chains) == 1 else None


def _add_by_day(
    sums: _Sums,
    month: Month,
    tenures_of: Mapping[PlatformChannelId, Sequence[Tenure]],
    figures: Iterable[RecordFigure],
    estimates: Iterable[DailyEstimate],
    *,
    sharing: Sharing,
) -> None:
    along = _Estimates(iter(estimates))
    videos = groupby(figures, key=lambda figure: (figure.channel, figure.video))
    for (channel, video), of_video in videos:
        for day, nanos in _by_day(month, channel, video, list(of_video), along):
            tenure = _on(tenures_of[channel], day)
            if tenure is None:
                sums.kept[channel].append((day, nanos))
            else:
                chain = sharing.chain(tenure.holder, day)
                sums.shared[tenure.channel, EntryType.MUSIC_PROFIT, chain] += nanos


def spans_of(registrations: Iterable[Channel]) -> list[ChannelSpan]:
    """The spans of every registration of a platform channel."""
    return [ChannelSpan(each.id, span) for each in registrations for span in each.spans()]


def tenures(month: Month, spans: Iterable[ChannelSpan]) -> list[Tenure]:
    """Whose the days of a month are, over every registration of a platform channel (R38)."""
    found = [
        Tenure(
            channel,
            span.holder,
            max(span.from_day, month.first),
            min(span.until or date.max, month.next.first),
        )
        for channel, span in spans
    ]
    return sorted(
        (each for each in found if each.from_day < each.until), key=lambda each: each.from_day
    )


def figure_of(row: RowOrigin) -> RecordFigure:
    """A report's row as the figure that it alone would make."""
    return RecordFigure(row.month, row.kind, row.channel, row.video, row.day, 0, row.nanos)


def _on(tenures: Sequence[Tenure], day: date) -> Tenure | None:
    return next((each for each in tenures if each.from_day <= day < each.until), None)


def _by_day(
    month: Month,
    channel: PlatformChannelId,
    video: VideoId,
    figures: Sequence[RecordFigure],
    estimates: _Estimates,
) -> Iterator[tuple[date, int]]:
    """A video's amounts on their days; the ones without a day are spread by its estimates."""
    figures = [figure for figure in figures if figure.nanos]
    dayless = [figure for figure in figures if figure.day is None]
    weighing = estimates.of(channel, video) if dayless else []
    for figure in figures:
        if figure.day is not None:
            yield figure.day, figure.nanos
    for figure in dayless:
        weights = rules.day_weights(month, figure.sort, weighing)
        yield from zip(month.days, rules.spread(figure.nanos, weights), strict=True)


def _added_up(month: Month, sums: _Sums, terms: Terms) -> Computed:
    groups = tuple(
        Group(channel, type_, chain, nanos)
        for (channel, type_, chain), nanos in sorted(sums.shared.items(), key=_group_order)
        if nanos
    )
    shares: dict[Owed, Money] = defaultdict(Money.zero)
    operator = Money.zero()
    for group in groups:
        gross = rules.micros(group.nanos)
        creators = rules.part(gross, 1 - terms.operator_rate)
        operator += gross - creators
        for account, share in rules.split(creators, group.chain).items():
            shares[Owed(account, group.channel, group.type)] += share
    kept_days = tuple(_kept(channel, days) for channel, days in sorted(sums.kept.items()))
    kept_nanos = sum(each.nanos for each in kept_days)
    all_nanos = sum(group.nanos for group in groups) + kept_nanos
    confirmed, kept = rules.micros(all_nanos), rules.micros(kept_nanos)
    shares = {owed: share for owed, share in shares.items() if share}
    return Computed(
        month,
        terms,
        groups,
        shares,
        kept_days,
        confirmed,
        kept,
        operator,
        rules.rounded_away(confirmed, total(shares.values()), kept, operator),
        all_nanos - confirmed.micros * 1000,
    )


def _group_order(item: tuple[tuple[ChannelId, EntryType, Chain], int]) -> tuple[str, str, str]:
    (channel, type_, chain), _ = item
    return channel, type_, repr(chain)


def _kept(channel: PlatformChannelId, days: Sequence[tuple[date, int]]) -> Kept:
    on = [day for day, _ in days]
    return Kept(channel, Why.NOT_EARNING, min(on), max(on), sum(nanos for _, nanos in days))
