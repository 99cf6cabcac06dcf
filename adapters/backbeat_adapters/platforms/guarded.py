"""A circuit breaker in front of a video platform."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from attrs import Factory, define, field

from backbeat.channels.platform import (
    PlatformChannel,
    PlatformUnavailable,
    PlatformVideo,
    VideoPlatform,
)
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat_adapters.breaker import Breaker, Tell, nobody


def _breaker(platform: GuardedPlatform) -> Breaker:
    return Breaker(
        platform.name,
        PlatformUnavailable,
        platform.failures,
        platform.rest,
        platform.now,
        platform.tell,
    )


@define
class GuardedPlatform:
    """Fulfils `VideoPlatform`: asks the platform behind it as long as a `Breaker` allows it."""

    name: str
    behind: VideoPlatform
    failures: int = 5
    rest: float = 30.0
    now: Callable[[], float] = time.monotonic
    tell: Tell = nobody
    _breaker: Breaker = field(default=Factory(_breaker, takes_self=True), init=False)

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        return self._breaker.asked(lambda: self.behind.channel(channel))

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        return self._breaker.asked(lambda: self.behind.channels(channels))

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        return self._breaker.asked(lambda: self.behind.channel_of_handle(handle))

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        return self._breaker.asked(lambda: self.behind.channel_of_user(user))

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        return self._breaker.asked(lambda: self.behind.videos(videos))

    def is_short(self, video: PlatformVideo) -> bool:
        return self._breaker.asked(lambda: self.behind.is_short(video))
