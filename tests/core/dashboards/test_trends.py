"""Trends are of 28 days (DASH-21)."""

from __future__ import annotations

from datetime import date, timedelta

from backbeat.dashboards import rules
from backbeat.dashboards.model import Range

SEPTEMBER = Range(date(2025, 9, 1), date(2025, 9, 30))


def test_a_trend_is_of_the_28_days_that_end_with_the_range_or_with_the_newest_day() -> None:
    whole = Range(date(2025, 9, 3), date(2025, 9, 30))

    assert rules.trend_days(SEPTEMBER, date(2025, 10, 5)) == whole
    assert rules.trend_days(SEPTEMBER, None) == whole
    assert rules.trend_days(SEPTEMBER, date(2025, 9, 20)) == Range(
        date(2025, 8, 24), date(2025, 9, 20)
    )


def test_a_trend_has_a_number_for_every_day_the_oldest_first() -> None:
    days = rules.trend_days(SEPTEMBER, None)
    views = {days.first: 3, days.last: 5, days.first - timedelta(1): 9}

    assert rules.trend(days, views) == (3, *[0] * 26, 5)
