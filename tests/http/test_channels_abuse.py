"""Claims on other people's channels, over both databases (VERIFY-7, VERIFY-8, PLATFORM-8)."""

from __future__ import annotations

import threading

import pytest
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE
from tests.http.calling import Client
from tests.http.world import MAIN, NETWORK, STRANGER, World

MINA = platform_id(101)
CLAIMANTS = (MAIN, STRANGER, NETWORK)


@pytest.fixture
def claims(world: World, platform: FakePlatform) -> dict[str, dict[str, object]]:
    """Three accounts have claimed one channel."""
    platform.has(MINA, handle="@mina", views=1_000_000)
    return {
        name: Client(world, name).post("channel/add", link="@mina", category="beauty")
        for name in CLAIMANTS
    }


def test_of_several_who_prove_a_channel_at_once_one_gets_it(
    world: World, platform: FakePlatform, claims: dict[str, dict[str, object]]
) -> None:
    codes = [claim["verification"]["code"] for claim in claims.values()]  # type: ignore[index]
    platform.describe(MINA, " ".join(str(code) for code in codes))
    together = threading.Barrier(len(CLAIMANTS))
    platform.before_answer = lambda: together.wait(PATIENCE)
    answers: list[str] = []

    def verify(name: str) -> None:
        answer = Client(world, name).post("channel/verify", id=claims[name]["id"])
        answers.append(str(answer.get("outcome") or answer.get("code")))

    threads = [threading.Thread(target=verify, args=(name,)) for name in CLAIMANTS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert sorted(answers) == ["30003", "30003", "success"]
    states = [
        Client(world, name).get("channel/detail", id=claims[name]["id"])["verification"]["state"]
        for name in CLAIMANTS
    ]
    assert sorted(states).count("verified") == 1


def test_one_accounts_code_proves_nobody_elses_claim(
    world: World, platform: FakePlatform, claims: dict[str, dict[str, object]]
) -> None:
    platform.describe(MINA, str(claims[MAIN]["verification"]["code"]))  # type: ignore[index]

    outcome = Client(world, STRANGER).post("channel/verify", id=claims[STRANGER]["id"])

    assert outcome["outcome"] == "wait"


def test_the_loser_of_a_contest_is_told_and_bothers_the_platform_no_more(
    world: World,
    platform: FakePlatform,
    claims: dict[str, dict[str, object]],
    clock: FixedClock,
) -> None:
    Client(world, STRANGER).post("channel/verify", id=claims[STRANGER]["id"])
    platform.describe(MINA, str(claims[MAIN]["verification"]["code"]))  # type: ignore[index]
    assert Client(world, MAIN).post("channel/verify", id=claims[MAIN]["id"])["success"]

    world.container.portal().worker.run_once()  # what comes back every hour has asked its questions by now
    asked = platform.questions
    clock.move(seconds=600)
    world.container.portal().worker.run_once()

    assert platform.questions == asked
    told = Client(world, STRANGER).get("notification/list")["items"]
    assert "Channel verified by somebody else" in [item["title"] for item in told]
    refused = Client(world, STRANGER).post("channel/verify", id=claims[STRANGER]["id"])
    assert refused["code"] == 30003


def test_two_who_press_add_at_once_get_one_channel(world: World, platform: FakePlatform) -> None:
    platform.has(MINA, handle="@mina")
    together = threading.Barrier(2)
    platform.before_answer = lambda: together.wait(PATIENCE)
    codes: list[object] = []

    def add() -> None:
        answer = Client(world, MAIN).post("channel/add", link="@mina", category="beauty")
        codes.append(answer.get("code"))

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert sorted(codes, key=str) == [30003, None]
