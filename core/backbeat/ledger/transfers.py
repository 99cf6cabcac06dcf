"""Money that moves from one account to another (LEDGER-17)."""

from __future__ import annotations

from attrs import evolve, frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger import rules
from backbeat.ledger.errors import NotEnoughBalance
from backbeat.ledger.model import (
    ZERO,
    Balance,
    Entry,
    EntryType,
    Kind,
    LedgerAccount,
    Siblings,
    Transaction,
)
from backbeat.ledger.posting import Postings, drawn_up


@frozen
class Transfers:
    """Moves between accounts: a pair of transactions over `house:transfer`, both or neither."""

    postings: Postings

    def move(
        self, amount: Money, from_: AccountId, to: AccountId, act: ActContext, *, source: str
    ) -> tuple[Entry, Entry]:
        """Take an amount from one account and give it to another. Returns the row of each, as
        stored.

        `source` names the move. Refuses more than is available (40002).
        """
        balances = self.postings.locked([from_, to])
        available = balances[from_].available
        if not ZERO < amount <= available:
            raise NotEnoughBalance(available=available, amount=amount)
        taken = _row(source, from_, EntryType.FAST_WITHDRAWAL, -amount, act, note=to)
        given = _row(source, to, EntryType.PORTAL_PROFIT, amount, act, note=from_)
        siblings = Siblings(source, 2, ZERO)
        self.postings.post_all(
            [
                evolve(_side(source, row, balances[row.account], act), siblings=siblings)
                for row in (taken, given)
            ]
        )
        return taken, given


def _row(
    source: str, account: AccountId, type_: EntryType, amount: Money, act: ActContext, *, note: str
) -> Entry:
    id_ = rules.entry_id(f"{source}:{account}", 0)
    return Entry(id_, account, type_, amount, act.day, note=f"account:{note}")


def _side(source: str, row: Entry, balance: Balance, act: ActContext) -> Transaction:
    return drawn_up(
        row.account,
        act,
        f"{source}:{row.account}",
        Kind.TRANSFER,
        postings=(
            *rules.legs(row.account, row.amount, balance),
            *rules.house(LedgerAccount.TRANSFER, -row.amount),
        ),
        entries=(row,),
    )
