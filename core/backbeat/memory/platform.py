"""A video platform in memory, which knows only what it was told."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.channels.platform import PlatformChannel, PlatformVideo
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.addresses import same_handle
from backbeat.platforms.model import Platform
from backbeat.platforms.youtube.platform import YOUTUBE


@define(eq=False)
class MemoryPlatform:
    """Fulfils `VideoPlatform`, and `VideoPlatforms` for the one platform that it reads."""

    reads: Platform = YOUTUBE
    known: dict[PlatformChannelId, PlatformChannel] = field(factory=dict)
    clips: dict[VideoId, PlatformVideo] = field(factory=dict)
    shorts: set[VideoId] = field(factory=set)
    """Those of the clips that their channels list as Shorts."""

    def put(self, *channels: PlatformChannel) -> None:
        """Tell it about channels, or what they say now."""
        self.known.update({channel.id: channel for channel in channels})

    def of(self, platform: Platform) -> MemoryPlatform | None:
        return self if platform is self.reads else None

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        return self.known.get(channel)

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        return [self.known[each] for each in dict.fromkeys(channels) if each in self.known]

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        named = (each for each in self.known.values() if each.handle)
        return next((each for each in named if same_handle(str(each.handle), handle)), None)

    def channel_of_user(self, user: str) -> PlatformChannel | None:  # noqa: ARG002 - none are kept
        return None

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        return [self.clips[each] for each in dict.fromkeys(videos) if each in self.clips]

    def is_short(self, video: PlatformVideo) -> bool:
        return video.id in self.shorts
