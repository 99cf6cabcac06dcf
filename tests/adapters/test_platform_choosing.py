"""Which platforms an installation reads, and how."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backbeat.channels.platform import PlatformUnavailable, channel_now
from backbeat.platforms.own.platform import OWN
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_adapters.deployment import PlatformKind, PlatformRoute
from backbeat_adapters.platforms.choosing import video_platforms
from backbeat_adapters.platforms.files import FilePlatform
from backbeat_adapters.platforms.guarded import GuardedPlatform
from backbeat_adapters.platforms.youtube import YouTube

MINA = {"platform": "tiktok", "id": "6959123456789012345", "name": "Mina", "handle": "@mina"}


def a_file(path: Path, *channels: dict[str, object]) -> Path:
    path.write_text(json.dumps({"channels": channels}), "utf-8")
    return path


def test_without_a_key_every_platform_with_links_is_in_the_file(tmp_path: Path) -> None:
    platforms = video_platforms(PlatformRoute(file=tmp_path / "platform.json"))

    assert isinstance(platforms.of(YOUTUBE), FilePlatform)
    assert isinstance(platforms.of(TIKTOK), FilePlatform)
    assert platforms.of(OWN) is None


def test_with_a_key_the_others_are_in_the_file_where_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "platform.json"
    route = PlatformRoute(PlatformKind.DATA_API, "key", file=file)

    assert video_platforms(route).of(TIKTOK) is None
    a_file(file)

    assert isinstance(video_platforms(route).of(TIKTOK), FilePlatform)
    guarded = video_platforms(route).of(YOUTUBE)
    assert isinstance(guarded, GuardedPlatform)
    assert isinstance(guarded.behind, YouTube)


def test_a_channel_is_asked_of_its_own_platform(tmp_path: Path) -> None:
    file = a_file(tmp_path / "platform.json", {**MINA, "bio": "BB-1"})
    platforms = video_platforms(PlatformRoute(file=file))

    found = channel_now(platforms, TIKTOK.channel_key("6959123456789012345"))

    assert found is not None
    assert (found.id, found.descriptions) == ("tiktok:6959123456789012345", ("BB-1",))
    assert channel_now(platforms, OWN.channel_key("mina")) is None
    youtube = platforms.of(YOUTUBE)
    assert youtube is not None
    assert youtube.channel_of_handle("@mina") is None


@pytest.mark.parametrize("written", ["mina", "@mina"])
def test_a_handle_in_the_file_is_shown_with_its_sign_however_it_was_written(
    written: str, tmp_path: Path
) -> None:
    file = a_file(tmp_path / "platform.json", {**MINA, "handle": written})

    found = FilePlatform(file, TIKTOK).channel_of_handle("@Mina")

    assert found is not None
    assert found.handle == "@mina"


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({**MINA, "platform": "myspace"}, "no such platform: myspace; one of youtube, tiktok, own"),
        ({**MINA, "id": "UCabcdefghijklmnopqrstuQ"}, "not a channel id of TikTok: UC"),
        ({**MINA, "id": "6.95E+18"}, "not a channel id of TikTok"),
        ({**MINA, "description": "BB-1"}, "codes of TikTok stand in bio, not in description"),
        (
            {"id": "UCabcdefghijklmnopqrstuQ", "name": "Mina", "bio": "BB-1"},
            "codes of YouTube stand in description, not in bio",
        ),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, entry: dict[str, object], problem: str) -> None:
    file = a_file(tmp_path / "platform.json", entry)

    with pytest.raises(PlatformUnavailable, match="platform.json") as refused:
        FilePlatform(file, TIKTOK).channels(())

    assert problem in str(refused.value)
