"""The port to the video platform: what it can be asked, and what it tells (D-036, R51)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from attrs import frozen

from backbeat.kernel.ids import PlatformChannelId, VideoId

BATCH = 50
"""The most ids that one question to a platform may name; adapters split longer lists."""


class PlatformUnavailable(Exception):
    """The platform gave no usable answer: silent, slow, over quota, refusing or talking nonsense.

    It says nothing about the thing asked for. Asking again later may help.
    """


@frozen
class PlatformChannel:
    """What the platform says of a channel now."""

    id: PlatformChannelId
    name: str
    handle: str | None
    """With its `@`; None where the channel has none."""
    thumbnail: str | None
    total_views: int
    """Zero where the channel hides it."""
    descriptions: tuple[str, ...]
    """The description in every language that the platform gives, duplicates left out."""


@frozen
class PlatformVideo:
    """What the platform says of a video now."""

    id: VideoId
    channel: PlatformChannelId
    title: str
    thumbnail: str | None
    published_at: datetime
    seconds: int | None = None


class VideoPlatform(Protocol):
    """Reads public facts from a video platform. It may be slow: never ask inside a transaction.

    Every method raises `PlatformUnavailable` when there is no usable answer. A thing that the
    platform does not know, or hides, is simply not part of the answer.
    """

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        """The channel with this id."""

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        """These channels, however many, in no particular order; unknown ones are left out."""

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        """The channel with this handle, with or without its `@`; case does not matter."""

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        """The channel of this old user name (`/user/name`)."""

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        """These videos, however many, in no particular order; unknown ones are left out."""
