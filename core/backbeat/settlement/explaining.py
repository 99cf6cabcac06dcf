"""Tracing a posted amount back: its rule, its rate, its rounding, and the rows of the reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from backbeat.earnings.model import Entry, Kind, Transaction
from backbeat.ingestion.model import RowOrigin
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.money import NANOS_PER_MICRO, Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.settlement import rules
from backbeat.settlement.computing import tenures
from backbeat.settlement.errors import NotSettled
from backbeat.settlement.model import Explanation, Group, Settlement
from backbeat.settlement.ports import Books
from backbeat.settlement.posting import revision_of


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
        page.of(list(_rows(books, settlement, entry.channel, entry.month, groups))),
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


def _rows(
    books: Books,
    settlement: Settlement,
    channel: ChannelId,
    month: Month,
    groups: Sequence[Group],
) -> Iterator[RowOrigin]:
    """The rows behind the groups: of the days on which their holders had the channel."""
    registered = books.channels.get(channel)
    if registered is None:
        return
    holders = {group.chain.links[-1].account for group in groups}
    theirs = [
        tenure
        for tenure in tenures(month, [registered])
        if settlement.terms.through_main or tenure.holder in holders
    ]
    for row in books.reports.rows_of(month, registered.platform_id, settlement.kinds):
        if row.day is None or any(each.from_day <= row.day < each.until for each in theirs):
            yield row
