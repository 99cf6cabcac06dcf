"""The ledger in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from attrs import define, evolve, field, frozen

from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyPosted, NotEnoughBalance
from backbeat.ledger.model import (
    CLOSED_MONTH,
    PROFITS,
    Allocation,
    Balance,
    Checkpoint,
    Entry,
    EntryType,
    Head,
    HistoryStep,
    MonthLine,
    OpenEntry,
    Sealed,
    SettledMonth,
    Transaction,
)
from backbeat.ledger.ports import Prepared
from backbeat.memory.locks import Locks

BALANCE = "balance"


@frozen
class Plain:
    """Unchanged transactions; see `Prepared`."""

    transactions: Sequence[Transaction]


@define(eq=False)
class MemoryLedger:
    """Keeps a list of transactions for each account, and the state of every entry beside them."""

    _locks: Locks
    chains: dict[str, list[Sealed]] = field(factory=lambda: defaultdict(list))
    _sources: dict[str, Transaction] = field(factory=dict)
    _of_entry: dict[EntryId, Transaction] = field(factory=dict)
    held: dict[AccountId, Balance] = field(factory=dict)
    states: dict[EntryId, OpenEntry] = field(factory=dict)
    _entries: dict[AccountId, list[EntryId]] = field(factory=lambda: defaultdict(list))

    @property
    def statements(self) -> MemoryStatements:
        return MemoryStatements(self)

    @property
    def whole(self) -> MemoryWholeLedger:
        return MemoryWholeLedger(self)

    def lock(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """The balances of what may be posted to in this block."""
        self._locks.take(BALANCE, *accounts)
        return self.balances(accounts)

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        return {account: self.held.get(account, Balance()) for account in accounts}

    def open_entries(self, account: AccountId) -> Sequence[OpenEntry]:
        return [
            state for state in map(self.states.__getitem__, self.mine(account)) if state.remaining
        ]

    def history(self, account: AccountId) -> Iterable[HistoryStep]:
        return [
            HistoryStep(each.number, each.transaction.entries, each.transaction.allocations)
            for each in self.chains.get(account, ())
        ]

    def prepare(self, transactions: Sequence[Transaction]) -> Plain:
        return Plain(transactions)

    def add(self, prepared: Prepared) -> None:
        for sealed in rules.seal_all(self.whole.heads(), prepared.transactions):
            transaction = sealed.transaction
            if transaction.source in self._sources:
                raise AlreadyPosted(source=transaction.source)
            self._move_balances(transaction)
            self._open_and_use(sealed)
            self._append(sealed)

    def account_of(self, which: EntryId | TransactionId) -> str | None:
        found = self._of_entry.get(EntryId(which)) or self._by_id(TransactionId(which))
        return found.account if found else None

    def by_source(self, account: str, source: str) -> Transaction | None:
        return _if_of(account, self._sources.get(source))

    def by_sources(self, sources: Collection[str]) -> Mapping[str, Transaction]:
        return {each: self._sources[each] for each in sources if each in self._sources}

    def by_id(self, account: str, transaction: TransactionId) -> Transaction | None:
        return _if_of(account, self._by_id(transaction))

    def transaction_of(self, account: str, entry: EntryId) -> Transaction | None:
        return _if_of(account, self._of_entry.get(entry))

    def reversal_of(self, account: str, transaction: TransactionId) -> Transaction | None:
        found = (each for each in self._sources.values() if each.reverses == transaction)
        return _if_of(account, next(found, None))

    def reversed_among(self, entries: Collection[EntryId]) -> frozenset[EntryId]:
        undone = {each.reverses for each in self._sources.values()}
        return frozenset(
            each for each in entries if each in self._of_entry and self._of_entry[each].id in undone
        )

    def used(self, account: AccountId, consumer: EntryId) -> Sequence[tuple[Allocation, OpenEntry]]:
        transaction = self.transaction_of(account, consumer)
        allocations = transaction.allocations if transaction else ()
        return [
            (each, self.states[each.entry]) for each in allocations if each.consumer == consumer
        ]

    def taken(self, account: AccountId, entry: EntryId) -> Sequence[Allocation]:
        return [
            take
            for sealed in self.chains.get(account, ())
            for take in sealed.transaction.allocations
            if take.entry == entry
        ]

    def mine(self, account: AccountId) -> Sequence[EntryId]:
        """The entries of an account, in order of posting."""
        return self._entries.get(account, ())

    # -- parts

    def _by_id(self, transaction: TransactionId) -> Transaction | None:
        return next((each for each in self._sources.values() if each.id == transaction), None)

    def _move_balances(self, transaction: Transaction) -> None:
        for posting in transaction.postings:
            if posting.owner is None or posting.part is None:
                continue
            self._locks.require(BALANCE, posting.owner)
            before = self.held.get(posting.owner, Balance())
            after = before.plus(posting.part, posting.amount)
            if min(after.available, after.in_flight, after.debt).micros < 0:
                raise NotEnoughBalance(available=before.available, amount=abs(posting.amount))
            self.held[posting.owner] = after

    def _open_and_use(self, sealed: Sealed) -> None:
        transaction = sealed.transaction
        for place, entry in enumerate(transaction.entries):
            left = rules.remaining_at_birth(entry, transaction.allocations)
            self.states[entry.id] = OpenEntry(
                entry, left, rules.order(sealed.number, place), entry.expires_on
            )
            self._entries[entry.account].append(entry.id)
        for each in transaction.allocations:
            state = self.states[each.entry]
            left = state.remaining - each.amount
            if not rules.within(left, state.entry.amount):
                raise NotEnoughBalance(available=state.remaining, amount=each.amount)
            self.states[each.entry] = evolve(
                state, remaining=left, expires_on=each.expires_on or state.expires_on
            )

    def _append(self, sealed: Sealed) -> None:
        transaction = sealed.transaction
        self.chains[transaction.account].append(sealed)
        self._sources[transaction.source] = transaction
        for entry in transaction.entries:
            self._of_entry[entry.id] = transaction


def _if_of(account: str, found: Transaction | None) -> Transaction | None:
    return found if found and found.account == account else None


@frozen
class MemoryStatements:
    """The statement rows of a ledger in memory; see `StatementStore`."""

    kept: MemoryLedger

    def entries(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        first: date | None = None,
        last: date | None = None,
        types: Sequence[EntryType] = (),
    ) -> Page[Entry]:
        rows = [
            (state.entry.day, state.order, state.entry)
            for state in map(self.kept.states.__getitem__, self.kept.mine(account))
            if (first is None or state.entry.day >= first)
            and (last is None or state.entry.day <= last)
            and (not types or state.entry.type in types)
        ]
        return page.of([row[-1] for row in sorted(rows, key=lambda row: row[:2], reverse=True)])

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        return [
            entry
            for entry in self._statement(account)
            if entry.earning_month == month and (not types or entry.type in types)
        ]

    def month_lines(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> Sequence[MonthLine]:
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
        return total(entry.amount for entry in self._statement(account) if entry.day < day)

    def last_settled(self, account: AccountId) -> SettledMonth | None:
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
        return self._profits(month, of_close=True)

    def line_shares_of(
        self, month: Month
    ) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        return self._profits(month, of_close=False)

    def _profits(
        self, month: Month, *, of_close: bool
    ) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        sums: dict[tuple[AccountId, ChannelId, EntryType], Money] = defaultdict(Money.zero)
        for sealed in self.kept.whole.chain():
            if (sealed.transaction.kind in CLOSED_MONTH) is not of_close:
                continue
            for entry in sealed.transaction.entries:
                if entry.type in PROFITS and entry.month == month and entry.channel is not None:
                    sums[entry.account, entry.channel, entry.type] += entry.amount
        return sums

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        return sorted(
            {
                state.entry.account
                for state in self.kept.whole.all_open()
                if state.expires_on is not None and state.expires_on < today
            }
        )

    def lots(
        self,
        page: PageRequest,
        *,
        account: AccountId | None = None,
        until: date | None = None,
        without: Collection[EntryId] = (),
    ) -> Page[OpenEntry]:
        found = [
            (state.expires_on, state.order, state)
            for state in self.kept.states.values()
            if state.expires_on is not None
            and state.remaining.micros > 0
            and account in (None, state.entry.account)
            and (until is None or state.expires_on <= until)
            and state.entry.id not in without
        ]
        return page.of([state for _, _, state in sorted(found, key=lambda each: each[:2])])

    def with_lots_and_debits(self, account: AccountId | None = None) -> Sequence[AccountId]:
        found = [
            each for each in self.kept.whole.all_open() if account in (None, each.entry.account)
        ]
        lots = {each.entry.account for each in found if each.expires_on is not None}
        return sorted(lots & {each.entry.account for each in found if each.remaining.micros < 0})

    def _statement(self, account: AccountId) -> list[Entry]:
        return [self.kept.states[entry].entry for entry in self.kept.mine(account)]


@frozen
class MemoryWholeLedger:
    """Everything in a ledger in memory; see `WholeLedger`."""

    kept: MemoryLedger

    def chain(self) -> Iterator[Sealed]:
        return (
            sealed for account in sorted(self.kept.chains) for sealed in self.kept.chains[account]
        )

    def heads(self) -> Mapping[str, Head]:
        return {account: chain[-1].head for account, chain in self.kept.chains.items() if chain}

    def all_balances(self) -> Mapping[AccountId, Balance]:
        return dict(self.kept.held)

    def all_open(self) -> Iterator[OpenEntry]:
        return (state for state in self.kept.states.values() if state.remaining)

    def of_source(self, start: str) -> Sequence[Transaction]:
        made = (sealed.transaction for sealed in self.chain())
        return [each for each in made if each.source.startswith(start)]


@define(eq=False)
class MemoryCheckpoints:
    ledger: MemoryLedger
    _checkpoints: list[Checkpoint] = field(factory=list)

    def hold(self) -> None:
        """See `CheckpointRepository`; one block at a time has the books in memory."""

    def last(self) -> Checkpoint | None:
        return self._checkpoints[-1] if self._checkpoints else None

    def hash_of(self, number: int) -> str | None:
        return next((each.hash for each in self._checkpoints if each.number == number), None)

    def moved(self) -> Sequence[Head]:
        sealed = {head.account: head.number for each in self._checkpoints for head in each.heads}
        heads = sorted(self.ledger.whole.heads().items())
        return [head for account, head in heads if head.number > sealed.get(account, 0)]

    def add(self, checkpoint: Checkpoint) -> None:
        self._checkpoints.append(checkpoint)

    def all(self) -> Sequence[Checkpoint]:
        """Every checkpoint in order, with its heads."""
        return tuple(self._checkpoints)
