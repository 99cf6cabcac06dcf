"""TikTok's addresses: profiles by their handle, videos, and short links, which do not show where
they lead.
"""

from __future__ import annotations

import re
from typing import ClassVar

from backbeat.platforms.addresses import Address, Link, LinkKind

NAME = "tiktok"

_SITE = "https://www.tiktok.com"
_DOMAIN = "tiktok.com"
_HOSTS = frozenset({_DOMAIN, f"www.{_DOMAIN}", f"m.{_DOMAIN}"})
_SHORT_HOSTS = frozenset({f"vm.{_DOMAIN}", f"vt.{_DOMAIN}"})
_COUNTRY_HOST = re.compile(r"[a-z]{2}\.tiktok\.com")
_HANDLE = re.compile(r"@[0-9a-z_.]{1,23}[0-9a-z_]")
_VIDEO_FOLDERS = frozenset({"video", "photo"})
_VIDEO = re.compile(r"([1-9][0-9]{17,18})(?:\.html)?")
_LANGUAGE = re.compile(r"[a-z]{2}(?:-[a-z]{2,4})?")

_INVALID = Link(LinkKind.INVALID)
_NOT_A_CHANNEL = Link(LinkKind.NOT_A_CHANNEL, platform=NAME)


class TikTokLinks:
    domains: ClassVar[frozenset[str]] = frozenset({_DOMAIN})

    def bare(self, text: str) -> Link | None:
        """A handle with its `@`. A number is not accepted: profiles have no address by their id."""
        if not text.startswith("@"):
            return None
        return _page(text.partition("?")[0].lower().split("/"))

    def read(self, address: Address) -> Link:
        """What an address leads to; country-specific hosts are the same site."""
        if address.host in _SHORT_HOSTS:
            return Link(LinkKind.SHORT_LINK, platform=NAME)
        if address.host not in _HOSTS and not _COUNTRY_HOST.fullmatch(address.host):
            return Link(LinkKind.UNSUPPORTED_HOST)
        return _page([part.lower() for part in address.segments])

    def channel_url(self, link: Link) -> str:
        return f"{_SITE}/{link.value}"

    def video_url(self, video: str, channel_link: str) -> str | None:
        return f"{channel_link}/video/{video}"


def _page(segments: list[str]) -> Link:
    if segments and _LANGUAGE.fullmatch(segments[0]):
        segments = segments[1:]
    if not segments:
        return _INVALID
    first, *rest = segments
    if first == "t" and rest:
        return Link(LinkKind.SHORT_LINK, platform=NAME)
    if first in {"v", "embed"} and rest:
        return _video(rest[-1])
    if not first.startswith("@"):
        return _NOT_A_CHANNEL
    if rest and rest[0] in _VIDEO_FOLDERS:
        return _video(rest[1] if len(rest) > 1 else "")
    return Link(LinkKind.HANDLE, first, NAME) if _HANDLE.fullmatch(first) else _INVALID


def _video(text: str) -> Link:
    match = _VIDEO.fullmatch(text)
    return Link(LinkKind.VIDEO, match[1], NAME) if match else _NOT_A_CHANNEL
