"""`v2/music/video/review` over both databases (VIDEO-6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.fakes.platform import FakePlatform
from tests.http.calling import Client
from tests.http.world import MAIN, STRANGER, World

from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import ChannelId, VideoId
from backbeat.settings import Features, Settings

PATH = "v2/music/video/review"
ANN = Actor.operator("ann")


@pytest.fixture
def clip(world: World, platform: FakePlatform) -> str:
    """A video of the main account's channel, by its address."""
    video = VideoId(world.things["video", MAIN])
    with world.container.transactions().look() as books:
        channel = books.channels.get(ChannelId(world.things["channel", MAIN]))
    assert channel is not None
    now = world.container.portal().clock.now()
    platform.clips[video] = PlatformVideo(video, channel.platform_id, "My letter", None, now, 40)
    return f"https://www.youtube.com/shorts/{video}"


def test_a_video_is_asked_for_once_and_its_answer_is_told(world: World, clip: str) -> None:
    main, video = Client(world, MAIN), world.things["video", MAIN]
    asked = main.post(PATH, url=clip)
    assert (asked["video_id"], asked["title"], asked["url"]) == (video, "My letter", clip)
    assert (asked["state"], asked["note"], asked["decided_at"]) == ("waiting", None, None)
    again = main.post(PATH, url=f"https://youtu.be/{video}")
    assert again["code"] == 40004
    assert main.get(PATH, id=video)["items"][0]["id"] == asked["id"]
    assert main.get(PATH, id="anothervideo")["items"] == []

    world.container.portal().video_reviews.decline(asked["id"], ANN, "Another song.")
    (shown,) = main.get(PATH)["items"]
    assert (shown["state"], shown["note"]) == ("declined", "Another song.")
    for language, words in (("en", "Another song."), ("ko", "사유: Another song.")):
        messages = evolve(main, language=language).get("notification/list")["items"]
        (message,) = [each for each in messages if "My letter" in each["body"]]
        assert words in message["body"]
    assert main.post(PATH, url=clip)["success"]


def test_what_cannot_be_looked_at_has_its_own_code(
    world: World, platform: FakePlatform, clip: str
) -> None:
    main, stranger = Client(world, MAIN), Client(world, STRANGER)
    assert stranger.post(PATH, url=clip)["code"] == 40005
    assert main.post(PATH, url="hello")["code"] == 70001
    platform.down = True
    assert main.post(PATH, url=clip)["code"] == 70000
    platform.down = False
    platform.clips.clear()
    gone = main.post(PATH, url=clip)
    assert (gone["code"], main.status("POST", PATH, url=clip)) == (40006, 400)
    assert main.get(PATH)["items"] == []


@pytest.mark.parametrize("settings", [Settings(features=Features())], ids=["off"])
def test_off_every_call_answers_that_the_feature_is_off(world: World, clip: str) -> None:
    main = Client(world, MAIN)
    answers: list[Any] = [main.get(PATH), main.post(PATH, url=clip)]
    for answer in answers:
        assert (answer["code"], answer["details"]) == (2, {"reason": "feature_off"})
    assert main.get("site/settings")["features"]["video_review"] is False
