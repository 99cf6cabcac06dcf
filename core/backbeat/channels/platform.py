"""The ports to the video platforms: what they can be asked, and what they answer (CHAN-2, VIDEO-3)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from attrs import frozen

from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import platform_of

BATCH = 50
"""The most ids that one question to a platform may name; adapters split longer lists."""


class PlatformUnavailable(Exception):
    """The platform gave no usable answer: it was silent, slow, over quota, refused or answered
    nonsense.

    This says nothing about the thing asked for. Asking again later may help.
    """


@frozen
class PlatformChannel:
    id: PlatformChannelId
    name: str
    handle: str | None
    """With its `@`; None if the channel has none."""
    thumbnail: str | None
    total_views: int
    """Zero if the channel hides it."""
    descriptions: tuple[str, ...]
    """The texts in which the platform's codes are placed (`Platform.verification`), in every
    language given, without duplicates.
    """


@frozen
class PlatformVideo:
    id: VideoId
    channel: PlatformChannelId
    title: str
    thumbnail: str | None
    published_at: datetime
    seconds: int | None = None


class VideoPlatform(Protocol):
    """Reads public facts from one video platform. It may be slow: never ask inside a transaction.

    Channels and videos are identified by their keys, which also name the platform. Every method
    raises `PlatformUnavailable` when there is no usable answer. Anything that the platform does not
    know, or hides, is simply not part of the answer.
    """

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None: ...

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        """These channels, however many, in no particular order; unknown ones are left out."""

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        """The channel with this handle, with or without its `@`; case does not matter."""

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        """The channel of this old user name (`/user/name`)."""

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        """These videos, however many, in no particular order; unknown ones are left out."""

    def is_short(self, video: PlatformVideo) -> bool:
        """Whether the video stands in its channel's own list of Shorts (CAMPAIGN-3)."""


class VideoPlatforms(Protocol):
    """The adapters of the platforms that the installation reads."""

    def of(self, platform: Platform) -> VideoPlatform | None:
        """The adapter of one platform; None if the installation has none."""


def channel_now(platforms: VideoPlatforms, channel: PlatformChannelId) -> PlatformChannel | None:
    """What its platform says about a channel now; None if nothing reads that platform."""
    way = platforms.of(platform_of(channel))
    return None if way is None else way.channel(channel)
