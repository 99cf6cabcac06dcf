"""When a withdrawal may be requested, what it costs, when it is paid and what it bills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import ROUND_FLOOR, Decimal

from attrs import frozen

from backbeat import settings
from backbeat.accounts.errors import PendingWithdrawal
from backbeat.accounts.model import Account, PayoutLock
from backbeat.fx.errors import NoRate
from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import CENT, Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.payout_methods.errors import CountryUnsupported
from backbeat.payout_methods.model import MethodTerms, PayoutMethod
from backbeat.settings import MinimumBasis, PayoutRule
from backbeat.withdrawals.errors import (
    BelowMinimum,
    ChannelNotApproved,
    ConsentRequired,
    CurrencyNotForMethod,
    DestinationHeld,
    FourEyesNeeded,
    NothingLeftAfterFee,
    PaymentInfoMissing,
    PayoutsLocked,
    WindowClosed,
)
from backbeat.withdrawals.model import (
    AgreedTerms,
    AppliedRate,
    InvoiceKind,
    InvoiceLine,
    PaymentDetails,
    PayoutAmounts,
    UsedEntry,
    Withdrawal,
)


@frozen
class Window:
    """The request window that is open on a day, or otherwise the next one; both ends included."""

    open: bool
    first: date
    last: date


@frozen
class EligibilityFacts:
    """Everything that decides whether a withdrawal may be requested on a day."""

    today: date
    method: PayoutMethod
    currency: Currency
    details: PaymentDetails | None
    approved_channel: bool
    consent_required: bool
    pending: bool
    balance: Money
    last_settled: Money | None
    rate: AppliedRate | None
    lock: PayoutLock | None = None


def terms(
    method: PayoutMethod, withdrawal: settings.Withdrawal, fees: settings.Fees
) -> AgreedTerms:
    """The rules in force, as values to be stored with a withdrawal (WITHDRAW-18)."""
    return AgreedTerms(
        minimum=Money.of(withdrawal.minimum),
        method=method.terms(withdrawal, fees),
        windows=withdrawal.windows,
        payout_rule=withdrawal.payout_rule,
        payout_days=withdrawal.payout_days,
    )


def window(today: date, windows: Sequence[tuple[int, int]]) -> Window:
    """The request window of `today`: the open one, otherwise the next to open (WITHDRAW-1)."""
    month = Month.of(today)
    spans = [
        (m.day(first), m.day(last)) for m in (month, month.next) for first, last in sorted(windows)
    ]
    first, last = next((first, last) for first, last in spans if last >= today)
    return Window(open=first <= today, first=first, last=last)


def bill_day(today: date) -> date:
    """The day of the bill: the last day of the request's month (WITHDRAW-2)."""
    return Month.of(today).last


def due_day(billed: date, newest_month: Month, rules: settings.Withdrawal) -> date:
    """The day by which the money is paid, by the installation's rule (WITHDRAW-2).

    If it is counted from a long past earning month, it could be before the bill; then it is the
    bill's day.
    """
    match rules.payout_rule:
        case PayoutRule.BILL_PLUS_DAYS:
            return billed + timedelta(rules.payout_days)
        case PayoutRule.END_OF_FOLLOWING_MONTH:
            return Month.of(billed).next.last
        case PayoutRule.EARNING_MONTH_PLUS_DAYS:
            return max(billed, newest_month.next.first + timedelta(rules.payout_days))


def payout_in_usd(balance: Money, terms: AgreedTerms) -> PayoutAmounts:
    """The whole balance in cents, its fee and the net; the rest below a cent stays (MONEY-4)."""
    whole = max(balance.floored_to_cents(), Money.zero())
    cost = terms.method.fee(whole)
    return PayoutAmounts(whole, cost, whole - cost)


def in_currency(usd: PayoutAmounts, rate: AppliedRate | None) -> PayoutAmounts:
    """The same payout at the rate: total and net rounded down to 0.01, the fee their difference."""
    if rate is None:
        return usd
    whole = usd.total.converted(rate.rate, rate.currency).floored_to_cents()
    net = usd.net.converted(rate.rate, rate.currency).floored_to_cents()
    return PayoutAmounts(whole, whole - net, net)


def obstacles(
    asked: EligibilityFacts,
    terms: AgreedTerms,
    rules: settings.Withdrawal,
    payment: settings.Payment,
) -> list[Refusal]:
    """Every reason why the request would be refused, in the order of WITHDRAW-10; empty if it would
    be accepted.

    A request answers with the first one; a quote lists them all.
    """
    found: list[Refusal] = []
    if asked.details is None:
        found.append(PaymentInfoMissing())
    elif asked.details.destination.method != asked.method.name:
        found.append(PaymentInfoMissing(method=asked.method.name))
    if not (asked.approved_channel or rules.allow_without_channel):
        found.append(ChannelNotApproved())
    if asked.consent_required:
        found.append(ConsentRequired())
    if asked.lock:
        found.append(PayoutsLocked(asked.lock.by))
    request_window = window(asked.today, rules.windows)
    if not request_window.open:
        found.append(WindowClosed(opens_on=request_window.first))
    if asked.pending:
        found.append(PendingWithdrawal())
    return [
        *found,
        *money_obstacles(asked, terms),
        *destination_obstacles(asked, payment),
    ]


def money_obstacles(asked: EligibilityFacts, terms: AgreedTerms) -> list[Refusal]:
    found: list[Refusal] = []
    usd = payout_in_usd(asked.balance, terms)
    if usd.total <= terms.minimum:
        found.append(BelowMinimum(balance=asked.balance, minimum=terms.minimum))
    own = terms.method.minimum
    if own is not None and _basis(asked, terms.method) < own:
        found.append(asked.method.below_minimum(balance=asked.balance, minimum=own))
    paid = in_currency(usd, asked.rate)
    if not found and (usd.net.micros <= 0 or paid.net.micros <= 0):
        found.append(NothingLeftAfterFee(balance=asked.balance, minimum=usd.fee))
    return found


def _basis(asked: EligibilityFacts, terms: MethodTerms) -> Money:
    """What the method's own minimum is compared with."""
    if terms.basis is MinimumBasis.REQUESTED_AMOUNT:
        return asked.balance.floored_to_cents()
    return asked.last_settled or Money.zero()


def destination_obstacles(asked: EligibilityFacts, payment: settings.Payment) -> list[Refusal]:
    """The obstacles because of where, and in what currency, the money would go."""
    found: list[Refusal] = []
    destination = asked.details.destination if asked.details else None
    if destination is not None and destination.method == asked.method.name:
        country = destination.country
        if country is not None and country in asked.method.unsupported_countries(payment):
            found.append(CountryUnsupported(country=country))
    if asked.currency not in asked.method.currencies:
        found.append(CurrencyNotForMethod())
    if asked.currency is not Currency.USD and asked.rate is None:
        found.append(NoRate(currency=asked.currency, day=asked.today))
    return found


def held_until(details: PaymentDetails, today: date, payment: settings.Payment) -> date | None:
    """The day from which money may be sent to a changed destination; None if it may be sent now
    (DEST-12).
    """
    if details.changed_on is None:
        return None
    free_from = details.changed_on + timedelta(payment.cool_down_days)
    return free_from if free_from > today else None


def require_sendable(withdrawal: Withdrawal, today: date) -> None:
    """Refuse to send money to a destination that is still held (PAYOUT-7)."""
    if withdrawal.held_until is not None and today < withdrawal.held_until:
        raise DestinationHeld(held_until=withdrawal.held_until)


def require_unlocked(owner: Account | None) -> None:
    """Refuse to send money to an account whose payouts are locked (WITHDRAW-29)."""
    if owner is not None and owner.payout_lock:
        raise PayoutsLocked(owner.payout_lock.by)


def require_four_eyes(withdrawal: Withdrawal, payer: str, limit: Money) -> None:
    """Refuse an amount over the limit that no operator other than the payer approved (PAYOUT-6).

    Names that differ only in capitals and spaces belong to one operator.
    """
    approver = withdrawal.approved_by
    if withdrawal.usd.total > limit and (approver is None or _same_name(approver, payer)):
        raise FourEyesNeeded(limit=limit, approved_by=withdrawal.approved_by)


def _same_name(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


def invoice_lines(
    uses: Iterable[UsedEntry], total_paid: Money, rate: AppliedRate | None
) -> tuple[InvoiceLine, ...]:
    """One line per earning month and type, with corrections and lines of payment summaries apart,
    adding up to the total exactly.

    Lines in another currency are rounded to 0.01 by largest remainder (MONEY-9); so are lines below
    a cent in USD. A line of zero is left out.
    """
    sums: dict[tuple[Month, EntryType, bool, str], Money] = {}
    for use in uses:
        key = (use.month, use.type, use.correction, use.line or "")
        sums[key] = sums.get(key, Money.zero()) + use.amount
    keys = sorted(sums)
    factor = rate.rate if rate else Decimal(1)
    amounts = in_cents_summing_to([sums[key] for key in keys], factor, total_paid)
    return tuple(
        InvoiceLine(month, kind, amount, correction, note or None)
        for (month, kind, correction, note), amount in zip(keys, amounts, strict=True)
        if amount
    )


def in_cents_summing_to(parts: Sequence[Money], factor: Decimal, whole: Money) -> list[Money]:
    """`parts` times `factor` in cents of `whole`'s currency, by largest remainder, summing to it.

    `whole` is the sum of the parts times the factor, rounded down to a cent.
    """
    exact = [Decimal(part.micros) * factor / CENT for part in parts]
    cents = [int(value.to_integral_value(ROUND_FLOOR)) for value in exact]
    missing = whole.micros // CENT - sum(cents)
    by_remainder = sorted(range(len(parts)), key=lambda i: (cents[i] - exact[i], i))
    for i in by_remainder[:missing]:
        cents[i] += 1
    return [Money(value * CENT, whole.currency) for value in cents]


def invoice_number(kind: InvoiceKind, year: int, count: int) -> str:
    """`INV-2025-000001`, or `CN-` for credit notes: each kind counts by itself in each year."""
    prefix = "INV" if kind is InvoiceKind.INVOICE else "CN"
    return f"{prefix}-{year:04}-{count:06}"
