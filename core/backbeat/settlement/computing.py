"""Working a month out: from confirmed figures, day by day, to what everybody is owed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, islice

from attrs import define, evolve, field, frozen

from backbeat.accounts.model import FeeRate
from backbeat.accounts.shares import Chain, chain_on
from backbeat.accounts.tree import AccountTree
from backbeat.channels.model import Channel
from backbeat.earnings.model import EntryType
from backbeat.ingestion.model import RowOrigin
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month, days_between
from backbeat.settlement import rules
from backbeat.settlement.model import Computed, Group, Kept, Owed, Terms, Why
from backbeat.settlement.ports import Progress
from backbeat.videos.model import DailyEstimate, RecordFigure

CHANNELS_AT_ONCE = 500

Registrations = Callable[
    [Collection[PlatformChannelId]], Mapping[PlatformChannelId, Sequence[Channel]]
]
"""Every registration ever verified of platform channels."""

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
    figures: Iterable[RecordFigure],
    estimates: Iterable[DailyEstimate],
    *,
    registrations: Registrations,
    sharing: Sharing,
    progress: Progress,
) -> Computed:
    """Work a month out, in one pass over its figures and estimates.

    Both are ordered by channel and video. Amounts with a day count on it; those without are
    spread over the month (R3). Days on which a channel earns for nobody are kept by the house.
    """
    sums = _Sums()
    along = _Estimates(iter(estimates))
    by_channel = _by_channel(month, figures, registrations)
    for done, (channel, tenures, of_channel) in enumerate(by_channel, start=1):
        for video, of_video in groupby(of_channel, key=lambda figure: figure.video):
            for day, nanos in _by_day(month, channel, video, list(of_video), along):
                tenure = _on(tenures, day)
                if tenure is None:
                    sums.kept[channel].append((day, nanos))
                else:
                    chain = sharing.chain(tenure.holder, day)
                    sums.shared[tenure.channel, EntryType.MUSIC_PROFIT, chain] += nanos
        progress(done, None, "channels")
    return _added_up(month, sums, sharing.terms)


def _by_channel(
    month: Month, figures: Iterable[RecordFigure], registrations: Registrations
) -> Iterator[tuple[PlatformChannelId, list[Tenure], list[RecordFigure]]]:
    """The figures channel by channel, each with whose its days are; read in batches."""
    groups = groupby(figures, key=lambda figure: figure.channel)
    parts = ((channel, list(of_channel)) for channel, of_channel in groups)
    while batch := list(islice(parts, CHANNELS_AT_ONCE)):
        known = registrations([channel for channel, _ in batch])
        for channel, of_channel in batch:
            yield channel, tenures(month, known.get(channel, ())), of_channel


def tenures(month: Month, registrations: Iterable[Channel]) -> list[Tenure]:
    """Whose the days of a month are, over every registration of a platform channel (R38)."""
    found = [
        Tenure(
            channel.id,
            span.holder,
            max(span.from_day, month.first),
            min(span.until or date.max, month.next.first),
        )
        for channel in registrations
        for span in channel.spans()
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
