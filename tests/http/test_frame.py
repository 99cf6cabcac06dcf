"""What stands around every page, in one answer (WEB-27)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.http.hostile import Sent
from tests.http.portal import Portal
from tests.http.test_board import publish
from tests.http.world import (
    CREATOR,
    MAIN,
    MEMBER,
    NETWORK,
    NOBODY,
    STRANGER,
    SUB,
    SUSPENDED,
    UNVERIFIED,
    World,
)

from backbeat.settings import Auth, Limits, LimitsProfile, Settings, TotpFor

EVERYBODY = (NOBODY, UNVERIFIED, MAIN, MEMBER, STRANGER, NETWORK, CREATOR, SUB, SUSPENDED)
HOST = "host=partner.example"
PARTS = {
    "settings": ("site/settings", ""),
    "metadata": ("site/metadata", HOST),
    "header": ("board/header", ""),
    "me": ("member/me", ""),
    "notifications": ("notification/list", "page=0&size=50"),
    "accounts": ("member/mcn/accounts", "page=0"),
}
"""The parts, and what the web client asks for each by itself."""


def asked(world: World, path: str, query: str, actor: str, language: str = "en") -> dict[str, Any]:
    headers = {"Accept-Language": language}
    answer: dict[str, Any] = world.send(
        Sent("GET", f"/api/{path}", query=query, headers=headers), actor
    ).json
    return answer


def alone(world: World, part: str, actor: str, language: str = "en") -> dict[str, Any] | None:
    """What the part's own call answers; None where it refuses."""
    answer = asked(world, *PARTS[part], actor, language)
    if not answer["success"]:
        return None
    return {name: value for name, value in answer.items() if name not in {"success", "message"}}


@pytest.mark.parametrize("actor", EVERYBODY)
def test_each_part_is_what_its_own_call_answers_or_null_where_it_refuses(
    world: World, actor: str
) -> None:
    frame = asked(world, "site/frame", HOST, actor)
    parts = {part: alone(world, part, actor) for part in PARTS}
    assert frame == {"success": True, "message": "", **parts}


def test_who_has_which_parts(world: World) -> None:
    """So that the comparison above compares something."""
    had = {
        actor: {part for part, said in asked(world, "site/frame", HOST, actor).items() if said}
        for actor in EVERYBODY
    }
    public = {"success", "settings", "metadata", "header"}
    settled = public | {"me", "notifications"}
    assert had == {
        NOBODY: public,
        SUSPENDED: public,
        UNVERIFIED: public | {"me"},
        MEMBER: settled,
        SUB: settled,
        MAIN: settled | {"accounts"},
        STRANGER: settled | {"accounts"},
        NETWORK: settled | {"accounts"},
        CREATOR: settled | {"accounts"},
    }


@pytest.mark.parametrize("language", ["ko", "zh-CN", "zh-TW"])
def test_its_words_are_in_the_readers_language(world: World, language: str) -> None:
    frame = asked(world, "site/frame", HOST, MAIN, language)
    assert frame["notifications"] == alone(world, "notifications", MAIN, language)
    assert frame["header"] == alone(world, "header", MAIN, language)
    assert frame["notifications"] != alone(world, "notifications", MAIN, "en")


def test_it_names_the_host_that_was_asked_for(world: World) -> None:
    answer = world.send(Sent("GET", "/api/site/frame"), MAIN)
    assert answer.json["code"] == 4
    assert answer.json["details"]["fields"] == {"host": "required"}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_pinned_posts_are_in_it(portal: Portal, language: str) -> None:
    publish(portal, "Window", pinned=True)
    said = {"Accept-Language": language}
    frame = portal.send("GET", f"site/frame?{HOST}", headers=said)
    assert frame["header"]["items"] == portal.send("GET", "board/header", headers=said)["items"]
    assert len(frame["header"]["items"]) == 1


class TestWhereEverybodyNeedsASecondFactor:
    @pytest.fixture
    def settings(self) -> Settings:
        wide = Limits(profile=LimitsProfile.WIDE)
        return evolve(Settings(limits=wide), auth=Auth(require_totp=TotpFor.EVERYBODY))

    def test_who_has_none_yet_gets_the_person_and_nothing_more(self, portal: Portal) -> None:
        frame = portal.send("GET", f"site/frame?{HOST}", portal.token_of())
        assert frame["me"]["totp"]["required"] is True
        assert (frame["notifications"], frame["accounts"]) == (None, None)
