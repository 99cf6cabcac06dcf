"""Reads what a person typed as a channel's address. Nothing here is ever fetched (AC13).

A link is taken apart into a kind and a value; the platform adapter builds its own address from
those. The forms that are understood are those of D-036 and R21.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from attrs import frozen

LONGEST_LINK = 500

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
_OTHER_PLATFORMS = {
    "tiktok.com": "tiktok",
    "douyin.com": "douyin",
    "iesdouyin.com": "douyin",
    "instagram.com": "instagram",
    "facebook.com": "facebook",
    "fb.com": "facebook",
    "fb.watch": "facebook",
    "bilibili.com": "bilibili",
    "b23.tv": "bilibili",
}
_PORTS = frozenset({"", "443"})
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

_CHANNEL_ID = re.compile(r"UC[0-9A-Za-z_-]{21}[AQgw]")
_VIDEO_ID = re.compile(r"[0-9A-Za-z_-]{10}[AEIMQUYcgkosw048]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HANDLE_MARKS = frozenset("_-.·")
_NAME_MARKS = frozenset("_-.")
_LONGEST_HANDLE = 30
_SHORTEST_LATIN_HANDLE = 3
_LONGEST_NAME = 100


class LinkKind(StrEnum):
    """What a link leads to; only the first four can name a channel."""

    CHANNEL_ID = "channel_id"
    HANDLE = "handle"
    USER = "user"
    CUSTOM = "custom"
    VIDEO = "video"
    NOT_A_CHANNEL = "not_a_channel"
    UNSUPPORTED_PLATFORM = "unsupported_platform"
    UNSUPPORTED_HOST = "unsupported_host"
    INVALID = "invalid"


_CHANNEL_KINDS = frozenset(
    {LinkKind.CHANNEL_ID, LinkKind.HANDLE, LinkKind.USER, LinkKind.CUSTOM},
)


@frozen
class Link:
    """A link as read: its kind, and the id, handle (with its `@`), name or platform it names."""

    kind: LinkKind
    value: str = ""

    @property
    def names_a_channel(self) -> bool:
        """Whether a platform can be asked for the channel behind it."""
        return self.kind in _CHANNEL_KINDS

    @property
    def url(self) -> str:
        """The address to keep and show: https, the usual host, no tab and no query (R21)."""
        match self.kind:
            case LinkKind.CHANNEL_ID:
                return f"{_SITE}/channel/{self.value}"
            case LinkKind.HANDLE:
                return f"{_SITE}/{self.value}"
            case LinkKind.USER:
                return f"{_SITE}/user/{self.value}"
            case LinkKind.CUSTOM:
                return f"{_SITE}/c/{self.value}"
        raise ValueError(f"no channel has this link: {self}")


_INVALID = Link(LinkKind.INVALID)
_NOT_A_CHANNEL = Link(LinkKind.NOT_A_CHANNEL)


def read(text: str) -> Link:
    """Read a typed link. Never raises: what names no channel comes back as its own kind."""
    text = text.strip().replace("＠", "@")
    if not text or len(text) > LONGEST_LINK or _has_hidden(text):
        return _INVALID
    if _CHANNEL_ID.fullmatch(text):
        return Link(LinkKind.CHANNEL_ID, text)
    if text.startswith("@"):
        return _handle(text)
    scheme, rest = _scheme(text)
    if scheme not in {"", "http", "https"}:
        return _INVALID
    authority, path, query = _parts(rest)
    userinfo, _, place = authority.rpartition("@")
    host, _, port = place.partition(":")
    host = host.lower()
    if not _looks_like_host(host):
        return _INVALID
    if host not in _HOSTS and host not in _SHORT_HOSTS:
        return _foreign(host)
    if userinfo or port not in _PORTS:
        return _INVALID
    segments = _segments(path)
    if segments is None:
        return _INVALID
    return _short(segments) if host in _SHORT_HOSTS else _page(segments, query)


def is_channel_id(text: str) -> bool:
    """Whether the text has the form of a platform's channel id; case matters."""
    return _CHANNEL_ID.fullmatch(text) is not None


def is_video_id(text: str) -> bool:
    """Whether the text has the form of a platform's video id; case matters."""
    return _VIDEO_ID.fullmatch(text) is not None


def same_handle(one: str, other: str) -> bool:
    """Whether two handles are one: the `@`, case and Unicode form do not matter."""
    return _folded(one) == _folded(other)


def _folded(handle: str) -> str:
    return unicodedata.normalize("NFC", handle.removeprefix("@")).casefold()


def _page(segments: list[str], query: str) -> Link:
    """What a path on the platform's own site leads to."""
    if not segments:
        return _INVALID
    first, second = segments[0], segments[1] if len(segments) > 1 else ""
    if first.startswith("@"):
        return _handle(first)
    word = first.lower()
    if word in {"channel", "browse"} and second.startswith("UC"):
        return Link(LinkKind.CHANNEL_ID, second) if is_channel_id(second) else _INVALID
    if word == "channel" and second:
        return _INVALID
    if word == "user" and second:
        return _named(LinkKind.USER, second)
    if word == "c" and second:
        return _named(LinkKind.CUSTOM, second)
    if word in _WATCH:
        return _video(_parameter(query, "v"))
    if word in _VIDEO_FOLDERS and second:
        return _video(second)
    if word in _KEPT_WORDS:
        return _NOT_A_CHANNEL
    return _named(LinkKind.CUSTOM, first)


def _short(segments: list[str]) -> Link:
    return _video(segments[0]) if segments else _INVALID


def _video(text: str) -> Link:
    return Link(LinkKind.VIDEO, text) if is_video_id(text) else _NOT_A_CHANNEL


def _handle(text: str) -> Link:
    name = unicodedata.normalize("NFC", text.partition("/")[0].partition("?")[0][1:])
    shortest = _SHORTEST_LATIN_HANDLE if name.isascii() else 1
    if not shortest <= len(name) <= _LONGEST_HANDLE or not _is_name(name, _HANDLE_MARKS):
        return _INVALID
    return Link(LinkKind.HANDLE, f"@{name}")


def _named(kind: LinkKind, text: str) -> Link:
    name = unicodedata.normalize("NFC", text)
    if len(name) > _LONGEST_NAME or not _is_name(name, _NAME_MARKS):
        return _INVALID
    return Link(kind, name)


def _is_name(text: str, marks: frozenset[str]) -> bool:
    """Letters, digits and combining marks of any script, with some punctuation in between."""
    return any(character.isalnum() for character in text) and all(
        character in marks or unicodedata.category(character)[0] in "LMN" for character in text
    )


def _foreign(host: str) -> Link:
    for domain, name in _OTHER_PLATFORMS.items():
        if host == domain or host.endswith(f".{domain}"):
            return Link(LinkKind.UNSUPPORTED_PLATFORM, name)
    return Link(LinkKind.UNSUPPORTED_HOST)


def _scheme(text: str) -> tuple[str, str]:
    """The scheme in lower case (empty where there is none) and what follows it."""
    match = _SCHEME.match(text)
    if match is None or "." in match[1]:
        return "", text.removeprefix("//")
    rest = text[match.end() :]
    if not rest.startswith("//"):
        return "not a web address", rest
    return match[1].lower(), rest[2:]


def _parts(rest: str) -> tuple[str, str, str]:
    """Authority, path and query of an address without its scheme; a fragment is dropped."""
    rest = rest.partition("#")[0]
    before, _, query = rest.partition("?")
    authority, _, path = before.partition("/")
    return authority, path, query


def _segments(path: str) -> list[str] | None:
    """The path's parts, percent-decoded; None where the decoding goes wrong or hides something."""
    segments = []
    for part in filter(None, path.split("/")):
        decoded = _decoded(part)
        if decoded is None or "/" in decoded or _has_hidden(decoded):
            return None
        segments.append(decoded.replace("＠", "@"))
    return segments


def _parameter(query: str, name: str) -> str:
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        if key == name:
            return value
    return ""


def _decoded(part: str) -> str | None:
    """Percent-decoded UTF-8, or None. (The core does without urllib.)"""
    raw, at = bytearray(), 0
    while at < len(part):
        if part[at] != "%":
            raw += part[at].encode("utf-8", "surrogatepass")
            at += 1
            continue
        pair = part[at + 1 : at + 3]
        if re.fullmatch(r"[0-9A-Fa-f]{2}", pair) is None:
            return None
        raw.append(int(pair, 16))
        at += 3
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _looks_like_host(host: str) -> bool:
    """Names with a dot, in any script: whether it is one of ours is asked afterwards."""
    return (
        "." in host
        and not host.startswith(".")
        and all(character.isalnum() or character in "-." for character in host)
    )


def _has_hidden(text: str) -> bool:
    """Spaces, backslashes, control, format (zero-width) and unassigned characters, surrogates."""
    return any(
        character == "\\" or unicodedata.category(character)[0] in "CZ" for character in text
    )
