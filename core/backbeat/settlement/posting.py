"""What a settlement, or a line without a file, posts: a transaction for each account, channel and
type, and one for the house.

Those of one channel and type are siblings: each says how many they are and what they sum to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.ledger import Ledger
from backbeat.ledger.model import (
    Balance,
    Entry,
    EntryType,
    Kind,
    LedgerAccount,
    Siblings,
    Transaction,
)
from backbeat.ledger.ports import Prepared
from backbeat.settlement.model import SettledLine, Settlement, ShareKey

HOUSE = "house"

Kept = Mapping[LedgerAccount, Money]
"""What stays with the house, by account."""


@frozen
class Series:
    """What is posted together for a month: its name begins every source.

    `note` stands on each statement row.
    """

    name: str
    month: Month
    kind: Kind
    is_correction: bool
    note: str | None = None


@frozen
class Draft:
    """A series of transactions, made for the balances that were read with them."""

    balances: Mapping[AccountId, Balance]
    prepared: Prepared


def of_settlement(settlement: Settlement) -> Series:
    is_adjustment = settlement.revision > 0
    return Series(
        f"settlement:{settlement.month}:{settlement.revision}",
        settlement.month,
        Kind.ADJUSTMENT if is_adjustment else Kind.SETTLEMENT,
        is_adjustment,
    )


def of_line(line: SettledLine) -> Series:
    return Series(line.source, line.month, Kind.SUMMARY_LINE, is_correction=True, note=line.name)


def kept_by(settlement: Settlement) -> Kept:
    """Money of nobody's days, the house's own part, and the rounding (SETTLE-15)."""
    sums = settlement.sums
    return {
        LedgerAccount.KEPT: sums.kept + sums.operator,
        LedgerAccount.ROUNDING: sums.rounding,
    }


def draft(
    ledger: Ledger, series: Series, changes: Mapping[ShareKey, Money], kept: Kept, act: ActContext
) -> Draft:
    """The transactions of a series for the balances as they are now.

    It writes nothing, so that the transaction which posts them is short (SETTLE-3).
    """
    balances = ledger.balances(sorted({owed.account for owed in changes}))
    created = transactions(series, changes, kept, balances, act)
    for transaction in created:
        _ = transaction.text  # spelled out now; the hashes need it
    return Draft(balances, ledger.prepare(created))


def transactions(
    series: Series,
    changes: Mapping[ShareKey, Money],
    kept: Kept,
    balances: Mapping[AccountId, Balance],
    act: ActContext,
) -> list[Transaction]:
    """The transactions of a series: every amount enters from house:royalty (LEDGER-4).

    `balances` are those of all accounts in `changes`, as they are before; credits pay debts first.
    """
    balances = dict(balances)
    by_channel: dict[tuple[ChannelId, EntryType], list[tuple[AccountId, Money]]] = defaultdict(list)
    for owed, amount in sorted(changes.items()):
        by_channel[owed.channel, owed.type].append((owed.account, amount))
    posted = [
        transaction
        for key, amounts in by_channel.items()
        for transaction in _shared(series, key, amounts, balances, act)
    ]
    return [*posted, *_house(series, kept, act)]


def revision_of(source: str) -> int:
    """Which revision of its month a settlement's transaction belongs to."""
    return int(source.split(":")[2])


def _shared(
    series: Series,
    of: tuple[ChannelId, EntryType],
    amounts: Sequence[tuple[AccountId, Money]],
    balances: dict[AccountId, Balance],
    act: ActContext,
) -> Iterator[Transaction]:
    """A transaction for each account that shares what a channel earned by one type."""
    channel, type_ = of
    name = f"{series.name}:{channel}:{type_}"
    siblings = Siblings(name, len(amounts), total(amount for _, amount in amounts))
    for account, amount in amounts:
        source = f"{name}:{account}"
        entry = Entry(
            ledger_rules.entry_id(source, 0),
            account,
            type_,
            amount,
            act.day,
            month=series.month,
            channel=channel,
            note=series.note,
            correction=series.is_correction,
        )
        yield Transaction(
            ledger_rules.transaction_id(source),
            account,
            source,
            series.kind,
            act.day,
            act.at,
            act.actor,
            postings=(
                *ledger_rules.legs(account, amount, balances[account]),
                *ledger_rules.house(LedgerAccount.ROYALTY, -amount),
            ),
            entries=(entry,),
            month=series.month,
            reason=act.reason,
            siblings=siblings,
        )
        balances[account] = ledger_rules.after(account, amount, balances[account])


def _house(series: Series, kept: Kept, act: ActContext) -> list[Transaction]:
    """What no account has a share of; no transaction where there is none."""
    if not any(kept.values()):
        return []
    source = f"{series.name}:{HOUSE}"
    return [
        Transaction(
            ledger_rules.transaction_id(source),
            ledger_rules.house_chain(series.name.partition(":")[2]),
            source,
            series.kind,
            act.day,
            act.at,
            act.actor,
            postings=(
                *(leg for house in kept.items() for leg in ledger_rules.house(*house)),
                *ledger_rules.house(LedgerAccount.ROYALTY, -total(kept.values())),
            ),
            month=series.month,
            reason=act.reason,
        )
    ]
