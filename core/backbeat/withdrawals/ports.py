"""What withdrawals need from outside: their records, other features' books, printed documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from attrs import frozen

from backbeat.accounts.model import Account
from backbeat.accounts.network.tree import AccountTree
from backbeat.accounts.ports import CodeRepository, SessionRepository
from backbeat.audit.ports import AuditTrail
from backbeat.channels.ports import Scope
from backbeat.fx.ports import RateRepository
from backbeat.idempotency.ports import IdempotencyRepository
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.ledger import Ledger
from backbeat.mail.ports import Outbox
from backbeat.notifications.ports import NotificationRepository
from backbeat.payout_methods.model import MethodName
from backbeat.policies.ports import PolicyRepository
from backbeat.webhooks.ports import WebhookRepository
from backbeat.withdrawals.model import (
    CreditNote,
    Invoice,
    InvoiceKind,
    InvoiceLink,
    ListedWithdrawal,
    OpenAttempt,
    PaymentDetails,
    Withdrawal,
    WithdrawalStatus,
)


@frozen
class WithdrawalFilter:
    """Which withdrawals a list shows; None filters nothing. Days are days of the request."""

    account: AccountId | None = None
    status: WithdrawalStatus | None = None
    first: date | None = None
    last: date | None = None
    due_by: date | None = None


WithdrawalOwners = Mapping[WithdrawalId, AccountId]
"""Withdrawals by their ids, each with the account to which it belongs."""


class WithdrawalRepository(Protocol):
    """The withdrawals of all accounts. Destinations are stored encrypted."""

    def add(self, withdrawal: Withdrawal) -> None:
        """Store a new one. Refuses with `PendingWithdrawal` while another of the account waits."""

    def save(self, withdrawal: Withdrawal) -> None:
        """Store the changed state of one that is pending in the books.

        Refuses with `AlreadyDecided` one that is not: of two outcomes given at once, one is stored.
        """

    def save_all(self, withdrawals: Sequence[Withdrawal]) -> None:
        """Store the changed states of many. Refuses as `save` does."""

    def redirect(self, withdrawal: Withdrawal) -> None:
        """Store where a pending one is paid to now, and the invoice that bills it."""

    def accounts_of(self, ids: Collection[WithdrawalId]) -> WithdrawalOwners:
        """The accounts of those that exist, for ids that come alone."""

    def billed_by(self, invoices: Collection[str]) -> Mapping[str, WithdrawalId]:
        """The withdrawals that these invoices bill, as far as they exist."""

    def get(self, account: AccountId, withdrawal: WithdrawalId) -> Withdrawal | None: ...

    def get_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        """In order of id; those of other accounts are left out."""

    def lock_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        """Like `get_all`, but nobody else decides on any of them until the transaction ends.

        Of two transactions that lock overlapping ones, the second waits for the first.
        """

    def waiting(self, method: MethodName) -> WithdrawalOwners:
        """Those that are pending and paid by that method."""

    def forget_destinations(self, account: AccountId) -> None:
        """Erase where the account's answered withdrawals were paid to (PRIVACY-1)."""

    def has_pending(self, account: AccountId) -> bool:
        """Whether one of the account's waits for its outcome."""

    def newest(self, account: AccountId) -> Withdrawal | None:
        """The account's most recent withdrawal."""

    def last_requested(self) -> date | None:
        """The newest day on which anybody requested money; None before the first."""

    def listed(self, filter: WithdrawalFilter, request: PageRequest) -> Page[ListedWithdrawal]:
        """A page of those wanted, the newest first, in the order of `page`; nothing is decrypted."""

    def masked(self, some: Iterable[ListedWithdrawal]) -> Mapping[WithdrawalId, str]:
        """Where each goes, masked; one that cannot be decrypted is left out."""

    def page(self, filter: WithdrawalFilter, request: PageRequest) -> Page[Withdrawal]:
        """A page of withdrawals, the newest first."""

    def starting_with(self, prefix: str, most: int) -> Sequence[Withdrawal]:
        """Up to `most` whose id or invoice number begins like this, in order of id."""


class PaymentDetailsRepository(Protocol):
    """Where accounts are paid. Destinations are stored encrypted."""

    def get(self, account: AccountId) -> PaymentDetails | None:
        """Where the account is paid, if that is registered."""

    def registered(self, accounts: Collection[AccountId]) -> frozenset[AccountId]:
        """Those of the accounts for which it is registered where they are paid."""

    def put(self, details: PaymentDetails) -> None:
        """Store where an account is paid, replacing what was known."""

    def put_all(self, details: Sequence[PaymentDetails]) -> None:
        """Store where different accounts are paid, as `put` does for one."""

    def remove(self, account: AccountId) -> None:
        """Remove where the account is paid, when its personal data is erased."""


class InvoiceRepository(Protocol):
    """Invoices and credit notes, which never change, and the links that open them."""

    def next_number(self, kind: InvoiceKind, year: int) -> int:
        """The next number of a kind in a year, from 1, without gaps.

        It belongs to this transaction until it ends: others wait, and a transaction that fails
        gives the number back.
        """

    def add(self, invoice: Invoice) -> None: ...

    def get(self, account: AccountId, number: str) -> Invoice | None:
        """The account's invoice or credit note with that number."""

    def credit_notes(self, owners: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[CreditNote]]:
        """The credit notes of those withdrawals that have any, the oldest first."""

    def billed(self, numbers: Collection[str]) -> Mapping[str, WithdrawalOwners]:
        """By number, the withdrawal to which each of these invoices and credit notes belongs or
        belonged; unknown numbers are left out.
        """

    def numbers(self) -> Iterator[str]:
        """The numbers of all invoices and credit notes; to be read inside the block."""

    def add_link(self, link: InvoiceLink) -> None: ...

    def link(self, token_hash: str) -> InvoiceLink | None:
        """The link that a token opens, by the token's hash, used or not."""

    def use_link(self, token_hash: str, at: datetime) -> bool:
        """Use up a link; False if it was used before. Of many calls at once, one gets True."""

    def forget_links(self, expired_before: datetime) -> int:
        """Remove links that expired before an instant. Returns how many there were."""


class Accounts(Protocol):
    def get(self, account: AccountId) -> Account | None: ...

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def lock(self, account: AccountId) -> Account | None: ...

    def hold(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def save(self, account: Account) -> None: ...

    def by_email(self, email: str) -> Account | None: ...

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree: ...


class Channels(Protocol):
    def has_approved(self, scope: Scope) -> bool: ...


class OpenAttempts(Protocol):
    """What withdrawals need of the attempts to pay."""

    def open_of(self, account: AccountId, withdrawal: WithdrawalId) -> OpenAttempt | None:
        """The open attempt, if there is one."""

    def came_back(self, account: AccountId, withdrawal: WithdrawalId) -> bool:
        """Whether the last attempt came back, so that the next one may go elsewhere."""

    def settle(
        self,
        account: AccountId,
        withdrawal: WithdrawalId,
        on: date,
        at: datetime,
        by: str,
        *,
        reason: str | None,
    ) -> None:
        """End the open attempt, if there is one: the payee has had the money since that day."""


class Books(Protocol):
    """The records that the use cases of withdrawals read and write together."""

    @property
    def withdrawals(self) -> WithdrawalRepository: ...

    @property
    def payment_details(self) -> PaymentDetailsRepository: ...

    @property
    def invoices(self) -> InvoiceRepository: ...

    @property
    def attempts(self) -> OpenAttempts: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> SessionRepository: ...

    @property
    def codes(self) -> CodeRepository: ...

    @property
    def channels(self) -> Channels: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def rates(self) -> RateRepository: ...

    @property
    def idempotency(self) -> IdempotencyRepository: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def webhooks(self) -> WebhookRepository: ...


class NewToken(Protocol):
    """Makes tokens that nobody can guess: 256 random bits, safe in a URL."""

    def __call__(self) -> str: ...


class InvoiceRenderer(Protocol):
    def print(self, invoice: Invoice, form: DocumentFormat, language: Language) -> Document:
        """The invoice as a file, with labels in that language."""
