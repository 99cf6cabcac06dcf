"""Which open entries have paid which debits (LEDGER-22), derived from the history of an account.

A negative entry is paid by what is open when it is posted, and the missing part by the credits that
come next. Money that has paid is no longer free: it stays open until a withdrawal or an expiry
takes both, and cannot be used for anything else. Lists, sums, quotes and expiry all read `settled`.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from attrs import define, evolve, field

from backbeat.kernel.ids import AccountId, EntryId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.ledger.model import Entry, HistoryStep, OpenEntry
from backbeat.ledger.ports import LedgerStore
from backbeat.ledger.rules import order

Rank = tuple[date, Month, int]


def settled(
    found: Sequence[OpenEntry], history: Callable[[], Iterable[HistoryStep]]
) -> list[OpenEntry]:
    """The open entries of an account, each with the part of it that has paid debits.

    `history` is read only if a debit is open; otherwise everything is free.
    """
    if not any(each.remaining.micros < 0 for each in found):
        return list(found)
    replay = Replay()
    for step in history():
        replay.follow(step)
    return [evolve(each, settling=Money(replay.settling.get(each.entry.id, 0))) for each in found]


def open_entries(store: LedgerStore, account: AccountId) -> list[OpenEntry]:
    """The open entries of an account, with the part of each that has paid debits, read from the
    books.
    """
    return settled(store.open_entries(account), lambda: store.history(account))


@define
class Replay:
    """An account's entries, as each transaction in turn left them. Amounts are micro-USD.

    `paid_by` records for each debit which credits paid it, even while a withdrawal has taken both,
    so that a recovery gives back paid debits as paid.
    """

    left: dict[EntryId, int] = field(factory=dict)
    settling: dict[EntryId, int] = field(factory=lambda: defaultdict(int))
    paid_by: dict[EntryId, dict[EntryId, int]] = field(factory=dict)
    owed: dict[EntryId, int] = field(factory=dict)
    _open: dict[EntryId, None] = field(factory=dict)
    _ranks: dict[EntryId, Rank] = field(factory=dict)
    _lots: set[EntryId] = field(factory=set)
    _free: list[tuple[Rank, EntryId]] = field(factory=list)

    def follow(self, step: HistoryStep) -> None:
        """Apply the next transaction."""
        for place, entry in enumerate(step.entries):
            self._add(entry, order(step.number, place))
        moved = [each.id for each in step.entries]
        for take in step.allocations:
            self.left[take.entry] -= take.amount.micros
            self.left[take.consumer] += take.amount.micros
            if take.expires_on is not None:
                self._ranks[take.entry] = (take.expires_on, *self._ranks[take.entry][1:])
            moved.append(take.entry)
        self._debits_moved(each for each in moved if each in self.paid_by)
        self._credits_moved(each for each in moved if each not in self.paid_by)
        self._pay({each.id for each in step.entries})

    def _add(self, entry: Entry, place: int) -> None:
        self.left[entry.id] = entry.amount.micros
        self._ranks[entry.id] = (entry.expires_on or date.max, entry.earning_month, place)
        if entry.expires_on is not None:
            self._lots.add(entry.id)
        if entry.amount.micros < 0:
            self.paid_by[entry.id] = {}

    def _debits_moved(self, debits: Iterable[EntryId]) -> None:
        """A debit that was taken whole is no longer owed; one that came back is paid as it was
        before.
        """
        for debit in debits:
            payers = self.paid_by[debit]
            if debit in self._open and not self.left[debit]:
                del self._open[debit]
                self.owed.pop(debit, None)
                for credit, amount in payers.items():
                    self.settling[credit] -= amount
                    self._offer(credit)
            elif debit not in self._open and self.left[debit]:
                self._open[debit] = None
                for credit, amount in payers.items():
                    payers[credit] = max(min(amount, self._free_of(credit)), 0)
                    self.settling[credit] += payers[credit]
                self._owe(debit, -self.left[debit] - sum(payers.values()))

    def _credits_moved(self, credits_: Iterable[EntryId]) -> None:
        """A credit with less left than it has paid pays less; one with more can pay other debits."""
        for credit in credits_:
            if self._free_of(credit) < 0:
                self._withdraw(credit)
            self._offer(credit)

    def _withdraw(self, credit: EntryId) -> None:
        """Take back what the credit has paid but no longer has, from the newest debts first."""
        for debit in reversed(self._open):
            less = min(self.paid_by[debit].get(credit, 0), -self._free_of(credit))
            if less > 0:
                self.paid_by[debit][credit] -= less
                self.settling[credit] -= less
                self._owe(debit, self.owed.get(debit, 0) + less)

    def _pay(self, new: set[EntryId]) -> None:
        """Pay the debits that are owed, the oldest first, from what is open.

        A debit posted earlier, whose payment has been taken away, spares lots as long as there is
        other money.
        """
        for debit in list(self.owed):
            payers, owed = self.paid_by[debit], self.owed.pop(debit)
            while owed and (credit := self._next(spare_lots=debit not in new)):
                amount = min(owed, self._free_of(credit))
                payers[credit] = payers.get(credit, 0) + amount
                self.settling[credit] += amount
                owed -= amount
            self._owe(debit, owed)

    def _owe(self, debit: EntryId, amount: int) -> None:
        if amount:
            self.owed[debit] = amount

    def _next(self, *, spare_lots: bool) -> EntryId | None:
        """The next credit, in the order of use, that has something free."""
        while self._free and not self._is_offered(*self._free[0]):
            heapq.heappop(self._free)
        if not self._free:
            return None
        if spare_lots and self._free[0][1] in self._lots:
            others = (
                each for each in self._free if each[1] not in self._lots and self._is_offered(*each)
            )
            return min(others, default=self._free[0])[1]
        return self._free[0][1]

    def _free_of(self, credit: EntryId) -> int:
        return self.left[credit] - self.settling[credit]

    def _offer(self, credit: EntryId) -> None:
        if self._free_of(credit) > 0:
            heapq.heappush(self._free, (self._ranks[credit], credit))

    def _is_offered(self, rank: Rank, credit: EntryId) -> bool:
        return self._free_of(credit) > 0 and self._ranks[credit] == rank


def points_told_before(found: Sequence[OpenEntry]) -> Money:
    """What earlier versions said about open points: there, debits took lots first, whenever these
    came.
    """
    lots = total(each.remaining for each in found if each.expires_on)
    debits = total(each.remaining for each in found if each.remaining.micros < 0)
    return max(lots + debits, Money.zero())


def points_of(found: Iterable[OpenEntry]) -> Money:
    """The open points of an account, including expired lots."""
    return total(each.free for each in found if each.expires_on)
