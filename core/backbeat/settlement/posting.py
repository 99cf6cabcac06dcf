"""What a settlement, or a line without a file, posts: a transaction for each account, channel and
type, and one for the house.

Those of one channel and type are siblings: each says how many they are and what they sum to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.chunks import batches
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.packed import PackedRows, Packer
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
from backbeat.settlement.model import SettledLine, Settlement
from backbeat.settlement.packed import ShareKey

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


POSTINGS_AT_ONCE = 500
"""So many transactions are made before they are written."""

ACCOUNTS_AT_ONCE = 500
"""So many accounts are locked by one statement."""


@frozen
class Due:
    """One amount to be posted, and what its channel and type posts altogether."""

    owed: ShareKey
    amount: Money
    siblings: Siblings


@frozen
class Draft:
    """A series of postings by account; a transaction each, made when they are posted.

    For however many creators little of it is in memory at once (SETTLE-24).
    """

    series: Series
    kept: Kept
    act: ActContext
    rows: PackedRows

    def accounts(self) -> Iterator[AccountId]:
        """Everybody whom it concerns, once, in order."""
        return (AccountId(account) for account, _ in groupby(self.rows, key=itemgetter(0)))

    def lock(self, ledger: Ledger) -> int:
        """Lock all of them, in order (LEDGER-16); how many they are."""
        count = 0
        for some in batches(self.accounts(), ACCOUNTS_AT_ONCE):
            ledger.lock(*some)
            count += len(some)
        return count

    def post(self, ledger: Ledger) -> None:
        """Post all of it, some at a time, once everything is locked."""
        for some in batches(self._due(), POSTINGS_AT_ONCE):
            balances = ledger.balances(sorted({each.owed.account for each in some}))
            ledger.post_all(shared(self.series, some, balances, self.act))
        ledger.post_all(_house(self.series, self.kept, self.act))

    def _due(self) -> Iterator[Due]:
        for account, channel, type_, micros, count, sum_ in self.rows:
            owed = ShareKey(AccountId(account), ChannelId(channel), EntryType(type_))
            siblings = Siblings(f"{self.series.name}:{channel}:{type_}", int(count), _usd(sum_))
            yield Due(owed, _usd(micros), siblings)


def _usd(micros: str) -> Money:
    return Money(int(micros))


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


def draft(series: Series, changes: Mapping[ShareKey, Money], kept: Kept, act: ActContext) -> Draft:
    """What is to be posted, in the order of accounts, each with what it is a part of."""
    by_channel, by_account = Packer(), Packer()
    for (account, channel, type_), amount in changes.items():
        by_channel.add(channel, type_, account, str(amount.micros))
    for of, each in groupby(by_channel.packed(), key=itemgetter(0, 1)):
        found = [row[2:] for row in each]
        whole = str(len(found)), str(sum(int(micros) for _, micros in found))
        for sharer, micros in found:
            by_account.add(sharer, *of, micros, *whole)
    return Draft(series, kept, act, by_account.packed())


def revision_of(source: str) -> int:
    """Which revision of its month a settlement's transaction belongs to."""
    return int(source.split(":")[2])


def shared(
    series: Series, due: Sequence[Due], balances: Mapping[AccountId, Balance], act: ActContext
) -> list[Transaction]:
    """A transaction for each amount, which enters from house:royalty (LEDGER-4).

    `balances` are those of their accounts as they are before; credits pay debts first.
    """
    now = dict(balances)
    found = []
    for each in due:
        account, amount = each.owed.account, each.amount
        found.append(_transaction(series, each, now[account], act))
        now[account] = ledger_rules.after(account, amount, now[account])
    return found


def _transaction(series: Series, due: Due, balance: Balance, act: ActContext) -> Transaction:
    account, channel, type_ = due.owed
    source = f"{due.siblings.id}:{account}"
    entry = Entry(
        ledger_rules.entry_id(source, 0),
        account,
        type_,
        due.amount,
        act.day,
        month=series.month,
        channel=channel,
        note=series.note,
        correction=series.is_correction,
    )
    return Transaction(
        ledger_rules.transaction_id(source),
        account,
        source,
        series.kind,
        act.day,
        act.at,
        act.actor,
        postings=(
            *ledger_rules.legs(account, due.amount, balance),
            *ledger_rules.house(LedgerAccount.ROYALTY, -due.amount),
        ),
        entries=(entry,),
        month=series.month,
        reason=act.reason,
        siblings=due.siblings,
    )


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
