"""An amount divided by weight, to the micro, and what flooring may leave over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.money import Money
from backbeat.platforms.kinds import Sort
from backbeat.report_files.rules import is_deduction, line_key, sort_of_line
from backbeat.settlement.rules import (
    RoundingUnbounded,
    by_largest_remainder,
    require_bounded,
    rounding_bounds,
)


def divided(micros: int, *weights: int) -> list[int]:
    return [part.micros for part in by_largest_remainder(Money(micros), weights)]


def test_rounding_is_bounded_by_a_micro_for_each_amount_that_is_one() -> None:
    """SETTLE-15"""
    parts = (5, 0, -3, 7, 0)
    assert rounding_bounds(parts) == (-1, 2)
    assert rounding_bounds(()) == (0, 0)
    assert rounding_bounds((1, -1)) == (-1, 1)

    for micros in (-1, 0, 2):
        require_bounded(Money(micros), parts)
    for micros in (-2, 3):
        with pytest.raises(RoundingUnbounded):
            require_bounded(Money(micros), parts)


@pytest.mark.parametrize(
    ("micros", "weights", "parts"),
    [
        (100, (1, 1, 2), [25, 25, 50]),
        (100, (1, 1, 1), [34, 33, 33]),
        (5, (10, 33, 57), [0, 2, 3]),
        (-5, (10, 33, 57), [0, -2, -3]),
        (7, (5, -5, 0), [7, 0, 0]),
        (2, (1, 1, 1), [1, 1, 0]),
    ],
)
def test_what_flooring_leaves_goes_to_the_largest_remainders(
    micros: int, weights: tuple[int, ...], parts: list[int]
) -> None:
    assert divided(micros, *weights) == parts


@given(
    st.integers(-(10**13), 10**13),
    st.lists(st.integers(-(10**6), 10**12), min_size=1, max_size=30).filter(
        lambda weights: max(weights) > 0
    ),
)
def test_parts_sum_to_the_whole_mirror_and_are_within_a_micro(
    micros: int, weights: list[int]
) -> None:
    parts, whole = divided(micros, *weights), sum(max(weight, 0) for weight in weights)

    assert sum(parts) == micros
    assert divided(-micros, *weights) == [-part for part in parts]
    for part, weight in zip(parts, weights, strict=True):
        exact = abs(micros) * max(weight, 0)
        assert exact // whole <= abs(part) <= -(-exact // whole)


@pytest.mark.parametrize(
    ("line", "sort"),
    [
        ("Ads Revenue", Sort.ADS),
        ("Ads Revenue: Dispute Resolution", Sort.ADS),
        ("YouTube Shorts - Subscription Revenue", Sort.SUBSCRIPTION),
        ("subscription  revenue: YT & Music Premium", Sort.SUBSCRIPTION),
        ("Subscription and Ads", None),
        ("Experiment", None),
        ("Uploads", None),
    ],
)
def test_a_lines_name_may_tell_its_sort(line: str, sort: Sort | None) -> None:
    assert sort_of_line(line) is sort


@pytest.mark.parametrize(
    ("line", "deducted"),
    [
        ("US tax withholding", True),
        ("Withheld: fees", True),
        ("Taxi dispute", False),
        ("Ads Revenue: Dispute Resolution", False),
    ],
)
def test_a_deduction_is_told_by_its_words(line: str, deducted: bool) -> None:
    assert is_deduction(line) is deducted


def test_lines_are_told_apart_without_case_and_spaces() -> None:
    assert line_key(" Ads\xa0 Revenue: DISPUTE ") == "ads revenue: dispute"
