"""The video platform that an installation chose."""

from __future__ import annotations

from backbeat.channels.platform import VideoPlatform
from backbeat_adapters.deployment import PlatformKind, PlatformRoute
from backbeat_adapters.platforms.files import FilePlatform
from backbeat_adapters.platforms.youtube import YouTube


def video_platform(route: PlatformRoute) -> VideoPlatform:
    """YouTube's Data API with the key (or the simulator under the same address), or a file."""
    if route.kind is PlatformKind.YOUTUBE:
        return YouTube(route.api_key, route.url)
    return FilePlatform(route.file)
