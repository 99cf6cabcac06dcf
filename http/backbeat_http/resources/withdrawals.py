"""Withdrawals as their creator sees them: `withdrawal/*` (WITHDRAW-8)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Self, TypeAlias

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import PendingWithdrawal
from backbeat.fx.errors import NoRate
from backbeat.idempotency.model import Call
from backbeat.kernel.errors import (
    BadRange,
    BadValues,
    FieldsMissing,
    NotFound,
    Refusal,
    RoleRefused,
)
from backbeat.kernel.money import Currency, Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.rules import reservation_id
from backbeat.limits.rules import WITHDRAWAL
from backbeat.payout_methods.errors import (
    BelowBankMinimum,
    BelowMethodMinimum,
    CountryUnsupported,
)
from backbeat.payout_methods.model import MethodName
from backbeat.withdrawals.errors import (
    BelowMinimum,
    ChannelNotApproved,
    ConsentRequired,
    CurrencyNotForMethod,
    NothingLeftAfterFee,
    PaymentInfoMissing,
    PayoutsLocked,
    QuoteStale,
    WindowClosed,
)
from backbeat.withdrawals.model import (
    AppliedRate,
    CreditNote,
    InvoiceLine,
    ListedWithdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.requests import Quote, Requests
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.resources.payout_state import PayoutLockView
from backbeat_http.wire import Amount, MonthText, Rate, amount, decimal_text

Day: TypeAlias = date
"""Where a field is itself called `date`."""

Password = Annotated[str, Meta(max_length=1024)]


class PaidCurrency(StrEnum):
    """What a withdrawal can be paid in (FX-1)."""

    USD = "USD"
    CNY = "CNY"


@frozen
class QuoteQuery:
    """How and in what the caller would be paid."""

    method: MethodName
    currency: PaidCurrency


@frozen
class RequestBody:
    """The quote that the caller agrees to: `total` is the quoted one, in `currency`.

    A password is needed unless it was given within the last ten minutes (SESSION-8).
    """

    method: MethodName
    currency: PaidCurrency
    total: Decimal
    password: Password | None = None

    @property
    def agreed(self) -> Money:
        """The total as money; refuses amounts finer than a micro-unit."""
        try:
            return Money.of(self.total, Currency(self.currency))
        except ValueError:
            raise BadValues(fields={"total": "bad_value"}) from None


@frozen
class WithdrawalListQuery(PageQuery):
    """Which withdrawals; `start` and `end` are days of the request, both included (DAY-4)."""

    status: WithdrawalStatus | None = None
    start: date | None = None
    end: date | None = None


_REASONS: dict[type[Refusal], str] = {
    PaymentInfoMissing: "payment_info",
    ConsentRequired: "consent",
    WindowClosed: "window",
    CountryUnsupported: "country",
}
"""The reasons of refusals that have only a code."""


@frozen
class BlockedView:
    """One reason why a withdrawal cannot be requested now."""

    code: int
    reason: str

    @classmethod
    def of(cls, obstacle: Refusal) -> BlockedView:
        """The refusal that a request would be answered with."""
        return cls(obstacle.code, obstacle.reason or _REASONS[type(obstacle)])


@frozen
class QuoteLineView:
    """What an earning month brings in one type, or a correction of it: a line of the coming invoice."""

    month: MonthText
    type: EntryType
    correction: bool
    note: str | None
    amount: Amount

    @classmethod
    def of(cls, line: InvoiceLine) -> QuoteLineView:
        return cls(str(line.month), line.type, line.correction, line.note, amount(line.amount))


@frozen
class QuoteView:
    """What a withdrawal would pay today, in `currency`, and what prevents it.

    `lines` are those of the invoice that a request would issue; they add up to `total`.

    If there is no exchange rate, the amounts are in USD and `no_rate` is among the reasons. Nothing
    is sent before `held_until` (DEST-12).
    """

    currency: PaidCurrency
    fx_rate: Rate
    total: Amount
    fee: Amount
    net: Amount
    total_usd: Amount
    net_usd: Amount
    bill_on: date
    due_on: date
    held_until: date | None
    lines: list[QuoteLineView]
    allowed: bool
    blocked: list[BlockedView]
    lock: PayoutLockView | None

    @classmethod
    def of(cls, quote: Quote) -> QuoteView:
        return cls(
            currency=PaidCurrency(quote.paid.total.currency),
            fx_rate=_rate(quote.rate),
            total=amount(quote.paid.total),
            fee=amount(quote.paid.fee),
            net=amount(quote.paid.net),
            total_usd=amount(quote.usd.total),
            net_usd=amount(quote.usd.net),
            bill_on=quote.bill_on,
            due_on=quote.due_on,
            held_until=quote.held_until,
            lines=[QuoteLineView.of(line) for line in quote.lines],
            allowed=quote.is_allowed,
            blocked=[BlockedView.of(obstacle) for obstacle in quote.blocked],
            lock=PayoutLockView.of(quote.lock),
        )


@frozen
class CreditNoteView:
    """A credit note, and the invoice that it cancelled."""

    id: str
    corrects: str
    date: Day

    @classmethod
    def of(cls, note: CreditNote) -> CreditNoteView:
        return cls(note.number, note.corrects, note.issued_on)


@frozen
class WithdrawalView:
    """A withdrawal; `total`, `fee` and `net` are in its own currency.

    A rejected one names the credit note that cancelled its invoice. `credit_notes` are all that it
    ever had, the oldest first, including those for earlier invoices. `entry` is its statement row.
    """

    id: str
    entry: str
    date: Day
    method: MethodName
    currency: PaidCurrency
    total: Amount
    fee: Amount
    net: Amount
    total_usd: Amount
    net_usd: Amount
    fx_rate: Rate
    status: WithdrawalStatus
    reason: str | None
    bill_on: Day
    due_on: Day
    held_until: Day | None
    paid_on: Day | None
    invoice_id: str
    credit_note_id: str | None
    credit_notes: list[CreditNoteView]

    @classmethod
    def of(cls, withdrawal: ListedWithdrawal) -> Self:
        return cls(
            id=withdrawal.id,
            entry=reservation_id(withdrawal.id),
            date=withdrawal.requested_on,
            method=withdrawal.method,
            currency=PaidCurrency(withdrawal.currency),
            total=amount(withdrawal.paid.total),
            fee=amount(withdrawal.paid.fee),
            net=amount(withdrawal.paid.net),
            total_usd=amount(withdrawal.usd.total),
            net_usd=amount(withdrawal.usd.net),
            fx_rate=_rate(withdrawal.rate),
            status=withdrawal.status,
            reason=withdrawal.reason,
            bill_on=withdrawal.bill_on,
            due_on=withdrawal.due_on,
            held_until=withdrawal.held_until,
            paid_on=withdrawal.paid_on,
            invoice_id=withdrawal.invoice,
            credit_note_id=withdrawal.credit_note,
            credit_notes=[CreditNoteView.of(note) for note in withdrawal.credit_notes],
        )


@frozen
class WithdrawalsResource:
    """Answers `withdrawal/quote`, `withdrawal/request` and `withdrawal/list`."""

    requests: Requests

    @operation("getWithdrawalQuote", refuses=(RoleRefused, NotFound))
    def on_get_quote(self, caller: Caller, query: QuoteQuery) -> QuoteView:
        """What a withdrawal of the whole balance would come to today, by that method."""
        quote = self.requests.quote(caller.account, query.method, Currency(query.currency))
        return QuoteView.of(quote)

    @operation(
        "requestWithdrawal",
        step_up=True,
        limit=WITHDRAWAL,
        refuses=(
            PaymentInfoMissing,
            ChannelNotApproved,
            ConsentRequired,
            PayoutsLocked,
            WindowClosed,
            PendingWithdrawal,
            BelowMinimum,
            BelowBankMinimum,
            BelowMethodMinimum,
            NothingLeftAfterFee,
            CountryUnsupported,
            CurrencyNotForMethod,
            NoRate,
            QuoteStale,
            RoleRefused,
            NotFound,
        ),
    )
    def on_post_request(
        self, caller: Caller, body: RequestBody, call: Call | None
    ) -> WithdrawalView:
        """Request the whole balance at the quoted total; its invoice is issued with it."""
        currency = Currency(body.currency)
        asked = self.requests.request(caller.account, body.method, currency, body.agreed, call)
        return WithdrawalView.of(ListedWithdrawal.of(asked))

    @operation("listWithdrawals", refuses=(FieldsMissing, BadRange))
    def on_get_list(self, caller: Caller, query: WithdrawalListQuery) -> PageView[WithdrawalView]:
        """The caller's withdrawals, the newest first."""
        page = self.requests.list(
            caller.account,
            query.page_request,
            status=query.status,
            first=query.start,
            last=query.end,
        )
        return PageView[WithdrawalView].of(page, WithdrawalView.of)


def _rate(rate: AppliedRate | None) -> Rate:
    """How much of the currency one USD is; 1 for USD itself."""
    return decimal_text(rate.rate if rate else Decimal(1))
