"""Withdrawals for tests: values with defaults, and every service over books of any kind."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Self

from attrs import define, evolve, field
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.model import Account
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.fx.model import FxRate
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, NewId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.checks import Finding
from backbeat.ledger.integrity.rules import check
from backbeat.ledger.model import EntryType, Kind
from backbeat.limits.ports import LimitStore
from backbeat.limits.service import Limits
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.limits import MemoryLimits
from backbeat.payout_methods import bank, paypal
from backbeat.payout_methods.bank import BankAccount, BankForm
from backbeat.payout_methods.model import MethodName, MethodTerms
from backbeat.payout_methods.paypal import PayPalAccount, PayPalForm
from backbeat.settings import PayoutRule, Settings
from backbeat.withdrawals.decisions import Decisions
from backbeat.withdrawals.disowning import Disowning
from backbeat.withdrawals.invoice_issuing import Issuer
from backbeat.withdrawals.invoices import Invoices
from backbeat.withdrawals.model import (
    AgreedTerms,
    Invoice,
    InvoiceKind,
    InvoiceLine,
    PayoutAmounts,
    UsedEntry,
    Withdrawal,
)
from backbeat.withdrawals.payment_details import PaymentDetailsService
from backbeat.withdrawals.requests import Requests
from backbeat.withdrawals.returned import Resending

MINA = AccountId("mina")
ANN = Actor.operator("ann")
BOB = Actor.operator("bob")
SEPTEMBER = Month(2025, 9)
IN_THE_WINDOW = datetime(2025, 10, 25, 9, tzinfo=UTC)

BY_PAYPAL, BY_BANK = paypal.PAYPAL.name, bank.BANK.name
TO_PAYPAL, TO_BANK = paypal.PAYPAL.outside, bank.BANK.outside

PAYPAL = PayPalAccount("Mina Kim", "mina@example.org")
PAYPAL_FORM = PayPalForm("Mina Kim", "mina@example.org")
BANK = BankAccount(
    holder="Mina Kim",
    bank_name="Example Bank",
    bank_address="1 Example Street, Seoul",
    swift="EXAMKRSE",
    account_number="110123456789",
    postal_code="04524",
)
BANK_FORM = BankForm(
    holder="Mina Kim",
    bank_name="Example Bank",
    bank_address="1 Example Street, Seoul",
    swift="EXAMKRSE",
    account_number="110123456789",
    account_number_confirm="110123456789",
    postal_code="04524",
)
TERMS = AgreedTerms(
    Money.of("20.00"),
    MethodTerms(fee_rate=Decimal("0.047")),
    ((3, 5), (25, -1)),
    PayoutRule.EARNING_MONTH_PLUS_DAYS,
    40,
)


def dollars(total: str, fee: str, net: str) -> PayoutAmounts:
    """Total, fee and net in USD."""
    return PayoutAmounts(Money.of(total), Money.of(fee), Money.of(net))


def a_withdrawal(number: int = 1, **changes: Any) -> Withdrawal:
    """Mina's 150.00 by PayPal, asked for on 25 October 2025; each number makes another."""
    withdrawal = Withdrawal(
        id=WithdrawalId(f"w{number}"),
        account=MINA,
        requested_on=date(2025, 10, 25),
        requested_at=IN_THE_WINDOW,
        destination=PAYPAL,
        usd=dollars("150.00", "7.05", "142.95"),
        paid=dollars("150.00", "7.05", "142.95"),
        rate=None,
        terms=TERMS,
        uses=(UsedEntry(EntryId("e1"), EntryType.MUSIC_PROFIT, SEPTEMBER, Money.of("150.00")),),
        bill_on=date(2025, 10, 31),
        due_on=date(2025, 11, 10),
        held_until=None,
        invoice=f"INV-2025-{number:06}",
    )
    return evolve(withdrawal, **changes)


def an_invoice(number: int = 1, **changes: Any) -> Invoice:
    """The invoice of `a_withdrawal`."""
    invoice = Invoice(
        number=f"INV-2025-{number:06}",
        kind=InvoiceKind.INVOICE,
        corrects=None,
        withdrawal=WithdrawalId(f"w{number}"),
        account=MINA,
        name="Mina Kim",
        recipient="Backbeat Music",
        service="Licensed background music, creator's share",
        issued_on=date(2025, 10, 31),
        currency=Currency.USD,
        lines=(InvoiceLine(SEPTEMBER, EntryType.MUSIC_PROFIT, Money.of("150.00")),),
        fee=Money.of("7.05"),
        total=Money.of("142.95"),
    )
    return evolve(invoice, **changes)


class PlainPrinter:
    """Prints an invoice as its number; it fulfils `InvoiceRenderer`."""

    def print(self, invoice: Invoice, form: DocumentFormat, language: Language) -> Document:
        """A file of a few bytes."""
        return Document(f"{invoice.number} {language}".encode(), "text/plain", f"x.{form}")


def counting_tokens() -> Callable[[], str]:
    """Tokens token-1, token-2 and so on."""
    numbers = itertools.count(1)
    return lambda: f"token-{next(numbers)}"


@define
class Payouts:
    """Every service of withdrawals over one kind of books, and what a test sets up before them.

    The business clock stands in the window of October 2025 until it is moved.
    """

    transactions: Any
    settings: Settings = field(factory=Settings)
    business: FixedClock = field(factory=lambda: FixedClock(IN_THE_WINDOW))
    security: FixedClock = field(factory=lambda: FixedClock(IN_THE_WINDOW))
    limit_store: LimitStore = field(factory=MemoryLimits)
    new_id: NewId = field(factory=counting_ids)
    new_token: Callable[[], str] = field(factory=counting_tokens)
    new_ticket: Callable[[], str] = field(factory=counting_tokens)
    _number: int = 0

    @classmethod
    def in_memory(cls, settings: Settings | None = None) -> Self:
        """Over empty books in memory."""
        clock, ids = FixedClock(IN_THE_WINDOW), counting_ids()
        transactions = MemoryTransactions.empty(clock, ids)
        return cls(transactions, settings or Settings(), security=clock, new_id=ids)

    @property
    def issuer(self) -> Issuer:
        """Who writes invoices."""
        return Issuer(self.settings.invoice)

    @property
    def resending(self) -> Resending:
        """Who points what came back elsewhere."""
        return Resending(self.business, self.settings.payment, self.issuer)

    @property
    def payment_details(self) -> PaymentDetailsService:
        """The service."""
        limits = Limits(self.limit_store, self.security)
        return PaymentDetailsService(
            transactions=self.transactions,
            clock=self.business,
            security=self.security,
            new_token=self.new_ticket,
            payment=self.settings.payment,
            limits=limits,
            resending=self.resending,
        )

    @property
    def disowning(self) -> Disowning:
        """The service."""
        return Disowning(
            transactions=self.transactions,
            business=self.business,
            security=self.security,
            new_id=self.new_id,
            limits=Limits(self.limit_store, self.security),
            resending=self.resending,
        )

    @property
    def requests(self) -> Requests:
        """The service."""
        return Requests(
            self.transactions, self.business, self.security, self.new_id, self.settings, self.issuer
        )

    @property
    def decisions(self) -> Decisions:
        """The service."""
        return Decisions(
            self.transactions,
            self.business,
            self.security,
            self.settings.withdrawal,
            self.issuer,
            self.resending,
        )

    @property
    def invoices(self) -> Invoices:
        """The service."""
        return Invoices(self.transactions, self.security, self.new_token, PlainPrinter())

    def add_creator(
        self, account: AccountId = MINA, *, approved: bool = True, **of: Any
    ) -> Account:
        """An account with one channel, approved unless said otherwise."""
        self._number += 1
        creator = an_account(
            **{"id": account, "name": account, "referral_code": f"CODE{self._number:04}", **of}
        )
        channel = a_channel(self._number, owner=account)
        with self.transactions.begin() as books:
            books.accounts.add(creator)
            books.channels.add(
                evolve(channel, status=ChannelStatus.APPROVED) if approved else channel
            )
        return creator

    def earn(
        self,
        amount: str,
        account: AccountId = MINA,
        *,
        month: Month = SEPTEMBER,
        type_: EntryType = EntryType.MUSIC_PROFIT,
        expires_on: date | None = None,
    ) -> None:
        """Money in the ledger, earned in a month."""
        self._number += 1
        with self.transactions.begin() as books:
            books.ledger.post(
                account,
                type_,
                Money.of(amount),
                ActContext(ANN, month.next.day(20), self.security.now()),
                source=f"test:{self._number}",
                kind=Kind.POSTING,
                month=month,
                channel=ChannelId("channel-1"),
                expires_on=expires_on,
            )

    def add_rate(self, rate: str, day: date) -> None:
        """What one USD is in CNY from a day on."""
        with self.transactions.begin() as books:
            books.rates.put([FxRate(Currency.CNY, day, Decimal(rate), "ann", self.security.now())])

    def ask(
        self,
        account: AccountId = MINA,
        method: MethodName = BY_PAYPAL,
        currency: Currency = Currency.USD,
    ) -> Withdrawal:
        """Ask for what the quote says."""
        quote = self.requests.quote(account, method, currency)
        return self.requests.request(account, method, currency, quote.paid.total)

    def balance(self, account: AccountId = MINA) -> Money:
        """What the account has available."""
        with self.books() as books:
            available: Money = books.ledger.balance(account).available
        return available

    def findings(self) -> list[Finding]:
        """What the invariants find in the books."""
        with self.books() as books:
            return list(check(books.integrity).findings)

    @contextmanager
    def books(self) -> Iterator[Any]:
        """The books, for a look."""
        with self.transactions.look() as books:
            yield books
