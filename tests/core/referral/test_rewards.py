"""What invitations bring and what they do not, over books in memory."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import ANN, SEPTEMBER, Office, add_people
from tests.fakes.accounts import People, an_account
from tests.fakes.friends import FERN, KAI, MINA, OF_FERN, Circle
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import BadInvitation, OwnInvitation
from backbeat.accounts.invitations import HeldFor, Invitation, InvitationState
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType
from backbeat.memory.books import MemoryTransactions
from backbeat.referral.errors import InvitationNotHeld
from backbeat.referral.model import Usable
from backbeat.settings import Points, Referral, Settings

OCTOBER, NOVEMBER = Month(2025, 10), Month(2025, 11)
CLOSED_ON = date(2025, 10, 20)


@pytest.fixture
def circle(clock: FixedClock, tmp_path: Path) -> Circle:
    clock.set(date(2025, 10, 10))
    transactions = MemoryTransactions.empty(clock, counting_ids())
    add_people(transactions, clock)
    return Circle(Office(transactions, clock, tmp_path, Settings()))


def august(circle: Circle, amount: str = "80.00") -> None:
    """Somebody who came in August: September counts as a whole."""
    circle.invite(day=date(2025, 8, 15))
    circle.earn(SEPTEMBER, amount)


def amounts(circle: Circle) -> list[str]:
    return [amount for _, amount, *_ in circle.rewarded()]


def test_a_window_of_two_months_ends_earlier_and_has_a_type_of_its_own(circle: Circle) -> None:
    circle.invite(months=2)
    circle.office.clock.set(date(2025, 12, 10))
    circle.office.daily(OF_FERN, "F1", [date(2025, 11, 9)], "1.00")
    circle.office.daily(OF_FERN, "F1", [date(2025, 11, 10)], "3.00")
    circle.earn(NOVEMBER, "60.00")

    circle.close(NOVEMBER, date(2025, 12, 20))

    assert circle.rewarded() == [("referral_2month", "0.75", "2025-11", "2025-12-20")]


def test_a_window_holds_its_first_day_and_ends_before_the_same_day() -> None:
    made = Invitation.made(FERN, MINA, date(2025, 9, 10), 3)
    end_of_month = Invitation.made(FERN, MINA, date(2025, 11, 30), 3)

    assert made.is_within(date(2025, 9, 10))
    assert made.is_within(date(2025, 12, 9))
    assert not made.is_within(date(2025, 9, 9))
    assert not made.is_within(date(2025, 12, 10))
    assert end_of_month.ends_on == date(2026, 2, 27)


def test_the_settings_say_how_long_rewards_and_points_run(circle: Circle) -> None:
    settings = Settings(referral=Referral(window_months=2), points=Points(valid_months=1))
    people = People(settings)
    code = people.join("ivy").account.referral_code
    friend = people.join("fern", referral=code).account
    with people.transactions.look() as books:
        made = books.invitations.get(friend.id)
    assert made is not None
    assert made == Invitation.made(friend.id, made.inviter, people.business.today(), 2)

    circle.office.settings = settings
    august(circle)
    circle.close(SEPTEMBER, CLOSED_ON)

    assert circle.overview().usable[0].until == date(2025, 11, 20)


def test_a_correction_gives_and_takes_the_difference(circle: Circle) -> None:
    august(circle)
    circle.close(SEPTEMBER, CLOSED_ON)
    circle.office.clock.set(date(2025, 11, 12))
    for amount in ("60.00", "100.00"):
        circle.earn(SEPTEMBER, amount)
        circle.office.settlements.adjust(SEPTEMBER, ANN)
        circle.work()

    assert amounts(circle) == ["4.00", "-1.00", "2.00"]
    assert circle.points() == (0, 5000)
    assert circle.office.findings() == []


def test_a_month_that_is_looked_at_again_brings_nothing_more(circle: Circle) -> None:
    august(circle)
    circle.close(SEPTEMBER, CLOSED_ON)
    with circle.office.transactions.begin() as books:
        books.jobs.enqueue("referral.reward", {"month": str(SEPTEMBER)})

    circle.work()

    assert amounts(circle) == ["4.00"]


def test_many_inviters_are_rewarded_step_by_step(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backbeat.referral.rewards.INVITERS_AT_ONCE", 1)
    circle.invite(day=date(2025, 8, 15))
    circle.invite(KAI, date(2025, 8, 15), inviter=AccountId("sam"))
    circle.office.monthly(SEPTEMBER, (OF_FERN, "F1", "80.00"), (2, "C1", "200.00"))

    circle.close(SEPTEMBER, CLOSED_ON)

    assert amounts(circle) == ["4.00"]
    assert [row[1] for row in circle.rewarded(AccountId("sam"))] == ["9.50"]


def test_the_cap_is_the_most_that_one_account_gets(circle: Circle) -> None:
    circle.office.settings = Settings(referral=Referral(cap=Decimal("5.00")))
    august(circle)
    circle.close(SEPTEMBER, CLOSED_ON)
    circle.earn(OCTOBER, "80.00")
    circle.close(OCTOBER, date(2025, 11, 20))

    assert amounts(circle) == ["4.00", "1.00"]


def test_hundreds_of_dead_sign_ups_bring_nothing(circle: Circle) -> None:
    friends = [an_account(id=f"dead{number}", name=f"dead{number}") for number in range(250)]
    with circle.office.transactions.begin() as books:
        for friend in friends:
            books.accounts.add(evolve(friend, referral_code=friend.name))
            books.invitations.add(Invitation.made(friend.id, MINA, date(2025, 8, 15), 3))
    circle.earn(SEPTEMBER, "80.00")

    circle.close(SEPTEMBER, CLOSED_ON)

    assert circle.rewarded() == []
    assert circle.points() == (0, 0)


def test_of_a_manager_the_own_part_counts_and_a_member_beside_it(circle: Circle) -> None:
    studio = AccountId("studio")
    circle.invite(studio, date(2025, 8, 15))
    circle.invite(KAI, date(2025, 8, 15))
    circle.office.daily(2, "C1", [date(2025, 9, 20)], "100.00")
    assert circle.points() == (5000, 0)
    assert {each.name: each.estimated_points for each in circle.friends()} == {
        "s***": 250,
        "k***": 4750,
    }
    circle.office.monthly(SEPTEMBER, (2, "C1", "200.00"))

    circle.close(SEPTEMBER, CLOSED_ON)

    assert sorted(amounts(circle)) == ["0.50", "9.50"]


def test_who_has_left_is_not_rewarded(circle: Circle) -> None:
    august(circle)
    with circle.office.transactions.begin() as books:
        mina = books.accounts.get(MINA)
        assert mina is not None
        books.accounts.lock(mina.id)
        books.accounts.save(mina.deleted("enough", circle.office.clock.now()))

    circle.close(SEPTEMBER, CLOSED_ON)

    assert circle.rewarded() == []


def test_a_loss_of_a_friend_costs_nobody_anything(circle: Circle) -> None:
    august(circle, "-5.00")

    circle.close(SEPTEMBER, CLOSED_ON)

    assert circle.rewarded() == []
    assert circle.points() == (0, 0)


def test_friends_who_are_paid_to_the_same_place_are_a_ring(circle: Circle) -> None:
    circle.invite(day=date(2025, 8, 15))
    circle.invite(KAI, date(2025, 8, 15))
    for friend in (FERN, KAI):
        circle.paid_to(friend, "one@example.org")
    circle.office.monthly(SEPTEMBER, (OF_FERN, "F1", "80.00"), (2, "C1", "200.00"))

    circle.close(SEPTEMBER, CLOSED_ON)

    held = circle.rewards.list(InvitationState.HELD, PageRequest()).items
    assert {each.invitation.held_for for each in held} == {HeldFor.RING}
    assert (len(held), circle.rewarded()) == (2, [])
    assert [(told["count"], told["of"]) for told in circle.alerts] == [("2", FERN)]


def test_so_is_somebody_further_up_the_chain(circle: Circle) -> None:
    august(circle)
    circle.invite(MINA, date(2025, 1, 1), inviter=KAI)
    for account in (FERN, KAI):
        circle.paid_to(account, "one@example.org")

    circle.close(SEPTEMBER, CLOSED_ON)

    (held,) = circle.rewards.list(InvitationState.HELD, PageRequest()).items
    assert (held.name_of(FERN), held.invitation.held_for) == ("fern", HeldFor.RING)


def test_a_decision_wants_a_reason_and_something_to_decide(circle: Circle) -> None:
    august(circle)
    with pytest.raises(FieldsMissing):
        circle.rewards.release(FERN, ANN, " ")
    with pytest.raises(InvitationNotHeld):
        circle.rewards.release(FERN, ANN, "why not")
    with pytest.raises(NotFound):
        circle.rewards.refuse(KAI, ANN, "why not")
    circle.rewards.refuse(FERN, ANN, "a fraud", dry_run=True)
    circle.rewards.refuse(FERN, ANN, "a fraud")
    with pytest.raises(InvitationNotHeld):
        circle.rewards.refuse(FERN, ANN, "a fraud")


def test_an_inviter_is_told_of_the_points(circle: Circle) -> None:
    august(circle)
    circle.close(SEPTEMBER, CLOSED_ON)

    with circle.office.transactions.look() as books:
        told = [
            each.notification for each in books.notifications.page(MINA, None, PageRequest()).items
        ]
    assert [(each.subject.value, each.facts["points"]) for each in told] == [
        ("points_granted", 4000)
    ]


def test_what_is_left_of_rewards_is_told_by_its_last_day_and_nothing_else(circle: Circle) -> None:
    circle.invite(day=date(2025, 8, 15))
    circle.invite(KAI, date(2025, 8, 15))
    circle.office.monthly(SEPTEMBER, (OF_FERN, "F1", "80.00"), (2, "C1", "200.00"))
    circle.close(SEPTEMBER, CLOSED_ON)
    act = ActContext(ANN, CLOSED_ON, circle.office.clock.now())
    with circle.office.transactions.begin() as books:
        books.ledger.post(
            MINA,
            EntryType.BONUS_POINT,
            Money.of("5.00"),
            act,
            source="a present",
            expires_on=date(2026, 1, 1),
        )

    brought = sum(Decimal(amount) for amount in amounts(circle))
    assert len(amounts(circle)) == 2
    assert circle.overview().usable == [Usable(int(brought * 1000), date(2026, 4, 20))]


def test_a_code_names_its_inviter_masked_but_never_oneself(circle: Circle) -> None:
    assert circle.invitations.validate(" code0000 ") == "m***"
    with pytest.raises(OwnInvitation):
        circle.invitations.validate("CODE0000", MINA)
    with pytest.raises(BadInvitation) as unknown:
        circle.invitations.validate("NOBODY00", MINA)
    assert unknown.value.reason is None
