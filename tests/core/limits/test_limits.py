"""The limits: exactly so many in any window, no more."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from attrs import define
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.errors import TooManyRequests
from backbeat.limits import rules
from backbeat.limits.model import Hits, Limit, Window
from backbeat.limits.service import Limits
from backbeat.memory.limits import MemoryLimits
from backbeat.settings import LimitsProfile

START = datetime(2025, 9, 1, tzinfo=UTC)
TRY = Limit("try", (Window(3, 60),))


@define
class Clock:
    """Time that the test moves."""

    at: datetime = START

    def now(self) -> datetime:
        return self.at

    def today(self):  # type: ignore[no-untyped-def]
        return self.at.date()

    def pass_seconds(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


def test_the_hit_after_the_last_is_refused_with_the_seconds_to_wait() -> None:
    clock = Clock()
    limits = Limits(MemoryLimits(), clock)
    for _ in range(3):
        limits.take((TRY, "mina"))
        clock.pass_seconds(10)

    with pytest.raises(TooManyRequests) as refused:
        limits.take((TRY, "mina"))

    assert refused.value.retry_after == 30


def test_hits_stay_in_order_where_a_clock_is_a_little_behind() -> None:
    assert rules.with_hit(((1_000, 1), (2_000, 1)), TRY, 1_500) == ((1_000, 1), (2_000, 2))


@pytest.mark.parametrize(("passed", "wait"), [(58.5, 2), (59, 1), (59.4, 1)])
def test_seconds_to_wait_are_whole_and_at_least_one(passed: float, wait: int) -> None:
    clock = Clock()
    limits = Limits(MemoryLimits(), clock)
    for _ in range(3):
        limits.take((TRY, "mina"))
    clock.pass_seconds(passed)

    with pytest.raises(TooManyRequests) as refused:
        limits.take((TRY, "mina"))

    assert refused.value.retry_after == wait


def test_a_hit_has_room_again_once_the_window_has_moved_on() -> None:
    clock = Clock()
    limits = Limits(MemoryLimits(), clock)
    for _ in range(3):
        limits.take((TRY, "mina"))

    clock.pass_seconds(60)

    limits.take((TRY, "mina"))


def test_a_hit_given_back_does_not_count() -> None:
    limits = Limits(MemoryLimits(), Clock())
    for _ in range(20):
        limits.take((TRY, "mina")).give_back()

    limits.take((TRY, "mina"))


def test_keys_do_not_share_a_limit() -> None:
    limits = Limits(MemoryLimits(), Clock())
    for _ in range(3):
        limits.take((TRY, "mina"))

    limits.take((TRY, "hao"))


def test_of_several_limits_all_are_taken_or_none() -> None:
    limits = Limits(MemoryLimits(), Clock())
    tight = Limit("tight", (Window(1, 60),))
    limits.take((tight, "x"))

    for _ in range(5):
        with pytest.raises(TooManyRequests):
            limits.take((TRY, "mina"), (tight, "x"))

    limits.take((TRY, "mina"))


def test_every_window_of_a_limit_must_have_room() -> None:
    clock = Clock()
    limits = Limits(MemoryLimits(), clock)
    mail = Limit("mail", (Window(1, 60), Window(2, 3600)))
    limits.take((mail, "x"))
    clock.pass_seconds(61)
    limits.take((mail, "x"))
    clock.pass_seconds(61)

    with pytest.raises(TooManyRequests) as refused:
        limits.take((mail, "x"))

    assert refused.value.retry_after == 3600 - 122


def test_the_wide_profile_allows_far_more() -> None:
    limits = Limits(MemoryLimits(), Clock(), LimitsProfile.WIDE)

    for _ in range(3 * rules.WIDER):
        limits.take((TRY, "mina"))

    with pytest.raises(TooManyRequests):
        limits.take((TRY, "mina"))


def test_of_many_at_once_exactly_as_many_pass_as_the_limit_says() -> None:
    limits, passed, start = Limits(MemoryLimits(), Clock()), [], Barrier(8)

    def hammer() -> None:
        start.wait()
        for _ in range(50):
            try:
                limits.take((TRY, "mina"))
            except TooManyRequests:
                continue
            passed.append(1)

    threads = [Thread(target=hammer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(passed) == 3


def test_what_no_window_looks_at_is_forgotten() -> None:
    clock = Clock()
    limits = Limits(MemoryLimits(), clock)
    limits.take((TRY, "mina"))
    clock.pass_seconds(61)

    assert limits.prune() == 1


@given(
    count=st.integers(1, 5),
    seconds=st.integers(1, 30),
    gaps=st.lists(st.integers(0, 20_000), max_size=60),
)
def test_no_window_ever_holds_more_than_its_count(
    count: int, seconds: int, gaps: list[int]
) -> None:
    limit = Limit("any", (Window(count, seconds),))
    hits: Hits = ()
    taken: list[int] = []
    now = 0
    for gap in gaps:
        now += gap
        if rules.wait(hits, limit, now) == 0:
            hits = rules.with_hit(hits, limit, now)
            taken.append(now)

        assert sum(at > now - seconds * 1000 for at in taken) <= count


@given(st.lists(st.integers(0, 500), max_size=400))
def test_what_is_remembered_of_a_large_limit_stays_short(gaps: list[int]) -> None:
    limit = Limit("large", (Window(10_000, 60),))
    hits: Hits = ()
    now = 0
    for gap in gaps:
        now += gap
        hits = rules.with_hit(hits, limit, now)

    assert len(hits) <= 102
