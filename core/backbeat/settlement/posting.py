"""What a settlement, or a line without a file, posts: a transaction for each account, channel and
type, and one for the house.

Transactions of one channel and type are siblings: each says how many they are and what they sum to.
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
    """What is posted together for a month: every source begins with its name.

    Each statement row has the `note`.
    """

    name: str
    month: Month
    kind: Kind
    is_correction: bool
    note: str | None = None


POSTINGS_AT_ONCE = 500
"""How many transactions are built before they are written."""

ACCOUNTS_AT_ONCE = 500
"""How many accounts one statement locks."""


@frozen
class Due:
    """One amount to be posted, and the total that is posted for its channel and type."""

    owed: ShareKey
    amount: Money
    siblings: Siblings


@frozen
class Draft:
    """A series of postings by account, each a transaction that is built when it is posted.

    Little of it is in memory at once, however many creators there are (SETTLE-24).
    """

    series: Series
    kept: Kept
    act: ActContext
    rows: PackedRows

    def accounts(self) -> Iterator[AccountId]:
        """Every account that it concerns, once, in order."""
        return (AccountId(account) for account, _ in groupby(self.rows, key=itemgetter(0)))

    def lock(self, ledger: Ledger) -> int:
        """Lock all the accounts, in order (LEDGER-16). Returns how many there are."""
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
    """Money of days that belong to nobody, the house's own part, and the rounding (SETTLE-15)."""
    sums = settlement.sums
    return {
        LedgerAccount.KEPT: sums.kept + sums.operator,
        LedgerAccount.ROUNDING: sums.rounding,
    }


def draft(series: Series, changes: Mapping[ShareKey, Money], kept: Kept, act: ActContext) -> Draft:
    """What is to be posted, in the order of accounts, each with the total of which it is a part."""
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
    """The revision of its month to which a settlement's transaction belongs."""
    return int(source.split(":")[2])


def shared(
    series: Series, due: Sequence[Due], balances: Mapping[AccountId, Balance], act: ActContext
) -> list[Transaction]:
    """A transaction for each amount, which comes from house:royalty (LEDGER-4).

    `balances` are those of the accounts before this; credits pay debts first.
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
    """The transaction for what no account has a share of; None if there is nothing."""
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
