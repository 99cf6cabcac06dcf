"""The ledger as other features use it (LEDGER-16).

Every method works inside the transaction of the books to which it belongs. A use case that judges a
balance calls `lock` first; every posting is then committed or rolled back with the rest of the
block.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from backbeat.kernel.ids import EntryId, TransactionId
from backbeat.ledger.checks import Checked, check
from backbeat.ledger.lot_expiry import Expiry
from backbeat.ledger.model import Allocation, Entry, Transaction, Use
from backbeat.ledger.posting import Postings
from backbeat.ledger.reservations import Reservations
from backbeat.ledger.reversals import Reversals
from backbeat.ledger.statements import StatementRows
from backbeat.ledger.transfers import Transfers


@frozen
class Ledger(Postings):
    """Locking, judging and posting; reading what was posted; and the acts that consist of postings."""

    # -- finding

    def used_by(self, entry: Entry) -> list[Use]:
        """What an entry (a withdrawal, an expiry) used up of others, or gave back, in order."""
        return [
            Use(current.entry, each.amount)
            for each, current in self.store.used(entry.account, entry.id)
        ]

    def allocations_of(self, entry: Entry) -> Sequence[Allocation]:
        """What others used up of an entry, negative if it was given back; in order of posting."""
        return self.store.taken(entry.account, entry.id)

    def transaction(self, account: str, transaction: TransactionId) -> Transaction | None:
        """One transaction of the account."""
        return self.store.by_id(account, transaction)

    def transaction_of(self, account: str, entry: EntryId) -> Transaction | None:
        return self.store.transaction_of(account, entry)

    def check(self) -> Checked:
        """Read everything and run every invariant (INTEG-20)."""
        whole = self.store.whole
        return check(whole.chain(), whole.all_balances(), whole.all_open(), whole.heads())

    # -- its parts, by act

    @property
    def reservations(self) -> Reservations:
        """What withdrawals reserve, pay out and give back."""
        return Reservations(self)

    @property
    def expiry(self) -> Expiry:
        """What expires: points whose last day is over, and balances that are given up."""
        return Expiry(self)

    @property
    def reversals(self) -> Reversals:
        """Undoing what was posted by hand."""
        return Reversals(self)

    @property
    def transfers(self) -> Transfers:
        """Moves from one account to another."""
        return Transfers(self)

    @property
    def statements(self) -> StatementRows:
        """What was posted, by day and by month."""
        return StatementRows(self.store)
