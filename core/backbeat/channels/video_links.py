"""Videos to which people refer by an address."""

from __future__ import annotations

from backbeat.channels.errors import BadVideoAddress, VideoNotFetched
from backbeat.channels.platform import PlatformUnavailable, PlatformVideo, VideoPlatforms
from backbeat.kernel.ids import VideoId
from backbeat.platforms import links
from backbeat.platforms.addresses import LinkKind
from backbeat.platforms.registry import platform, platform_of


def video_named(address: str) -> VideoId:
    """The video to which an address leads. Refuses with 70001."""
    link = links.read(address)
    if link.kind is not LinkKind.VIDEO:
        raise BadVideoAddress()
    return platform(link.platform).video_key(link.value)


def fetched(platforms: VideoPlatforms, video: VideoId) -> PlatformVideo | None:
    """What its platform says about a video; None if it does not exist. Refuses with 70000."""
    way = platforms.of(platform_of(video))
    if way is None:
        raise VideoNotFetched()
    try:
        found = way.videos([video])
    except PlatformUnavailable:
        raise VideoNotFetched() from None
    return found[0] if found else None
