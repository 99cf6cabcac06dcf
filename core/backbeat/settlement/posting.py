"""What a settlement posts: a transaction for each account, channel and type, and one for the house.

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
from backbeat.settlement.model import Settlement, ShareKey

HOUSE = "house"


@frozen
class Draft:
    """A settlement's transactions, made for the balances that were read with them."""

    balances: Mapping[AccountId, Balance]
    prepared: Prepared


def draft(
    ledger: Ledger, settlement: Settlement, changes: Mapping[ShareKey, Money], act: ActContext
) -> Draft:
    """The transactions of a settlement for the balances as they are now.

    It writes nothing, so that the transaction which posts them is short (SETTLE-3).
    """
    balances = ledger.balances(sorted({owed.account for owed in changes}))
    created = transactions(settlement, changes, balances, act)
    for transaction in created:
        _ = transaction.text  # spelled out now; the hashes need it
    return Draft(balances, ledger.prepare(created))


def transactions(
    settlement: Settlement,
    changes: Mapping[ShareKey, Money],
    balances: Mapping[AccountId, Balance],
    act: ActContext,
) -> list[Transaction]:
    """The transactions of a settlement: every amount enters from house:royalty (LEDGER-4).

    `balances` are those of all accounts in `changes`, as they are before; credits pay debts first.
    """
    balances = dict(balances)
    by_channel: dict[tuple[ChannelId, EntryType], list[tuple[AccountId, Money]]] = defaultdict(list)
    for owed, amount in sorted(changes.items()):
        by_channel[owed.channel, owed.type].append((owed.account, amount))
    posted = [
        transaction
        for key, amounts in by_channel.items()
        for transaction in _shared(settlement, key, amounts, balances, act)
    ]
    return [*posted, *_house(settlement, act)]


def source_of(month: Month, revision: int, what: str) -> str:
    """What a transaction of a settlement stands for."""
    return f"settlement:{month}:{revision}:{what}"


def revision_of(source: str) -> int:
    """Which revision of its month a settlement's transaction belongs to."""
    return int(source.split(":")[2])


def _shared(
    settlement: Settlement,
    of: tuple[ChannelId, EntryType],
    amounts: Sequence[tuple[AccountId, Money]],
    balances: dict[AccountId, Balance],
    act: ActContext,
) -> Iterator[Transaction]:
    """A transaction for each account that shares what a channel earned by one type."""
    channel, type_ = of
    name = source_of(settlement.month, settlement.revision, f"{channel}:{type_}")
    siblings = Siblings(name, len(amounts), total(amount for _, amount in amounts))
    for account, amount in amounts:
        source = f"{name}:{account}"
        entry = Entry(
            ledger_rules.entry_id(source, 0),
            account,
            type_,
            amount,
            act.day,
            month=settlement.month,
            channel=channel,
            correction=settlement.revision > 0,
        )
        yield Transaction(
            ledger_rules.transaction_id(source),
            account,
            source,
            _kind(settlement),
            act.day,
            act.at,
            act.actor,
            postings=(
                *ledger_rules.legs(account, amount, balances[account]),
                *ledger_rules.house(LedgerAccount.ROYALTY, -amount),
            ),
            entries=(entry,),
            month=settlement.month,
            reason=act.reason,
            siblings=siblings,
        )
        balances[account] = ledger_rules.after(account, amount, balances[account])


def _house(settlement: Settlement, act: ActContext) -> list[Transaction]:
    """What stays with the house: money of nobody's days, its own part, and the rounding
    (SETTLE-15)."""
    kept = settlement.sums.kept + settlement.sums.operator
    rounding = settlement.sums.rounding
    if not kept and not rounding:
        return []
    source = source_of(settlement.month, settlement.revision, HOUSE)
    return [
        Transaction(
            ledger_rules.transaction_id(source),
            ledger_rules.house_chain(f"{settlement.month}:{settlement.revision}"),
            source,
            _kind(settlement),
            act.day,
            act.at,
            act.actor,
            postings=(
                *ledger_rules.house(LedgerAccount.KEPT, kept),
                *ledger_rules.house(LedgerAccount.ROUNDING, rounding),
                *ledger_rules.house(LedgerAccount.ROYALTY, -(kept + rounding)),
            ),
            month=settlement.month,
            reason=act.reason,
        )
    ]


def _kind(settlement: Settlement) -> Kind:
    return Kind.ADJUSTMENT if settlement.revision else Kind.SETTLEMENT
