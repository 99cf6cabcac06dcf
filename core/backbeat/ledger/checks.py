"""The invariants of the ledger, each a function (INTEG-20): `ledger check` runs them all.

They read everything once into a `Tally`, chain by chain, and compare it with the sums that are
stored beside it. I11 and I12 belong to withdrawals and invoices, I7 to the settlements that post
revenue.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import define, field, frozen

from backbeat.kernel.ids import AccountId, EntryId, TransactionId
from backbeat.ledger import rules
from backbeat.ledger.model import (
    MIRRORED,
    Balance,
    Checkpoint,
    Head,
    Kind,
    LedgerAccount,
    OpenEntry,
    Part,
    Sealed,
    Siblings,
    Transaction,
)

ENDINGS = frozenset({Kind.PAYOUT, Kind.RECOVERY, Kind.KEPT})


@frozen
class Finding:
    """One violation: which invariant, and what is wrong."""

    invariant: str
    what: str


@define
class Tally:
    """Everything that the checks need from the chain, added up in one pass. Sums are micro-USD."""

    count: int = 0
    entries: int = 0
    heads: dict[str, Head] = field(factory=dict)
    by_account: dict[str, int] = field(factory=lambda: defaultdict(int))
    parts: dict[AccountId, dict[Part, int]] = field(
        factory=lambda: defaultdict(lambda: dict.fromkeys(Part, 0))
    )
    statement: dict[AccountId, int] = field(factory=lambda: defaultdict(int))
    reserved: dict[AccountId, int] = field(factory=lambda: defaultdict(int))
    left: dict[EntryId, int] = field(factory=dict)
    amounts: dict[EntryId, int] = field(factory=dict)
    sources: set[str] = field(factory=set)
    mirrors: dict[TransactionId, Mapping[str, int]] = field(factory=dict)
    reversed: set[TransactionId] = field(factory=set)
    siblings: dict[str, list[tuple[Siblings, int]]] = field(factory=lambda: defaultdict(list))
    found: list[Finding] = field(factory=list)

    def add(self, sealed: Sealed) -> None:
        """Count one more transaction, the next of its account's chain."""
        transaction = sealed.transaction
        self._chained(sealed)
        if not transaction.is_of_one_account:
            self._find("I16", f"{transaction.source} is not of {transaction.account} alone")
        if not transaction.is_balanced:
            self._find("I2", f"{transaction.source} does not sum to zero")
        if transaction.source in self.sources:
            self._find("I6", f"{transaction.source} is posted twice")
        self.sources.add(transaction.source)
        self._posted(transaction)
        self._opened(transaction)
        self._in_flight(transaction)
        self._mirrored(transaction)

    def _find(self, invariant: str, what: str) -> None:
        self.found.append(Finding(invariant, what))

    def _chained(self, sealed: Sealed) -> None:
        self.count += 1
        account = sealed.transaction.account
        before = self.heads.get(account, Head(account, 0, rules.FIRST_HASH))
        name = f"transaction {sealed.number} of {account}"
        if sealed.number != before.number + 1:
            self._find("I1", f"{name} does not follow number {before.number}")
        seal = rules.seal(sealed.number, sealed.previous, sealed.transaction)
        if sealed.previous != before.hash or sealed.hash != seal:
            self._find("I14", f"{name} does not fit the chain")
        self.heads[account] = sealed.head

    def _posted(self, transaction: Transaction) -> None:
        owned: dict[AccountId, int] = defaultdict(int)
        for posting in transaction.postings:
            self.by_account[posting.account] += posting.amount.micros
            if posting.owner is not None and posting.part is not None:
                self.parts[posting.owner][posting.part] += posting.amount.micros
                if posting.part is not Part.IN_FLIGHT:
                    owned[posting.owner] += posting.amount.micros
        for entry in transaction.entries:
            self.statement[entry.account] += entry.amount.micros
            owned[entry.account] -= entry.amount.micros
        if transaction.siblings is not None:
            part = sum(entry.amount.micros for entry in transaction.entries)
            self.siblings[transaction.siblings.id].append((transaction.siblings, part))
        for account, difference in owned.items():
            if difference:
                self._find("I3", f"{transaction.source}: the rows of {account} miss its postings")

    def _opened(self, transaction: Transaction) -> None:
        for entry in transaction.entries:
            self.entries += 1
            self.amounts[entry.id] = self.left[entry.id] = entry.amount.micros
        for take in transaction.allocations:
            if take.entry not in self.left or take.consumer not in self.left:
                self._find("I10", f"{transaction.source} uses an entry that is not there")
                continue
            self.left[take.entry] -= take.amount.micros
            self.left[take.consumer] += take.amount.micros

    def _in_flight(self, transaction: Transaction) -> None:
        flying = [each for each in transaction.postings if each.part is Part.IN_FLIGHT]
        for posting in flying:
            if posting.owner is not None:
                self.reserved[posting.owner] += posting.amount.micros
        if transaction.kind in ENDINGS:
            request = transaction.source.removesuffix(":end") + ":request"
            if request not in self.sources:
                self._find("I5", f"{transaction.source} ends what was never asked for")
        elif flying and transaction.kind is not Kind.RESERVATION:
            self._find("I5", f"{transaction.source} moves money in flight")

    def _mirrored(self, transaction: Transaction) -> None:
        legs: dict[str, int] = defaultdict(int)
        for posting in transaction.postings:
            legs[str(posting.house or posting.owner)] += posting.amount.micros
        if transaction.reverses is None:
            if transaction.kind in MIRRORED:
                self.mirrors[transaction.id] = legs
            return
        original = self.mirrors.get(transaction.reverses)
        if transaction.reverses in self.reversed:
            self._find("I8", f"{transaction.reverses} is reversed twice")
        if original != {account: -amount for account, amount in legs.items()}:
            self._find("I8", f"{transaction.source} does not mirror its original")
        self.reversed.add(transaction.reverses)


@frozen
class State:
    """What is stored beside the chain."""

    balances: Mapping[AccountId, Balance]
    open_entries: Mapping[EntryId, OpenEntry]
    heads: Mapping[str, Head]


def tally(chain: Iterable[Sealed]) -> Tally:
    """Add up a whole chain."""
    counted = Tally()
    for sealed in chain:
        counted.add(sealed)
    return counted


def balances_are_sums(tally: Tally, state: State) -> Iterator[Finding]:
    """I3: what an account has is the sum of its postings; its statement adds up to what it is
    shown.
    """
    for account in sorted({*tally.parts, *state.balances}):
        parts = tally.parts.get(account, dict.fromkeys(Part, 0))
        kept = state.balances.get(account, Balance())
        sums = (parts[Part.AVAILABLE], parts[Part.IN_FLIGHT], -parts[Part.DEBT])
        if sums != (kept.available.micros, kept.in_flight.micros, kept.debt.micros):
            yield Finding("I3", f"the balance of {account} is not the sum of its postings")
        if tally.statement.get(account, 0) != kept.shown.micros:
            yield Finding("I3", f"the statement of {account} does not sum to its balance")


def balances_are_not_negative(_tally: Tally, state: State) -> Iterator[Finding]:
    """I4: nothing is below zero, and nobody has money available and owes at once."""
    for account, balance in sorted(state.balances.items()):
        if min(balance.available, balance.in_flight, balance.debt).micros < 0:
            yield Finding("I4", f"the balance of {account} is negative")
        if balance.available and balance.debt:
            yield Finding("I4", f"{account} owes money and has some available")


def in_flight_is_what_was_asked_for(tally: Tally, state: State) -> Iterator[Finding]:
    """I5: money in flight belongs to withdrawals that have not ended."""
    for account, balance in sorted(state.balances.items()):
        if tally.reserved.get(account, 0) != balance.in_flight.micros:
            yield Finding("I5", f"the money of {account} in flight is not what was asked for")


def open_entries_are_what_is_left(tally: Tally, state: State) -> Iterator[Finding]:
    """I10: an entry's rest is its amount minus its uses, and the rests add up to the balance."""
    held: dict[AccountId, int] = defaultdict(int)
    for entry, left in tally.left.items():
        kept = state.open_entries.get(entry)
        if left != (kept.remaining.micros if kept else 0):
            yield Finding("I10", f"the rest of entry {entry} is not what its uses leave")
        low, high = sorted((0, tally.amounts[entry]))
        if not low <= left <= high:
            yield Finding("I10", f"more of entry {entry} is used than there was")
    for each in state.open_entries.values():
        held[each.entry.account] += each.remaining.micros
        if each.entry.id not in tally.left:
            yield Finding("I10", f"entry {each.entry.id} is open and in no transaction")
    for account, balance in sorted(state.balances.items()):
        if held.get(account, 0) != balance.shown.micros:
            yield Finding("I10", f"what {account} has unspent does not sum to its balance")


def lots_are_points(_tally: Tally, state: State) -> Iterator[Finding]:
    """I10: lots are positive and expire; only rewards and what restores them are lots."""
    for each in state.open_entries.values():
        if each.expires_on is not None and each.remaining.micros < 0:
            yield Finding("I10", f"lot {each.entry.id} is negative")
        if (each.expires_on is None) != (each.entry.expires_on is None):
            yield Finding(
                "I10", f"entry {each.entry.id} has an expiry and should not, or lacks one"
            )


def everything_sums_to_zero(tally: Tally, _state: State) -> Iterator[Finding]:
    """I15: all accounts together are zero."""
    if sum(tally.by_account.values()):
        yield Finding("I15", "the accounts do not sum to zero")


def siblings_sum_to_what_they_share(tally: Tally, _state: State) -> Iterator[Finding]:
    """I16: there are as many transactions of one thing as they say, and they sum to what they say."""
    for name, found in sorted(tally.siblings.items()):
        said = {each for each, _ in found}
        if len(said) > 1:
            yield Finding("I16", f"{name}: its transactions differ in what they say of it")
        for each in said:
            if each.count != len(found):
                what = f"{name}: {len(found)} transactions, {each.count} said"
                yield Finding("I16", what)
            if each.total.micros != sum(part for _, part in found):
                yield Finding("I16", f"{name}: its transactions do not sum to {each.total} USD")


def transfers_sum_to_zero(tally: Tally, _state: State) -> Iterator[Finding]:
    """I17: what moves between accounts leaves one as it comes to another."""
    if tally.by_account.get(LedgerAccount.TRANSFER.value, 0):
        yield Finding("I17", f"{LedgerAccount.TRANSFER.value} does not sum to zero")


def chains_equal_their_heads(tally: Tally, state: State) -> Iterator[Finding]:
    """I18: each chain ends where its head says."""
    for account in sorted({*tally.heads, *state.heads}):
        if tally.heads.get(account) != state.heads.get(account):
            yield Finding("I18", f"the chain of {account} does not end where its head says")


def found_in_the_chain(tally: Tally, _state: State) -> Iterator[Finding]:
    """I1, I2, I6, I8, I14 and the rows of I3: what was found while adding up."""
    yield from tally.found


def checkpoints_agree(
    checkpoints: Iterable[Checkpoint], chain: Iterable[Sealed]
) -> Iterator[Finding]:
    """I19: checkpoints follow each other, and what they sealed is there as it was."""
    transactions = {(each.transaction.account, each.number): each for each in chain}
    origins = {
        each.transaction.origin.hash for each in transactions.values() if each.transaction.origin
    }
    before: Checkpoint | None = None
    for each in checkpoints:
        first = each.previous in {rules.FIRST_HASH, *origins}
        follows = each.previous == before.hash if before else first
        number = before.number + 1 if before else 1
        seal = rules.seal_heads(each.number, each.previous, each.heads)
        if each.number != number or not follows or each.hash != seal:
            yield Finding("I19", f"checkpoint {each.number} is not what was sealed")
        for head in each.heads:
            kept = transactions.get((head.account, head.number))
            if kept is None or kept.hash != head.hash:
                what = f"checkpoint {each.number}: the chain of {head.account} was another then"
                yield Finding("I19", what)
        before = each


INVARIANTS: tuple[Callable[[Tally, State], Iterator[Finding]], ...] = (
    found_in_the_chain,
    balances_are_sums,
    balances_are_not_negative,
    in_flight_is_what_was_asked_for,
    open_entries_are_what_is_left,
    lots_are_points,
    everything_sums_to_zero,
    siblings_sum_to_what_they_share,
    transfers_sum_to_zero,
    chains_equal_their_heads,
)


@frozen
class Checked:
    """What a check has read and found; without findings the ledger is sound."""

    transactions: int
    entries: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether every invariant holds."""
        return not self.findings


def check(
    chain: Iterable[Sealed],
    balances: Mapping[AccountId, Balance],
    open_entries: Iterable[OpenEntry],
    heads: Mapping[str, Head],
) -> Checked:
    """Run every invariant over a whole ledger."""
    counted = tally(chain)
    state = State(balances, {each.entry.id: each for each in open_entries}, heads)
    findings = [finding for holds in INVARIANTS for finding in holds(counted, state)]
    return Checked(counted.count, counted.entries, tuple(findings))
