"""Computing a month: from confirmed figures, day by day, to what everybody is owed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain, groupby
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from attrs import define, evolve, field, frozen

from backbeat.accounts.model import FeeRate
from backbeat.accounts.network.shares import Chain, chain_on
from backbeat.accounts.network.tree import AccountTree
from backbeat.channels.model import Channel, ChannelSpan, Span
from backbeat.figures.model import ChannelSum, RecordFigure, SpanEstimate
from backbeat.kernel.chunks import batches
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.settlement import rules
from backbeat.settlement.model import Computed, Kept, SettlementTerms, Why
from backbeat.settlement.packed import AmountsPacker, Group, GroupsPacker, ShareKey
from backbeat.settlement.ports import Progress

CHANNELS_AT_ONCE = 500
"""How many channels are computed together; progress is reported as often."""

Detailed = Callable[
    [PlatformChannelId, Sequence[int]], tuple[Iterable[RecordFigure], Iterable[SpanEstimate]]
]
"""A channel's figures, and its videos' estimates added up over the spans of days with these starts.
"""

Spans = Callable[[PlatformChannelId], Sequence[ChannelSpan]]
"""To whom the days of a platform channel belong; must be asked in ascending order."""

Exclusive = Callable[[PlatformChannelId], Sequence[RecordFigure]]
"""The part of a channel's figures that belongs to exclusive tracks (SETTLE-26); must be asked in
ascending order.
"""


def nothing_exclusive(_: PlatformChannelId) -> Sequence[RecordFigure]:
    """Used if no track belongs to a partner."""
    return ()


Rates = Mapping[AccountId, Sequence[FeeRate]]


@frozen
class Tenure:
    """Days of a month on which a channel earns for one holder; `until` is not included."""

    channel: ChannelId
    holder: AccountId
    from_day: date
    until: date


@define
class Sharing:
    """Who shares revenue with whom in a month: the tree, and the rates of every account below
    another.

    The rates of the month's last day apply to the whole month, unless they may change within a
    month (`terms.daily`, SETTLE-17). If a chain changes within the month because somebody was moved
    (NET-18), each chain has the rates of its own last day.
    """

    month: Month
    tree: AccountTree
    rates: Rates
    terms: SettlementTerms
    first: date = field(init=False)
    end: date = field(init=False)
    """The day after the month's last."""
    _moved: bool = field(init=False)
    _chains: dict[tuple[AccountId, date], Chain] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.first, self.end = self.month.first, self.month.next.first
        self._moved = any(
            self.first < day < self.end
            for place in self.tree.places.values()
            for day in place.moves
        )

    def is_steady(self, holder: AccountId) -> bool:
        """Whether one chain shares the whole month."""
        return self._until(holder, self.first) == self.end

    def alike(self, tenure: Tenure) -> Iterator[Tenure]:
        """The parts of a tenure, each with a single chain."""
        start = tenure.from_day
        while start < tenure.until:
            end = min(self._until(tenure.holder, start), tenure.until)
            yield evolve(tenure, from_day=start, until=end)
            start = end

    def chain(self, holder: AccountId, day: date) -> Chain:
        """The chain from the top down to a channel's holder, with that day's rates."""
        key = holder, self._until(holder, day) - timedelta(1)
        found = self._chains.get(key)
        if found is None:
            found = self._chains[key] = self._made(*key)
        return found

    def _until(self, holder: AccountId, day: date) -> date:
        """The day from which another chain may apply; the month's end at most."""
        if self.terms.daily:
            return day + timedelta(1)
        if not self._moved:
            return self.end
        above = self.tree.upwards(holder, day)
        moves = {move for each in above for move in self.tree.places[each].moves}
        return min([self.end, *(move for move in moves if day < move)])

    def _made(self, holder: AccountId, day: date) -> Chain:
        chain = chain_on(self.tree, self.rates, holder, day)
        return rules.paid_to_the_top(chain) if self.terms.through_main else chain


SharingAmong = Callable[[Collection[AccountId]], Sharing]
"""Who shares the revenue of some holders."""


class UnorderedFigures(AssertionError):
    """A store returned its rows out of order: a mistake in the program."""


Key = TypeVar("Key", PlatformChannelId, VideoId)
Row = TypeVar("Row")


@define
class Along(Generic[Key, Row]):
    """A stream that is read in step with another; both are in the order of their keys."""

    stream: Iterable[Row]
    key: Callable[[Row], Key]
    _groups: Iterator[tuple[Key, Iterable[Row]]] = field(init=False)
    _key: Key | None = field(default=None, init=False)
    _found: Sequence[Row] = field(default=(), init=False)

    def __attrs_post_init__(self) -> None:
        # Nothing is read before it is requested, because it may not be needed.
        self._groups = groupby(self.stream, key=self.key)

    def of(self, key: Key) -> Sequence[Row]:
        """The rows of one key; may only be asked in ascending order."""
        while self._key is None or self._key < key:
            following = next(self._groups, None)
            if following is None:
                return ()
            if self._key is not None and following[0] <= self._key:
                raise UnorderedFigures(f"{following[0]} after {self._key}")
            self._key, self._found = following[0], tuple(following[1])
        return self._found if self._key == key else ()


_Shared = tuple[ChannelId, Chain, EntryType]

_Parted = Mapping[EntryType, int]


def _parted(nanos: int, exclusive: int) -> _Parted:
    """The parts of an amount by the type as which each is posted."""
    if not exclusive:
        return {EntryType.MUSIC_PROFIT: nanos}
    return {
        EntryType.MUSIC_PROFIT: nanos - exclusive,
        EntryType.MUSIC_PROFITABLE_PROFIT: exclusive,
    }


@define
class _Sums:
    """What has been added up so far, in nano-USD."""

    shared: dict[_Shared, int] = field(factory=lambda: defaultdict(int))
    kept: dict[PlatformChannelId, dict[Days, int]] = field(
        factory=lambda: defaultdict(lambda: defaultdict(int))
    )

    def add(
        self,
        channel: PlatformChannelId,
        days: Days,
        nanos: int,
        type_: EntryType = EntryType.MUSIC_PROFIT,
    ) -> None:
        """Add an amount to the accounts that share the days."""
        if days.shared is None:
            self.kept[channel][days] += nanos
        else:
            self.shared[(*days.shared, type_)] += nanos

    def add_parted(self, channel: PlatformChannelId, days: Days, parted: _Parted) -> None:
        for type_, nanos in parted.items():
            self.add(channel, days, nanos, type_)


@frozen
class Days:
    """Days of a month that are shared in the same way, by their positions in it; `end` is not
    included.

    `shared` says for which registration and along which chain; None if they belong to nobody.
    """

    start: int
    end: int
    shared: tuple[ChannelId, Chain] | None

    def __contains__(self, place: int) -> bool:
        return self.start <= place < self.end


class _Owned(NamedTuple):
    """The sums of a channel's figures, and to whom its days belong."""

    channel: PlatformChannelId
    nanos: int
    spans: Sequence[ChannelSpan]
    exclusive: Sequence[RecordFigure]


def compute(
    month: Month,
    sums: Iterable[ChannelSum],
    detailed: Detailed,
    *,
    spans: Spans,
    sharing: SharingAmong,
    terms: SettlementTerms,
    progress: Progress,
    exclusive: Exclusive = nothing_exclusive,
) -> Computed:
    """Compute a month, in one pass over the sums of its channels' figures.

    If a channel's whole month is shared in the same way, its days make no difference. The others
    are computed in detail: amounts with a day count on it, those without are spread over the month
    (SETTLE-8), and the house keeps days on which a channel earns for nobody.
    """
    totals, done = _Totals(month, terms), 0
    for some in batches(sums, CHANNELS_AT_ONCE):
        owned = [
            _Owned(channel, nanos, spans(channel), exclusive(channel)) for channel, nanos in some
        ]
        among = sharing({span.holder for each in owned for _, span in each.spans})
        found = _Sums()
        for each in owned:
            _add(found, each, among, detailed)
        totals.add(found)
        done += len(some)
        progress(done, None, "channels")
    return _added_up(totals)


def _add(found: _Sums, owned: _Owned, sharing: Sharing, detailed: Detailed) -> None:
    channel, nanos, own, exclusive = owned
    parted = _parted(nanos, sum(figure.nanos for figure in exclusive) if exclusive else 0)
    if len(own) == 1 and _covers(own[0].span, sharing) and sharing.is_steady(own[0].span.holder):
        # The same as `divide` would return, but nearly all channels take this shorter way.
        along = sharing.chain(own[0].span.holder, sharing.first)
        for type_, part in parted.items():
            found.shared[own[0].channel, along, type_] += part
        return
    days = divide(sharing.month, own, sharing)
    if len(days) == 1 and days[0].shared is not None:
        found.add_parted(channel, days[0], parted)
    else:
        _add_in_detail(found, channel, days, detailed, exclusive)


def _covers(span: Span, sharing: Sharing) -> bool:
    is_open = span.until is None or span.until >= sharing.end
    return is_open and span.from_day <= sharing.first


def divide(month: Month, spans: Sequence[ChannelSpan], sharing: Sharing) -> list[Days]:
    """All days of a month in order, grouped by how they are shared."""
    first, length = month.first, (month.next.first - month.first).days
    found: list[Days] = []
    for tenure in tenures(month, spans):
        for part in sharing.alike(tenure):
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
    sums: _Sums,
    channel: PlatformChannelId,
    days: Sequence[Days],
    detailed: Detailed,
    exclusive: Sequence[RecordFigure],
) -> None:
    figures, estimates = detailed(channel, [each.start for each in days])
    along = Along(estimates if len(days) > 1 else (), attrgetter("video"))
    lengths = [each.end - each.start for each in days]
    theirs = {(each.video, each.kind, each.day): each.nanos for each in exclusive}
    # Empty as long as every figure has a day.
    parts: dict[EntryType, list[int]] = defaultdict(lambda: [0] * len(days))
    for figure in figures:
        key = figure.video, figure.kind, figure.day
        parted = _parted(figure.nanos, theirs.get(key, 0) if theirs else 0)
        if not any(parted.values()):
            continue
        if figure.day is not None:
            sums.add_parted(channel, _on(days, figure.day.day - 1), parted)
            continue
        weights = rules.weights(figure.sort, lengths, along.of(figure.video))
        for type_, nanos in parted.items():
            of_type = parts[type_]
            for place, part in enumerate(rules.spread(nanos, weights)):
                of_type[place] += part
    for type_, of_type in parts.items():
        for each, part in zip(days, of_type, strict=True):
            sums.add(channel, each, part, type_)


def _on(days: Iterable[Days], place: int) -> Days:
    """The group of days to which a single day belongs; if it belongs to nobody, only that day."""
    found = next(each for each in days if place in each)
    return found if found.shared else Days(place, place + 1, None)


def spans_of(registrations: Iterable[Channel]) -> list[ChannelSpan]:
    """The spans of every registration of a platform channel."""
    return [ChannelSpan(each.id, span) for each in registrations for span in each.timeline.spans()]


def tenures(month: Month, spans: Iterable[ChannelSpan]) -> list[Tenure]:
    """To whom the days of a month belong, over every registration of a platform channel (SETTLE-9)."""
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


@define
class _Totals:
    """The totals so far; every channel is added as a whole."""

    month: Month
    terms: SettlementTerms
    groups: GroupsPacker = field(factory=GroupsPacker, init=False)
    shares: AmountsPacker = field(factory=AmountsPacker, init=False)
    kept_days: list[Kept] = field(factory=list, init=False)
    nanos: int = field(default=0, init=False)
    shared: int = field(default=0, init=False)
    operators: int = field(default=0, init=False)

    def add(self, sums: _Sums) -> None:
        """Count more channels."""
        shares: dict[ShareKey, int] = defaultdict(int)
        shared_rate = self.terms.shared_rate
        for (channel, along, type_), nanos in sums.shared.items():
            if not nanos:
                continue
            group = Group(channel, type_, along, nanos)
            self.groups.add(group)
            self.nanos += nanos
            # Plain numbers, for speed: this is done for every channel of a month.
            gross = rules.whole_micros(nanos)
            creators = rules.part_of(gross, shared_rate)
            self.operators += gross - creators
            self.shared += creators
            for account, share in along.split(creators).items():
                shares[ShareKey(account, channel, type_)] += share
        for owed, share in shares.items():
            if share:
                self.shares.add(owed, share)
        for kept in sorted(sums.kept.items()):
            self.kept_days.append(_kept(self.month, *kept))


def _added_up(totals: _Totals) -> Computed:
    groups = totals.groups.packed()
    kept_nanos = sum(each.nanos for each in totals.kept_days)
    all_nanos = totals.nanos + kept_nanos
    confirmed, kept = rules.micros(all_nanos), rules.micros(kept_nanos)
    operator, shared = Money(totals.operators), Money(totals.shared)
    rounding = rules.rounded_away(confirmed, shared, kept, operator)
    rules.require_bounded(rounding, chain(groups.nanos(), [kept_nanos]))
    return Computed(
        totals.month,
        totals.terms,
        groups,
        totals.shares.packed(),
        tuple(totals.kept_days),
        confirmed,
        shared,
        kept,
        operator,
        rounding,
        all_nanos - confirmed.micros * 1000,
    )


def _kept(month: Month, channel: PlatformChannelId, amounts: Mapping[Days, int]) -> Kept:
    first = month.day(min(days.start for days in amounts) + 1)
    last = month.day(max(days.end for days in amounts))
    return Kept(channel, Why.NOT_EARNING, first, last, sum(amounts.values()))
