"""What becomes of the caller's money next: `payout_state` of `withdrawal/summary`, and its acts."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Protocol, TypeAlias

import msgspec
from attrs import frozen
from msgspec import Meta

from backbeat.accounts.model import LockedBy, PayoutLock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import Currency, Money
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
from backbeat.payout_state.service import PayoutStates
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.wire import Amount, Instant, MonthText, amount

Day: TypeAlias = date
"""Where a field is itself called `date`."""


class InCurrency(Protocol):
    """How an answer writes dollars."""

    @property
    def currency(self) -> Currency: ...

    def money(self, usd: Money) -> Amount: ...


class StopView(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A stage on the way to being paid; `to` if it lasts for days, no day if it is not known yet."""

    name: StopName
    from_: Day | None
    to: Day | None
    month: MonthText | None
    place: Place

    @classmethod
    def of(cls, step: Stop) -> StopView:
        month = str(step.month) if step.month else None
        return cls(step.name, step.first, step.last, month, step.place)


@frozen
class OpenMonthView:
    """A month that is not closed: its estimate, and when it is planned to be closed."""

    month: MonthText
    estimated: Amount
    closes_on: Day

    @classmethod
    def of(cls, found: OpenMonth, shown: InCurrency) -> OpenMonthView:
        return cls(str(found.month), shown.money(found.estimated), found.closes)


@frozen
class PayoutLockView:
    """Why payouts are locked: all that does, what an operator has to end first (WITHDRAW-29).

    `totp_ends_at` is when the second factor goes, where one does.
    """

    by: list[LockedBy]
    totp_ends_at: Instant | None

    @classmethod
    def of(cls, lock: PayoutLock | None) -> PayoutLockView | None:
        return None if lock is None else cls(list(lock.by), lock.totp_ends_at)


@frozen
class PayoutStateView:
    """What happens to the caller's money next: one amount, one day, at most one action
    (WITHDRAW-23).

    `amount`, `asked`, `arrives` and `fee` are in `currency`: a withdrawal's own, else the answer's.
    `below` is the reason that names the minimum.
    `date` is the one that the sentence ends in; `together` is the amount with the estimate, and
    `is_enough_together` whether it passes what it has to (zero, or the minimum). `estimated` is what `open_months`, those without a
    close, come to so far.
    """

    state: StateName
    currency: Currency
    amount: Amount | None
    kind: AmountKind | None
    date: Day | None
    act: NextAct | None
    steps: list[StopView]
    asked: Amount | None
    arrives: Amount | None
    fee: Amount | None
    arrives_on: Day | None
    month: MonthText | None
    minimum: Amount | None
    below: str | None
    estimated: Amount | None
    open_months: list[OpenMonthView]
    figures_until: Day | None
    together: Amount | None
    is_enough_together: bool
    blocked_by: BlockedBy | None
    lock: PayoutLockView | None
    withdrawal: str | None
    invoice_id: str | None
    to: str | None
    reason: str | None
    held_until: Day | None
    remind_on: Day | None
    recovered: bool

    @classmethod
    def of(cls, found: PayoutState | None, shown: InCurrency) -> PayoutStateView | None:
        if found is None:
            return None
        own = found.amount.currency if found.withdrawal and found.amount else None

        def money(value: Money | None) -> Amount | None:
            if value is None:
                return None
            return amount(value) if own else shown.money(value)

        return cls(
            state=found.state,
            currency=own or shown.currency,
            amount=money(found.amount),
            kind=found.kind,
            date=found.day,
            act=found.act,
            steps=[StopView.of(step) for step in found.steps],
            asked=money(found.asked),
            arrives=money(found.arrives),
            fee=money(found.fee),
            arrives_on=found.arrives_on,
            month=str(found.month) if found.month else None,
            minimum=shown.money(found.minimum) if found.minimum else None,
            estimated=shown.money(found.estimated) if found.estimated is not None else None,
            below=found.below,
            open_months=[OpenMonthView.of(each, shown) for each in found.open_months],
            figures_until=found.figures_until,
            together=shown.money(found.together) if found.together is not None else None,
            is_enough_together=found.is_enough_together,
            blocked_by=found.blocked_by,
            lock=PayoutLockView.of(found.lock),
            withdrawal=found.withdrawal,
            invoice_id=found.invoice,
            to=found.to,
            reason=found.reason,
            held_until=found.held_until,
            remind_on=found.remind_on,
            recovered=found.recovered,
        )


@frozen
class PutAwayBody:
    """The withdrawal whose news was seen."""

    withdrawal: Annotated[str, Meta(max_length=64)]


@frozen
class RemindBody:
    """The day on which to be told."""

    on: Day


@frozen
class PayoutStateResource:
    """Answers `withdrawal/state.dismiss` and `withdrawal/remind`."""

    states: PayoutStates

    @operation("dismissPayoutState", refuses=(NotFound,))
    def on_post_dismiss(self, caller: Caller, body: PutAwayBody) -> None:
        """Put away the news that a withdrawal was paid or turned down."""
        self.states.put_away(caller.account, WithdrawalId(body.withdrawal))

    @operation("remindOfPayout")
    def on_post_remind(self, caller: Caller, body: RemindBody) -> None:
        """Be told once, by a notice and a mail, when that day has come (WITHDRAW-26)."""
        self.states.remind(caller.account, body.on)
