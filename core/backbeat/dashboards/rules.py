"""Ranges, shares and hints of dashboards: plain functions of plain values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from attrs import field, frozen

from backbeat.accounts.model import FeeRate
from backbeat.accounts.network.shares import PARTS, Chain, chain_on, changes
from backbeat.accounts.network.tree import AccountTree
from backbeat.channels.model import Channel, Span
from backbeat.dashboards.model import (
    TREND_DAYS,
    CountryShare,
    CountryViews,
    NetworkChange,
    Range,
    RolledUp,
    Segment,
    Shared,
)
from backbeat.figures import rules as videos
from backbeat.figures.model import DailyEstimate, Figures, RecordFigure
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.months import Month, days_between
from backbeat.kernel.spans import require_span
from backbeat.platforms.kinds import Sort as RecordSort
from backbeat.settings import Copy, RpmBase
from backbeat.settlement import rules as settlement

SELF = "self"
_LATEST = 7


def asked_range(start: date | None, end: date | None) -> Range | None:
    """The range of a query; None if it names none.

    One end alone is a missing field (DAY-4); a range that is reversed or over 400 days is BadRange
    (DAY-3).
    """
    require_span(start, end)
    return Range(start, end) if start and end else None


def newest_shown(last_day: date | None, today: date, lag_days: int) -> date | None:
    """The newest day that is shown: it is reported and at least the lag ago (DASH-3)."""
    return None if last_day is None else min(last_day, today - timedelta(lag_days))


def latest(newest: date) -> Range:
    """The seven days that end at the newest shown day (DASH-5)."""
    return Range(newest - timedelta(_LATEST - 1), newest)


def newest_month(newest: date) -> Range:
    """The month of the newest shown day."""
    month = Month.of(newest)
    return Range(month.first, month.last)


def before(range_: Range) -> Range:
    """The span of equal length before (DAY-5)."""
    return Range(
        range_.first - timedelta(range_.days),
        range_.first - timedelta(1),
    )


@frozen
class Viewpoint:
    """Who is looking, whose days count, and how revenue is shared between them."""

    viewer: AccountId
    holders: frozenset[AccountId]
    tree: AccountTree
    rates: Mapping[AccountId, Sequence[FeeRate]]
    operator_rates: Sequence[tuple[date, Decimal]]
    """What the operator keeps, from which day; the first value has always applied."""
    through_main: bool = False
    """Whether the topmost account is paid for all of it (SETTLE-18)."""


def segments(channels: Iterable[Channel], view: Viewpoint, within: Range) -> list[Segment]:
    """The channels' earning days inside a range, each with the viewer's share of them.

    Only days held by one of the holders count, on which the viewer was above that holder (NET-18);
    days that earn for nobody count nowhere (DASH-11).
    """
    # Thousands of channels have few holders, and most are held for all of the range.
    shares_of = cache(lambda holder, first, last: list(_shares(view, holder, first, last)))
    return [
        Segment(channel.platform_id, span.holder, *share)
        for channel in channels
        for span in channel.timeline.spans()
        if span.holder in view.holders
        for days in _seen(view.tree, view.viewer, span, within)
        for share in shares_of(span.holder, days.first, days.last)
    ]


def held(
    channels: Iterable[Channel],
    tree: AccountTree,
    viewer: AccountId,
    holders: Collection[AccountId],
    within: Range,
) -> list[Segment]:
    """The days on which the holders have the channels, for counting; no share is taken."""
    return [
        Segment(channel.platform_id, span.holder, days.first, days.last, (), 0)
        for channel in channels
        for span in channel.timeline.spans()
        if span.holder in holders
        for days in _seen(tree, viewer, span, within)
    ]


def _seen(tree: AccountTree, viewer: AccountId, span: Span, within: Range) -> Iterator[Range]:
    """The days of a span on which the viewer was above its holder, or is the holder."""
    days = _days_of(span, within)
    if days is None:
        return
    every_move = tree.moves_above(span.holder)
    if not every_move:
        yield days
        return
    moves = sorted(day for day in every_move if days.first < day <= days.last)
    ends = [*(day - timedelta(1) for day in moves), days.last]
    for first, last in zip([days.first, *moves], ends, strict=True):
        if viewer in tree.upwards(span.holder, first):
            yield Range(first, last)


def _days_of(span: Span, within: Range) -> Range | None:
    first = max(span.from_day, within.first)
    last = within.last if span.until is None else min(within.last, span.until - timedelta(1))
    return Range(first, last) if first <= last else None


def trend_days(range_: Range, newest: date | None) -> Range:
    """The days that trends cover: up to the range's last day, or the newest that is shown."""
    last = min(range_.last, newest or range_.last)
    return Range(last - timedelta(TREND_DAYS - 1), last)


def trend(days: Range, views: Mapping[date, int]) -> tuple[int, ...]:
    """One number per day, the oldest first."""
    return tuple(views.get(day, 0) for day in days_between(days.first, days.last))


def confirmed_by(version: int, parts: Iterable[Segment]) -> list[Segment]:
    """The same days, as a close has confirmed them (DASH-15)."""
    return [part._replace(version=version) for part in parts]


def concerned(tree: AccountTree, viewer: AccountId) -> Callable[[NetworkChange], bool]:
    """Which changes concern the days that the viewer sees: those of accounts below it, and of those
    above, whose rates reach down to it.
    """
    accounts = tree.ever_visible(viewer) | tree.ever_above(viewer)
    return lambda change: change.account is None or change.account in accounts


def stale(
    changes: Iterable[NetworkChange], kept: RolledUp | None, wanted: RolledUp
) -> Sequence[Range]:
    """The wanted days that have to be added up, each part within a month.

    They are those that the changes concern, those that are not kept yet, and all of them if the
    operator keeps another part than then.
    """
    first, last = wanted.days.first, wanted.days.last
    if kept is None or kept.operator_rate != wanted.operator_rate:
        return _by_month([(first, last)])
    spans = [(each.first, each.last or last) for each in changes]
    spans += [(first, kept.days.first - timedelta(1)), (kept.days.last + timedelta(1), last)]
    return _by_month((max(start, first), min(end, last)) for start, end in spans)


def _by_month(spans: Iterable[tuple[date, date]]) -> Sequence[Range]:
    """The days of these spans, each once, as one range for neighbouring days of a month."""
    days = sorted({day for first, last in spans for day in days_between(first, last)})
    parts: list[Range] = []
    for day in days:
        if parts and parts[-1].last + timedelta(1) == day and day.day != 1:
            parts[-1] = Range(parts[-1].first, day)
        else:
            parts.append(Range(day, day))
    return parts


@frozen
class MemberDays:
    """Days of channels, each of which was with one account directly below another, or with an
    account below that one.
    """

    members: dict[PlatformChannelId, AccountId] = field(factory=dict)
    segments: list[Segment] = field(factory=list)

    def takes(self, segment: Segment, member: AccountId) -> bool:
        """Add the days if the channel is with no other member here; returns whether it did."""
        if self.members.setdefault(segment.channel, member) != member:
            return False
        self.segments.append(segment)
        return True


def days_of_members(
    parts: Iterable[Segment], tree: AccountTree, above: AccountId
) -> Sequence[MemberDays]:
    """The days of those below an account, by the account directly below it.

    A channel that went from one of them to another is in as many of these as it had members, so
    that figures queried by channel can be attributed to members.
    """
    found: list[MemberDays] = []
    for part in parts:
        member = _right_below(tree, above, part)
        if member is not None and not any(each.takes(part, member) for each in found):
            found.append(MemberDays({part.channel: member}, [part]))
    return found


def _right_below(tree: AccountTree, above: AccountId, part: Segment) -> AccountId | None:
    """The member of an account to whom these days belong; None for the account's own days."""
    line = list(tree.upwards(part.holder, part.first))
    place = line.index(above) if above in line else 0
    return line[place - 1] if place else None


def _shares(
    view: Viewpoint, holder: AccountId, first: date, last: date
) -> Iterator[tuple[date, date, tuple[int, ...], int]]:
    """A holder's days cut where shares change: first and last day, and the viewer's share of them."""
    days = {*changes(view.tree, view.rates, holder), *(day for day, _ in view.operator_rates)}
    inner = (day for day in days if first < day <= last)
    starts = sorted({first, *inner})
    ends = [*(start - timedelta(1) for start in starts[1:]), last]
    for start, end in zip(starts, ends, strict=True):
        chain = chain_on(view.tree, view.rates, holder, start)
        if view.through_main:
            chain = settlement.paid_to_the_top(chain)
        kept = [rate for day, rate in view.operator_rates if day <= start][-1]
        yield start, end, *_position(chain, view.viewer, kept)


def _position(
    chain: Chain, viewer: AccountId, operator_rate: Decimal
) -> tuple[tuple[int, ...], int]:
    """What reaches the viewer in a chain, and what goes on below; nothing if it has no place in the
    chain.
    """
    accounts = [link.account for link in chain.links]
    if viewer not in accounts:
        return (0,), 0
    place = accounts.index(viewer)
    reaching = [PARTS - int(operator_rate * PARTS)]
    reaching += [link.keeps for link in chain.links[1 : place + 1]]
    lower = chain.links[place + 1 :]
    whole = tuple(keeps for keeps in reaching if keeps != PARTS)
    return whole, lower[0].keeps if lower else 0


def share(nanos: int, segment: Segment) -> int:
    """The viewer's own part of a stored row's revenue, in nanos (MONEY-12)."""
    reaching = nanos
    for keeps in segment.reaching:
        reaching = _part(reaching, keeps)
    return reaching - _part(reaching, segment.passing)


def _part(nanos: int, keeps: int) -> int:
    size = abs(nanos) * keeps // PARTS
    return size if nanos >= 0 else -size


def shared(figures: Figures, segment: Segment) -> Shared:
    """A stored row's figures, together with the viewer's part."""
    return Shared(
        figures, share(figures.revenue_nanos, segment), share(figures.premium_nanos, segment)
    )


def together(parts: Iterable[Shared]) -> Shared:
    """The sum of each figure; zeros where there is nothing."""
    added = list(parts)
    if not added:
        return Shared()
    figures, *own = zip(*added, strict=True)
    return Shared(Figures(*map(sum, zip(*figures, strict=True))), *map(sum, own))


def every_day(range_: Range, found: Mapping[date, Shared]) -> tuple[tuple[date, Shared], ...]:
    """One row for every day of the range, with zeros for days without figures."""
    days, nothing = days_between(range_.first, range_.last), Shared()
    return tuple((day, found.get(day, nothing)) for day in days)


def rpm(shared: Shared, base: RpmBase) -> Decimal | None:
    """The viewer's revenue in USD per thousand views; None without views (DASH-1)."""
    return videos.rpm_of(shared.revenue_nanos, shared.figures, base)


def premium_price(shared: Shared) -> Decimal | None:
    """The viewer's premium revenue in USD per thousand premium views."""
    return videos.premium_price(shared.figures._replace(premium_nanos=shared.premium_nanos))


def tips(figures: Figures, copy: Copy) -> tuple[str, ...]:
    """The keys of hints for a video: what would raise its revenue, by the numbers that texts quote."""
    ratio = videos.premium_ratio(figures)
    seconds = videos.average_view_seconds(figures)
    found = []
    if ratio is not None and ratio < copy.premium_percent:
        found.append("premium_share")
    if seconds is not None and seconds < copy.premium_keep_seconds:
        found.append("watch_time")
    return tuple(found)


def country_shares(countries: Sequence[CountryViews]) -> tuple[CountryShare, ...]:
    """Each country's part of all views in percent, to two places, half up."""
    views = sum(each.views for each in countries)
    return tuple(
        CountryShare(each.country, each.views, _hundredths(each.views, views))
        for each in countries
        if each.views
    )


def _hundredths(part: int, whole: int) -> Decimal:
    return (Decimal(part) * 100 / whole).quantize(Decimal("0.01"), ROUND_HALF_UP)


def confirmed(
    records: Iterable[RecordFigure],
    segments: Iterable[Segment],
    estimates: Iterable[DailyEstimate],
) -> dict[Month, Shared]:
    """A video's confirmed figures by month with the viewer's part, only for days that earn.

    A figure without a day is spread over its month as in the close, by the video's `estimates`
    (SETTLE-8), so that the parts add up to what is settled, except for what rounding leaves.
    """
    found: dict[Month, Shared] = {}
    parts, days = list(segments), list(estimates)
    for record in records:
        for part in parts:
            figures = _within(record, part, days)
            if figures is not None:
                own, sofar = shared(figures, part), found.get(record.month)
                found[record.month] = own if sofar is None else sofar.plus(own)
    return found


def _within(
    record: RecordFigure, segment: Segment, estimates: Sequence[DailyEstimate]
) -> Figures | None:
    """The part of a confirmed figure that falls on a segment's days; None if there is none."""
    month = record.month
    if record.channel != segment.channel:
        return None
    if record.day is not None:
        inside = segment.first <= record.day <= segment.last
        return _figures(record, record.views, record.nanos) if inside else None
    first, last = month.first, month.last
    start, end = max(segment.first, first), min(segment.last, last)
    if start > end:
        return None
    if (start, end) == (first, last):
        return _figures(record, record.views, record.nanos)
    marks = settlement.marks(settlement.day_weights(month, record.sort, estimates))
    views, nanos = (
        settlement.between(whole, marks, start.day - 1, end.day)
        for whole in (record.views, record.nanos)
    )
    return _figures(record, views, nanos)


def _figures(record: RecordFigure, views: int, nanos: int) -> Figures:
    premium = nanos if record.sort is RecordSort.SUBSCRIPTION else 0
    return Figures(views=views, revenue_nanos=nanos, premium_nanos=premium)
