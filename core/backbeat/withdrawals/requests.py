"""Requesting a payout: the quote, the request, and the list of requests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import frozen

from backbeat import settings
from backbeat.accounts.model import Account, PayoutLock, Permission, Role
from backbeat.audit.model import AuditEntry
from backbeat.channels.ports import Scope
from backbeat.idempotency.model import Call
from backbeat.idempotency.service import once
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, NotFound, Refusal, RoleRefused
from backbeat.kernel.ids import AccountId, NewId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.spans import require_span
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.expiry import EXPIRE_LOTS, expire_ended_lots
from backbeat.ledger.model import PROFITS, Use
from backbeat.payout_methods.model import MethodName, PayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.policies.service import settings_on
from backbeat.settings import MemberPayout, Settings
from backbeat.withdrawals import rules
from backbeat.withdrawals.errors import PaymentInfoMissing, QuoteStale
from backbeat.withdrawals.invoice_issuing import Issuer, with_credit_notes
from backbeat.withdrawals.model import (
    AgreedTerms,
    AppliedRate,
    InvoiceLine,
    ListedWithdrawal,
    PaymentDetails,
    PayoutAmounts,
    UsedEntry,
    Withdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.ports import Books, WithdrawalFilter


@frozen
class Quote:
    """What a withdrawal would amount to today, and every reason why it could not be requested.

    Amounts are in the requested currency or, if there is no rate for it, in USD with `rate` None.
    `lines` are those of the future bill: they add up to what is paid plus the fee.
    """

    usd: PayoutAmounts
    paid: PayoutAmounts
    rate: AppliedRate | None
    bill_on: date
    due_on: date
    held_until: date | None
    lines: tuple[InvoiceLine, ...]
    blocked: tuple[Refusal, ...]
    lock: PayoutLock | None = None

    @property
    def is_allowed(self) -> bool:
        """Whether nothing stands in the way."""
        return not self.blocked


@frozen
class WithdrawalPolicy:
    """The rules by which a request is judged: those of its day (WITHDRAW-18)."""

    withdrawal: settings.Withdrawal
    fees: settings.Fees
    payment: settings.Payment
    member_payout: MemberPayout

    @classmethod
    def of(cls, all_settings: Settings) -> WithdrawalPolicy:
        return cls(
            all_settings.withdrawal,
            all_settings.fees,
            all_settings.payment,
            all_settings.settlement.member_payout,
        )

    def terms(self, method: PayoutMethod) -> AgreedTerms:
        """The values that are stored with a withdrawal by that method (WITHDRAW-18)."""
        return rules.terms(method, self.withdrawal, self.fees)


@frozen
class _Kept:
    """What is stored for a call with a key: the withdrawal that it made."""

    withdrawal: WithdrawalId


@frozen
class Requests:
    """Withdrawals as the creator sees them: always of the whole balance in cents (WITHDRAW-6).

    The rules of the day of the request apply, and are stored with it (WITHDRAW-18). `business`
    dates what people see, `security` what is recorded (DAY-8).
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    settings: Settings
    issuer: Issuer

    def quote(self, account: AccountId, method: MethodName, currency: Currency) -> Quote:
        """What a withdrawal by that method would amount to now.

        It judges any method, whichever the payment details are for (WITHDRAW-10). Refuses with
        `RoleRefused` a member that is paid through its manager (SETTLE-18), and with 2 `bad_value`
        an unknown method.
        """
        with self.transactions.look() as books:
            conditions = self._conditions(books)
            asked = self._situation(books, account, method, currency, conditions)
            usd = rules.payout_in_usd(asked.balance, conditions.terms(asked.method))
            would_use = books.ledger.reservations.would_use
            found = would_use(account, usd.total, asked.today) if usd.total else []
        uses = _uses(found)
        bill_on = rules.bill_day(asked.today)
        paid = rules.in_currency(usd, asked.rate)
        return Quote(
            usd=usd,
            paid=paid,
            rate=asked.rate,
            bill_on=bill_on,
            due_on=_due(bill_on, uses, conditions),
            held_until=held(asked.details, asked.today, conditions),
            lines=rules.invoice_lines(uses, paid.total, asked.rate),
            blocked=obstacles(asked, conditions),
            lock=asked.lock,
        )

    def request(
        self,
        account: AccountId,
        method: MethodName,
        currency: Currency,
        total: Money,
        call: Call | None = None,
    ) -> Withdrawal:
        """Request the whole balance. Returns the withdrawal as it was requested, with its invoice
        issued.

        `total` is the quoted one, in `currency`: if the balance has changed since, the request is
        refused with 2 `stale_quote`. The same call again gives the same answer. Refused with 40000,
        2 `channel_not_approved`, 40003, 2 `payouts_locked`, 40001, 2 `pending_withdrawal`, 40002,
        40016, 2 `currency_method` and 2 `no_rate`, in this order (WITHDRAW-10).
        """
        with self.transactions.begin() as books:
            kept = once(
                books.idempotency,
                call,
                _Kept,
                lambda: _Kept(self._request(books, account, method, currency, total).id),
            )
            made = books.withdrawals.get(account, kept.withdrawal)
        if made is None:
            raise NotFound()
        return made.asked()

    def list(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        status: WithdrawalStatus | None = None,
        first: date | None = None,
        last: date | None = None,
    ) -> Page[ListedWithdrawal]:
        """A page of the account's withdrawals, the newest first, by status and days of request.

        Refused with 4 if one end of the days is missing, and with 2 `bad_range`.
        """
        require_span(first, last)
        with self.transactions.look() as books:
            wanted = WithdrawalFilter(account, status, first, last)
            return with_credit_notes(books, books.withdrawals.listed(wanted, page))

    def _request(
        self,
        books: Books,
        account: AccountId,
        method: MethodName,
        currency: Currency,
        total: Money,
    ) -> Withdrawal:
        books.ledger.lock(account)
        books.policies.hold()
        self._let_lapse(books, account)
        conditions = self._conditions(books)
        asked = self._situation(books, account, method, currency, conditions)
        for obstacle in _obstacles(asked, conditions):
            raise obstacle
        withdrawal = self._reserved(books, account, asked, total, conditions)
        self.issuer.issue(books, withdrawal)
        self._record(books, withdrawal)
        return withdrawal

    def _let_lapse(self, books: Books, account: AccountId) -> None:
        """Let points expire whose last day is over: they cannot be requested, even if the worker
        has not run yet (WITHDRAW-7).
        """
        today = self.business.today()
        if books.ledger.expiry.ended_lots(account, today):
            act = ActContext(Actor.system(EXPIRE_LOTS), today, self.security.now())
            expire_ended_lots(books, account, act, self.business.now())

    def _reserved(
        self,
        books: Books,
        account: AccountId,
        asked: rules.EligibilityFacts,
        total: Money,
        conditions: WithdrawalPolicy,
    ) -> Withdrawal:
        """The withdrawal, with its money reserved in the ledger and both recorded."""
        terms, details, now = conditions.terms(asked.method), asked.details, self.business.now()
        if details is None:
            raise PaymentInfoMissing()
        usd = rules.payout_in_usd(asked.balance, terms)
        paid = rules.in_currency(usd, asked.rate)
        if paid.total != total:
            raise QuoteStale(total=paid.total)
        new_id = WithdrawalId(self.new_id())
        act = ActContext(Actor.account(account), asked.today, self.security.now())
        books.ledger.reservations.reserve(account, usd.total, new_id, act)
        uses = _uses(books.ledger.reservations.uses(account, new_id))
        bill_on = rules.bill_day(asked.today)
        withdrawal = Withdrawal(
            id=new_id,
            account=account,
            requested_on=asked.today,
            requested_at=now,
            destination=details.destination,
            usd=usd,
            paid=paid,
            rate=asked.rate,
            terms=terms,
            uses=uses,
            bill_on=bill_on,
            due_on=_due(bill_on, uses, conditions),
            held_until=held(details, asked.today, conditions),
            invoice=self.issuer.number(books, bill_on),
        )
        books.withdrawals.add(withdrawal)
        return withdrawal

    def _conditions(self, books: Books) -> WithdrawalPolicy:
        today = self.business.today()
        return WithdrawalPolicy.of(settings_on(books.policies, self.settings, today))

    def _situation(
        self,
        books: Books,
        account: AccountId,
        method: MethodName,
        currency: Currency,
        conditions: WithdrawalPolicy,
    ) -> rules.EligibilityFacts:
        asker = books.accounts.get(account)
        if asker is None:
            raise NotFound()
        require_own_payout(asker, conditions)
        today = self.business.today()
        settled = books.ledger.statements.last_settled(account)
        return rules.EligibilityFacts(
            today=today,
            method=registered(method),
            currency=currency,
            details=books.payment_details.get(account),
            approved_channel=_has_approved_channel(books, asker),
            consent_required=asker.consent_required,
            pending=books.withdrawals.has_pending(account),
            balance=books.ledger.expiry.spendable(account, today),
            last_settled=settled.revenue if settled else None,
            rate=_rate(books, currency, today),
            lock=asker.payout_lock,
        )

    def _record(self, books: Books, withdrawal: Withdrawal) -> None:
        books.audit.record(
            AuditEntry(
                withdrawal.requested_at,
                Actor.account(withdrawal.account),
                "withdrawal.requested",
                f"withdrawal:{withdrawal.id}",
                after={
                    "account": withdrawal.account,
                    "total_usd": withdrawal.usd.total,
                    "net": withdrawal.paid.net,
                    "currency": withdrawal.currency,
                    "destination": withdrawal.destination.masked,
                    "invoice": withdrawal.invoice,
                },
            )
        )


def registered(name: MethodName) -> PayoutMethod:
    if name not in METHODS:
        raise BadValues(fields={"method": "bad_value"})
    return METHODS.named(name, "the request")


def require_own_payout(asker: Account, conditions: WithdrawalPolicy) -> None:
    """Refuse a member that is paid through its manager (SETTLE-18)."""
    through_main = conditions.member_payout is MemberPayout.THROUGH_MAIN
    if through_main and asker.role is Role.MEMBER:
        raise RoleRefused()


def _obstacles(asked: rules.EligibilityFacts, conditions: WithdrawalPolicy) -> Sequence[Refusal]:
    terms = conditions.terms(asked.method)
    return rules.obstacles(asked, terms, conditions.withdrawal, conditions.payment)


def obstacles(asked: rules.EligibilityFacts, conditions: WithdrawalPolicy) -> tuple[Refusal, ...]:
    """The obstacles, whichever method the payment details are for (WITHDRAW-10)."""
    return tuple(
        obstacle
        for obstacle in _obstacles(asked, conditions)
        if not (isinstance(obstacle, PaymentInfoMissing) and obstacle.method)
    )


def held(details: PaymentDetails | None, today: date, conditions: WithdrawalPolicy) -> date | None:
    """Until when payouts to these details are held."""
    return rules.held_until(details, today, conditions.payment) if details else None


def _due(bill_on: date, uses: tuple[UsedEntry, ...], conditions: WithdrawalPolicy) -> date:
    newest = max((use.month for use in uses), default=Month.of(bill_on))
    return rules.due_day(bill_on, newest, conditions.withdrawal)


def _has_approved_channel(books: Books, asker: Account) -> bool:
    """Whether a channel that the account owns or holds is approved; a network needs none
    (WITHDRAW-15)."""
    mine = frozenset({asker.id})
    return asker.permission is Permission.MCN or books.channels.has_approved(
        Scope(owners=mine, holders=mine)
    )


def _rate(books: Books, currency: Currency, today: date) -> AppliedRate | None:
    """The newest rate not after today; none is needed for USD (FX-5)."""
    if currency is Currency.USD:
        return None
    found = books.rates.newest(currency, today)
    return AppliedRate(currency, found.rate, found.day, found.source) if found else None


def _uses(uses: list[Use]) -> tuple[UsedEntry, ...]:
    """The entries used according to the ledger, in the form stored with the withdrawal (LEDGER-11,
    LEDGER-12).
    """
    return tuple(
        UsedEntry(
            use.entry.id,
            use.entry.type,
            use.entry.earning_month,
            use.amount,
            use.entry.correction,
            use.entry.note if use.entry.type in PROFITS else None,
        )
        for use in uses
    )
