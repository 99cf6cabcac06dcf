"""What a settlement posts: one transaction a channel and type, and one for the house."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

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
    Posting,
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

    It writes nothing, so that the transaction which posts them is short (R5).
    """
    balances = ledger.balances(sorted({owed.account for owed in changes}))
    made = transactions(settlement, changes, balances, act)
    for transaction in made:
        _ = transaction.text  # spelled out now; the hashes need it
    return Draft(balances, ledger.prepare(made))


def transactions(
    settlement: Settlement,
    changes: Mapping[ShareKey, Money],
    balances: Mapping[AccountId, Balance],
    act: ActContext,
) -> list[Transaction]:
    """The transactions of a settlement: every amount enters from house:royalty (R39).

    `balances` are those of all accounts in `changes`, as they are before; credits pay debts first.
    """
    balances = dict(balances)
    by_channel: dict[tuple[ChannelId, EntryType], list[tuple[AccountId, Money]]] = defaultdict(list)
    for owed, amount in sorted(changes.items()):
        by_channel[owed.channel, owed.type].append((owed.account, amount))
    posted = [
        _shared(settlement, key, amounts, balances, act) for key, amounts in by_channel.items()
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
    amounts: Iterable[tuple[AccountId, Money]],
    balances: dict[AccountId, Balance],
    act: ActContext,
) -> Transaction:
    channel, type_ = of
    source = source_of(settlement.month, settlement.revision, f"{channel}:{type_}")
    entries: list[Entry] = []
    postings: list[Posting] = []
    for account, amount in amounts:
        entries.append(
            Entry(
                ledger_rules.entry_id(source, len(entries)),
                account,
                type_,
                amount,
                act.day,
                month=settlement.month,
                channel=channel,
                correction=settlement.revision > 0,
            )
        )
        postings.extend(ledger_rules.legs(account, amount, balances[account]))
        balances[account] = ledger_rules.after(account, amount, balances[account])
    paid = total(entry.amount for entry in entries)
    return Transaction(
        ledger_rules.transaction_id(source),
        source,
        _kind(settlement),
        act.day,
        act.at,
        act.actor,
        postings=(*postings, *ledger_rules.house(LedgerAccount.ROYALTY, -paid)),
        entries=tuple(entries),
        month=settlement.month,
        reason=act.reason,
    )


def _house(settlement: Settlement, act: ActContext) -> list[Transaction]:
    """What stays with the house: money of nobody's days, its own part, and the rounding (R37)."""
    kept = settlement.sums.kept + settlement.sums.operator
    rounding = settlement.sums.rounding
    if not kept and not rounding:
        return []
    source = source_of(settlement.month, settlement.revision, HOUSE)
    return [
        Transaction(
            ledger_rules.transaction_id(source),
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
