"""What an account's settled money is made of: by the accounts below it, and by video."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from backbeat.accounts.errors import AccountNotFound
from backbeat.figures.model import ChannelSum, DailyEstimate, RecordFigure
from backbeat.figures.rules import in_spans
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.ledger.model import PROFITS, Entry, EntryType, MonthLine, MonthReport
from backbeat.settlement import rules
from backbeat.settlement.calculation import sharing_among
from backbeat.settlement.model import Group, Settlement, VideoShare
from backbeat.settlement.month_shares import Sharing, Spans, compute, spans_of
from backbeat.settlement.ports import Books

SELF = "self"


def holders_meant(books: Books, account: AccountId, subaccount: str) -> frozenset[AccountId]:
    """Whose channels a `subaccount` means: `self`, or an account below with all below it (DASH-7).

    Refuses an unknown or foreign one with `AccountNotFound` (10001).
    """
    if subaccount == SELF:
        return frozenset({account})
    named = AccountId(subaccount)
    if "@" in subaccount:
        current = books.accounts.by_email(subaccount)
        named = current.id if current else named
    tree = books.accounts.family(account)
    if named not in tree.visible(account):
        raise AccountNotFound()
    return frozenset({named, *tree.below(named)})


def months_of(
    books: Books,
    account: AccountId,
    holders: Collection[AccountId],
    first: Month | None,
    last: Month | None,
) -> list[MonthReport]:
    """What an account got from channels that those accounts held, the newest month first."""
    settled = {settlement.month for settlement in books.settlements.all()}
    months = [
        month
        for month in sorted(settled, reverse=True)
        if (first is None or month >= first) and (last is None or month <= last)
    ]
    found = [(month, lines_of(books, account, month, holders)) for month in months]
    return [
        MonthReport(month, tuple(lines), total(line.amount for line in lines))
        for month, lines in found
        if lines
    ]


def lines_of(
    books: Books, account: AccountId, month: Month, holders: Collection[AccountId]
) -> list[MonthLine]:
    """What an account got of a month from channels that those accounts held, corrections apart."""
    settled = books.settlements.of(month)
    entries = books.ledger.statements.entries_of_month(account, month, list(PROFITS))
    channels = sorted({entry.channel for entry in entries if entry.channel})
    if not settled or not channels:
        return []
    first = _shares(books, account, settled[0], channels, holders)
    now = _shares(books, account, settled[-1], channels, holders)
    lines = [MonthLine(month, type_, amount) for type_, amount in sorted(first.items()) if amount]
    corrected = {
        type_: now.get(type_, Money.zero()) - first.get(type_, Money.zero())
        for type_ in sorted({*first, *now})
    }
    for entry in entries:
        if entry.note is not None:
            part = _of_line(books, entry, settled[-1], holders)
            corrected[entry.type] = corrected.get(entry.type, Money.zero()) + part
    return lines + [
        MonthLine(month, type_, amount, correction=True)
        for type_, amount in corrected.items()
        if amount
    ]


def _of_line(
    books: Books, entry: Entry, settlement: Settlement, holders: Collection[AccountId]
) -> Money:
    """What of a share in a line without a file (SETTLE-25) came from those holders' days of its channel:
    as much as of what the channel's month brought the account, rounded toward zero."""
    channels = [entry.channel] if entry.channel else []
    groups = books.settlements.groups(settlement.month, settlement.revision, channels)
    everybody = {group.chain.holder for group in groups}
    if everybody <= set(holders):
        return entry.amount
    whole, theirs = (
        total(_shares(books, entry.account, settlement, channels, each).values()).micros
        for each in (everybody, holders)
    )
    if not whole:
        return Money.zero()
    part = abs(entry.amount.micros) * theirs // whole
    return Money(part if entry.amount.micros >= 0 else -part)


def _shares(
    books: Books,
    account: AccountId,
    settlement: Settlement,
    channels: Collection[ChannelId],
    holders: Collection[AccountId],
) -> Mapping[EntryType, Money]:
    shares: dict[EntryType, Money] = defaultdict(Money.zero)
    for group in books.settlements.groups(settlement.month, settlement.revision, channels):
        if group.chain.holder in holders:
            gross = rules.part(rules.micros(group.nanos), settlement.terms.shared_rate)
            share = rules.split(gross, group.chain).get(account, Money.zero())
            shares[group.type] += share
    return shares


def videos_of(
    books: Books, account: AccountId, month: Month, channels: Iterable[ChannelId]
) -> list[VideoShare]:
    """What each video brought an account in a settled month, exact, the most first.

    Worked out anew, video by video, in nano-USD, from the figures of its newest settlement: what
    came in since is told once it is posted (0140).
    """
    settled = books.settlements.of(month)
    if not settled:
        return []
    known = (books.channels.get(channel) for channel in channels)
    # Two registrations of one channel have the same videos.
    registered = books.channels.of_platform({channel.platform_id for channel in known if channel})
    spans = {channel: spans_of(own) for channel, own in sorted(registered.items())}
    holders = {span.holder for own in spans.values() for _, span in own}
    sharing = sharing_among(books, month, settled[0].terms, holders)
    found: dict[VideoId, int] = defaultdict(int)
    for channel in spans:
        for video, groups in _of_channel(books, settled, channel, spans, sharing):
            found[video] += int(rules.exact_share(account, groups, settled[0].terms))
    titles = books.videos.of([video for video in found if video])
    shares = [
        VideoShare(video, titles[video].title if video in titles else video, nanos)
        for video, nanos in found.items()
        if nanos
    ]
    return sorted(shares, key=lambda each: (-each.nanos, each.video))


def _of_channel(
    books: Books,
    settled: Sequence[Settlement],
    channel: PlatformChannelId,
    spans: Spans,
    sharing: Sharing,
) -> Iterator[tuple[VideoId, Sequence[Group]]]:
    month, kinds = settled[0].month, settled[0].kinds
    then = books.report_rows.figures_then(month, channel, kinds, settled[-1].last_file)
    records = books.confirmed.figures(month, kinds, [channel]) if then is None else then
    estimates = groupby(books.statistics.daily_estimates(month, kinds, [channel]), key=_video)
    weights = {video: list(days) for video, days in estimates}
    for video, of_video in groupby(records, key=_video):
        found, days = list(of_video), weights.get(video, ())
        computed = compute(
            month,
            [ChannelSum(channel, sum(figure.nanos for figure in found))],
            lambda _, starts, found=found, days=days: (found, in_spans(days, starts)),  # type: ignore[misc]
            spans=spans,
            sharing=sharing,
            progress=lambda *_: None,
        )
        yield video, computed.groups


def _video(figure: RecordFigure | DailyEstimate) -> VideoId:
    return figure.video
