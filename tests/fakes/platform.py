"""A video platform for tests: what it says, and whether it answers, is set by the test."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from attrs import define, evolve, field, frozen

from backbeat.channels.platform import (
    PlatformChannel,
    PlatformUnavailable,
    PlatformVideo,
    VideoPlatform,
)
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.addresses import same_handle
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import platform_of


@define
class FakePlatform:
    """Fulfils `VideoPlatforms`, and `VideoPlatform` for all of them. `questions` counts what it was asked."""

    known: dict[PlatformChannelId, PlatformChannel] = field(factory=dict)
    users: dict[str, PlatformChannelId] = field(factory=dict)
    moved: dict[str, PlatformChannelId] = field(factory=dict)
    """Handles that lead to a channel which has another one now."""
    clips: dict[VideoId, PlatformVideo] = field(factory=dict)
    long: set[VideoId] = field(factory=set)
    """Clips that are no Shorts."""
    down: bool = False
    silent: set[str] = field(factory=set)
    """The platforms that do not answer, by name; `down` is all of them."""
    questions: int = 0
    before_answer: Callable[[], object] | None = None
    """Called before each answer: lets a test do something meanwhile."""
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def has(
        self,
        platform_id: PlatformChannelId,
        *,
        handle: str | None = None,
        user: str | None = None,
        name: str = "Mina",
        views: int = 0,
        descriptions: Sequence[str] = (),
        thumbnail: str | None = None,
    ) -> PlatformChannel:
        """Let it know a channel."""
        channel = PlatformChannel(platform_id, name, handle, thumbnail, views, tuple(descriptions))
        self.known[platform_id] = channel
        if user is not None:
            self.users[user] = platform_id
        return channel

    def describe(self, platform_id: PlatformChannelId, *descriptions: str) -> None:
        """Let a channel's description read so."""
        self.known[platform_id] = evolve(self.known[platform_id], descriptions=descriptions)

    def count(self, platform_id: PlatformChannelId, views: int) -> None:
        """Let a channel have so many views."""
        self.known[platform_id] = evolve(self.known[platform_id], total_views=views)

    def of(self, platform: Platform) -> VideoPlatform | None:
        """All of its channels are of the platforms that their keys name."""
        return None if platform.links is None else OneOf(self, platform)

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        """The channel with this id."""
        self._asked()
        return self.known.get(channel)

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        """Those of these channels that it knows."""
        self._asked()
        return [self.known[each] for each in dict.fromkeys(channels) if each in self.known]

    def channel_of_handle(
        self, handle: str, platform: Platform | None = None
    ) -> PlatformChannel | None:
        """The channel with this handle."""
        self._asked()
        if handle in self.moved:
            return self.known[self.moved[handle]]
        return next(
            (
                each
                for each in self.known.values()
                if each.handle
                and same_handle(each.handle, handle)
                and platform in (None, platform_of(each.id))
            ),
            None,
        )

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        """The channel of this old user name."""
        self._asked()
        return self.known.get(self.users.get(user, PlatformChannelId("")))

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        """Those of these videos that it knows."""
        self._asked()
        return [self.clips[video] for video in dict.fromkeys(videos) if video in self.clips]

    def is_short(self, video: PlatformVideo) -> bool:
        """Every clip that is not said to be long."""
        self._asked()
        return video.id not in self.long

    def _asked(self) -> None:
        with self._lock:
            self.questions += 1
        if self.before_answer is not None:
            self.before_answer()
        if self.down:
            raise PlatformUnavailable("the platform is down")


@frozen
class OneOf:
    """One platform's channels of a fake."""

    fake: FakePlatform
    platform: Platform

    def _require_answer(self) -> None:
        if self.platform.name in self.fake.silent:
            raise PlatformUnavailable(f"{self.platform.name} is silent")

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        """See `VideoPlatform`."""
        return self.fake.channel(channel)

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        """See `VideoPlatform`."""
        self._require_answer()
        return self.fake.channels(channels)

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        """See `VideoPlatform`."""
        return self.fake.channel_of_handle(handle, self.platform)

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        """See `VideoPlatform`."""
        return self.fake.channel_of_user(user)

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        """See `VideoPlatform`."""
        self._require_answer()
        return self.fake.videos(videos)

    def is_short(self, video: PlatformVideo) -> bool:
        """See `VideoPlatform`."""
        self._require_answer()
        return self.fake.is_short(video)
