"""Months, windows and month ends."""

import re
from datetime import date

import pytest

from backbeat.kernel.months import Month, months_after, months_between


def test_a_month_reads_and_prints_the_same() -> None:
    assert str(Month.parse("2025-09")) == "2025-09"


@pytest.mark.parametrize("text", ["2025-13", "2025-00", "2025-9", "202509", "0000-01", ""])
def test_what_is_no_month_is_refused_as_it_was_written(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"not a month (yyyy-MM): {text!r}")):
        Month.parse(text)


def test_months_step_over_the_year() -> None:
    assert Month(2025, 12).next == Month(2026, 1)
    assert Month(2026, 1).previous == Month(2025, 12)
    assert Month(2025, 10).plus(-15) == Month(2024, 7)


def test_the_last_day_is_minus_one() -> None:
    assert Month(2028, 2).day(-1) == date(2028, 2, 29)


def test_six_months_after_the_end_of_august_is_the_end_of_february() -> None:
    assert months_after(date(2025, 8, 31), 6) == date(2026, 2, 28)


@pytest.mark.parametrize(
    ("day", "later"),
    [
        (date(2025, 1, 29), date(2025, 7, 29)),
        (date(2025, 1, 30), date(2025, 7, 30)),
        (date(2025, 1, 31), date(2025, 7, 31)),
        (date(2025, 8, 29), date(2026, 2, 28)),
        (date(2027, 8, 31), date(2028, 2, 29)),
        (date(2025, 10, 31), date(2026, 4, 30)),
    ],
)
def test_a_late_day_stays_where_the_later_month_has_it(day: date, later: date) -> None:
    assert months_after(day, 6) == later


def test_months_between_include_both_ends() -> None:
    between = list(months_between(Month(2025, 11), Month(2026, 2)))

    assert list(map(str, between)) == ["2025-11", "2025-12", "2026-01", "2026-02"]
    assert list(months_between(Month(2026, 2), Month(2025, 11))) == []
