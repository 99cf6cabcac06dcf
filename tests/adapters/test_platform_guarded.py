"""Who does not answer is left alone for a while."""

from __future__ import annotations

import logging

import pytest
from tests.fakes.platform import FakePlatform

from backbeat.channels.platform import PlatformUnavailable, VideoPlatform
from backbeat.kernel.ids import PlatformChannelId
from backbeat_adapters.platforms.guarded import GuardedPlatform

CHANNEL = PlatformChannelId("UC" + "a" * 22)


class Passing:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def ask(platform: VideoPlatform, times: int) -> int:
    """How many of the questions got no answer."""
    failed = 0
    for _ in range(times):
        try:
            platform.channel(CHANNEL)
        except PlatformUnavailable:
            failed += 1
    return failed


def test_a_platform_that_hangs_is_asked_five_times_then_left_alone() -> None:
    behind = FakePlatform(down=True)

    assert ask(GuardedPlatform("youtube", behind), 20) == 20
    assert behind.questions == 5


def test_after_the_rest_one_question_tries_and_an_answer_ends_it() -> None:
    behind, now = FakePlatform(down=True), Passing()
    platform = GuardedPlatform("youtube", behind, now=now)
    ask(platform, 6)

    now.now += 30
    assert ask(platform, 3) == 3
    assert behind.questions == 6
    behind.down, now.now = False, now.now + 30
    assert ask(platform, 3) == 0
    assert behind.questions == 9


def test_while_one_question_tries_nobody_else_asks() -> None:
    behind, now = FakePlatform(down=True), Passing()
    platform = GuardedPlatform("youtube", behind, now=now)
    ask(platform, 5)
    meanwhile: list[int] = []

    def try_it() -> None:
        meanwhile.append(ask(platform, 2))
        raise PlatformUnavailable("still away")

    now.now += 30
    with pytest.raises(PlatformUnavailable):
        platform._breaker.asked(try_it)
    assert (meanwhile, behind.questions) == ([2], 5)


def test_failures_that_are_not_in_a_row_leave_nobody_alone() -> None:
    behind = FakePlatform(down=True)
    platform = GuardedPlatform("youtube", behind)
    for _ in range(3):
        behind.down = True
        ask(platform, 4)
        behind.down = False
        assert ask(platform, 1) == 0


def test_whoever_wants_to_be_told_hears_each_cause_and_the_end_of_patience() -> None:
    heard: list[tuple[str, str, str]] = []
    platform = GuardedPlatform(
        "youtube", FakePlatform(down=True), tell=lambda *said: heard.append(said)
    )
    ask(platform, 9)

    assert heard[:4] == [("failed", "youtube", "the platform is down")] * 4
    assert [outcome for outcome, *_ in heard] == ["failed"] * 5 + ["left_alone"]


def test_of_a_long_cause_only_the_beginning_is_told() -> None:
    causes: list[str] = []
    platform = GuardedPlatform(
        "youtube", FakePlatform(), failures=1, tell=lambda *said: causes.append(said[2])
    )

    def fail() -> None:
        raise PlatformUnavailable("gone " * 1_000)

    with pytest.raises(PlatformUnavailable):
        platform._breaker.asked(fail)
    assert causes == [("gone " * 60)[:300]] * 2


def test_the_log_names_the_cause(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "backbeat.platform"):
        ask(GuardedPlatform("youtube", FakePlatform(down=True)), 7)

    causes = [record.getMessage() for record in caplog.records]
    assert causes.count("youtube gave no usable answer: the platform is down") == 5
    assert causes[-1] == "youtube is left alone for 30 s"


def test_the_log_says_each_time_that_nobody_is_asked_and_when_it_answers_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    behind, now = FakePlatform(down=True), Passing()
    platform = GuardedPlatform("youtube", behind, now=now)
    with caplog.at_level(logging.WARNING, "backbeat.platform"):
        for failures in (5, 6):
            behind.down = True
            for _ in range(failures):
                ask(platform, 1)
                now.now += 30
            behind.down = False
            ask(platform, 2)

    alone, again = "youtube is left alone for 30 s", "youtube answers again"
    told = [record.getMessage() for record in caplog.records]
    assert [line for line in told if line in {alone, again}] == [alone, again, alone, alone, again]
