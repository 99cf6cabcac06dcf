"""Who has points that will expire is told in time, and once (POINT-6)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.adapters.test_ledger_contract import MINA, an_act, earn, give_points, usd
from tests.adapters.test_lots_and_debts import correct
from tests.fakes.accounts import an_account
from tests.fakes.standins import FixedClock

from backbeat.accounts.model import AccountStatus
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.ledger import expiry_telling
from backbeat.ledger.expiry_telling import ExpiryTelling
from backbeat.notifications.model import Subject
from backbeat.policies.model import Policy
from backbeat.settings import Points

JUN = AccountId("jun")
LAST = date(2026, 4, 20)
"""The last day of what September's friends brought."""
IN_TIME = date(2026, 3, 21)
"""Thirty days before."""


@frozen
class Told:
    transactions: Any
    clock: FixedClock

    def on(self, day: date, per_usd: int = 1000) -> int:
        """The job, run on a day; how many it told."""
        self.clock.set(day)
        return ExpiryTelling(self.transactions, self.clock, Points(per_usd=per_usd)).tell()

    def what(self, account: AccountId = MINA) -> list[tuple[object, object]]:
        """Points and last day of each notification, the newest first."""
        with self.transactions.look() as books:
            kept = books.notifications.page(account, None, PageRequest()).items
        assert {each.notification.subject for each in kept} <= {Subject.POINTS_EXPIRING}
        return [
            (each.notification.facts["points"], each.notification.facts["expires_on"])
            for each in kept
        ]


@pytest.fixture
def told(transactions: Any, clock: FixedClock) -> Told:
    with transactions.begin() as books:
        for id_ in (MINA, JUN):
            books.accounts.add(an_account(id=id_, name=id_, referral_code=f"CODE{id_.upper()}"))
    return Told(transactions, clock)


def give(
    told: Told, amount: str, source: str = "lot", until: date = LAST, to: AccountId = MINA
) -> None:
    with told.transactions.begin() as books:
        give_points(books.ledger, amount, source=source, until=until, account=to)


def test_points_are_told_thirty_days_before_their_last_day_and_once(told: Told) -> None:
    give(told, "4.00")

    assert told.on(IN_TIME - timedelta(1)) == 0
    assert told.what() == []
    assert told.on(IN_TIME) == 1
    assert told.on(IN_TIME + timedelta(1)) == 0
    assert told.on(LAST) == 0
    assert told.what() == [(4000, "2026-04-20")]
    with told.transactions.look() as books:
        [kept] = books.notifications.page(MINA, None, PageRequest()).items
    assert kept.notification.target == Target(TargetKind.WITHDRAWAL_REQUEST)


def test_a_worker_that_slept_tells_up_to_the_last_day(told: Told) -> None:
    give(told, "4.00")
    assert told.on(LAST) == 1


def test_after_their_last_day_points_are_not_told_any_more(told: Told) -> None:
    give(told, "4.00")
    assert told.on(LAST + timedelta(1)) == 0


def test_lots_of_one_day_are_one_sum_and_those_of_another_day_are_told_apart(told: Told) -> None:
    give(told, "4.00", "one")
    give(told, "0.0019", "another")
    give(told, "3.00", "later", date(2026, 4, 25))

    assert told.on(IN_TIME) == 1
    assert told.what() == [(4001, "2026-04-20")]
    assert told.on(date(2026, 3, 26)) == 1
    assert told.what() == [(3000, "2026-04-25"), (4001, "2026-04-20")]


def test_what_is_used_or_has_paid_a_debit_is_no_part_of_it(told: Told) -> None:
    give(told, "4.00")
    with told.transactions.begin() as books:
        books.ledger.reservations.reserve(MINA, usd("1.00"), WithdrawalId("w"), an_act())
        correct(books.ledger, "-0.50")

    assert told.on(IN_TIME) == 1
    assert told.what() == [(2500, "2026-04-20")]


def test_less_than_a_point_is_not_told(told: Told) -> None:
    give(told, "0.0009")
    with told.transactions.begin() as books:
        earn(books.ledger, "10.00")

    assert told.on(IN_TIME) == 0
    assert told.on(IN_TIME, per_usd=2000) == 1


def test_who_has_left_is_told_nothing_and_others_are(told: Told) -> None:
    give(told, "4.00")
    give(told, "1.00", "of jun", to=JUN)
    with told.transactions.begin() as books:
        gone = books.accounts.get(MINA)
        books.accounts.lock(gone.id)
        books.accounts.save(evolve(gone, status=AccountStatus.DELETED))

    assert told.on(IN_TIME) == 1
    assert (told.what(MINA), told.what(JUN)) == ([], [(1000, "2026-04-20")])


def test_everybody_is_told_however_many_at_once(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry_telling, "_AT_ONCE", 1)
    give(told, "4.00")
    give(told, "1.00", "of jun", to=JUN)

    assert told.on(IN_TIME) == 2
    assert (told.what(MINA), told.what(JUN)) == ([(4000, "2026-04-20")], [(1000, "2026-04-20")])


def test_points_are_told_by_what_they_are_worth_on_that_day(told: Told) -> None:
    give(told, "4.00")
    with told.transactions.begin() as books:
        books.policies.add(
            [Policy("points.per_usd", "500", IN_TIME, 0, Actor.operator("ann"), told.clock.now())]
        )

    assert told.on(IN_TIME) == 1
    assert told.what() == [(2000, "2026-04-20")]


def test_points_are_not_told_again_later_on_their_last_day(told: Told) -> None:
    give(told, "4.00")

    assert told.on(IN_TIME) == 1
    told.clock.set(datetime(LAST.year, LAST.month, LAST.day, 14, 30, tzinfo=UTC))
    job = ExpiryTelling(told.transactions, told.clock, Points(per_usd=1000))
    assert job.tell() == 0
