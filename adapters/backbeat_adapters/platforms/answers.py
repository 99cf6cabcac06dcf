"""Reads the JSON of the YouTube Data API v3 strictly: what does not fit is refused, never guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from backbeat.channels.platform import PlatformChannel, PlatformVideo
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.youtube.ids import is_channel_id, is_video_id

LONGEST_TITLE = 200
LONGEST_DESCRIPTION = 10_000
LONGEST_URL = 1_000
LARGEST_COUNT = 2**63 - 1

_COUNT = re.compile(r"[0-9]{1,19}")
_DURATION = re.compile(r"P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})S)?)?")
_THUMBNAILS = ("medium", "high", "default")
_OBJECT: type[dict[str, Any]] = dict


class Malformed(ValueError):
    """The answer does not have the promised shape."""


def read_items(answer: object) -> Sequence[Mapping[str, Any]]:
    """The items of a list answer; none if nothing was found (`items` is then missing)."""
    if not isinstance(answer, _OBJECT) or "error" in answer:
        raise Malformed("no list")
    items = answer.get("items", [])
    if not isinstance(items, list) or not all(isinstance(item, _OBJECT) for item in items):
        raise Malformed("items")
    return items


def read_only_channel(answer: object) -> PlatformChannel | None:
    """The only channel of an answer; None if nothing was found."""
    items = read_items(answer)
    if len(items) > 1:
        raise Malformed("more than one channel")
    return read_channel(items[0]) if items else None


def read_channel(item: Mapping[str, Any]) -> PlatformChannel:
    """A channel; `Malformed` where its id, name or view count cannot be right."""
    channel = _text(item, "id")
    if not is_channel_id(channel):
        raise Malformed("id")
    snippet = _object(item, "snippet")
    handle = _text(snippet, "customUrl", default="")
    return PlatformChannel(
        id=PlatformChannelId(channel),
        name=_title(snippet, channel),
        handle=handle if handle.startswith("@") else None,
        thumbnail=_thumbnail(snippet),
        total_views=_count(_object(item, "statistics"), "viewCount"),
        descriptions=_descriptions(item, snippet),
    )


def read_video(item: Mapping[str, Any]) -> PlatformVideo:
    """A video; `Malformed` where its id, channel or day cannot be right."""
    video = _text(item, "id")
    if not is_video_id(video):
        raise Malformed("id")
    snippet = _object(item, "snippet")
    channel = _text(snippet, "channelId")
    if not is_channel_id(channel):
        raise Malformed("channelId")
    return PlatformVideo(
        id=VideoId(video),
        channel=PlatformChannelId(channel),
        title=_title(snippet, video),
        thumbnail=_thumbnail(snippet),
        published_at=_instant(snippet, "publishedAt"),
        seconds=_seconds(item),
    )


def _descriptions(item: Mapping[str, Any], snippet: Mapping[str, Any]) -> tuple[str, ...]:
    """The descriptions in all languages, because a code may be in any of them."""
    localizations = _object(item, "localizations", default={})
    sources = [
        snippet,
        _object(snippet, "localized", default={}),
        *(value for value in localizations.values() if isinstance(value, _OBJECT)),
    ]
    texts = [_text(source, "description", default="") for source in sources]
    return tuple(dict.fromkeys(text[:LONGEST_DESCRIPTION] for text in texts if text))


def _title(snippet: Mapping[str, Any], otherwise: str) -> str:
    """The title without control characters, cut to the length that the tables allow; never empty."""
    text = unicodedata.normalize("NFC", _text(snippet, "title", default=""))
    clean = "".join(each for each in text if unicodedata.category(each) not in {"Cc", "Cs"})
    return clean.strip()[:LONGEST_TITLE] or otherwise


def _thumbnail(snippet: Mapping[str, Any]) -> str | None:
    thumbnails = _object(snippet, "thumbnails", default={})
    for size in _THUMBNAILS:
        url = _text(_object(thumbnails, size, default={}), "url", default="")
        if url.startswith(("https://", "http://127.0.0.1:")) and len(url) <= LONGEST_URL:
            return url
    return None


def _count(statistics: Mapping[str, Any], name: str) -> int:
    """A count, which arrives as digits in a text; a missing one is hidden and counts as zero."""
    text = _text(statistics, name, default="0")
    if not _COUNT.fullmatch(text) or int(text) > LARGEST_COUNT:
        raise Malformed(name)
    return int(text)


def _instant(snippet: Mapping[str, Any], name: str) -> datetime:
    try:
        instant = datetime.fromisoformat(_text(snippet, name))
    except ValueError:
        raise Malformed(name) from None
    if instant.tzinfo is None:
        raise Malformed(name)
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        raise Malformed(name) from None


def _seconds(item: Mapping[str, Any]) -> int | None:
    """The length in seconds, if it is given in a readable form."""
    text = _text(_object(item, "contentDetails", default={}), "duration", default="")
    match = _DURATION.fullmatch(text) if text else None
    if match is None:
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _object(
    source: Mapping[str, Any], name: str, default: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    value = source.get(name, default)
    if not isinstance(value, _OBJECT):
        raise Malformed(name)
    return value


def _text(source: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = source.get(name, default)
    if not isinstance(value, str) or "\0" in value:
        raise Malformed(name)
    return value
