"""Whatever a platform says, it is read strictly or not at all (PLATFORM-7)."""

from __future__ import annotations

import contextlib
import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from backbeat.platforms.youtube.ids import is_channel_id, is_video_id
from backbeat_adapters.demo.simulated import made_channel_id, made_video_id
from backbeat_adapters.platforms.answers import (
    LARGEST_COUNT,
    LONGEST_TITLE,
    Malformed,
    read_items,
    read_only_channel,
    read_video,
)

CHANNEL: dict[str, Any] = {
    "items": [
        {
            "id": made_channel_id("mina"),
            "snippet": {
                "title": "Mina",
                "description": "BB-7F3K9QXA",
                "customUrl": "@mina",
                "publishedAt": "2021-09-28T18:44:35Z",
                "thumbnails": {"medium": {"url": "https://img.example/x"}},
                "localized": {"title": "Mina", "description": "BB-7F3K9QXA"},
            },
            "statistics": {"viewCount": "33651092463"},
            "localizations": {"ko": {"title": "미나", "description": "소개"}},
        }
    ]
}
VIDEO: dict[str, Any] = {
    "items": [
        {
            "id": made_video_id("v"),
            "snippet": {
                "title": "Short",
                "channelId": made_channel_id("mina"),
                "publishedAt": "2021-09-28T18:44:35Z",
                "thumbnails": {"default": {"url": "https://img.example/x"}},
            },
            "contentDetails": {"duration": "PT59S"},
        }
    ]
}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(
        ["-1", "1e30", "javascript:alert(1)", "<b>x</b>", "UC", "@", "0" * 30, "9" * 19]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "title", "url", "description", "x"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def paths(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where a lie can stand."""
    steps: list[Any] = []
    if isinstance(value, dict):
        steps = list(value)
    elif isinstance(value, list):
        steps = list(range(len(value)))
    inner = [path for step in steps for path in paths(value[step], (*before, step))]
    return [before, *inner] if before else inner


def with_lie(answer: Any, path: tuple[Any, ...], lie: Any) -> Any:
    """The answer with something else in one place."""
    told = copy.deepcopy(answer)
    place = told
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = lie
    return told


@settings(max_examples=300)
@given(st.sampled_from(paths(CHANNEL)), JSON)
def test_a_lie_about_a_channel_is_refused_or_harmless(path: tuple[Any, ...], lie: Any) -> None:
    try:
        channel = read_only_channel(with_lie(CHANNEL, path, lie))
    except Malformed:
        return

    if channel is not None:
        assert is_channel_id(channel.id)
        assert 0 < len(channel.name) <= LONGEST_TITLE
        assert 0 <= channel.total_views <= LARGEST_COUNT
        assert channel.thumbnail is None or channel.thumbnail.startswith("https://")
        assert all(isinstance(text, str) for text in channel.descriptions)


@settings(max_examples=300)
@given(st.sampled_from(paths(VIDEO)), JSON)
def test_a_lie_about_a_video_is_refused_or_harmless(path: tuple[Any, ...], lie: Any) -> None:
    try:
        videos = [read_video(item) for item in read_items(with_lie(VIDEO, path, lie))]
    except Malformed:
        return

    for video in videos:
        assert is_video_id(video.id)
        assert is_channel_id(video.channel)
        assert 0 < len(video.title) <= LONGEST_TITLE
        assert video.published_at.tzinfo is not None


@settings(max_examples=200)
@given(JSON)
def test_what_is_no_answer_at_all_is_refused(answer: Any) -> None:
    with contextlib.suppress(Malformed):
        assert read_only_channel(answer) is None
