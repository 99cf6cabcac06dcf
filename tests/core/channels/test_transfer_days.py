"""From which days a channel may be given to another account (CHAN-17)."""

from datetime import date

import pytest
from attrs import evolve
from tests.fakes.channels import a_channel

from backbeat.channels import rules
from backbeat.channels.errors import DayNotAllowed
from backbeat.channels.model import Channel, EarningInterval
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month

TODAY = date(2025, 10, 22)
AUGUST = Month(2025, 8)


def a_channel_that_earned(first: date, until: date | None) -> Channel:
    """`until` is the first day that earned no more; None where it still earns."""
    channel = a_channel()
    earned = EarningInterval(AccountId("owner"), first, until)
    return evolve(channel, timeline=evolve(channel.timeline, earnings=(earned,)))


def test_a_transfer_counts_from_the_day_after_the_last_that_earned() -> None:
    ended = a_channel_that_earned(date(2025, 9, 2), date(2025, 9, 20))

    allowed = rules.transfer_days(ended, AUGUST, TODAY)

    assert allowed == (date(2025, 9, 20), TODAY)
    for day in allowed:
        rules.require_transfer_day(day, allowed)
    for day in (date(2025, 9, 19), date(2025, 10, 23)):
        with pytest.raises(DayNotAllowed):
            rules.require_transfer_day(day, allowed)


def test_a_transfer_counts_from_the_first_day_of_what_still_earns() -> None:
    earning = a_channel_that_earned(date(2025, 9, 2), None)

    assert rules.transfer_days(earning, AUGUST, TODAY) == (date(2025, 9, 2), TODAY)


def test_a_transfer_counts_from_the_month_after_the_last_closed_one() -> None:
    ended = a_channel_that_earned(date(2025, 7, 2), date(2025, 7, 20))

    assert rules.transfer_days(ended, AUGUST, TODAY) == (date(2025, 9, 1), TODAY)
