"""Working a month out: from confirmed figures, day by day, to what everybody is owed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter

from attrs import define, evolve, field, frozen

from backbeat.accounts.model import FeeRate
from backbeat.accounts.network.shares import Chain, chain_on
from backbeat.accounts.network.tree import AccountTree
from backbeat.channels.model import Channel, ChannelSpan, Span
from backbeat.figures.model import ChannelSum, RecordFigure, SpanEstimate
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month, days_between
from backbeat.ledger.model import EntryType
from backbeat.settlement import rules
from backbeat.settlement.model import Computed, Group, Kept, SettlementTerms, ShareKey, Why
from backbeat.settlement.ports import Progress

CHANNELS_AT_ONCE = 500
"""How often progress is told of."""

Detailed = Callable[
    [PlatformChannelId, Sequence[int]], tuple[Iterable[RecordFigure], Iterable[SpanEstimate]]
]
"""A channel's figures, and its videos' estimates added up over the spans of days that start so."""

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
        starts = days_between(self.from_day, self.until - timedelta(1))
        return [evolve(self, from_day=day, until=day + timedelta(1)) for day in starts]


@define
class Sharing:
    """Who shares revenue with whom in a month: the tree, and the rates in force.

    The rates of the month's last day count for all of it, unless they may change within a month
    (`terms.daily`, SETTLE-17).
    """

    month: Month
    tree: AccountTree
    rates_on: Callable[[date], Rates]
    terms: SettlementTerms
    _last: date = field(init=False)
    _rates: dict[date, Rates] = field(factory=dict, init=False)
    _chains: dict[tuple[AccountId, date], Chain] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._last = self.month.last

    def chain(self, holder: AccountId, day: date) -> Chain:
        """The chain from the top down to a channel's holder, with that day's rates."""
        key = holder, day if self.terms.daily else self._last
        found = self._chains.get(key)
        if found is None:
            found = self._chains[key] = self._made(*key)
        return found

    def _made(self, holder: AccountId, day: date) -> Chain:
        if day not in self._rates:
            self._rates[day] = self.rates_on(day)
        chain = chain_on(self.tree, self._rates[day], holder, day)
        return rules.paid_to_the_top(chain) if self.terms.through_main else chain


class UnorderedFigures(AssertionError):
    """A store gave its rows out of order: a mistake in the program."""


@define
class _Estimates:
    """The stream of a channel's estimates, read along with its figures: both by video."""

    stream: Iterable[SpanEstimate]
    _videos: Iterator[tuple[VideoId, Iterable[SpanEstimate]]] = field(init=False)
    _video: VideoId | None = field(default=None, init=False)
    _found: Sequence[SpanEstimate] = field(default=(), init=False)

    def __attrs_post_init__(self) -> None:
        # Nothing is read before it is asked for: figures may all have a day.
        self._videos = groupby(self.stream, key=attrgetter("video"))

    def of(self, video: VideoId) -> Sequence[SpanEstimate]:
        """The estimates of one video; asked in ascending order only."""
        while self._video is None or self._video < video:
            following = next(self._videos, None)
            if following is None:
                return ()
            if self._video is not None and following[0] <= self._video:
                raise UnorderedFigures(f"estimates: {following[0]} after {self._video}")
            self._video, self._found = following[0], tuple(following[1])
        return self._found if self._video == video else ()


@define
class _Sums:
    """What has been added up so far, in nano-USD."""

    shared: dict[tuple[ChannelId, Chain], int] = field(factory=lambda: defaultdict(int))
    kept: dict[PlatformChannelId, dict[Days, int]] = field(
        factory=lambda: defaultdict(lambda: defaultdict(int))
    )

    def add(self, channel: PlatformChannelId, days: Days, nanos: int) -> None:
        """Count an amount of some days for whomever they are."""
        if days.shared is None:
            self.kept[channel][days] += nanos
        else:
            self.shared[days.shared] += nanos


@frozen
class Days:
    """Days of a month that are shared alike, by their places in it; `end` is excluded.

    `shared` is by which registration and along which chain; None where they are nobody's.
    """

    start: int
    end: int
    shared: tuple[ChannelId, Chain] | None

    def __contains__(self, place: int) -> bool:
        return self.start <= place < self.end


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
    (SETTLE-8), and days on which a channel earns for nobody are kept by the house.
    """
    found = _Sums()
    first, end = month.first, month.next.first
    done = 0
    for done, (channel, nanos) in enumerate(sums, 1):
        own = spans.get(channel, ())
        if len(own) == 1 and not sharing.terms.daily and _covers(own[0].span, first, end):
            # As `divide` would say, but nearly all channels come this way.
            chain = sharing.chain(own[0].span.holder, first)
            found.shared[own[0].channel, chain] += nanos
        else:
            days = divide(month, own, sharing)
            if len(days) == 1 and days[0].shared is not None:
                found.add(channel, days[0], nanos)
            else:
                _add_in_detail(found, channel, days, detailed)
        if done % CHANNELS_AT_ONCE == 0:
            progress(done, None, "channels")
    if done % CHANNELS_AT_ONCE:
        progress(done, None, "channels")
    return _added_up(month, found, sharing.terms)


def _covers(span: Span, first: date, end: date) -> bool:
    return span.from_day <= first and (span.until is None or span.until >= end)


def divide(month: Month, spans: Sequence[ChannelSpan], sharing: Sharing) -> list[Days]:
    """The days of a month by how they are shared, all of them in order."""
    first, length = month.first, (month.next.first - month.first).days
    found: list[Days] = []
    for tenure in tenures(month, spans):
        for part in tenure.days() if sharing.terms.daily else [tenure]:
            shared = part.channel, sharing.chain(part.holder, part.from_day)
            start, end = (part.from_day - first).days, (part.until - first).days
            at = found[-1].end if found else 0
            if at < start:
                found.append(Days(at, start, None))
            if found and found[-1].shared == shared:
                found[-1] = Days(found[-1].start, end, shared)
            else:
                found.append(Days(start, end, shared))
    at = found[-1].end if found else 0
    return found if at == length else [*found, Days(at, length, None)]


def _add_in_detail(
    sums: _Sums, channel: PlatformChannelId, days: Sequence[Days], detailed: Detailed
) -> None:
    figures, estimates = detailed(channel, [each.start for each in days])
    along = _Estimates(estimates if len(days) > 1 else ())
    lengths = [each.end - each.start for each in days]
    parts: list[int] = []  # none as long as every figure has a day
    for figure in figures:
        if not figure.nanos:
            continue
        if figure.day is not None:
            sums.add(channel, _on(days, figure.day.day - 1), figure.nanos)
            continue
        marks = rules.marks(rules.weights(figure.sort, lengths, along.of(figure.video)))
        parts = parts or [0] * len(days)
        for place in range(len(days)):
            parts[place] += rules.between(figure.nanos, marks, place, place + 1)
    for each, part in zip(days, parts, strict=False):
        sums.add(channel, each, part)


def _on(days: Iterable[Days], place: int) -> Days:
    """The days that a single one belongs to; where they are nobody's, that day alone."""
    found = next(each for each in days if place in each)
    return found if found.shared else Days(place, place + 1, None)


def spans_of(registrations: Iterable[Channel]) -> list[ChannelSpan]:
    """The spans of every registration of a platform channel."""
    return [ChannelSpan(each.id, span) for each in registrations for span in each.timeline.spans()]


def tenures(month: Month, spans: Iterable[ChannelSpan]) -> list[Tenure]:
    """Whose the days of a month are, over every registration of a platform channel (SETTLE-9)."""
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


def _added_up(month: Month, sums: _Sums, terms: SettlementTerms) -> Computed:
    groups = tuple(
        Group(channel, EntryType.MUSIC_PROFIT, chain, nanos)
        for (channel, chain), nanos in sorted(sums.shared.items(), key=_group_order)
        if nanos
    )
    shares: dict[ShareKey, int] = defaultdict(int)
    operators, shared_rate = 0, terms.shared_rate
    for group in groups:
        # Plain numbers: this is done for every channel of a month.
        gross = rules.whole_micros(group.nanos)
        creators = rules.part_of(gross, shared_rate)
        operators += gross - creators
        for account, share in group.chain.split(creators).items():
            shares[ShareKey(account, group.channel, group.type)] += share
    kept_days = tuple(
        _kept(month, channel, amounts) for channel, amounts in sorted(sums.kept.items())
    )
    kept_nanos = sum(each.nanos for each in kept_days)
    all_nanos = sum(group.nanos for group in groups) + kept_nanos
    confirmed, kept = rules.micros(all_nanos), rules.micros(kept_nanos)
    operator, shared = Money(operators), Money(sum(shares.values()))
    rounding = rules.rounded_away(confirmed, shared, kept, operator)
    rules.require_bounded(rounding, [*(group.nanos for group in groups), kept_nanos])
    return Computed(
        month,
        terms,
        groups,
        {owed: Money(share) for owed, share in shares.items() if share},
        kept_days,
        confirmed,
        kept,
        operator,
        rounding,
        all_nanos - confirmed.micros * 1000,
    )


def _group_order(item: tuple[tuple[ChannelId, Chain], int]) -> tuple[object, ...]:
    (channel, chain), _ = item
    return channel, [(link.account, link.keeps) for link in chain.links]


def _kept(month: Month, channel: PlatformChannelId, amounts: Mapping[Days, int]) -> Kept:
    first = month.day(min(days.start for days in amounts) + 1)
    last = month.day(max(days.end for days in amounts))
    return Kept(channel, Why.NOT_EARNING, first, last, sum(amounts.values()))
