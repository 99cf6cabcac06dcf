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


def test_days_are_those_of_the_calendar_that_reports_can_have() -> None:
    """DAY-11."""
    for first, last in ((date(1970, 1, 1), date(1970, 1, 2)), (date(2999, 12, 31),) * 2):
        require_span(first, last)
    for first, last in ((date(1969, 12, 31), date(1970, 1, 1)), (date(3000, 1, 1),) * 2):
        with pytest.raises(BadRange):
            require_span(first, last)
