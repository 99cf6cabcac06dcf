"""What many friends earn on certain days, as each one's own dashboard would say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from attrs import evolve, frozen

from backbeat.accounts.network.tree import AccountTree
from backbeat.channels.model import Channel, ChannelStatus
from backbeat.dashboards import rules as dashboards
from backbeat.dashboards.model import Range, Segment
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.policies.model import Policy
from backbeat.policies.rules import OPERATOR_RATE, timeline
from backbeat.referral.ports import EarningsBooks
from backbeat.settings import Settings
from backbeat.settlement.model import Settlement


@frozen
class Wanted:
    """Days of one month of one friend."""

    friend: AccountId
    month: Month
    days: Range


Earned = Mapping[tuple[AccountId, Month], int]
"""Nano-USD by friend and month."""


def earned(
    books: EarningsBooks,
    settings: Settings,
    policies: Sequence[Policy],
    today: date,
    wanted: Sequence[Wanted],
) -> Earned:
    """Each friend's own part of those days' money: as the close split it if the month is closed,
    otherwise as estimated so far.
    """
    found: dict[tuple[AccountId, Month], int] = defaultdict(int)
    if not wanted:
        return found
    sight = sight_of(books, {each.friend for each in wanted})
    months = sorted({each.month for each in wanted})
    closed = books.confirmed_days.closed(months[0], months[-1])
    rates = timeline(settings, policies, OPERATOR_RATE)
    newest = dashboards.newest_shown(books.statistics.last_day(), today, settings.reports.lag_days)
    for month in months:
        of_month = [each for each in wanted if each.month == month]
        sharing = Sharing(rates, newest)
        if month in closed:
            sharing = Sharing.as_closed(books.settlements.of(month)[0], closed[month])
        for asked in _apart(
            (each.friend, sharing.segments(sight, each.friend, each.days)) for each in of_month
        ):
            whose = {part.channel: friend for friend, parts in asked for part in parts}
            rows = books.figures.by_channel([part for _, parts in asked for part in parts])
            for row in rows:
                found[whose[row.platform_channel], month] += row.shared.revenue_nanos
    return found


def approved_among(books: EarningsBooks, friends: Iterable[AccountId]) -> frozenset[AccountId]:
    """Those that own or hold an approved channel."""
    wanted = set(friends)
    if not wanted:
        return frozenset()
    approved = [
        each for each in books.figures.channels_of(wanted) if each.status is ChannelStatus.APPROVED
    ]
    return frozenset(wanted & {who for each in approved for who in (each.owner, each.holder)})


@frozen
class Sight:
    """The friends, with everybody above and below them, and the channels from which they earn."""

    holders: Mapping[AccountId, frozenset[AccountId]]
    channels: Mapping[AccountId, Sequence[Channel]]
    view: dashboards.Viewpoint


def sight_of(books: EarningsBooks, friends: Iterable[AccountId]) -> Sight:
    """Everything that is read only once, however many friends there are."""
    wanted = set(friends)
    below = books.accounts.downwards(wanted)
    above = books.accounts.upwards(below.places)
    tree = AccountTree({**above.places, **below.places})
    holders = {friend: tree.ever_visible(friend) for friend in wanted}
    everybody = frozenset(holder for each in holders.values() for holder in each)
    sharers = {above for holder in everybody for above in tree.ever_above(holder)}
    found = books.fee_rates.of_all(sorted(sharers))
    rates = {account: found.get(account, ()) for account in sharers}
    view = dashboards.Viewpoint(AccountId(""), everybody, tree, rates, ())
    held: dict[AccountId, dict[ChannelId, Channel]] = defaultdict(dict)
    for channel in books.figures.channels_of(everybody, deleted=True):
        for span in channel.timeline.spans():
            held[span.holder][channel.id] = channel
    channels = {
        friend: list({id_: each for who in sorted(own) for id_, each in held[who].items()}.values())
        for friend, own in holders.items()
    }
    return Sight(holders, channels, view)


@frozen
class Sharing:
    """How a month's days are shared, and up to which day they are known."""

    operator_rates: Sequence[tuple[date, Decimal]]
    until: date | None
    version: int | None = None
    """The version of the confirmed days; None if the month is open."""
    has_deleted: bool = False

    @classmethod
    def as_closed(cls, settlement: Settlement, version: int) -> Sharing:
        """By the terms of the close under whose version the days are stored."""
        month = settlement.month
        kept = [(month.first, settlement.terms.operator_rate)]
        return cls(kept, month.last, version, has_deleted=True)

    def segments(self, sight: Sight, friend: AccountId, days: Range) -> list[Segment]:
        """A friend's part of these days."""
        if self.until is None or self.until < days.first:
            return []
        view = evolve(
            sight.view,
            viewer=friend,
            holders=sight.holders[friend],
            operator_rates=self.operator_rates,
        )
        shown = Range(days.first, min(days.last, self.until))
        own = sight.channels[friend]
        channels = [each for each in own if self.has_deleted or not each.is_deleted]
        parts = dashboards.segments(channels, view, shown)
        return parts if self.version is None else dashboards.confirmed_by(self.version, parts)


_Asked = tuple[AccountId, Sequence[Segment]]


def _apart(asked: Iterable[_Asked]) -> Iterator[list[_Asked]]:
    """The questions in rounds, so that within a round no channel is asked about for two friends."""
    rounds: list[tuple[set[PlatformChannelId], list[_Asked]]] = []
    for friend, parts in asked:
        if not parts:
            continue
        channels = {part.channel for part in parts}
        free = next((each for each in rounds if not each[0] & channels), None)
        if free is None:
            free = (set(), [])
            rounds.append(free)
        free[0].update(channels)
        free[1].append((friend, parts))
    return (own for _, own in rounds)
