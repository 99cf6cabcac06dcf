"""Where the ledger is stored, and what the ledger's own use cases see of the books.

Other features do not use these: they post and read through `backbeat.ledger.ledger.Ledger`,
which every `Books` offers as `ledger`, and may narrow it in a Protocol of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from backbeat.accounts.model import Account
from backbeat.audit.ports import AuditTrail
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.model import (
    Allocation,
    Balance,
    Checkpoint,
    Entry,
    EntryType,
    Head,
    HistoryStep,
    MonthLine,
    OpenEntry,
    Parties,
    Sealed,
    SettledMonth,
    Statement,
    Transaction,
)
from backbeat.notifications.model import Notification, Subject
from backbeat.platforms.model import Platform
from backbeat.policies.ports import PolicyRepository

if TYPE_CHECKING:
    from backbeat.ledger.ledger import Ledger


class Prepared(Protocol):
    @property
    def transactions(self) -> Sequence[Transaction]: ...


class StatementStore(Protocol):
    """Reading the statement rows of transactions."""

    def entries(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        first: date | None = None,
        last: date | None = None,
        types: Sequence[EntryType] = (),
    ) -> Page[Entry]:
        """Statement rows by day of posting, newest first; no types means all."""

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        """Statement rows that belong to an earning month (LEDGER-12), oldest first."""

    def month_lines(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> Sequence[MonthLine]:
        """The sum of each type by earning month, newest month first (LEDGER-12)."""

    def shown_before(self, account: AccountId, day: date) -> Money:
        """The sum of the statement rows dated before a day: the opening of a statement."""

    def last_settled(self, account: AccountId) -> SettledMonth | None:
        """The last month in which the account has a profit posting, with its sum (LEDGER-13)."""

    def profits_of(self, month: Month) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """What the close of a month and its corrections posted so far, by account and channel."""

    def line_shares_of(
        self, month: Month
    ) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """The same for the month's lines without a file, minus what was taken back (SETTLE-25)."""

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        """Accounts that have open lots whose last day is before `today`."""

    def lots(
        self,
        page: PageRequest,
        *,
        account: AccountId | None = None,
        until: date | None = None,
        without: Collection[EntryId] = (),
    ) -> Page[OpenEntry]:
        """Lots that have something left, the first to expire first; of one account, or of all.

        `until` selects those whose last day is not later. Parts that have paid debits are not
        subtracted.
        """

    def with_lots_and_debits(self, account: AccountId | None = None) -> Sequence[AccountId]:
        """Accounts that have open lots and open debits at the same time; of all, or whether this
        one does.
        """


class WholeLedger(Protocol):
    """Everything that is stored, for the checks."""

    def chain(self) -> Iterator[Sealed]:
        """Every transaction, account by account, each chain in order."""

    def heads(self) -> Mapping[str, Head]:
        """The head of every chain, by account."""

    def all_balances(self) -> Mapping[AccountId, Balance]:
        """Every account's balance as stored."""

    def all_open(self) -> Iterator[OpenEntry]:
        """Every open entry of every account."""

    def of_source(self, start: str) -> Sequence[Transaction]:
        """Every transaction whose source begins so, by account and place."""


class LedgerStore(Protocol):
    """Where transactions are stored: append-only, in a chain for each account."""

    @property
    def statements(self) -> StatementStore: ...

    @property
    def whole(self) -> WholeLedger: ...

    def lock(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """Let no other transaction change these balances until this one ends. Returns the balances.

        Locks are taken in ascending order of id, so two callers never wait for each other.
        """

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """The balances of these accounts; one that never had a posting is all zero."""

    def open_entries(self, account: AccountId) -> Sequence[OpenEntry]:
        """The entries that nothing has used up, in any order."""

    def history(self, account: AccountId) -> Iterable[HistoryStep]:
        """What each transaction of the account did to the account's open entries, in order."""

    def prepare(self, transactions: Sequence[Transaction]) -> Prepared:
        """Do whatever can be done before anybody has to wait; nothing is read or written."""

    def add(self, prepared: Prepared) -> None:
        """Append to the chains and move the balances, all or nothing.

        Raises `AlreadyPosted` if a source already exists, and `NotEnoughBalance` if a balance or an
        open entry would fall below zero, whatever was read before.
        """

    def account_of(self, which: EntryId | TransactionId) -> str | None:
        """The account to which a statement row or a transaction belongs, for an id that comes
        alone.
        """

    def by_source(self, account: str, source: str) -> Transaction | None:
        """The account's transaction for this thing, if it was posted."""

    def by_sources(self, sources: Collection[str]) -> Mapping[str, Transaction]:
        """The transactions for these things, of any account, as far as they were posted."""

    def by_id(self, account: str, transaction: TransactionId) -> Transaction | None:
        """One transaction of the account."""

    def transaction_of(self, account: str, entry: EntryId) -> Transaction | None:
        """The transaction that a statement row of the account belongs to."""

    def reversal_of(self, account: str, transaction: TransactionId) -> Transaction | None:
        """The transaction that reverses this one of the account, if one does."""

    def reversed_among(self, entries: Collection[EntryId]) -> frozenset[EntryId]:
        """Those of these statement rows, whosever, that have been undone by a reversal."""

    def used(self, account: AccountId, consumer: EntryId) -> Sequence[tuple[Allocation, OpenEntry]]:
        """What an entry of the account used up, in order of use, each with the present state of the
        entry that was used.
        """

    def taken(self, account: AccountId, entry: EntryId) -> Sequence[Allocation]:
        """What others used up of an entry of the account, or gave back, in order of posting."""


class CheckpointRepository(Protocol):
    """Where the heads of all chains are sealed together."""

    def hold(self) -> None:
        """Lock the checkpoints: nobody else writes one until this transaction ends."""

    def last(self) -> Checkpoint | None:
        """The newest checkpoint, without its heads."""

    def hash_of(self, number: int) -> str | None:
        """The hash of the checkpoint with this number; None if there is none."""

    def moved(self) -> Sequence[Head]:
        """The heads that moved since they were last sealed, by account."""

    def add(self, checkpoint: Checkpoint) -> None: ...


class Channel(Protocol):
    """What statements show about a channel."""

    @property
    def name(self) -> str: ...

    @property
    def platform(self) -> Platform: ...


class Channels(Protocol):
    """The channels' names and platforms; a part of their repository."""

    def get(self, channel: ChannelId) -> Channel | None: ...


class Accounts(Protocol):
    def get(self, account: AccountId) -> Account | None: ...

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def hold(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        """The same, and nobody changes them until this transaction ends."""


class Notifications(Protocol):
    """Tells accounts what happened."""

    def add(self, notification: Notification) -> None:
        """Tell an account something, unread."""

    def add_all(self, many: Sequence[Notification]) -> None: ...

    def told_since(
        self, accounts: Collection[AccountId], subject: Subject, since: datetime
    ) -> Sequence[Notification]:
        """What these accounts were told of a subject since a moment."""


class Books(Protocol):
    """The records that the ledger's own use cases read and write together."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def channels(self) -> Channels: ...

    @property
    def notifications(self) -> Notifications: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def audit(self) -> AuditTrail: ...


class StatementRenderer(Protocol):
    def print(
        self, statement: Statement, parties: Parties, form: DocumentFormat, language: Language
    ) -> Document:
        """The statement as a file, with labels in that language."""
