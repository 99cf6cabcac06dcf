"""Locking accounts, judging their balance, posting (LEDGER-16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger import rules
from backbeat.ledger.debts import open_entries
from backbeat.ledger.model import (
    TYPE_RULES,
    Allocation,
    Balance,
    Entry,
    EntryType,
    Kind,
    OpenEntry,
    Posting,
    SeveralAccounts,
    Transaction,
    Unbalanced,
)
from backbeat.ledger.ports import LedgerStore, Prepared


@frozen
class Postings:
    """Double entry over a store: postings that balance, and entries that are used only once.

    Money is USD. Each account has its own chain of transactions; a transaction belongs to one
    account, or only to the house. Refusals: `NotEnoughBalance` (40002), `AlreadyPosted` (2
    `already_posted`).
    """

    store: LedgerStore

    # -- judging

    def lock(self, *accounts: AccountId) -> None:
        """Lock these accounts until the transaction ends; call it before judging a balance."""
        self.locked(accounts)

    def locked(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Balance]:
        """What these accounts have, locked until the transaction ends."""
        return self.store.lock(sorted(set(accounts)))

    def held(self, account: AccountId) -> Balance:
        """What the account has, locked until the transaction ends."""
        return self.locked([account])[account]

    def balance(self, account: AccountId) -> Balance:
        """What the account has available, in flight and owes."""
        return self.store.balances([account])[account]

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """What each of these accounts has; one that never had a posting is all zero."""
        return self.store.balances(accounts)

    def open_entries(self, account: AccountId) -> list[OpenEntry]:
        """What is unspent, in the order in which it would be used (LEDGER-10), with the part of
        each that has paid debits (LEDGER-22).
        """
        return rules.in_order(open_entries(self.store, account))

    # -- posting one entry

    def post(
        self,
        account: AccountId,
        type_: EntryType,
        amount: Money,
        act: ActContext,
        *,
        source: str,
        kind: Kind = Kind.POSTING,
        month: Month | None = None,
        channel: ChannelId | None = None,
        expires_on: date | None = None,
        note: str | None = None,
    ) -> Entry:
        """Post one statement row against the account that its type names. Returns the row as
        stored.

        `source` names the thing for which it stands, and is posted only once. A debit may cause
        debt, which the next credit pays first. Refuses an amount whose sign the type does not have.
        """
        entry = Entry(
            rules.entry_id(source, 0),
            account,
            type_,
            amount,
            act.day,
            month=month,
            channel=channel,
            expires_on=expires_on,
            note=note,
        )
        return self.post_entry(entry, act, source=source, kind=kind)

    def post_entry(
        self, entry: Entry, act: ActContext, *, kind: Kind, source: str | None = None
    ) -> Entry:
        """Post a statement row as it is, in a transaction of its own.

        Without `source` it stands for itself. Otherwise like `post`.
        """
        self.post_entries({source or f"entry:{entry.id}": entry}, act, kind=kind)
        return entry

    def post_entries(self, entries: Mapping[str, Entry], act: ActContext, *, kind: Kind) -> None:
        """Post statement rows of different accounts by their sources, each as `post_entry` does."""
        held = self.locked([entry.account for entry in entries.values()])
        self.post_all(
            [
                _of_one(entry, held[entry.account], act, source, kind)
                for source, entry in entries.items()
            ]
        )

    def prepare(self, transactions: Sequence[Transaction]) -> Prepared:
        """Prepare transactions, so that posting them is fast.

        Raises `Unbalanced` if one of them does not sum to zero, and `SeveralAccounts` if one
        touches another account than its own.
        """
        for transaction in transactions:
            if not transaction.is_balanced:
                raise Unbalanced(f"{transaction.source}: the postings do not sum to zero")
            if not transaction.is_of_one_account:
                raise SeveralAccounts(f"{transaction.source} is not of {transaction.account} alone")
        return self.store.prepare(transactions)

    def post_prepared(self, prepared: Prepared) -> None:
        """Append them, all or none; call it after their accounts were locked."""
        self.store.add(prepared)

    def post_all(self, transactions: Sequence[Transaction]) -> None:
        """Append transactions after the accounts were locked.

        Raises like `prepare`, and appends nothing, if one of them is wrong.
        """
        self.post_prepared(self.prepare(transactions))


def _of_one(entry: Entry, held: Balance, act: ActContext, source: str, kind: Kind) -> Transaction:
    """The transaction of one statement row."""
    rules.require_sign(entry.type, entry.amount)
    return drawn_up(
        entry.account,
        act,
        source,
        kind,
        postings=(
            *rules.legs(entry.account, entry.amount, held),
            *rules.house(TYPE_RULES[entry.type].counter, -entry.amount),
        ),
        entries=(entry,),
        month=entry.month,
    )


def drawn_up(
    account: str,
    act: ActContext,
    source: str,
    kind: Kind,
    *,
    postings: tuple[Posting, ...],
    entries: tuple[Entry, ...] = (),
    allocations: tuple[Allocation, ...] = (),
    month: Month | None = None,
) -> Transaction:
    """The transaction of an account that follows from an act."""
    return Transaction(
        rules.transaction_id(source),
        account,
        source,
        kind,
        act.day,
        act.at,
        act.actor,
        postings,
        entries,
        allocations,
        month,
        act.reason,
    )
