"""Withdrawals, where they are paid to, and their invoices."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from attrs import evolve, field, fields, frozen

from backbeat.kernel.ids import AccountId, EntryId, WithdrawalId
from backbeat.kernel.money import Currency, Money, total
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.payout_methods.model import Destination, MethodName, MethodTerms
from backbeat.settings import PayoutRule
from backbeat.withdrawals.errors import AlreadyDecided


class WithdrawalStatus(StrEnum):
    """From the request to the final outcome (WITHDRAW-19)."""

    PENDING = "pending"
    SUCCESS = "success"
    REJECTED = "rejected"
    REJECTED_WITHOUT_RECOVERY = "rejected_without_recovery"


class AttemptState(StrEnum):
    """How far one attempt to pay a withdrawal has come (decision 0120)."""

    EXPORTED = "exported"
    """It is in a file that we made."""
    SENT = "sent"
    """The file was handed over."""
    UNCERTAIN = "uncertain"
    """Nobody knows whether the money left: somebody has to find out and record it."""
    UNCLAIMED = "unclaimed"
    """It arrived at the provider and waits there for its receiver."""
    SETTLED = "settled"
    """The receiver has it."""
    RETURNED = "returned"
    """It came back, or never left."""

    @property
    def is_open(self) -> bool:
        """Whether the money may be on its way: then no other attempt may begin."""
        return self not in {AttemptState.SETTLED, AttemptState.RETURNED}


class InvoiceKind(StrEnum):
    """An invoice, or a credit note that cancels one (INVOICE-6)."""

    INVOICE = "invoice"
    CREDIT_NOTE = "credit_note"


@frozen
class CreditNote:
    """A credit note as lists show it, with the invoice that it `corrects`.

    A withdrawal has one if it was rejected, and one each time it went to another holder (PAYOUT-12).
    """

    number: str
    corrects: str
    issued_on: date


@frozen
class OpenAttempt:
    """The open attempt to pay: in which batch, and how far it has come."""

    batch: int
    state: AttemptState


@frozen
class PaymentDetails:
    """Where an account is paid: one destination at a time (DEST-1).

    `changed_on` is the business day of the last *change*; a first registration has none and
    starts no cool-down (DEST-12).
    """

    account: AccountId
    destination: Destination
    updated_at: datetime
    changed_on: date | None = None

    def changed(self, destination: Destination, now: datetime, today: date) -> PaymentDetails:
        """The same payee at another destination, from today on."""
        return evolve(self, destination=destination, updated_at=now, changed_on=today)


@frozen
class AppliedRate:
    """The value of one USD in `currency` on `day`, and the source (FX-5)."""

    currency: Currency
    rate: Decimal
    day: date
    source: str


@frozen
class AgreedTerms:
    """The rules as they were when a withdrawal was requested (WITHDRAW-18), stored with it.

    `method` are the terms of the method by which it is paid.
    """

    minimum: Money
    method: MethodTerms
    windows: tuple[tuple[int, int], ...]
    payout_rule: PayoutRule
    payout_days: int


@frozen
class UsedEntry:
    """How much of which ledger entry a withdrawal takes (LEDGER-11).

    `month` is the entry's earning month, or the month of its posting if it has none (LEDGER-12);
    `correction` marks a difference posted for an already closed month. The amounts of all used
    entries add up to the total.
    """

    entry: EntryId
    type: EntryType
    month: Month
    amount: Money
    correction: bool = False
    line: str | None = None
    """The line of a payment summary of which it is a part (SETTLE-25)."""


class DoesNotAddUp(ArithmeticError):
    """Amounts contradict each other: a mistake in the program, so nothing may be written."""


@frozen
class PayoutAmounts:
    """Total, fee and net of a payout in one currency; total - fee = net always holds."""

    total: Money
    fee: Money
    net: Money

    def __attrs_post_init__(self) -> None:
        if self.total - self.fee != self.net:
            raise DoesNotAddUp(f"{self.total} less {self.fee} is not {self.net}")


@frozen
class Withdrawal:
    """A creator's request to be paid, with everything that was true when it was made.

    `usd` is what the ledger moves; `paid` is the same in the payout's currency. Days are in the
    portal's time zone, instants are business time. `destination` is a copy of the destination to
    which it will be paid (WITHDRAW-18). Nothing is sent before `held_until` (DEST-12).
    """

    id: WithdrawalId
    account: AccountId
    requested_on: date
    requested_at: datetime
    destination: Destination
    usd: PayoutAmounts
    paid: PayoutAmounts
    rate: AppliedRate | None
    terms: AgreedTerms
    uses: tuple[UsedEntry, ...]
    bill_on: date
    due_on: date
    held_until: date | None
    invoice: str
    status: WithdrawalStatus = WithdrawalStatus.PENDING
    reason: str | None = None
    paid_on: date | None = None
    approved_by: str | None = None
    """The operator who approved an amount that needs two (PAYOUT-6)."""
    credit_note: str | None = None
    """The number of the credit note that cancelled the invoice (INVOICE-6)."""

    @property
    def method(self) -> MethodName:
        return self.destination.method

    @property
    def currency(self) -> Currency:
        return self.paid.total.currency

    @property
    def is_pending(self) -> bool:
        """Whether it still waits for its outcome."""
        return self.status is WithdrawalStatus.PENDING

    def without_destination(self) -> Withdrawal:
        """Without any trace of where it was paid to."""
        return evolve(self, destination=self.destination.forgotten())

    def asked(self) -> Withdrawal:
        """As it was when it was requested, before anybody decided on it."""
        return evolve(
            self,
            status=WithdrawalStatus.PENDING,
            reason=None,
            paid_on=None,
            approved_by=None,
            credit_note=None,
        )

    def approved(self, by: str) -> Withdrawal:
        """Approved by that operator. Refused with AlreadyDecided unless pending."""
        self.require_pending()
        return evolve(self, approved_by=by)

    def redirected(self, destination: Destination, held_until: date | None) -> Withdrawal:
        """To be paid elsewhere, because its payout came back. Refused with AlreadyDecided unless
        pending.
        """
        self.require_pending()
        return evolve(self, destination=destination, held_until=held_until, approved_by=None)

    def unapproved(self) -> Withdrawal:
        """To be approved again before it is sent again."""
        return evolve(self, approved_by=None)

    def succeeded(self, on: date) -> Withdrawal:
        """Paid on that day. Refused with AlreadyDecided unless pending."""
        self.require_pending()
        return evolve(self, status=WithdrawalStatus.SUCCESS, paid_on=on)

    def rejected(self, reason: str, credit_note: str, *, recover: bool) -> Withdrawal:
        """Rejected for that reason, with or without giving back the money. AlreadyDecided unless
        pending.
        """
        self.require_pending()
        status = (
            WithdrawalStatus.REJECTED if recover else WithdrawalStatus.REJECTED_WITHOUT_RECOVERY
        )
        return evolve(self, status=status, reason=reason, credit_note=credit_note)

    def require_pending(self) -> None:
        """Refuse with AlreadyDecided if it already has its outcome."""
        if not self.is_pending:
            raise AlreadyDecided(status=self.status)


@frozen
class ListedWithdrawal:
    """A withdrawal as lists show it: without its destination, which is encrypted, and without the
    entries that it used.

    `credit_notes` are all that it ever had, the oldest first; `credit_note` is the one for `invoice`.
    """

    id: WithdrawalId
    account: AccountId
    requested_on: date
    requested_at: datetime
    method: MethodName
    usd: PayoutAmounts
    paid: PayoutAmounts
    rate: AppliedRate | None
    bill_on: date
    due_on: date
    held_until: date | None
    invoice: str
    status: WithdrawalStatus
    reason: str | None
    paid_on: date | None
    approved_by: str | None
    credit_note: str | None
    credit_notes: tuple[CreditNote, ...] = ()

    @classmethod
    def of(cls, withdrawal: Withdrawal) -> ListedWithdrawal:
        names = {each.name for each in fields(cls)} - {"credit_notes"}
        return cls(**{name: getattr(withdrawal, name) for name in names})

    @property
    def currency(self) -> Currency:
        return self.paid.total.currency


@frozen
class InvoiceLine:
    """One earning month and type on an invoice: quantity 1 at `unit_price` (INVOICE-1).

    Corrections of a month have a line of their own (INVOICE-1), and so has each line of a payment
    summary that no report explains: `note` names it (SETTLE-25).
    """

    month: Month
    type: EntryType
    unit_price: Money
    correction: bool = False
    note: str | None = None

    @property
    def amount(self) -> Money:
        """The line's amount; the quantity is always one."""
        return self.unit_price


@frozen
class Invoice:
    """What the creator bills the operator for one withdrawal; immutable once issued (INVOICE-4).

    The lines add up to the withdrawal's total; `total` here is what is paid: lines minus `fee`.
    """

    number: str
    kind: InvoiceKind
    corrects: str | None
    withdrawal: WithdrawalId
    account: AccountId
    name: str
    recipient: str
    service: str
    issued_on: date
    currency: Currency
    lines: tuple[InvoiceLine, ...]
    fee: Money
    total: Money

    def __attrs_post_init__(self) -> None:
        lines = total((line.amount for line in self.lines), self.currency)
        if lines - self.fee != self.total:
            raise DoesNotAddUp(f"{self.number}: {lines} less {self.fee} is not {self.total}")

    def taken_back(self, number: str, on: date) -> Invoice:
        """The credit note that cancels the whole invoice; its amounts are those credited."""
        return evolve(
            self, number=number, kind=InvoiceKind.CREDIT_NOTE, corrects=self.number, issued_on=on
        )


@frozen
class InvoiceLink:
    """A link that opens one invoice once, without a log-in (INVOICE-8); only its token's hash is
    stored.

    Instants are security time.
    """

    token_hash: str = field(repr=False)
    account: AccountId
    invoice: str
    expires_at: datetime
    used_at: datetime | None = None
