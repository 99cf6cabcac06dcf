"""Which state an account's payout is in: the first that applies (WITHDRAW-23)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, timedelta

from attrs import evolve, frozen

from backbeat import settings
from backbeat.accounts.model import LockedBy, PayoutLock
from backbeat.dashboards.model import OpenMonths
from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import SettledMonth
from backbeat.payout_methods.errors import (
    BelowMethodMinimum,
    CountryUnsupported,
)
from backbeat.payout_state.calendar import MonthDays, days_of, placed, planned_close, steps_of
from backbeat.payout_state.model import (
    AmountKind,
    BlockedBy,
    NextAct,
    OpenMonth,
    PayoutState,
    Place,
    StateName,
    Stop,
    StopName,
)
from backbeat.withdrawals.errors import (
    ChannelNotApproved,
    ConsentRequired,
    PaymentInfoMissing,
    TooLittleToWithdraw,
    WindowClosed,
)
from backbeat.withdrawals.model import PayoutAmounts, Withdrawal, WithdrawalStatus

NEWS_FOR = 14
"""For how many days a payment or a refusal counts as news."""

_TOO_LITTLE = (TooLittleToWithdraw, BelowMethodMinimum)


@frozen
class CameBack:
    """A payout that the bank sent back: on which day, and with which message."""

    on: date
    reason: str | None
    is_corrected: bool
    """Whether another destination has been given since."""


@frozen
class Facts:
    """Everything that decides the state on a day.

    `obstacles` are those that a request with the registered method would meet today; `asked` is the
    newest withdrawal, `decided_on` the day of its answer, `came_back` the return of its last attempt,
    `can_sign` whether consents are signed in the portal, `lock` what locks payouts.
    """

    today: date
    balance: Money
    amounts: PayoutAmounts
    obstacles: Collection[Refusal]
    has_details: bool
    held_until: date | None
    asked: Withdrawal | None
    asked_closed_on: date | None
    decided_on: date | None
    came_back: CameBack | None
    is_put_away: bool
    remind_on: date | None
    settled: SettledMonth | None
    closed_on: date | None
    estimates: OpenMonths
    asking: settings.Withdrawal
    target_day: int
    lag_days: int
    can_sign: bool = False
    lock: PayoutLock | None = None

    def has(self, *kinds: type[Refusal]) -> bool:
        """Whether one of these is an obstacle."""
        return any(isinstance(each, kinds) for each in self.obstacles)

    @property
    def too_little(self) -> TooLittleToWithdraw | BelowMethodMinimum | None:
        """The minimum that the amount does not reach."""
        return next((each for each in self.obstacles if isinstance(each, _TOO_LITTLE)), None)

    @property
    def can_ask(self) -> bool:
        """Whether a request would be accepted now."""
        return not self.obstacles

    @property
    def has_enough(self) -> bool:
        """Whether the amount itself could be requested."""
        return bool(self.amounts.total) and self.too_little is None

    @property
    def is_news(self) -> bool:
        """Whether the newest withdrawal's outcome is recent and was not dismissed."""
        fresh = self.decided_on and (self.today - self.decided_on).days < NEWS_FOR
        return bool(fresh) and not self.is_put_away

    @property
    def newest_open(self) -> Month:
        """The month that is earning now: the newest with figures, otherwise the current one."""
        return max(self.estimates.months, default=Month.of(self.today))

    @property
    def days(self) -> MonthDays:
        """When confirmed money can be requested, and when it arrives."""
        month = self.settled.month if self.settled else Month.of(self.today).previous
        closed = self.closed_on or min(planned_close(month, self.target_day), self.today)
        return days_of(month, closed, self.asking, self.today)

    @property
    def days_to_come(self) -> MonthDays:
        """When the money of the oldest month that is not closed yet arrives."""
        month = min(self.estimates.months, default=Month.of(self.today))
        closed = max(planned_close(month, self.target_day), self.today)
        return days_of(month, closed, self.asking)


def state_of(facts: Facts) -> PayoutState:
    """The first state whose facts hold, in the order in which its reader has to hear of them."""
    found = next(state for decide in _IN_ORDER if (state := decide(facts)) is not None)
    seen = facts.estimates
    return evolve(
        found,
        estimated=seen.total or None,
        open_months=tuple(
            OpenMonth(month, seen.months[month], planned_close(month, facts.target_day))
            for month in sorted(seen.months, reverse=True)
            if seen.months[month]
        ),
        figures_until=seen.newest,
        remind_on=facts.remind_on,
        lock=facts.lock,
    )


def asked_until(state: PayoutState) -> date | None:
    """The last day on which money can be requested, according to the pay line."""
    return next((step.last for step in state.steps if step.name is StopName.ASK), None)


def _returned(facts: Facts) -> PayoutState | None:
    asked, back = facts.asked, facts.came_back
    if asked is None or not asked.is_pending or back is None:
        return None
    again = asked.held_until if asked.held_until and asked.held_until > facts.today else None
    steps = (
        Stop(StopName.ASKED, asked.requested_on),
        Stop(StopName.RETURNED, max(back.on, asked.requested_on)),
        Stop(StopName.SENT_AGAIN, again),
        Stop(StopName.PAID, None),
    )
    return evolve(
        _of_request(asked, StateName.RETURNED),
        steps=placed(steps, (Place.PAST, Place.NOW)),
        amount=asked.paid.net,
        day=back.on,
        act=NextAct.SEE_REQUEST if back.is_corrected else NextAct.CORRECT_DETAILS,
        reason=back.reason,
        held_until=again,
    )


def _given_back(facts: Facts) -> PayoutState | None:
    asked = facts.asked
    if asked is None or asked.status is not WithdrawalStatus.REJECTED or not facts.is_news:
        return None
    days = facts.days
    steps = (
        Stop(StopName.ASKED, asked.requested_on),
        Stop(StopName.RETURNED, facts.decided_on),
        Stop(StopName.ASK, max(days.ask_from, facts.today), days.ask_until),
        Stop(StopName.PAID, days.paid),
    )
    return evolve(
        _of_request(asked, StateName.RETURNED),
        steps=placed(steps, (Place.PAST, Place.PAST, Place.NOW if facts.can_ask else Place.AHEAD)),
        amount=asked.paid.total,
        day=facts.decided_on,
        act=_next_act(facts),
        recovered=True,
        reason=asked.reason,
    )


def _refused(facts: Facts) -> PayoutState | None:
    asked = facts.asked
    without = WithdrawalStatus.REJECTED_WITHOUT_RECOVERY
    if asked is None or asked.status is not without or not facts.is_news:
        return None
    steps = (
        Stop(StopName.ASKED, asked.requested_on),
        Stop(StopName.REFUSED, facts.decided_on),
    )
    return evolve(
        _of_request(asked, StateName.REFUSED),
        steps=placed(steps, (Place.PAST, Place.NOW)),
        amount=asked.paid.total,
        day=facts.decided_on,
        act=NextAct.SEE_REQUEST,
        reason=asked.reason,
    )


def _locked(facts: Facts) -> PayoutState | None:
    if facts.lock is None:
        return None
    asked = facts.asked
    if asked is not None and asked.is_pending:
        found = evolve(_of_request(asked, StateName.BLOCKED), amount=asked.paid.net)
    else:
        found = _balance(facts, StateName.BLOCKED)
    is_disowned = LockedBy.DISOWNED in facts.lock.by
    return evolve(
        found,
        act=NextAct.CHOOSE_PASSWORD if is_disowned else NextAct.SEE_FACTOR,
        blocked_by=BlockedBy.LOCKED,
    )


def _blocked(facts: Facts) -> PayoutState | None:
    if facts.asked is not None and facts.asked.is_pending:
        return None
    kinds = ((ChannelNotApproved, BlockedBy.CHANNEL), (ConsentRequired, BlockedBy.CONSENT))
    by = next((name for kind, name in kinds if facts.has(kind)), None)
    if by is None and facts.has(CountryUnsupported) and facts.has_enough:
        by = BlockedBy.COUNTRY
    if by is None:
        return None
    acts = {BlockedBy.CHANNEL: NextAct.SEE_CHANNELS, BlockedBy.COUNTRY: NextAct.CORRECT_DETAILS}
    if facts.can_sign:
        acts[BlockedBy.CONSENT] = NextAct.SIGN_CONSENT
    return evolve(_balance(facts, StateName.BLOCKED), act=acts.get(by), blocked_by=by)


def _held(facts: Facts) -> PayoutState | None:
    asked = facts.asked
    if asked is not None and asked.is_pending:
        if asked.held_until is None or asked.held_until <= facts.today:
            return None
        return evolve(
            _under_way(facts, asked),
            state=StateName.HELD,
            day=asked.held_until,
            held_until=asked.held_until,
        )
    if facts.held_until is None or not facts.has_enough:
        return None
    days = facts.days
    return evolve(
        _balance(facts, StateName.HELD),
        steps=days.steps(Place.PAST, Place.NOW if facts.can_ask else Place.AHEAD),
        day=facts.held_until,
        act=_next_act(facts),
        arrives_on=max(days.paid, facts.held_until),
        held_until=facts.held_until,
    )


def _on_its_way(facts: Facts) -> PayoutState | None:
    asked = facts.asked
    return _under_way(facts, asked) if asked and asked.is_pending else None


def _under_way(facts: Facts, asked: Withdrawal) -> PayoutState:
    steps = steps_of(asked, facts.asked_closed_on, facts.today)
    due = steps[-1].first
    return evolve(
        _of_request(asked, StateName.ON_ITS_WAY),
        steps=steps,
        amount=asked.paid.net,
        day=due,
        arrives_on=due,
    )


def _paid(facts: Facts) -> PayoutState | None:
    asked = facts.asked
    if asked is None or asked.paid_on is None or not facts.is_news:
        return None
    if any(later(facts) for later in (_below_zero, _details_missing, _open)):
        return None
    return evolve(
        _of_request(asked, StateName.PAID),
        steps=steps_of(asked, facts.asked_closed_on, facts.today),
        amount=asked.paid.net,
        day=asked.paid_on,
        arrives_on=asked.due_on,
        act=NextAct.SEE_REQUEST,
    )


def _below_zero(facts: Facts) -> PayoutState | None:
    if facts.balance.micros >= 0:
        return None
    return evolve(
        _balance(facts, StateName.BELOW_ZERO),
        amount=facts.balance,
        act=NextAct.SEE_CORRECTION,
        together=facts.balance + facts.estimates.total,
        is_enough_together=facts.balance + facts.estimates.total > Money.zero(),
    )


def _details_missing(facts: Facts) -> PayoutState | None:
    if facts.has_details or not facts.has_enough:
        return None
    days = facts.days
    is_open = not facts.has(WindowClosed)
    return evolve(
        _balance(facts, StateName.DETAILS_MISSING),
        steps=days.steps(Place.PAST, Place.NOW if is_open else Place.AHEAD),
        day=days.ask_until if is_open else days.ask_from,
        act=NextAct.ENTER_DETAILS,
        arrives_on=days.paid,
    )


def _open(facts: Facts) -> PayoutState | None:
    if not facts.can_ask:
        return None
    days = facts.days
    return evolve(
        _balance(facts, StateName.OPEN),
        steps=days.steps(Place.PAST, Place.NOW),
        day=days.ask_until,
        act=NextAct.REQUEST,
        arrives_on=days.paid,
    )


def _below_minimum(facts: Facts) -> PayoutState | None:
    if not facts.amounts.total or facts.too_little is None:
        return None
    to_come = facts.days_to_come
    return evolve(
        _balance(facts, StateName.BELOW_MINIMUM),
        day=to_come.ask_from,
        minimum=facts.too_little.minimum,
        below=facts.too_little.reason,
        together=facts.amounts.total + facts.estimates.total,
        is_enough_together=facts.amounts.total + facts.estimates.total > facts.too_little.minimum,
    )


def _waiting(facts: Facts) -> PayoutState | None:
    if not facts.has_enough:
        return None
    days = facts.days
    return evolve(
        _balance(facts, StateName.WAITING),
        steps=days.steps(Place.PAST),
        day=days.ask_from,
        act=NextAct.REMIND,
        arrives_on=days.paid,
    )


def _earning(facts: Facts) -> PayoutState:
    days, seen = facts.days_to_come, facts.estimates
    if facts.settled is None and seen.since is not None and Month.of(seen.since) >= days.month:
        return _first_days(facts, days)
    has_figures = bool(seen.total)
    return PayoutState(
        StateName.EARNING,
        days.steps(Place.NOW),
        amount=seen.total if has_figures else None,
        kind=AmountKind.ESTIMATED if has_figures else None,
        day=days.ask_from,
        month=facts.newest_open,
        minimum=Money.of(facts.asking.minimum),
    )


def _first_days(facts: Facts, days: MonthDays) -> PayoutState:
    """If nothing was ever confirmed: the line from the first day that counts to the first money."""
    seen = facts.estimates
    live = seen.since or facts.today
    figures = live + timedelta(facts.lag_days)
    steps = (
        Stop(StopName.LIVE, live),
        Stop(StopName.FIGURES, figures),
        Stop(StopName.CLOSED, days.closed, month=days.month),
        Stop(StopName.PAID, days.paid),
    )
    if not seen.total:
        return PayoutState(
            StateName.EARNING,
            placed(steps, (Place.PAST,)),
            day=figures if figures > facts.today else None,
            minimum=Money.of(facts.asking.minimum),
            month=days.month,
        )
    return PayoutState(
        StateName.EARNING,
        placed(steps, (Place.PAST, Place.PAST)),
        amount=seen.total,
        kind=AmountKind.ESTIMATED,
        day=days.ask_from,
        month=days.month,
        minimum=Money.of(facts.asking.minimum),
    )


_IN_ORDER: tuple[Callable[[Facts], PayoutState | None], ...] = (
    _returned,
    _given_back,
    _refused,
    _locked,
    _blocked,
    _held,
    _on_its_way,
    _paid,
    _below_zero,
    _details_missing,
    _open,
    _below_minimum,
    _waiting,
    _earning,
)


def _next_act(facts: Facts) -> NextAct | None:
    """What can be done about money in the balance."""
    if facts.can_ask:
        return NextAct.REQUEST
    if facts.has(PaymentInfoMissing):
        return NextAct.ENTER_DETAILS
    if facts.has_enough and facts.has(WindowClosed):
        return NextAct.REMIND
    return None


def _balance(facts: Facts, state: StateName) -> PayoutState:
    """The state of confirmed money that is not requested."""
    amounts = facts.amounts
    known = bool(amounts.total)
    return PayoutState(
        state,
        amount=amounts.total if known else None,
        kind=AmountKind.CONFIRMED if known else None,
        arrives=amounts.net if facts.has_details else None,
        fee=amounts.fee if facts.has_details else None,
        month=facts.settled.month if facts.settled else None,
    )


def _of_request(asked: Withdrawal, state: StateName) -> PayoutState:
    """The state of a withdrawal, with a link to it."""
    return PayoutState(
        state,
        kind=AmountKind.CONFIRMED,
        act=NextAct.SEE_REQUEST,
        asked=asked.paid.total,
        arrives=asked.paid.net,
        fee=asked.paid.fee,
        withdrawal=asked.id,
        invoice=asked.invoice,
        to=asked.destination.masked,
    )
