"""A file of channels in place of a platform, for installations without an API key (D-036).

The operator keeps a JSON file up to date::

    {"channels": [{"id": "UC...", "name": "Mina", "handle": "@mina", "user": null,
                   "description": "BB-...", "total_views": 1250000, "thumbnail": null}],
     "videos": [{"id": "...", "channel": "UC...", "title": "...", "published_on": "2025-09-01"}]}

`id`, `name` and, of videos, `channel` and `published_on` are needed; the rest may be left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import ClassVar

from attrs import field, frozen
from attrs.validators import ge
from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError

from backbeat.channels.links import is_channel_id, is_video_id, same_handle
from backbeat.channels.platform import PlatformChannel, PlatformUnavailable, PlatformVideo
from backbeat.kernel.ids import PlatformChannelId, VideoId


def _channel_id(_: object, __: object, value: str) -> None:
    if not is_channel_id(value):
        raise ValueError(f"not a channel id: {value}")


def _video_id(_: object, __: object, value: str) -> None:
    if not is_video_id(value):
        raise ValueError(f"not a video id: {value}")


@frozen
class _Channel:
    id: str = field(validator=_channel_id)
    name: str
    handle: str | None = None
    user: str | None = None
    description: str = ""
    total_views: int = field(default=0, validator=ge(0))
    thumbnail: str | None = None


@frozen
class _Video:
    id: str = field(validator=_video_id)
    channel: str = field(validator=_channel_id)
    title: str
    published_on: date
    thumbnail: str | None = None
    seconds: int | None = None


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
    """Reads the file anew at every question; fulfils `VideoPlatform`."""

    path: Path

    kind: ClassVar[str] = "file"

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        """The channel with this id."""
        return _first(each for each in self._read().channels if each.id == channel)

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        """Those of these channels that the file has."""
        wanted = frozenset(channels)
        return [_channel(each) for each in self._read().channels if each.id in wanted]

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        """The channel with this handle."""
        return _first(
            each
            for each in self._read().channels
            if each.handle and same_handle(each.handle, handle)
        )

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        """The channel of this old user name."""
        return _first(each for each in self._read().channels if each.user == user)

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        """Those of these videos that the file has."""
        wanted = frozenset(videos)
        return [_video(each) for each in self._read().videos if each.id in wanted]

    def _read(self) -> _File:
        try:
            content = json.loads(self.path.read_text("utf-8"))
            return _converter().structure(content, _File)
        except (OSError, ValueError) as trouble:
            raise PlatformUnavailable(f"{self.path}: {trouble}") from trouble
        except BaseValidationError as trouble:
            problems = "; ".join(transform_error(trouble, path="file"))
            raise PlatformUnavailable(f"{self.path}: {problems}") from trouble


def _first(found: Iterable[_Channel]) -> PlatformChannel | None:
    return next((_channel(each) for each in found), None)


def _channel(each: _Channel) -> PlatformChannel:
    return PlatformChannel(
        PlatformChannelId(each.id),
        each.name,
        each.handle and f"@{each.handle.removeprefix('@')}",
        each.thumbnail,
        each.total_views,
        (each.description,) if each.description else (),
    )


def _video(each: _Video) -> PlatformVideo:
    day = each.published_on
    return PlatformVideo(
        VideoId(each.id),
        PlatformChannelId(each.channel),
        each.title,
        each.thumbnail,
        datetime(day.year, day.month, day.day, tzinfo=UTC),
        each.seconds,
    )
