"""Campaigns over HTTP: what a page is told, files at their addresses, and nothing while off."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from tests.fakes.platform import FakePlatform
from tests.http.authorisation import MATRIX
from tests.http.hostile import Sent
from tests.http.world import MAIN, NOBODY, World

from backbeat.campaigns.model import CampaignId
from backbeat.channels.model import ChannelStatus
from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.ids import ChannelId, VideoId
from backbeat.settings import Features, Settings

CALLS = [rule for rule in MATRIX if rule.path.startswith("campaign/")]
CLIP = "abcdefghijE"


@pytest.mark.parametrize("settings", [Settings(features=Features())], ids=["off"])
def test_off_every_call_answers_that_the_feature_is_off(world: World) -> None:
    assert len(CALLS) == 6
    for rule in CALLS:
        parts = {"id": "c1", "channel": "c", "url": "https://youtu.be/x"}
        wanted = {"campaign/apply": ("id", "channel"), "campaign/participate": ("id", "url")}
        body = {name: parts[name] for name in wanted.get(rule.path, ())}
        query = "id=c1" if rule.method == "GET" and rule.path != "campaign/list" else ""
        if rule.path == "campaign/file":
            query += "&key=k&expires=1&signature=s"
        sent = Sent(
            rule.method,
            f"/api/{rule.path}",
            query,
            json.dumps(body).encode() if rule.method == "POST" else b"",
            {"Content-Type": "application/json"} if rule.method == "POST" else {},
        )
        answer = world.send(sent, MAIN)
        assert (answer.status_code, answer.json["code"]) == (403, 2), rule.path
        assert answer.json["details"] == {"reason": "feature_off"}, rule.path
    site = world.send(Sent("GET", "/api/site/settings"))
    assert site.json["features"]["campaigns"] is False


def test_a_creator_applies_fetches_the_files_and_enters(
    world: World, platform: FakePlatform
) -> None:
    apply = next(rule for rule in CALLS if rule.path == "campaign/apply")
    channel = ChannelId(world.things["channel", MAIN])
    with world.container.transactions().begin() as books:
        found = books.channels.get(channel)
        assert found is not None
        books.channels.save(evolve(found, status=ChannelStatus.APPROVED))
    joined = world.send(apply.request(world, MAIN), MAIN).json
    assert (joined["state"], joined["rate"], joined["goal"]) == ("open", "2.00", 250_000)
    assert joined["opens_in"] == 0
    assert joined["files"] == [{"name": "Cover.zip", "size": 2}]
    assert {"channel": channel, "name": "Mina", "applied_on": joined["until"]} in joined[
        "applications"
    ]

    files = world.send(Sent("GET", "/api/campaign/resource", "id=campaign"), MAIN).json["items"]
    assert [(each["name"], each["size"]) for each in files] == [("Cover.zip", 2)]
    path, _, query = files[0]["url"].partition("?")
    answer = world.send(Sent("GET", path, query), NOBODY)
    assert (answer.content, answer.headers["Content-Type"]) == (b"PK", "application/zip")
    assert "Cover.zip" in answer.headers["Content-Disposition"]

    now = world.container.portal().clock.now()
    platform.clips[VideoId(CLIP)] = PlatformVideo(
        VideoId(CLIP), found.platform_id, "My letter", None, now, 40
    )
    body = json.dumps({"id": "campaign", "url": f"https://youtube.com/shorts/{CLIP}"}).encode()
    enter = Sent(
        "POST", "/api/campaign/participate", "", body, {"Content-Type": "application/json"}
    )
    entered = world.send(enter, MAIN).json
    assert entered["entries"] == [
        {
            "video_id": CLIP,
            "title": "My letter",
            "thumbnail": None,
            "channel": channel,
            "channel_name": "Mina",
            "state": "checking",
            "refused_code": None,
            "refused_reason": None,
            "views": 0,
            "bonus": "0.00",
            "posted": "0.00",
            "reversed": "0.00",
        }
    ]
    again = world.send(enter, MAIN)
    assert again.json["code"] == 60002
    assert again.json["message"] == "This video already takes part."

    mine = world.send(Sent("GET", "/api/campaign/list", "view=mine"), MAIN).json
    assert [each["id"] for each in mine["items"]] == ["campaign"]
    assert mine["items"][0]["track"]["name"] == f"Track of {MAIN}"
    over = world.send(Sent("GET", "/api/campaign/list", "view=over"), MAIN).json
    assert over["items"] == []
    assert mine["counts"] == over["counts"] == {"open": 1, "mine": 1, "over": 0}


def test_a_campaign_that_takes_no_further_channel_is_shown_as_full(world: World) -> None:
    """CAMPAIGN-5."""

    def shown() -> tuple[object, object]:
        page = world.send(Sent("GET", "/api/campaign/detail", "id=campaign"), MAIN).json
        listed = world.send(Sent("GET", "/api/campaign/list", "view=open"), MAIN).json["items"]
        [same] = [each for each in listed if each["id"] == "campaign"]
        assert same["state"] == page["state"]
        return page["state"], page["closed_for"]

    detail = next(rule for rule in CALLS if rule.path == "campaign/detail")
    detail.request(world, MAIN)
    assert shown() == ("open", None)
    with world.container.transactions().begin() as books:
        found = books.campaigns.get(CampaignId("campaign"))
        assert found is not None
        today = world.container.portal().clock.today()
        books.campaigns.save(evolve(found, view_target=1, target_reached_on=today))
    assert shown() == ("full", None)
