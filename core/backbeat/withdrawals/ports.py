"""What withdrawals need from outside: their records, other features' books, paper."""

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
"""Withdrawals by their ids, each with the account that it belongs to."""


class WithdrawalRepository(Protocol):
    """The withdrawals of all accounts. Destinations are sealed where they are stored."""

    def add(self, withdrawal: Withdrawal) -> None:
        """Keep a new one. Refuses with `PendingWithdrawal` while another of the account waits."""

    def save(self, withdrawal: Withdrawal) -> None:
        """Keep the changed state of one that is pending in the books.

        Refuses with `AlreadyDecided` one that is not: of two answers given at once, one is kept.
        """

    def save_all(self, withdrawals: Sequence[Withdrawal]) -> None:
        """Keep the changed states of many. Refuses as `save` does."""

    def redirect(self, withdrawal: Withdrawal) -> None:
        """Keep where a pending one is paid to now, and the invoice that bills it."""

    def accounts_of(self, ids: Collection[WithdrawalId]) -> WithdrawalOwners:
        """Whose those of them are that there are, for ids that come alone."""

    def billed_by(self, invoices: Collection[str]) -> Mapping[str, WithdrawalId]:
        """The withdrawals that these invoices bill, as far as there are such."""

    def get(self, account: AccountId, withdrawal: WithdrawalId) -> Withdrawal | None: ...

    def get_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        """In order of id; what is not that account's is left out."""

    def lock_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        """As `get_all`, and nobody else decides on any of them until the transaction ends.

        Of two transactions that lock overlapping ones, the second waits for the first.
        """

    def waiting(self, method: MethodName) -> WithdrawalOwners:
        """Those that are pending and paid by that method."""

    def forget_destinations(self, account: AccountId) -> None:
        """Forget where the account's answered withdrawals were paid to (PRIVACY-1)."""

    def has_pending(self, account: AccountId) -> bool:
        """Whether one of the account waits for its answer."""

    def newest(self, account: AccountId) -> Withdrawal | None:
        """What the account asked for last."""

    def last_requested(self) -> date | None:
        """The newest day on which anybody asked for money; None before the first."""

    def listed(self, filter: WithdrawalFilter, request: PageRequest) -> Page[ListedWithdrawal]:
        """A page of those wanted, the newest first, in the order of `page`; nothing is unsealed."""

    def masked(self, some: Iterable[ListedWithdrawal]) -> Mapping[WithdrawalId, str]:
        """Where each goes, enough to be recognised; one that cannot be opened is left out."""

    def page(self, filter: WithdrawalFilter, request: PageRequest) -> Page[Withdrawal]:
        """A page of withdrawals, the newest first."""

    def starting_with(self, prefix: str, most: int) -> Sequence[Withdrawal]:
        """Up to `most` whose id or invoice number begins so, in order of id."""


class PaymentDetailsRepository(Protocol):
    """Where accounts are paid. Destinations are sealed where they are stored."""

    def get(self, account: AccountId) -> PaymentDetails | None:
        """Where the account is paid, if it said so."""

    def put(self, details: PaymentDetails) -> None:
        """Keep where an account is paid, in place of what was known."""

    def remove(self, account: AccountId) -> None:
        """Forget where the account is paid, when its personal data is erased."""


class InvoiceRepository(Protocol):
    """Invoices and credit notes, which never change, and the links that open them."""

    def next_number(self, kind: InvoiceKind, year: int) -> int:
        """The next number of a kind in a year, from 1, without gaps.

        It is this transaction's until it ends: others wait, and one that fails gives it back.
        """

    def add(self, invoice: Invoice) -> None: ...

    def get(self, account: AccountId, number: str) -> Invoice | None:
        """The account's invoice or credit note with that number."""

    def credit_notes(self, owners: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[CreditNote]]:
        """The credit notes of those withdrawals that have any, the oldest first."""

    def billed(self, numbers: Collection[str]) -> Mapping[str, WithdrawalOwners]:
        """By number, the withdrawal that each of these invoices and credit notes is or was about;
        unknown numbers are left out."""

    def numbers(self) -> Iterator[str]:
        """The number of every invoice and credit note; to be read inside the block."""

    def add_link(self, link: InvoiceLink) -> None: ...

    def link(self, token_hash: str) -> InvoiceLink | None:
        """The link that a token opens, by the token's hash, used or not."""

    def use_link(self, token_hash: str, at: datetime) -> bool:
        """Spend a link; False when it was spent before. Of many at once, one gets True."""

    def forget_links(self, expired_before: datetime) -> int:
        """Remove links that ran out before an instant; how many there were."""


class Accounts(Protocol):
    """The accounts, as far as withdrawals look at them."""

    def get(self, account: AccountId) -> Account | None: ...

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def lock(self, account: AccountId) -> Account | None: ...

    def hold(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def save(self, account: Account) -> None: ...

    def by_email(self, email: str) -> Account | None: ...

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree: ...


class Channels(Protocol):
    """The channels, as far as withdrawals look at them."""

    def has_approved(self, scope: Scope) -> bool: ...


class OpenAttempts(Protocol):
    """The attempts to pay, as far as withdrawals look at them."""

    def open_of(self, account: AccountId, withdrawal: WithdrawalId) -> OpenAttempt | None:
        """The attempt that is under way, if there is one."""

    def came_back(self, account: AccountId, withdrawal: WithdrawalId) -> bool:
        """Whether the last attempt came back, so that the next may go elsewhere."""

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
        """End the open attempt, if there is one: the receiver has the money since that day."""


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
    """Makes tokens that nobody guesses: 256 random bits, safe in a URL."""

    def __call__(self) -> str:
        """One more token."""


class InvoiceRenderer(Protocol):
    def print(self, invoice: Invoice, form: DocumentFormat, language: Language) -> Document:
        """The invoice as a file, its labels in that language."""
