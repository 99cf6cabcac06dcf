"""The state of an account's payout, and what its owner can set on the card (WITHDRAW-23)."""

from __future__ import annotations

from datetime import date

from attrs import evolve, frozen

from backbeat.accounts.model import Account, Permission
from backbeat.dashboards.model import Asked, OpenMonths
from backbeat.dashboards.service import Dashboards
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, NotFound, RoleRefused
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import Summary
from backbeat.mail.model import Mail, Template
from backbeat.notifications.model import Notification, Subject
from backbeat.payout_methods.model import MethodName
from backbeat.payout_methods.registry import METHODS
from backbeat.payout_state import rules
from backbeat.payout_state.model import NextAct, PayoutCard, PayoutState
from backbeat.payout_state.ports import Books
from backbeat.policies.service import settings_on
from backbeat.settings import Settings
from backbeat.withdrawals.model import PaymentDetails, Withdrawal
from backbeat.withdrawals.requests import (
    WithdrawalPolicy,
    held,
    obstacles,
    registered,
    require_own_payout,
)
from backbeat.withdrawals.rules import EligibilityFacts, payout_in_usd

TELL = "payout.tell"
"""The job that reminds those who asked for it, every hour."""

_FURTHEST = 62
_ASKING = frozenset({NextAct.REQUEST, NextAct.ENTER_DETAILS})


@frozen
class Standing:
    """What an account has, what happens to it next, and by which rules."""

    in_force: Settings
    summary: Summary
    state: PayoutState | None


@frozen
class PayoutStates:
    """One answer for every screen, mail and notice. `clock` is the business clock."""

    transactions: Transactions[Books]
    dashboards: Dashboards
    clock: Clock
    settings: Settings

    def of(self, account: AccountId) -> PayoutState | None:
        """The account's state; None for one that is paid through its manager (SETTLE-18)."""
        return self.standing(account).state

    def standing(self, account: AccountId) -> Standing:
        """What the account has and what happens to it, by today's rules."""
        today = self.clock.today()
        estimates = self.dashboards.open_months(Asked(account))
        with self.transactions.look() as books:
            in_force = settings_on(books.policies, self.settings, today)
            known = Standing(in_force, books.ledger.statements.summary(account, today), None)
            try:
                return evolve(
                    known, state=rules.state_of(self._facts(books, account, known, estimates))
                )
            except RoleRefused:
                return known

    def put_away(self, account: AccountId, withdrawal: WithdrawalId) -> None:
        """Dismiss the news about an answered withdrawal.

        Refused with 2 `not_found` if it is not the account's newest, or is not answered yet.
        """
        with self.transactions.begin() as books:
            newest = books.withdrawals.newest(account)
            if newest is None or newest.id != withdrawal or newest.is_pending:
                raise NotFound()
            books.payout_cards.put(evolve(_locked(books, account), put_away=withdrawal))

    def remind(self, account: AccountId, on: date) -> None:
        """Remind the account once when that day has come (WITHDRAW-26).

        Refused with 2 `bad_value` for a day that is not in the future, or more than two months
        ahead.
        """
        if not 0 < (on - self.clock.today()).days <= _FURTHEST:
            raise BadValues(fields={"on": "bad_value"})
        with self.transactions.begin() as books:
            books.payout_cards.put(evolve(_locked(books, account), remind_on=on))

    def tell(self) -> int:
        """Tell those whose day has come that they can make a request now. Returns how many were
        told.

        Each has a transaction of its own. An account that cannot make a request by then is told
        nothing.
        """
        today = self.clock.today()
        with self.transactions.look() as books:
            due = books.payout_cards.due(today)
        return sum(self._tell(account, today) for account in due)

    def _tell(self, account: AccountId, today: date) -> bool:
        found = self.of(account)
        with self.transactions.begin() as books:
            owner = books.accounts.lock(account)
            card = books.payout_cards.get(account)
            if owner is None or card.remind_on is None or card.remind_on > today:
                return False
            books.payout_cards.put(evolve(card, remind_on=None))
            if found is None or found.act not in _ASKING or not owner.is_active:
                return False
            self._send(books, owner, found)
        return True

    def _send(self, books: Books, owner: Account, found: PayoutState) -> None:
        amount = found.amount or Money.zero()
        until = rules.asked_until(found)
        facts = {"amount": amount, "currency": amount.currency, "until": until}
        books.notifications.add(
            Notification(
                owner.id,
                Subject.PAYOUT_OPEN,
                self.clock.now(),
                facts,
                Target(TargetKind.WITHDRAWAL_REQUEST),
            )
        )
        if owner.preferences.notice:
            mail = {**facts, "name": owner.name}
            books.outbox.add(
                Mail(owner.email, Template.PAYOUT_OPEN, owner.language, mail, owner.id)
            )

    def _facts(
        self, books: Books, account: AccountId, known: Standing, estimates: OpenMonths
    ) -> rules.Facts:
        """The facts for the state; refuses with `RoleRefused` an account that is paid through its
        manager.
        """
        asker = books.accounts.get(account)
        if asker is None:
            raise NotFound()
        in_force, summary = known.in_force, known.summary
        conditions = WithdrawalPolicy.of(in_force)
        require_own_payout(asker, conditions)
        today, settled = self.clock.today(), summary.last_settled
        details, asked = books.payment_details.get(account), books.withdrawals.newest(account)
        is_pending = asked is not None and asked.is_pending
        # While a request is in progress there is nothing to dismiss, and nobody is reminded.
        card = PayoutCard(account) if is_pending else books.payout_cards.get(account)
        eligibility = _eligibility(asker, today, known, details, estimates, pending=is_pending)
        asked_month, settled_month = _month_of(asked), settled.month if settled else None
        closed = {month: _closed_on(books, month) for month in {asked_month, settled_month}}
        return rules.Facts(
            today=today,
            balance=summary.balance.shown,
            amounts=payout_in_usd(summary.spendable, conditions.terms(eligibility.method)),
            obstacles=obstacles(eligibility, conditions),
            has_details=details is not None,
            held_until=held(details, today, conditions),
            asked=asked,
            asked_closed_on=closed[asked_month],
            decided_on=_decided_on(books, asked),
            came_back=_came_back(books, asked, details),
            remind_on=card.remind_on,
            is_put_away=asked is not None and card.put_away == asked.id,
            settled=settled,
            closed_on=closed[settled_month],
            estimates=estimates,
            asking=in_force.withdrawal,
            target_day=in_force.settlement.target_day,
            lag_days=in_force.reports.lag_days,
            can_sign=in_force.features.consent,
            lock=asker.payout_lock,
        )


def _eligibility(
    asker: Account,
    today: date,
    known: Standing,
    details: PaymentDetails | None,
    estimates: OpenMonths,
    *,
    pending: bool,
) -> EligibilityFacts:
    """What decides whether the account can make a request, in dollars."""
    summary = known.summary
    method = details.destination.method if details else _least_strict(known.in_force)
    return EligibilityFacts(
        today=today,
        method=registered(method),
        currency=Currency.USD,
        details=details,
        approved_channel=asker.permission is Permission.MCN or estimates.has_approved,
        consent_required=asker.consent_required,
        pending=pending,
        balance=summary.spendable,
        last_settled=summary.last_settled.revenue if summary.last_settled else None,
        rate=None,
        lock=asker.payout_lock,
    )


def _locked(books: Books, account: AccountId) -> PayoutCard:
    """The account's card; nobody else changes it until the transaction ends."""
    books.accounts.lock(account)
    return books.payout_cards.get(account)


def _least_strict(in_force: Settings) -> MethodName:
    """If no method is registered yet, one without a minimum of its own is used."""
    terms = {method.name: method.terms(in_force.withdrawal, in_force.fees) for method in METHODS}
    return next((name for name, each in terms.items() if each.minimum is None), next(iter(terms)))


def _month_of(asked: Withdrawal | None) -> Month | None:
    return max((use.month for use in asked.uses), default=None) if asked else None


def _closed_on(books: Books, month: Month | None) -> date | None:
    closed = books.settlements.of(month) if month else ()
    return closed[0].day if closed else None


def _decided_on(books: Books, asked: Withdrawal | None) -> date | None:
    """The day of its outcome: a rejection is dated by its credit note (INVOICE-6)."""
    if asked is None or asked.credit_note is None:
        return asked.paid_on if asked else None
    note = books.invoices.get(asked.account, asked.credit_note)
    return note.issued_on if note else None


def _came_back(
    books: Books, asked: Withdrawal | None, details: PaymentDetails | None
) -> rules.CameBack | None:
    if asked is None or not asked.is_pending:
        return None
    attempts = books.attempts.of({asked.id: asked.account})[asked.id]
    if not attempts or not attempts[-1].came_back:
        return None
    last = attempts[-1].steps[-1]
    is_corrected = details is not None and details.updated_at > last.at
    return rules.CameBack(last.on, last.reason, is_corrected)
