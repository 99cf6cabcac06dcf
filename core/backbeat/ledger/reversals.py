"""Undoing what an operator posted, what expired and what was given up: by mirroring it, once
(INTEG-8).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import evolve, frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import EntryId, TransactionId
from backbeat.kernel.money import Money
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyReversed, NotReversible
from backbeat.ledger.model import REVERSIBLE, Allocation, Entry, Kind, Posting, Transaction
from backbeat.ledger.posting import Postings, drawn_up


@frozen
class Reversals:
    """Mirrors transactions of the kinds that can be undone."""

    postings: Postings

    def reversal_of(self, account: str, transaction: TransactionId) -> Transaction | None:
        return self.postings.store.reversal_of(account, transaction)

    def among(self, entries: Collection[EntryId]) -> frozenset[EntryId]:
        """Those of these statement rows, whosever, that have been undone."""
        return self.postings.store.reversed_among(entries)

    def reverse(self, transaction: TransactionId, act: ActContext) -> Transaction:
        """Mirror an operator posting, grant, expiry or forfeiture, once (INTEG-8). Returns the new
        transaction.

        Its money is netted with what is available, and becomes debt if that was spent. Refuses an
        unknown id (2 `not_found`), a second reversal and other kinds.
        """
        mirrored = self.reversal(transaction, act)
        self.postings.post_all([mirrored])
        return mirrored

    def reverse_whole(self, originals: Sequence[Transaction], act: ActContext) -> None:
        """Mirror transactions that were posted together and can only be undone together.

        Their accounts have to be locked.
        """
        for original in originals:
            mirror = self._mirror if original.entries else self._mirror_of_house
            self.postings.post_all([mirror(original, act)])

    def reversal(self, transaction: TransactionId, act: ActContext) -> Transaction:
        """What `reverse` would post, with the same refusals."""
        account = self.postings.store.account_of(transaction)
        original = self.postings.store.by_id(account, transaction) if account else None
        if original is None:
            raise NotFound()
        if original.kind not in REVERSIBLE:
            raise NotReversible(transaction=transaction, kind=original.kind)
        # Two calls at once wait for each other here, so that the second is told what the first has
        # done.
        self.postings.lock(original.entries[0].account)
        if self.postings.store.reversal_of(original.account, transaction) is not None:
            raise AlreadyReversed(transaction=transaction)
        return self._mirror(original, act)

    def _mirror_of_house(self, original: Transaction, act: ActContext) -> Transaction:
        source = f"reverse:{original.id}"
        legs = tuple(evolve(leg, amount=-leg.amount) for leg in original.postings)
        reversal = drawn_up(
            original.account, act, source, Kind.REVERSAL, postings=legs, month=original.month
        )
        return evolve(reversal, reverses=original.id)

    def _mirror(self, original: Transaction, act: ActContext) -> Transaction:
        source = f"reverse:{original.id}"
        [entry] = original.entries
        mirror = Entry(
            rules.entry_id(source, 0),
            entry.account,
            entry.type,
            -entry.amount,
            act.day,
            month=entry.month,
            channel=entry.channel,
            note=entry.note,
            correction=True,
        )
        others = tuple(
            Posting(-leg.amount, house=leg.house) for leg in original.postings if leg.house
        )
        return Transaction(
            rules.transaction_id(source),
            original.account,
            source,
            Kind.REVERSAL,
            act.day,
            act.at,
            act.actor,
            postings=(
                *rules.legs(entry.account, mirror.amount, self.postings.held(entry.account)),
                *others,
            ),
            entries=(mirror,),
            allocations=self._undo_allocations(original, mirror, act),
            month=original.month,
            reason=act.reason,
            reverses=original.id,
        )

    def _undo_allocations(
        self, original: Transaction, mirror: Entry, act: ActContext
    ) -> tuple[Allocation, ...]:
        [entry] = original.entries
        if original.allocations:
            return tuple(
                rules.return_funds(
                    self.postings.store.used(entry.account, entry.id), mirror.id, act.day
                )
            )
        left = next(
            (
                each.remaining
                for each in self.postings.store.open_entries(entry.account)
                if each.entry.id == entry.id
            ),
            Money.zero(),
        )
        return (Allocation(mirror.id, entry.id, left),) if left else ()
