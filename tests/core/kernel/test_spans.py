"""Spans of days that a question may name (DAY-3, DAY-4)."""

from datetime import date, timedelta

import pytest

from backbeat.kernel.errors import BadRange
from backbeat.kernel.spans import require_span

FIRST = date(2025, 1, 1)


@pytest.mark.parametrize("days", [1, 2, 400])
def test_a_question_may_be_asked_of_one_to_four_hundred_days(days: int) -> None:
    require_span(FIRST, FIRST + timedelta(days - 1))


@pytest.mark.parametrize("days", [-1, 0, 401])
def test_more_days_and_reversed_ends_are_refused(days: int) -> None:
    with pytest.raises(BadRange):
        require_span(FIRST, FIRST + timedelta(days - 1))
