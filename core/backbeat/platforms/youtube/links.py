"""YouTube's addresses: channels, handles, the old user and custom names, videos."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from backbeat.platforms.addresses import Address, Link, LinkKind, is_name
from backbeat.platforms.youtube.ids import is_channel_id, is_video_id

NAME = "youtube"

_SITE = "https://www.youtube.com"
_HOSTS = frozenset(
    {
        "youtube.com",
        "www.youtube.com",
        "m.youtube.com",
        "music.youtube.com",
        "studio.youtube.com",
        "youtubekids.com",
        "www.youtubekids.com",
        "www.youtube-nocookie.com",
    }
)
_SHORT_HOSTS = frozenset({"youtu.be", "www.youtu.be"})
_VIDEO_FOLDERS = frozenset({"shorts", "embed", "live", "v", "video"})
_WATCH = frozenset({"watch", "watch_popup"})
_KEPT_WORDS = frozenset(
    """
    about account account_advanced account_notifications ads api attribution_link audiolibrary
    browse c channel channels clip comment course creators dashboard e embed feed feeds gaming
    get_video get_video_info hashtag howyoutubeworks iframe_api img index intl jobs kids learning
    live live_chat live_dashboard login logout movies music my_videos news oops oembed paid_memberships
    playables playlist playlists podcasts post premium privacy redirect reporthistory results s
    search settings shopping shorts sitemaps sports storefront subscribe_embed subscription_center
    subscription_manager t terms testtube trending tv upload user v verify video videos vi watch
    watch_ajax watch_later watch_popup watch_queue yt yts
    """.split()  # noqa: SIM905 - a wall of words reads better than a wall of quotes
)

_HANDLE_MARKS = frozenset("_-.·")
_NAME_MARKS = frozenset("_-.")
_LONGEST_HANDLE = 30
_SHORTEST_LATIN_HANDLE = 3
_LONGEST_NAME = 100

_INVALID = Link(LinkKind.INVALID)
_NOT_A_CHANNEL = Link(LinkKind.NOT_A_CHANNEL, platform=NAME)


class YouTubeLinks:
    """See `model.Links`. A handle or a channel's id without an address is taken as YouTube's."""

    domains: ClassVar[frozenset[str]] = frozenset(
        {"youtube.com", "youtubekids.com", "youtube-nocookie.com", "youtu.be"}
    )

    def bare(self, text: str) -> Link | None:
        """A channel's id, or a handle with its `@`."""
        if is_channel_id(text):
            return _channel(LinkKind.CHANNEL_ID, text)
        return _handle(text) if text.startswith("@") else None

    def read(self, address: Address) -> Link:
        if address.host in _SHORT_HOSTS:
            return _video(address.segments[0]) if address.segments else _INVALID
        if address.host not in _HOSTS:
            return Link(LinkKind.UNSUPPORTED_HOST)
        return _page(address)

    def channel_url(self, link: Link) -> str:
        """The address to store and show: https, the usual host, no tab and no query."""
        match link.kind:
            case LinkKind.CHANNEL_ID:
                return f"{_SITE}/channel/{link.value}"
            case LinkKind.HANDLE:
                return f"{_SITE}/{link.value}"
            case LinkKind.USER:
                return f"{_SITE}/user/{link.value}"
            case LinkKind.CUSTOM:
                return f"{_SITE}/c/{link.value}"
        raise ValueError(f"no channel has this link: {link}")

    def video_url(self, video: str, channel_link: str) -> str | None:  # noqa: ARG002
        """The player for short videos, which can show any video."""
        return f"{_SITE}/shorts/{video}"


def _page(address: Address) -> Link:
    """What a path on the platform's own site leads to."""
    segments = address.segments
    if not segments:
        return _INVALID
    first, second = segments[0], segments[1] if len(segments) > 1 else ""
    if first.startswith("@"):
        return _handle(first)
    word = first.lower()
    if word in {"channel", "browse"} and second.startswith("UC"):
        return _channel(LinkKind.CHANNEL_ID, second) if is_channel_id(second) else _INVALID
    if word == "channel" and second:
        return _INVALID
    if word == "user" and second:
        return _named(LinkKind.USER, second)
    if word == "c" and second:
        return _named(LinkKind.CUSTOM, second)
    if word in _WATCH:
        return _video(address.parameter("v"))
    if word in _VIDEO_FOLDERS and second:
        return _video(second)
    if word in _KEPT_WORDS:
        return _NOT_A_CHANNEL
    return _named(LinkKind.CUSTOM, first)


def _channel(kind: LinkKind, value: str) -> Link:
    return Link(kind, value, NAME)


def _video(text: str) -> Link:
    return Link(LinkKind.VIDEO, text, NAME) if is_video_id(text) else _NOT_A_CHANNEL


def _handle(text: str) -> Link:
    name = unicodedata.normalize("NFC", text.partition("/")[0].partition("?")[0][1:])
    shortest = _SHORTEST_LATIN_HANDLE if name.isascii() else 1
    if not shortest <= len(name) <= _LONGEST_HANDLE or not is_name(name, _HANDLE_MARKS):
        return _INVALID
    return _channel(LinkKind.HANDLE, f"@{name}")


def _named(kind: LinkKind, text: str) -> Link:
    name = unicodedata.normalize("NFC", text)
    if len(name) > _LONGEST_NAME or not is_name(name, _NAME_MARKS):
        return _INVALID
    return _channel(kind, name)
