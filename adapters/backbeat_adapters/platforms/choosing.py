"""The video platforms that an installation reads, each through the source it chose."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from backbeat.channels.platform import VideoPlatform
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import PLATFORMS
from backbeat_adapters.breaker import Tell, nobody
from backbeat_adapters.deployment import PlatformKind, PlatformRoute
from backbeat_adapters.platforms.files import BrokenFile, FilePlatform, read
from backbeat_adapters.platforms.guarded import GuardedPlatform


@frozen
class Platforms:
    """The adapters of the platforms, by their names; fulfils `VideoPlatforms`."""

    ways: Mapping[str, VideoPlatform]

    def of(self, platform: Platform) -> VideoPlatform | None:
        """The adapter of one platform."""
        return self.ways.get(platform.name)


def video_platforms(route: PlatformRoute, tell: Tell = nobody) -> Platforms:
    """YouTube through its Data API with a key (or the simulator under the same address), and every
    other platform that has links through the file of channels, if there is one; without a key
    YouTube's channels are in that file too. `tell` is told of failures.
    """
    has_key = route.kind is PlatformKind.DATA_API
    ways: dict[str, VideoPlatform] = {}
    if not has_key or route.file.exists():
        ways |= {each.name: FilePlatform(route.file, each) for each in PLATFORMS if each.links}
    if has_key:
        # Its HTTP client is slow to import.
        from backbeat_adapters.platforms.youtube import YouTube  # noqa: PLC0415

        ways[YouTube.kind] = GuardedPlatform(
            YouTube.kind, YouTube(route.api_key, route.url), tell=tell
        )
    return Platforms(ways)


def file_faults(route: PlatformRoute) -> tuple[str, ...]:
    """What is wrong with the file of channels, by line; empty if none exists yet.

    With a key too: the platforms other than YouTube are read from it where there is one.
    """
    if not route.file.exists():
        return ()
    try:
        read(route.file)
    except BrokenFile as broken:
        return tuple(f"{route.file}: {line}" for line in broken.lines)
    except OSError as trouble:
        return (f"{route.file}: {trouble}",)
    return ()
