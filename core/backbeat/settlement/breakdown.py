"""Which part of an account's settled money came from the channels of which accounts below it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from backbeat.accounts.errors import AccountNotFound
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.ledger.model import PROFITS, Entry, EntryType, MonthLine, MonthReport
from backbeat.settlement import rules
from backbeat.settlement.model import Settlement
from backbeat.settlement.ports import Books

SELF = "self"


def holders_meant(books: Books, account: AccountId, subaccount: str) -> frozenset[AccountId]:
    """Whose channels a `subaccount` means:

    `self`, or an account below together with all below it (DASH-7). Refuses an account that is
    unknown or not below the caller with `AccountNotFound` (10001).
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
    """What an account received from channels that those accounts held, the newest month first."""
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
    """What an account received for a month from channels that those accounts held, with corrections
    apart.
    """
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
