"""The ledger in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from attrs import define, evolve, field, frozen

from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyPosted, NotEnoughBalance
from backbeat.ledger.model import (
    PROFITS,
    Balance,
    Entry,
    EntryType,
    MonthLine,
    OpenEntry,
    Sealed,
    SettledMonth,
    Take,
    Transaction,
)
from backbeat.ledger.ports import Prepared


@frozen
class Plain:
    """Transactions as they are; see `Prepared`."""

    transactions: Sequence[Transaction]


@define(eq=False)
class MemoryLedger:
    """Keeps transactions in a list and the state of every entry beside it."""

    _chain: list[Sealed] = field(factory=list)
    _sources: dict[str, Transaction] = field(factory=dict)
    _of_entry: dict[EntryId, Transaction] = field(factory=dict)
    _balances: dict[AccountId, Balance] = field(factory=dict)
    _states: dict[EntryId, OpenEntry] = field(factory=dict)
    _entries: dict[AccountId, list[EntryId]] = field(factory=lambda: defaultdict(list))

    def lock(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """The balances; one block at a time has the books in memory."""
        return self.balances(accounts)

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """See `LedgerStore`."""
        return {account: self._balances.get(account, Balance()) for account in accounts}

    def open_entries(self, account: AccountId) -> Sequence[OpenEntry]:
        """See `LedgerStore`."""
        return [
            state for state in map(self._states.__getitem__, self._mine(account)) if state.remaining
        ]

    def prepare(self, transactions: Sequence[Transaction]) -> Plain:
        """There is nothing to be done beforehand."""
        return Plain(transactions)

    def add(self, prepared: Prepared) -> None:
        """See `LedgerStore`."""
        for transaction in prepared.transactions:
            if transaction.source in self._sources:
                raise AlreadyPosted(source=transaction.source)
            self._move_balances(transaction)
            self._open_and_use(transaction)
            self._append(transaction)

    def by_source(self, source: str) -> Transaction | None:
        """See `LedgerStore`."""
        return self._sources.get(source)

    def by_sources(self, sources: Collection[str]) -> Mapping[str, Transaction]:
        """See `LedgerStore`."""
        return {each: self._sources[each] for each in sources if each in self._sources}

    def by_id(self, transaction: TransactionId) -> Transaction | None:
        """See `LedgerStore`."""
        return next((each for each in self._sources.values() if each.id == transaction), None)

    def transaction_of(self, entry: EntryId) -> Transaction | None:
        """See `LedgerStore`."""
        return self._of_entry.get(entry)

    def reversal_of(self, transaction: TransactionId) -> Transaction | None:
        """See `LedgerStore`."""
        return next((each for each in self._sources.values() if each.reverses == transaction), None)

    def used(self, taker: EntryId) -> Sequence[tuple[Take, OpenEntry]]:
        """See `LedgerStore`."""
        transaction = self._of_entry.get(taker)
        takes = transaction.takes if transaction else ()
        return [(each, self._states[each.entry]) for each in takes if each.taker == taker]

    def taken(self, entry: EntryId) -> Sequence[Take]:
        """See `LedgerStore`."""
        return [
            take
            for sealed in self._chain
            for take in sealed.transaction.takes
            if take.entry == entry
        ]

    def entries(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        first: date | None = None,
        last: date | None = None,
        types: Sequence[EntryType] = (),
    ) -> Page[Entry]:
        """See `LedgerStore`."""
        rows = [
            (state.entry.day, state.order, state.entry)
            for state in map(self._states.__getitem__, self._mine(account))
            if (first is None or state.entry.day >= first)
            and (last is None or state.entry.day <= last)
            and (not types or state.entry.type in types)
        ]
        return page.of([row[-1] for row in sorted(rows, key=lambda row: row[:2], reverse=True)])

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        """See `LedgerStore`."""
        return [
            entry
            for entry in self._statement(account)
            if entry.earning_month == month and (not types or entry.type in types)
        ]

    def month_lines(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> Sequence[MonthLine]:
        """See `LedgerStore`."""
        sums: dict[tuple[Month, EntryType, bool], Money] = defaultdict(Money.zero)
        for entry in self._statement(account):
            month = entry.earning_month
            if (first is None or month >= first) and (last is None or month <= last):
                sums[month, entry.type, entry.correction] += entry.amount
        lines = [
            MonthLine(month, type_, amount, correction)
            for (month, type_, correction), amount in sums.items()
        ]
        return sorted(
            lines,
            key=lambda line: (-line.month.year, -line.month.month, line.type, line.correction),
        )

    def shown_before(self, account: AccountId, day: date) -> Money:
        """See `LedgerStore`."""
        return total(entry.amount for entry in self._statement(account) if entry.day < day)

    def last_settled(self, account: AccountId) -> SettledMonth | None:
        """See `LedgerStore`."""
        profits = [
            entry
            for entry in self._statement(account)
            if entry.type in PROFITS and entry.month is not None
        ]
        if not profits:
            return None
        month = max(entry.earning_month for entry in profits)
        return SettledMonth(month, total(entry.amount for entry in profits if entry.month == month))

    def profits_of(self, month: Month) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """See `LedgerStore`."""
        sums: dict[tuple[AccountId, ChannelId, EntryType], Money] = defaultdict(Money.zero)
        for state in self._states.values():
            entry = state.entry
            if entry.type in PROFITS and entry.month == month and entry.channel is not None:
                sums[entry.account, entry.channel, entry.type] += entry.amount
        return sums

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        """See `LedgerStore`."""
        return sorted(
            {
                state.entry.account
                for state in self.all_open()
                if state.expires_on is not None and state.expires_on < today
            }
        )

    def lots(
        self,
        page: PageRequest,
        *,
        account: AccountId | None = None,
        until: date | None = None,
    ) -> Page[OpenEntry]:
        """See `LedgerStore`."""
        found = [
            (state.expires_on, state.order, state)
            for state in self._states.values()
            if state.expires_on is not None
            and state.remaining.micros > 0
            and account in (None, state.entry.account)
            and (until is None or state.expires_on <= until)
        ]
        return page.of([state for _, _, state in sorted(found, key=lambda each: each[:2])])

    def chain(self, after: int = 0) -> Iterator[Sealed]:
        """See `LedgerStore`."""
        return iter(self._chain[after:])

    def all_balances(self) -> Mapping[AccountId, Balance]:
        """See `LedgerStore`."""
        return dict(self._balances)

    def all_open(self) -> Iterator[OpenEntry]:
        """See `LedgerStore`."""
        return (state for state in self._states.values() if state.remaining)

    def _mine(self, account: AccountId) -> Sequence[EntryId]:
        return self._entries.get(account, ())

    def _statement(self, account: AccountId) -> list[Entry]:
        return [self._states[entry].entry for entry in self._mine(account)]

    def _move_balances(self, transaction: Transaction) -> None:
        for posting in transaction.postings:
            if posting.owner is None or posting.part is None:
                continue
            before = self._balances.get(posting.owner, Balance())
            after = before.plus(posting.part, posting.amount)
            if min(after.available, after.in_flight, after.debt).micros < 0:
                raise NotEnoughBalance(available=before.available, amount=abs(posting.amount))
            self._balances[posting.owner] = after

    def _open_and_use(self, transaction: Transaction) -> None:
        for entry in transaction.entries:
            left = rules.remaining_at_birth(entry, transaction.takes)
            self._states[entry.id] = OpenEntry(entry, left, len(self._states), entry.expires_on)
            self._entries[entry.account].append(entry.id)
        for each in transaction.takes:
            state = self._states[each.entry]
            left = state.remaining - each.amount
            if not rules.within(left, state.entry.amount):
                raise NotEnoughBalance(available=state.remaining, amount=each.amount)
            self._states[each.entry] = evolve(
                state, remaining=left, expires_on=each.expires_on or state.expires_on
            )

    def _append(self, transaction: Transaction) -> None:
        number = len(self._chain) + 1
        previous = self._chain[-1].hash if self._chain else rules.FIRST_HASH
        seal = rules.seal(number, previous, transaction)
        self._chain.append(Sealed(number, transaction, previous, seal))
        self._sources[transaction.source] = transaction
        for entry in transaction.entries:
            self._of_entry[entry.id] = transaction
