"""A file of channels in place of a platform, for installations without an API key (PLATFORM-6).

The operator keeps a JSON file up to date::

    {"channels": [{"id": "UC...", "name": "Mina", "handle": "@mina", "user": null,
                   "description": "BB-...", "total_views": 1250000, "thumbnail": null},
                  {"platform": "tiktok", "id": "6959...", "name": "Mina", "handle": "@mina",
                   "bio": "BB-..."}],
     "videos": [{"id": "...", "channel": "UC...", "title": "...", "published_on": "2025-09-01",
                 "seconds": 38, "short": true}]}

`id`, `name` and, of videos, `channel` and `published_on` are needed; the rest may be left out. An
entry without `platform` is YouTube's. The code is looked for in the text that the platform defines:
`description` for YouTube, `bio` for TikTok.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import ClassVar

from attrs import Attribute, field, frozen
from attrs.validators import ge
from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError
from cattrs.v import format_exception

from backbeat.channels.platform import PlatformChannel, PlatformUnavailable, PlatformVideo
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.languages import FALLBACK
from backbeat.platforms.addresses import same_handle
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import DEFAULT, platform


def _known(_: object, __: object, value: str) -> None:
    platform(value)


def _channel_id(entry: _Channel | _Video, _: object, value: str) -> None:
    if not entry.of.ids.is_channel(value):
        raise ValueError(f"not a channel id of {entry.of.title[FALLBACK]}: {value}")


def _video_id(entry: _Video, _: object, value: str) -> None:
    if not entry.of.ids.is_video(value):
        raise ValueError(f"not a video id of {entry.of.title[FALLBACK]}: {value}")


def _text(entry: _Channel, attribute: Attribute[str], value: str) -> None:
    carries = entry.of.verification.text
    if value and attribute.name != carries:
        raise ValueError(
            f"codes of {entry.of.title[FALLBACK]} stand in {carries}, not in {attribute.name}"
        )


@frozen
class _Channel:
    platform: str = field(default=DEFAULT.name, validator=_known, kw_only=True)
    id: str = field(validator=_channel_id)
    name: str
    handle: str | None = None
    user: str | None = None
    description: str = field(default="", validator=_text)
    bio: str = field(default="", validator=_text)
    total_views: int = field(default=0, validator=ge(0))
    thumbnail: str | None = None

    @property
    def of(self) -> Platform:
        return platform(self.platform)


@frozen
class _Video:
    platform: str = field(default=DEFAULT.name, validator=_known, kw_only=True)
    id: str = field(validator=_video_id)
    channel: str = field(validator=_channel_id)
    title: str
    published_on: date
    thumbnail: str | None = None
    seconds: int | None = None
    short: bool = False

    @property
    def of(self) -> Platform:
        return platform(self.platform)


@frozen
class _File:
    channels: tuple[_Channel, ...] = ()
    videos: tuple[_Video, ...] = ()


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(date, lambda text, _: date.fromisoformat(text))
    return converter


@frozen
class FilePlatform:
    """One platform's entries in the file, which is read anew for every question; fulfils
    `VideoPlatform`.
    """

    path: Path
    platform: Platform = DEFAULT

    kind: ClassVar[str] = "file"

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        return next(iter(self.channels([channel])), None)

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        wanted = frozenset(channels)
        return [found for each in self._channels() if (found := _channel(each)).id in wanted]

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        return _first(
            each for each in self._channels() if each.handle and same_handle(each.handle, handle)
        )

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        return _first(each for each in self._channels() if each.user == user)

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        wanted = frozenset(videos)
        entries = [each for each in self._read().videos if each.of is self.platform]
        return [found for each in entries if (found := _video(each)).id in wanted]

    def is_short(self, video: PlatformVideo) -> bool:
        entries = [each for each in self._read().videos if each.of is self.platform]
        return any(each.short for each in entries if each.of.video_key(each.id) == video.id)

    def _channels(self) -> Iterator[_Channel]:
        return (each for each in self._read().channels if each.of is self.platform)

    def _read(self) -> _File:
        try:
            return read(self.path)
        except (OSError, BrokenFile) as trouble:
            raise PlatformUnavailable(f"{self.path}: {trouble}") from trouble


class BrokenFile(Exception):
    """The file cannot be read as a file of channels; `lines` name every fault with its line."""

    def __init__(self, *lines: str) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


def read(path: Path) -> _File:
    """The contents of the file. Raises `BrokenFile` naming every fault, or OSError."""
    try:
        text = path.read_text("utf-8")
        content = json.loads(text)
    except ValueError as trouble:  # errors of UTF-8 and JSON name the place themselves
        raise BrokenFile(str(trouble)) from None
    if not isinstance(content, dict):
        raise BrokenFile("not an object of channels and videos")
    try:
        return _converter().structure(content, _File)
    except BaseValidationError as trouble:
        places = _lines_of_entries(text)
        problems = transform_error(trouble, path="file", format_exception=_told)
        raise BrokenFile(*(_at_its_line(problem, places) for problem in problems)) from None


_PLACE = re.compile(r"file\.(channels|videos)\[(\d+)\]")


def _at_its_line(problem: str, places: Mapping[tuple[str, int], int]) -> str:
    found = _PLACE.search(problem)
    line = places.get((found[1], int(found[2]))) if found else None
    return problem if line is None else f"line {line}: {problem}"


def _lines_of_entries(text: str) -> dict[tuple[str, int], int]:
    """The line on which each channel and video begins, in a text that is one JSON object of lists."""
    decoder, places, at = json.JSONDecoder(), {}, _next(text, text.index("{") + 1)
    while text[at] != "}":
        name, at = decoder.raw_decode(text, at)
        at = _next(text, _next(text, at) + 1)
        end = decoder.raw_decode(text, at)[1]
        if text[at] == "[":
            at, number = _next(text, at + 1), 0
            while text[at] != "]":
                places[str(name), number] = text.count("\n", 0, at) + 1
                at, number = _next(text, decoder.raw_decode(text, at)[1]), number + 1
                at = _next(text, at + 1) if text[at] == "," else at
        at = _next(text, end)
        at = _next(text, at + 1) if text[at] == "," else at
    return places


def _next(text: str, at: int) -> int:
    """The position of the next character that is not a space."""
    while text[at].isspace():
        at += 1
    return at


def _told(trouble: BaseException, type_: type | None) -> str:
    """Our own words if we refused a value, otherwise those of the JSON reader."""
    ours = isinstance(trouble, ValueError) and not isinstance(trouble, BaseValidationError)
    return str(trouble) if ours else format_exception(trouble, type_)


def _first(found: Iterable[_Channel]) -> PlatformChannel | None:
    return next((_channel(each) for each in found), None)


def _channel(each: _Channel) -> PlatformChannel:
    return PlatformChannel(
        each.of.channel_key(each.id),
        each.name,
        each.handle and f"@{each.handle.removeprefix('@')}",
        each.thumbnail,
        each.total_views,
        tuple(text for text in (each.description, each.bio) if text),
    )


def _video(each: _Video) -> PlatformVideo:
    day = each.published_on
    return PlatformVideo(
        each.of.video_key(each.id),
        each.of.channel_key(each.channel),
        each.title,
        each.thumbnail,
        datetime(day.year, day.month, day.day, tzinfo=UTC),
        each.seconds,
    )
