"""How long the platforms' ids are: the shortest and the longest that are taken, and those just beyond."""

from __future__ import annotations

import pytest

from backbeat.platforms.model import Platform
from backbeat.platforms.own.platform import OWN
from backbeat.platforms.tiktok.platform import TIKTOK


@pytest.mark.parametrize(
    ("platform", "taken", "refused"),
    [
        (TIKTOK, ["6" * 5, "6" * 19], ["6" * 4, "6" * 20, "0" + "6" * 5]),
        (OWN, ["a", "a" * 64], ["", "a" * 65, ".a"]),
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_a_channels_id_is_within_its_length(
    platform: Platform, taken: list[str], refused: list[str]
) -> None:
    assert [each for each in taken if not platform.ids.is_channel(each)] == []
    assert [each for each in refused if platform.ids.is_channel(each)] == []


@pytest.mark.parametrize(
    ("platform", "taken", "refused"),
    [
        (TIKTOK, ["7" * 18, "7" * 19], ["7" * 17, "7" * 20, "0" + "7" * 18]),
        (OWN, ["a", "a" * 64], ["", "a" * 65, ".a"]),
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_a_videos_id_is_within_its_length(
    platform: Platform, taken: list[str], refused: list[str]
) -> None:
    assert [each for each in taken if not platform.ids.is_video(each)] == []
    assert [each for each in refused if platform.ids.is_video(each)] == []
    assert [platform.ids.reported_video(each) for each in taken] == taken
