"""What a campaign counts, divides and pays: bounded by its budget to the last unit."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from backbeat.campaigns import rules
from backbeat.kernel.ids import Isrc
from backbeat.kernel.money import Money

SONG, OTHER, FOREIGN = Isrc("QZBB12500001"), Isrc("QZBB12500002"), Isrc("USXX12500001")
FIRST = date(2025, 10, 1)


def test_a_budget_pays_for_whole_views() -> None:
    assert rules.views_paid_by(Money.of("500.00"), Money.of("2.00")) == 250_000
    assert rules.views_paid_by(Money.of("1.00"), Money.of("0.30")) == 3_333
    assert rules.bonus(3_333, Money.of("0.30")) == Money.of("0.9999")


def test_a_bonus_is_floored_to_whole_micros() -> None:
    assert rules.bonus(1, Money.of("0.0015")) == Money(1)
    assert rules.bonus(2, Money.of("0.0015")) == Money(3)


@pytest.mark.parametrize(
    ("left", "in_a_week", "days"),
    [(700, 700, 7), (701, 700, 8), (1, 700, 1), (1_000, 700, 10), (1_001, 700, None)],
)
def test_the_goal_is_expected_at_the_speed_of_a_week_and_not_after_the_end(
    left: int, in_a_week: int, days: int | None
) -> None:
    until = FIRST + timedelta(10)
    expected = None if days is None else FIRST + timedelta(days)
    assert rules.expected_day(left, in_a_week, FIRST, until) == expected


@pytest.mark.parametrize(("left", "in_a_week"), [(0, 700), (-1, 700), (700, 0), (700, -7)])
def test_nothing_is_expected_of_what_stands_still_or_is_reached(left: int, in_a_week: int) -> None:
    assert rules.expected_day(left, in_a_week, FIRST, date(2099, 1, 1)) is None


def test_the_largest_remainder_comes_first_and_of_equal_ones_who_is_named_first() -> None:
    assert rules.divided({"mina": 50_000, "kai": 70_001}, 70_000) == {
        "mina": 29_166,
        "kai": 40_834,
    }
    assert rules.divided({"mina": 1, "kai": 1, "fern": 1}, 2) == {"mina": 1, "kai": 1, "fern": 0}


def test_the_day_that_reaches_the_goal_exactly_is_the_last() -> None:
    days = {
        FIRST: {"mina": 60},
        FIRST + timedelta(1): {"mina": 40},
        FIRST + timedelta(2): {"mina": 1},
    }
    counted = rules.count(days, 100)
    assert (counted.views, counted.reached_on) == (100, FIRST + timedelta(1))
    assert counted.of("mina") == 100
    assert rules.count(days, 102).reached_on is None
    assert rules.count(days, 0).views == 0


def test_days_count_in_their_order_however_they_come_and_corrections_below_nothing_do_not() -> None:
    days = {FIRST + timedelta(1): {"mina": 10}, FIRST: {"kai": 8, "mina": -3}}
    counted = rules.count(days, 10)
    assert (counted.of("kai"), counted.of("mina")) == (8, 2)


@pytest.mark.parametrize(
    ("used", "code"),
    [
        ({SONG}, None),
        ({FOREIGN}, 60010),
        ({SONG, FOREIGN}, 60010),
        ({OTHER}, 60012),
        ({SONG, OTHER}, 60012),
    ],
)
def test_a_short_has_the_campaigns_track_and_no_other(used: set[Isrc], code: int | None) -> None:
    assert rules.music_refused(used, {SONG, OTHER}, SONG) == code


HISTORIES = some.dictionaries(
    some.integers(0, 60).map(lambda days: FIRST + timedelta(days)),
    some.dictionaries(some.integers(0, 6), some.integers(-5, 10_000), max_size=6),
    max_size=20,
)


@given(HISTORIES, some.integers(1, 5_000_000), some.integers(1, 100_000_000))
def test_what_is_paid_is_bounded_by_the_budget_and_reaches_it_to_the_last_view(
    days: dict[date, dict[int, int]], rate: int, budget: int
) -> None:
    goal = rules.views_paid_by(Money(budget), Money(rate))
    counted = rules.count(days, goal)

    entries = {entry for day in days.values() for entry in day}
    paid = sum(rules.bonus(counted.of(entry), Money(rate)).micros for entry in entries)
    told = sum(max(0, views) for day in days.values() for views in day.values())
    assert counted.views == min(told, goal)
    assert paid <= budget
    assert goal * rate <= budget * rules.PER < (goal + 1) * rate
    assert all(
        0 <= views <= days[day][entry]
        for day, given in counted.days.items()
        for entry, views in given.items()
    )
