"""What was sent wrong, found before it does harm: days at the ends of the calendar, domains, keys."""

from __future__ import annotations

import pytest
from tests.http.calling import Client
from tests.http.hostile import JSON, Sent
from tests.http.world import MAIN, World

DATED = (
    "v2/music/dashboard",
    "v2/music/video/dashboard",
    "v2/music/video/list",
    "v2/music/channel/dashboard",
    "v2/music/member/dashboard",
    "withdrawal/list",
    "withdrawal/ledger",
)
ENDS = (("0001-01-01", "0001-01-01"), ("0001-01-02", "0002-01-02"), ("9999-12-01", "9999-12-31"))


@pytest.mark.parametrize(("start", "end"), ENDS)
def test_days_without_a_day_before_or_after_them_are_refused(
    world: World, start: str, end: str
) -> None:
    for path in DATED:
        answer = Client(world, MAIN).get(path, start=start, end=end)

        assert (answer["code"], answer["details"]["reason"]) == (2, "bad_range"), path


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b'{"notice": true, "notice": false, "marketing": true}', ["notice"]),
        (b'{"notice": true, "marketing": true, "n\\u006ftice": false}', ["notice"]),
        (b'{"notice": true, "marketing": true, "x": {"a": 1, "a": 1}}', ["a"]),
    ],
)
def test_a_key_that_is_named_twice_is_refused_by_name(
    world: World, body: bytes, named: list[str]
) -> None:
    sent = Sent("POST", "/api/member/settings/push", body=body, headers={"Content-Type": JSON})
    answer = world.send(sent, MAIN).json

    assert (answer["code"], list(answer["details"]["fields"])) == (2, named)


def test_headers_that_came_twice_are_not_taken_for_one(world: World) -> None:
    """Servers join them by a comma."""
    token = world.tokens[MAIN]
    sent = Sent("GET", "/api/member/me")
    twice = {
        "Zs-Authentification": f"{token},{token}",
        "ZS-Currency": "USD,CNY",
    }

    answers = {
        name: world.client.simulate_get(
            sent.path, headers={"Zs-Authentification": token} | {name: value}
        ).json["code"]
        for name, value in twice.items()
    }

    assert answers == {"Zs-Authentification": 10000, "ZS-Currency": 2}
