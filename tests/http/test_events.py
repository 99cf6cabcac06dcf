"""Events and programs over HTTP: what a page is told, each refusal's code, and nothing while off."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from attrs import evolve
from falcon.testing import Result
from tests.fakes.standins import FixedClock
from tests.http.authorisation import MATRIX
from tests.http.hostile import Sent
from tests.http.world import MAIN, World

from backbeat.board.model import Post, PostId, PostKind, PostText, PublishedSpan
from backbeat.channels.model import ChannelStatus
from backbeat.events.model import Benefit, BoardEvent
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.settings import Features, Settings

CALLS = [rule for rule in MATRIX if rule.path.startswith(("event/", "program/"))]
ANN = Actor.operator("ann")
PARTY, CLUB = PostId("party"), PostId("club")


def day(number: int) -> date:
    return date(2025, 10, number)


def ask(world: World, path: str, **body: str) -> Result:
    sent = Sent(
        "POST", f"/api/{path}", "", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    return world.send(sent, MAIN)


def told(answer: Result) -> dict[str, Any]:
    """An answer without what every answer has."""
    assert answer.json["success"] is True
    return {name: each for name, each in answer.json.items() if name not in {"success", "message"}}


def refused(answer: Result) -> tuple[int, str | None]:
    return answer.json["code"], (answer.json["details"] or {}).get("reason")


def read(world: World, path: str, **query: str) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return told(world.send(Sent("GET", f"/api/{path}", asked), MAIN))


@pytest.fixture
def channel(world: World, business_clock: FixedClock) -> ChannelId:
    """The caller's channel, approved; an event and a program stand on the board."""
    business_clock.set(day(5))
    portal, found = world.container.portal(), ChannelId(world.things["channel", MAIN])
    with world.container.transactions().begin() as books:
        kept = books.channels.get(found)
        assert kept is not None
        books.channels.save(evolve(kept, status=ChannelStatus.APPROVED))
        for which in (PARTY, CLUB):
            texts = {Language.ENGLISH: PostText("Party", "Come.", "Come.")}
            books.posts.put(Post(which, PostKind.EVENT, texts, PublishedSpan(portal.clock.now())))
    benefit = Benefit(Money.of("5.00"), day(20), day(25))
    portal.event_office.open(BoardEvent(PARTY, day(6), day(15), day(12), 1, benefit), ANN)
    portal.program_office.open(CLUB, day(6), day(15), ANN)
    return found


@pytest.mark.parametrize("settings", [Settings(features=Features())], ids=["off"])
def test_off_every_call_answers_that_the_feature_is_off(world: World) -> None:
    assert len(CALLS) == 6
    for rule in CALLS:
        body = {"id": "x", "channel": "c"} if rule.path.endswith("apply") else {"id": "x"}
        if rule.method == "GET":
            answer = world.send(Sent("GET", f"/api/{rule.path}", "id=x"), MAIN)
        else:
            answer = ask(world, rule.path, **body)
        assert (answer.status_code, *refused(answer)) == (403, 2, "feature_off"), rule.path
    features = world.send(Sent("GET", "/api/site/settings")).json["features"]
    assert (features["events"], features["programs"]) == (False, False)


def test_one_takes_part_cancels_and_has_the_benefit(
    world: World, business_clock: FixedClock, channel: ChannelId
) -> None:
    post = read(world, "board/detail", kind="event", id=PARTY)
    assert post["participation"] == {
        "kind": "event",
        "apply_from": "2025-10-06",
        "apply_until": "2025-10-15",
    }
    assert refused(ask(world, "event/apply", id=PARTY)) == (10026, None)
    business_clock.set(day(6))
    assert refused(ask(world, "event/cancel", id=PARTY)) == (2, "not_taking_part")
    joined = told(ask(world, "event/apply", id=PARTY, channel=channel))
    assert joined == read(world, "event/detail", id=PARTY)
    assert joined == {
        "id": PARTY,
        "state": "full",
        "apply_from": "2025-10-06",
        "apply_until": "2025-10-15",
        "cancel_until": "2025-10-12",
        "places": 1,
        "places_left": 0,
        "benefit": "5.00",
        "benefit_from": "2025-10-20",
        "benefit_until": "2025-10-25",
        "participation": {
            "channel": channel,
            "channel_name": "Mina",
            "applied_on": "2025-10-06",
            "claimed_on": None,
        },
    }
    again = ask(world, "event/apply", id=PARTY)
    assert refused(again) == (50001, None)
    assert again.json["message"] == "You can take part only once."
    assert ask(world, "event/cancel", id=PARTY).json["participation"] is None
    ask(world, "event/apply", id=PARTY)
    business_clock.set(day(13))
    assert refused(ask(world, "event/cancel", id=PARTY)) == (10025, None)
    business_clock.set(day(19))
    assert refused(ask(world, "event/benefit", id=PARTY)) == (90001, None)
    business_clock.set(day(20))
    had = ask(world, "event/benefit", id=PARTY).json
    assert had["participation"]["claimed_on"] == "2025-10-20"
    business_clock.set(day(26))
    assert refused(ask(world, "event/benefit", id=PARTY)) == (90000, None)


def test_a_channel_applies_once_in_a_term(
    world: World, business_clock: FixedClock, channel: ChannelId
) -> None:
    post = read(world, "board/detail", kind="event", id=CLUB)
    assert post["participation"]["kind"] == "program"
    business_clock.set(day(6))
    applied = told(ask(world, "program/apply", id=CLUB, channel=channel))
    assert applied == read(world, "program/detail", id=CLUB)
    assert applied == {
        "id": CLUB,
        "term": 1,
        "state": "open",
        "apply_from": "2025-10-06",
        "apply_until": "2025-10-15",
        "applications": [
            {
                "channel": channel,
                "channel_name": "Mina",
                "term": 1,
                "state": "waiting",
                "applied_on": "2025-10-06",
                "reason": None,
            }
        ],
    }
    assert refused(ask(world, "program/apply", id=CLUB, channel=channel)) == (80001, None)
    world.container.portal().program_office.approve(CLUB, channel, ANN)
    assert refused(ask(world, "program/apply", id=CLUB, channel=channel)) == (80002, None)
    world.container.portal().program_office.end(CLUB, channel, ANN, "why")
    (ended,) = read(world, "program/detail", id=CLUB)["applications"]
    assert (ended["state"], ended["reason"]) == ("ended", "why")
    business_clock.set(day(16))
    assert refused(ask(world, "program/apply", id=CLUB, channel=channel)) == (80000, None)
