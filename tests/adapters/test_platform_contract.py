"""Every video platform keeps the same promises: the file, the real adapter over the simulator, the fake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.fakes.platform import FakePlatform

from backbeat.channels.platform import PlatformVideo, VideoPlatform
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat_adapters.demo.simulated import (
    SimulatedChannel,
    SimulatedPlatform,
    SimulatedVideo,
    made_channel_id,
    made_video_id,
)
from backbeat_adapters.demo.simulator import Simulator
from backbeat_adapters.platforms.files import FilePlatform
from backbeat_adapters.platforms.youtube import YouTube

MINA = PlatformChannelId(made_channel_id("mina"))
NOBODY = PlatformChannelId(made_channel_id("nobody"))
VIDEOS = [VideoId(made_video_id(f"video {number}")) for number in range(120)]
PUBLISHED = datetime(2025, 9, 1, tzinfo=UTC)
DESCRIPTION = "Music & more\nBB-7F3K9QXA"


def _file(path: Path) -> VideoPlatform:
    channel = {
        "id": MINA,
        "name": "Mina 미나",
        "handle": "@mina",
        "user": "oldmina",
        "description": DESCRIPTION,
        "total_views": 1_250_000,
    }
    videos = [
        {"id": video, "channel": MINA, "title": f"Video {at}", "published_on": "2025-09-01"}
        for at, video in enumerate(VIDEOS)
    ]
    target = path / "platform.json"
    target.write_text(json.dumps({"channels": [channel], "videos": videos}), "utf-8")
    return FilePlatform(target)


def _fake() -> VideoPlatform:
    fake = FakePlatform()
    fake.has(
        MINA,
        handle="@mina",
        user="oldmina",
        name="Mina 미나",
        views=1_250_000,
        descriptions=[DESCRIPTION],
    )
    for at, video in enumerate(VIDEOS):
        fake.clips[video] = PlatformVideo(video, MINA, f"Video {at}", None, PUBLISHED)
    return fake


def _world(path: Path) -> SimulatedPlatform:
    world = SimulatedPlatform(path / "platform.sqlite3")
    world.put_channel(
        SimulatedChannel(MINA, "Mina 미나", "@Mina", "oldmina", DESCRIPTION, 1_250_000)
    )
    world.put_videos(
        [
            SimulatedVideo(video, MINA, f"Video {at}", published_at="2025-09-01T00:00:00Z")
            for at, video in enumerate(VIDEOS)
        ]
    )
    return world


@pytest.fixture(params=["file", "youtube over the simulator", "fake"])
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VideoPlatform]:
    if request.param == "file":
        yield _file(tmp_path)
    elif request.param == "fake":
        yield _fake()
    else:
        with Simulator(_world(tmp_path)) as simulator:
            youtube = YouTube("key", simulator.api)
            yield youtube
            youtube.close()


def test_a_channel_is_found_by_its_id(platform: VideoPlatform) -> None:
    channel = platform.channel(MINA)

    assert channel is not None
    assert (channel.id, channel.name) == (MINA, "Mina 미나")
    assert channel.handle == "@mina"
    assert channel.total_views == 1_250_000
    assert channel.descriptions == (DESCRIPTION,)


def test_many_channels_are_asked_for_at_once_and_unknown_ones_are_left_out(
    platform: VideoPlatform,
) -> None:
    many = [PlatformChannelId(made_channel_id(str(number))) for number in range(60)]

    found = platform.channels([*many, MINA, MINA, NOBODY])

    assert [(channel.id, channel.total_views) for channel in found] == [(MINA, 1_250_000)]
    assert list(platform.channels([])) == []


@pytest.mark.parametrize("handle", ["@mina", "mina", "@MINA"])
def test_a_channel_is_found_by_its_handle_in_any_case(platform: VideoPlatform, handle: str) -> None:
    channel = platform.channel_of_handle(handle)

    assert channel is not None
    assert channel.id == MINA


def test_a_channel_is_found_by_its_old_user_name(platform: VideoPlatform) -> None:
    channel = platform.channel_of_user("oldmina")

    assert channel is not None
    assert channel.id == MINA


def test_what_the_platform_does_not_know_is_nothing(platform: VideoPlatform) -> None:
    assert platform.channel(NOBODY) is None
    assert platform.channel_of_handle("@nobody") is None
    assert platform.channel_of_user("nobody") is None


def test_many_videos_are_asked_for_at_once_and_unknown_ones_are_left_out(
    platform: VideoPlatform,
) -> None:
    unknown = VideoId(made_video_id("gone"))

    found = platform.videos([*VIDEOS, unknown, VIDEOS[0]])

    assert sorted(video.id for video in found) == sorted(VIDEOS)
    first = next(video for video in found if video.id == VIDEOS[7])
    assert (first.channel, first.title, first.published_at) == (MINA, "Video 7", PUBLISHED)


def test_no_videos_are_no_question(platform: VideoPlatform) -> None:
    assert list(platform.videos([])) == []
