"""Which state is told first, and in which order its days stand."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.withdrawals import a_withdrawal

from backbeat import settings
from backbeat.accounts.model import LockedBy, PayoutLock
from backbeat.dashboards.model import OpenMonths
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import SettledMonth
from backbeat.payout_methods.errors import CountryUnsupported
from backbeat.payout_state import rules
from backbeat.payout_state.calendar import steps_of
from backbeat.payout_state.model import BlockedBy, NextAct, PayoutState, StateName, StopName
from backbeat.payout_state.rules import CameBack, Facts
from backbeat.settings import PayoutRule
from backbeat.withdrawals.errors import (
    BelowMinimum,
    ChannelNotApproved,
    ConsentRequired,
    PaymentInfoMissing,
    WindowClosed,
)
from backbeat.withdrawals.model import PayoutAmounts, Withdrawal, WithdrawalStatus

TODAY = date(2025, 10, 26)
ASKED = evolve(a_withdrawal(), requested_on=TODAY, held_until=None)
SOME = PayoutAmounts(Money.of("150.00"), Money.of("7.05"), Money.of("142.95"))
NONE = PayoutAmounts(Money.zero(), Money.zero(), Money.zero())
TOO_LITTLE = BelowMinimum(balance=Money.of("12.00"), minimum=Money.of("20.00"))
NOT_SERVED = CountryUnsupported(country="KR")
CLOSED = WindowClosed(opens_on=date(2025, 11, 25))
NOTHING_OPEN = OpenMonths(None, date(2025, 1, 1), {}, 0)


DISOWNED = PayoutLock((LockedBy.DISOWNED,))
BACK = CameBack(TODAY, None, is_corrected=False)
HELD_ASKED = {"asked": evolve(ASKED, held_until=TODAY + timedelta(1)), "amounts": NONE}
PAID = {
    "asked": evolve(ASKED, status=WithdrawalStatus.SUCCESS, paid_on=TODAY),
    "decided_on": TODAY,
    "amounts": NONE,
}


def facts(**changes: Any) -> Facts:
    """Money in an open window, and nothing else."""
    known = Facts(
        today=TODAY,
        balance=Money.of("150.00"),
        amounts=SOME,
        obstacles=(),
        has_details=True,
        held_until=None,
        asked=None,
        asked_closed_on=None,
        decided_on=None,
        came_back=None,
        is_put_away=False,
        remind_on=None,
        settled=SettledMonth(Month(2025, 9), Money.of("150.00")),
        closed_on=date(2025, 10, 20),
        estimates=NOTHING_OPEN,
        asking=settings.Withdrawal(),
        target_day=20,
        lag_days=2,
    )
    return evolve(known, **changes)


def name(**changes: Any) -> StateName:
    return rules.state_of(facts(**changes)).state


def answered(status: WithdrawalStatus) -> Withdrawal:
    paid_on = TODAY if status is WithdrawalStatus.SUCCESS else None
    return evolve(ASKED, status=status, paid_on=paid_on, reason="why")


def days(found: PayoutState) -> list[date]:
    return [stop.first for stop in found.steps if stop.first]


def test_the_first_that_holds_is_told() -> None:
    below = {"balance": Money.of("-1.00"), "amounts": NONE}
    pending = {"asked": ASKED, "amounts": NONE}
    for expected, changes in (
        ("returned", pending | {"came_back": BACK}),
        ("on_its_way", pending | {"obstacles": (ChannelNotApproved(),)}),
        ("held", HELD_ASKED),
        ("on_its_way", {"asked": evolve(ASKED, held_until=TODAY)}),
        ("blocked", below | {"obstacles": (ChannelNotApproved(),)}),
        ("returned", pending | {"came_back": BACK, "lock": DISOWNED}),
        ("blocked", pending | {"lock": DISOWNED}),
        ("blocked", HELD_ASKED | {"lock": DISOWNED}),
        ("blocked", {"held_until": TODAY + timedelta(1), "lock": DISOWNED}),
        ("blocked", PAID | {"lock": DISOWNED}),
        ("blocked", {"obstacles": (ConsentRequired(), CLOSED)}),
        ("blocked", {"obstacles": (CLOSED, NOT_SERVED)}),
        ("below_minimum", {"obstacles": (CLOSED, TOO_LITTLE, NOT_SERVED)}),
        ("blocked", {"obstacles": (ChannelNotApproved(), TOO_LITTLE)}),
        ("held", {"held_until": TODAY + timedelta(1)}),
        ("below_minimum", {"held_until": TODAY + timedelta(1), "obstacles": (TOO_LITTLE,)}),
        ("below_zero", below | {"obstacles": (CLOSED,)}),
        ("details_missing", {"has_details": False, "obstacles": (PaymentInfoMissing(), CLOSED)}),
        ("open", {}),
        ("below_minimum", {"obstacles": (CLOSED, TOO_LITTLE)}),
        ("waiting", {"obstacles": (CLOSED,)}),
        ("earning", {"amounts": NONE, "obstacles": (CLOSED, TOO_LITTLE)}),
    ):
        assert name(**changes) == expected


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (WithdrawalStatus.SUCCESS, "paid"),
        (WithdrawalStatus.REJECTED, "returned"),
        (WithdrawalStatus.REJECTED_WITHOUT_RECOVERY, "refused"),
    ],
)
def test_an_answer_is_the_news_for_fourteen_days_or_until_it_is_put_away(
    status: WithdrawalStatus, told: str
) -> None:
    news = {"asked": answered(status), "obstacles": (CLOSED,)}
    last = TODAY - timedelta(13)

    assert name(**news, decided_on=last) == told
    assert name(**news, decided_on=last - timedelta(1)) == "waiting"
    assert name(**news, decided_on=last, is_put_away=True) == "waiting"


def test_paid_gives_way_to_money_that_can_be_asked_for_and_to_a_debt() -> None:
    paid = {"asked": answered(WithdrawalStatus.SUCCESS), "decided_on": TODAY}

    assert name(**paid) == "open"
    assert name(**paid, has_details=False, obstacles=(PaymentInfoMissing(),)) == "details_missing"
    assert name(**paid, balance=Money.of("-1.00"), amounts=NONE, obstacles=(CLOSED,)) == (
        "below_zero"
    )
    assert name(**paid, obstacles=(CLOSED,)) == "paid"


def test_a_lock_is_told_before_all_else_that_bars_and_with_what_was_asked_for() -> None:
    obstacles = (PaymentInfoMissing(), ChannelNotApproved(), CLOSED)
    free = rules.state_of(facts(obstacles=obstacles, lock=DISOWNED))
    assert (free.blocked_by, free.act, free.amount, free.withdrawal) == (
        BlockedBy.LOCKED,
        NextAct.CHOOSE_PASSWORD,
        SOME.total,
        None,
    )

    pending = rules.state_of(facts(asked=ASKED, amounts=NONE, lock=DISOWNED))
    assert (pending.blocked_by, pending.act, pending.amount, pending.withdrawal) == (
        BlockedBy.LOCKED,
        NextAct.CHOOSE_PASSWORD,
        ASKED.paid.net,
        ASKED.id,
    )
    assert (pending.steps, pending.day, pending.arrives_on) == ((), None, None)


@pytest.mark.parametrize(
    ("by", "act"),
    [
        ((LockedBy.DISOWNED,), NextAct.CHOOSE_PASSWORD),
        ((LockedBy.FACTOR,), NextAct.SEE_FACTOR),
        ((LockedBy.DISOWNED, LockedBy.FACTOR), NextAct.CHOOSE_PASSWORD),
    ],
)
def test_a_lock_leads_to_what_ends_it_and_is_told_whichever_state_comes_first(
    by: tuple[LockedBy, ...], act: NextAct
) -> None:
    lock = PayoutLock(by)
    found = rules.state_of(facts(lock=lock))
    assert (found.state, found.act, found.lock) == (StateName.BLOCKED, act, lock)

    back = rules.state_of(facts(asked=ASKED, amounts=NONE, came_back=BACK, lock=lock))
    assert (back.state, back.lock) == (StateName.RETURNED, lock)


def test_a_corrected_return_asks_for_nothing_more() -> None:
    back = {"asked": ASKED, "amounts": NONE}
    for is_corrected, act in ((False, NextAct.CORRECT_DETAILS), (True, NextAct.SEE_REQUEST)):
        found = rules.state_of(facts(**back, came_back=CameBack(TODAY, "no", is_corrected)))
        assert found.act is act


def test_months_without_a_cent_are_not_told() -> None:
    months = {Month(2025, 9): Money.zero(), Month(2025, 10): Money.of("3.00")}
    found = rules.state_of(facts(estimates=OpenMonths(TODAY, None, months, 30)))

    assert [(each.month, each.closes) for each in found.open_months] == [
        (Month(2025, 10), date(2025, 11, 20))
    ]
    assert found.estimated == Money.of("3.00")


def test_the_day_of_the_first_figures_is_told_until_it_has_come() -> None:
    nothing = {"amounts": NONE, "settled": None, "obstacles": (CLOSED, TOO_LITTLE)}
    for live, told in (
        (TODAY, TODAY + timedelta(2)),
        (TODAY - timedelta(1), TODAY + timedelta(1)),
        (TODAY - timedelta(2), None),
        (TODAY - timedelta(3), None),
    ):
        found = rules.state_of(facts(**nothing, estimates=OpenMonths(None, live, {}, 0)))
        assert (found.state, found.day) == (StateName.EARNING, told)
        assert [stop.name for stop in found.steps][:2] == [StopName.LIVE, StopName.FIGURES]


@given(
    st.dates(date(2025, 9, 1), date(2026, 3, 31)),
    st.sampled_from(PayoutRule),
    st.sampled_from([((25, -1),), ((1, 5),), ((3, 9), (20, 22))]),
    st.booleans(),
)
def test_days_never_run_backwards(
    today: date, rule: PayoutRule, windows: tuple[tuple[int, int], ...], is_open: bool
) -> None:
    asking = settings.Withdrawal(windows=windows, payout_rule=rule)
    closed = min(today, date(2025, 10, 20))
    obstacles = () if is_open else (CLOSED,)
    for changes in ({}, {"amounts": NONE, "settled": None}, {"has_details": False}):
        known = facts(today=today, asking=asking, closed_on=closed, obstacles=obstacles, **changes)
        found = days(rules.state_of(known))
        assert found == sorted(found)


@given(st.integers(0, 40), st.integers(0, 20))
def test_days_of_what_was_paid_never_run_backwards(after: int, until_bill: int) -> None:
    paid_on = TODAY + timedelta(after)
    paid = evolve(
        ASKED,
        bill_on=TODAY + timedelta(until_bill),
        due_on=TODAY + timedelta(until_bill + 10),
        paid_on=paid_on,
        status=WithdrawalStatus.SUCCESS,
    )
    found = [stop.first for stop in steps_of(paid, date(2025, 10, 20), paid_on) if stop.first]

    assert found == sorted(found)
    assert found[-1] == paid_on


def test_what_is_held_longer_than_its_due_day_arrives_no_earlier() -> None:
    for held, arrives in (
        (date(2025, 10, 29), date(2025, 11, 10)),
        (date(2025, 11, 20), date(2025, 11, 20)),
    ):
        assert rules.state_of(facts(held_until=held)).arrives_on == arrives
