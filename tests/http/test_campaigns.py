"""Campaigns over HTTP: what a page is told, files at their addresses, and nothing while off."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from falcon.testing import Result
from tests.fakes import report_files as fake
from tests.fakes.campaigns import clip
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.http.authorisation import MATRIX
from tests.http.hostile import Sent
from tests.http.world import MAIN, NOBODY, STRANGER, World

from backbeat.campaigns.model import Campaign, CampaignEntry, CampaignId, EntryState
from backbeat.channels.model import Channel, ChannelStatus
from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import ChannelId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.money import Money
from backbeat.report_files.service import Ingestion
from backbeat.settings import Features, Settings
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

CALLS = [rule for rule in MATRIX if rule.path.startswith("campaign/")]
CLIP = "abcdefghijE"
LETTER = "letter"
HOUR = timedelta(hours=1)
SECOND = ChannelId("second")


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
            "platform": "youtube",
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


@frozen
class Creator:
    """MAIN, whose channel is approved, at a campaign for the track of the world."""

    world: World
    platform: FakePlatform
    folder: Path
    channel: Channel

    def sends(self, call: str, **body: str) -> Result:
        content, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
        return self.world.send(Sent("POST", f"/api/campaign/{call}", "", content, kind), MAIN)

    def refused(self, call: str, **body: str) -> int:
        answer = self.sends(call, **body)
        assert answer.status_code != 200
        assert answer.json["success"] is False
        return int(answer.json["code"])

    def enters(self, video: str) -> int:
        """The code with which a short is refused."""
        return self.refused("participate", id=LETTER, url=f"https://youtube.com/shorts/{video}")

    def uploads(self, video: str, *, of: str | None = None, **how: Any) -> str:
        """Let a short be there, of the creator's channel or of another."""
        portal = self.world.container.portal()
        clip = PlatformVideo(
            VideoId(video),
            PlatformChannelId(of or self.channel.platform_id),
            "My letter",
            None,
            **{"published_at": portal.clock.now(), "seconds": 40, **how},
        )
        self.platform.clips[clip.id] = clip
        return video

    def uses(self, video: str, isrc: str) -> None:
        """A file of the platform tells which track a short has."""
        container = self.world.container
        today = container.portal().clock.today()
        row = fake.daily_row(
            str(today), self.channel.platform_id, video, revenue="0.01", views=9, isrc=isrc
        )
        Ingestion(
            container.transactions(),
            SqlStaging(container.transactions()),
            DiskReports(),
            container.business_clock(),
        ).ingest(fake.own_daily(self.folder / f"{video}.csv", row), Actor.operator("ann"))


@pytest.fixture
def creator(world: World, platform: FakePlatform, tmp_path: Path) -> Creator:
    with world.container.transactions().begin() as books:
        found = books.channels.get(ChannelId(world.things["channel", MAIN]))
        assert found is not None
        approved = evolve(found, status=ChannelStatus.APPROVED)
        books.channels.save(approved)
    container = world.container
    with container.transactions().begin() as books:
        now = container.portal().clock.now()
        books.campaigns.add(
            Campaign(
                id=CampaignId(LETTER),
                title="Letter",
                text="",
                track=Isrc(world.things["track", MAIN]),
                rate=Money.of(2),
                budget=Money.of(500),
                until=now.date() + timedelta(30),
                created_at=now,
                view_target=1_000,
                min_seconds=30,
                opened_on=now.date(),
            )
        )
    return Creator(world, platform, tmp_path, approved)


def test_every_refusal_of_a_campaign_is_answered_with_its_code(creator: Creator) -> None:
    """CAMPAIGN-3 to CAMPAIGN-5: what cannot be is refused by its code, and nothing of it is kept."""
    world, platform = creator.world, creator.platform
    files = Sent("GET", "/api/campaign/resource", f"id={LETTER}")
    assert creator.enters(creator.uploads(clip(1))) == 60005
    assert world.send(files, MAIN).json["code"] == 60008
    early = creator.uploads(clip(2), published_at=world.container.portal().clock.now() - HOUR)
    joined = creator.sends("apply", id=LETTER, channel=creator.channel.id)
    assert joined.status_code == 200
    assert world.send(files, MAIN).json["code"] == 60009
    assert creator.refused("apply", id=LETTER, channel=creator.channel.id) == 60001

    assert creator.refused("participate", id=LETTER, url="https://example.org/x") == 70001
    assert creator.enters(clip(9)) == 70000
    platform.down = True
    assert creator.enters(clip(1)) == 70000
    platform.down = False
    assert creator.enters(creator.uploads(clip(3), of="UC" + "9" * 22)) == 60004
    assert creator.enters(early) == 60007
    assert creator.enters(creator.uploads(clip(4), seconds=29)) == 60013
    platform.long.add(VideoId(creator.uploads(clip(5))))
    assert creator.enters(clip(5)) == 60006
    for video, isrc, code in (
        (clip(6), "USXX12500001", 60010),
        (clip(7), world.things["track", STRANGER], 60012),
    ):
        creator.uses(creator.uploads(video), isrc)
        assert creator.enters(video) == code
    shown = world.send(Sent("GET", "/api/campaign/detail", f"id={LETTER}"), MAIN).json
    assert shown["entries"] == []

    assert (
        creator.sends("participate", id=LETTER, url=f"https://youtu.be/{clip(1)}").status_code
        == 200
    )
    assert creator.enters(clip(1)) == 60002
    assert creator.enters(creator.uploads(clip(8))) == 60003
    with world.container.transactions().begin() as books:
        books.channels.add(evolve(creator.channel, id=SECOND, platform_id=platform_id(77)))
        campaign = books.campaigns.get(CampaignId(LETTER))
        assert campaign is not None
        full = evolve(campaign, target_reached_on=campaign.opened_on)
        books.campaigns.save(full)
    assert creator.refused("apply", id=LETTER, channel=SECOND) == 60000
    with world.container.transactions().begin() as books:
        books.campaigns.save(evolve(full, goal_reached_on=campaign.opened_on))
    assert creator.enters(clip(8)) == 60011
    shown = world.send(Sent("GET", "/api/campaign/detail", f"id={LETTER}"), MAIN).json
    assert [each["video_id"] for each in shown["entries"]] == [clip(1)]
    assert len(shown["applications"]) == 1


def test_a_short_that_is_deleted_or_made_private_cannot_be_read_and_is_not_kept(
    creator: Creator,
) -> None:
    """CAMPAIGN-3: the platform shows neither; of one that takes part already nothing changes."""
    assert creator.sends("apply", id=LETTER, channel=creator.channel.id).status_code == 200
    gone = VideoId(creator.uploads(clip(1)))
    del creator.platform.clips[gone]
    assert creator.enters(clip(1)) == 70000
    shown = Sent("GET", "/api/campaign/detail", f"id={LETTER}")
    assert creator.world.send(shown, MAIN).json["entries"] == []
    url = f"https://youtube.com/shorts/{creator.uploads(clip(2))}"
    assert creator.sends("participate", id=LETTER, url=url).status_code == 200
    del creator.platform.clips[VideoId(clip(2))]
    assert creator.enters(clip(2)) == 70000
    [entry] = creator.world.send(shown, MAIN).json["entries"]
    assert (entry["video_id"], entry["state"]) == (clip(2), "checking")


def test_a_short_sent_from_two_tabs_at_once_is_taken_once(creator: Creator) -> None:
    assert creator.sends("apply", id=LETTER, channel=creator.channel.id).status_code == 200
    url = f"https://youtube.com/shorts/{creator.uploads(clip(1))}"
    with ThreadPoolExecutor(2) as tabs:
        sent = [tabs.submit(creator.sends, "participate", id=LETTER, url=url) for _ in range(2)]
        codes = sorted(each.result().json.get("code", 0) for each in sent)
    assert codes == [0, 60002]
    shown = creator.world.send(Sent("GET", "/api/campaign/detail", f"id={LETTER}"), MAIN).json
    assert len(shown["entries"]) == 1


@pytest.mark.parametrize(
    ("video", "platform"),
    [(clip(1), "youtube"), ("tiktok:7212345678901234567", "tiktok"), ("own:episode.1", "own")],
    ids=["youtube", "tiktok", "own"],
)
def test_an_entry_says_which_platform_its_short_is_of(
    creator: Creator, video: str, platform: str
) -> None:
    """PLATFORM-2: screens show its sign, and need not know how keys begin."""
    channel, now = creator.channel, creator.world.container.portal().clock.now()
    assert channel.holder is not None
    with creator.world.container.transactions().begin() as books:
        books.campaigns.enter(
            CampaignEntry(
                *(CampaignId(LETTER), VideoId(video), channel.id, channel.holder),
                title="My letter",
                thumbnail=None,
                counts_from=now.date(),
                entered_at=now,
                state=EntryState.CHECKING,
            )
        )

    shown = creator.world.send(Sent("GET", "/api/campaign/detail", f"id={LETTER}"), MAIN).json

    assert [(each["video_id"], each["platform"]) for each in shown["entries"]] == [
        (video, platform)
    ]
