"""Random values, ids and the system's clock."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import pytest

from backbeat.accounts import rules
from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.defaults.tokens import RandomTokens, random_channel_code


def test_tokens_have_their_forms() -> None:
    tokens = RandomTokens()

    assert re.fullmatch(r"bb1_[\w-]{43}", tokens.session())
    assert re.fullmatch(r"[\w-]{43}", tokens.ticket())
    assert re.fullmatch(r"\d{6}", tokens.digits())
    assert re.fullmatch(r"[A-Z2-7]{4}-[A-Z2-7]{4}", tokens.recovery_code())
    assert re.fullmatch(r"[A-HJ-NP-Z2-9]{8}", tokens.referral_code())
    assert re.fullmatch(r"BB-[A-HJ-NP-Z2-9]{8}", random_channel_code())


def test_a_recovery_code_reads_as_itself() -> None:
    code = RandomTokens().recovery_code()
    assert rules.read_recovery_code(code) == code.replace("-", "")


def test_a_later_id_sorts_after_an_earlier_one() -> None:
    new_id = TimeOrderedIds()
    made = [new_id() for _ in range(5000)]

    assert made == sorted(set(made))
    assert all(re.fullmatch(r"[0-9a-z]{26}", one) for one in made)


def test_threads_never_get_the_same_id() -> None:
    new_id = TimeOrderedIds()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: new_id(), range(4000)))

    assert len(set(made)) == 4000


@pytest.mark.parametrize(
    ("zone", "hours"), [("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)]
)
def test_the_clock_tells_the_day_of_its_zone(zone: str, hours: int) -> None:
    # Whatever the hour in UTC, in one of both it is another day.
    there = SystemClock(ZoneInfo(zone))

    before, today, after = there.now(), there.today(), there.now()

    assert before.tzinfo is UTC
    # Of both where midnight comes in between.
    assert today in {(each + timedelta(hours=hours)).date() for each in (before, after)}
