"""What friends bring (J7): in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from attrs import frozen
from tests.adapters.test_settlement_closing import ANN, Office, office
from tests.fakes.friends import FERN, KAI, MINA, OF_FERN, Circle
from tests.fakes.held_up import start_behind
from tests.fakes.waiting import PATIENCE

from backbeat.accounts.invitations import HeldFor, InvitationState
from backbeat.jobs.model import Job
from backbeat.jobs.ports import Task
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.referral.errors import InvitationNotHeld
from backbeat.referral.model import DaySpan

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER = (Month(2025, each) for each in (9, 10, 11, 12))


@pytest.fixture
def circle(office: Office) -> Circle:
    return Circle(office)


def test_a_friends_first_three_months_are_rewarded_as_they_are_closed(circle: Circle) -> None:
    office = circle.office
    circle.invite()
    office.daily(OF_FERN, "F1", [date(2025, 9, 20)], "70.00")
    assert circle.points() == (3500, 0)

    circle.earn(SEPTEMBER, "80.00")
    assert str(circle.cost(SEPTEMBER)) == "4.00"
    circle.close(SEPTEMBER, date(2025, 10, 20))
    assert circle.points() == (0, 4000)
    circle.earn(OCTOBER, "120.00")
    circle.close(OCTOBER, date(2025, 11, 20))
    circle.earn(NOVEMBER, "60.00")
    circle.close(NOVEMBER, date(2025, 12, 20))
    office.daily(OF_FERN, "F1", [date(2025, 12, 9)], "3.00")
    office.daily(OF_FERN, "F1", [date(2025, 12, 10)], "7.00")
    circle.earn(DECEMBER, "100.00")
    assert str(circle.cost(DECEMBER)) == "1.50"
    circle.close(DECEMBER, date(2026, 1, 20))

    assert circle.rewarded() == [
        ("referral_3month", "4.00", "2025-09", "2025-10-20"),
        ("referral_3month", "6.00", "2025-10", "2025-11-20"),
        ("referral_3month", "3.00", "2025-11", "2025-12-20"),
        ("referral_3month", "1.50", "2025-12", "2026-01-20"),
    ]
    assert office.balances() == {"fern": "360.00", "mina": "14.50"}
    assert circle.points() == (0, 14500)
    assert circle.points(DaySpan(date(2025, 10, 1), date(2025, 10, 31))) == (0, 6000)
    seen = circle.overview()
    assert [(each.points, each.until) for each in seen.usable] == [
        (4000, date(2026, 4, 20)),
        (6000, date(2026, 5, 20)),
        (3000, date(2026, 6, 20)),
        (1500, date(2026, 7, 20)),
    ]

    office.clock.set(date(2026, 4, 20))
    assert circle.overview().usable[0].until == date(2026, 4, 20)
    circle.expire()
    assert office.balances()["mina"] == "14.50"
    office.clock.set(date(2026, 4, 21))
    assert circle.overview().usable[0].until == date(2026, 5, 20)
    circle.expire()
    assert office.balances()["mina"] == "10.50"
    assert office.findings() == []


def test_friends_stand_masked_with_window_and_points(circle: Circle) -> None:
    circle.invite()
    circle.invite(KAI, date(2025, 9, 12))
    assert circle.overview().active_friends == 0
    circle.approve()
    circle.office.daily(OF_FERN, "F1", [date(2025, 9, 20)], "70.00")
    circle.earn(SEPTEMBER, "80.00")
    circle.close(SEPTEMBER, date(2025, 10, 20))

    kai, fern = circle.friends()
    assert (fern.name, fern.joined_on, fern.window_ends_on, fern.is_active) == (
        "f***",
        date(2025, 9, 10),
        date(2025, 12, 9),
        True,
    )
    assert (fern.estimated_points, fern.confirmed_points) == (0, 4000)
    assert (kai.name, kai.confirmed_points) == ("k***", 0)
    assert circle.friends(page=1) == []
    assert [each.name for each in circle.friends(DaySpan(date(2025, 9, 12), None))] == ["k***"]
    seen = circle.overview(DaySpan(date(2025, 9, 11), date(2025, 9, 30)))
    assert (seen.friends, seen.active_friends) == (1, 0)
    assert (circle.overview().friends, circle.overview().active_friends) == (2, 1)


def test_pairs_that_are_paid_to_the_same_place_wait_for_the_operator(circle: Circle) -> None:
    circle.invite()
    circle.paid_to(MINA, "mina@example.org")
    circle.paid_to(FERN, "MINA+fern@example.org")
    circle.office.daily(OF_FERN, "F1", [date(2025, 9, 20)], "70.00")
    circle.earn(SEPTEMBER, "80.00")
    circle.close(SEPTEMBER, date(2025, 10, 20))

    assert circle.rewarded() == []
    assert circle.points() == (4000, 0)
    (held,) = circle.rewards.list(InvitationState.HELD, PageRequest()).items
    assert held.invitation.held_for is HeldFor.SHARED_PAYOUT
    (told,) = circle.alerts
    assert (told["alert"], told["count"], told["of"]) == ("invitation_held", "1", FERN)

    circle.office.clock.set(date(2025, 10, 25))
    given = circle.rewards.release(FERN, ANN, "they are a couple")
    assert str(given) == "4.00"
    assert circle.rewarded() == [("referral_3month", "4.00", "2025-09", "2025-10-25")]
    circle.earn(OCTOBER, "20.00")
    circle.close(OCTOBER, date(2025, 11, 20))
    assert len(circle.rewarded()) == 2

    circle.rewards.refuse(FERN, ANN, "they are one person")
    circle.earn(NOVEMBER, "20.00")
    circle.close(NOVEMBER, date(2025, 12, 20))
    assert len(circle.rewarded()) == 2
    assert circle.points()[0] == 0
    assert len(circle.alerts) == 1


@frozen
class Lingering:
    """A job that lets another begin once all is written and nothing of it kept yet."""

    task: Task[Any]
    circle: Circle
    other: threading.Thread

    @property
    def job(self) -> Job:
        return self.task.job

    @contextmanager
    def closing(self) -> Iterator[Any]:
        with self.task.closing() as books:
            yield books
            start_behind(self.circle.office.transactions, self.other)


Decide = Callable[[Circle], object]


def _release(circle: Circle) -> object:
    return circle.rewards.release(FERN, ANN, "they are a couple")


def _refuse(circle: Circle) -> None:
    circle.rewards.refuse(FERN, ANN, "they are one person")


@pytest.mark.parametrize("decide", [_release, _refuse])
def test_an_invitation_that_is_refused_at_the_same_moment_stays_refused(
    circle: Circle, decide: Decide
) -> None:
    circle.invite()
    circle.paid_to(MINA, "mina@example.org")
    circle.paid_to(FERN, "mina@example.org")
    circle.earn(SEPTEMBER, "80.00")
    circle.close(SEPTEMBER, date(2025, 10, 20))
    refused: list[bool] = []

    def beside() -> None:
        try:
            decide(circle)
        except InvitationNotHeld:
            refused.append(True)

    other = threading.Thread(target=beside)
    with circle.office.transactions.begin() as books:
        books.ledger.lock(MINA)
        held = books.invitations.get(FERN)
        assert held is not None
        assert held.is_held
        start_behind(circle.office.transactions, other)
        books.invitations.save(held.refused())
    other.join(PATIENCE)

    assert refused == [True]
    (after,) = circle.rewards.list(None, PageRequest()).items
    assert (after.invitation.state, circle.rewarded()) == (InvitationState.REFUSED, [])


def test_two_jobs_at_once_reward_a_pair_once(circle: Circle) -> None:
    circle.invite(day=date(2025, 8, 15))
    circle.earn(SEPTEMBER, "80.00")
    circle.office.close(SEPTEMBER, date(2025, 10, 20))
    circle.ask(SEPTEMBER)
    first, second = circle.claimed()
    faults: list[Exception] = []

    def beside() -> None:
        try:
            circle.rewards.handle(second)
        except Exception as fault:
            faults.append(fault)

    other = threading.Thread(target=beside)
    circle.rewards.handle(Lingering(first, circle, other))
    other.join(PATIENCE)

    assert (other.is_alive(), faults) == (False, [])
    assert [amount for _, amount, *_ in circle.rewarded()] == ["4.00"]
    assert circle.claimed() == []
    assert circle.office.findings() == []
