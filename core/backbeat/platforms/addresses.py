"""Takes a typed address apart, before it is known to which platform it belongs.

Nothing here is ever fetched: a link becomes a kind and a value, and the platform's adapter builds
its own address from those.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

LONGEST_LINK = 500

_PORTS = frozenset({"", "443"})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


class LinkKind(StrEnum):
    """What a link leads to; only the first four kinds can name a channel."""

    CHANNEL_ID = "channel_id"
    HANDLE = "handle"
    USER = "user"
    CUSTOM = "custom"
    VIDEO = "video"
    SHORT_LINK = "short_link"
    NOT_A_CHANNEL = "not_a_channel"
    UNSUPPORTED_PLATFORM = "unsupported_platform"
    UNSUPPORTED_HOST = "unsupported_host"
    INVALID = "invalid"


_CHANNEL_KINDS = frozenset(
    {LinkKind.CHANNEL_ID, LinkKind.HANDLE, LinkKind.USER, LinkKind.CUSTOM},
)


@frozen
class Link:
    """A link as read: its kind, and the id, handle (with its `@`) or name in it.

    `platform` is the name of the platform to which it leads; blank if there is none.
    """

    kind: LinkKind
    value: str = ""
    platform: str = ""

    @property
    def names_a_channel(self) -> bool:
        """Whether a platform can be asked for its channel."""
        return self.kind in _CHANNEL_KINDS


@frozen
class Address:
    """A web address: its host in lower case, the decoded parts of its path, its query as it is."""

    host: str
    segments: Sequence[str]
    query: str = ""

    def parameter(self, name: str) -> str:
        """A value of the query; blank if it has none."""
        for pair in self.query.split("&"):
            key, _, value = pair.partition("=")
            if key == name:
                return value
        return ""


@frozen
class Typed:
    """A typed text that can be an address: its host, which decides the platform, and what follows."""

    host: str
    rest: str
    is_plain: bool
    """Whether it uses the usual port and contains no user or password."""

    def address(self) -> Address | None:
        """The whole address; None if its path cannot be decoded or contains hidden characters."""
        path, query = _path_and_query(self.rest)
        segments = _segments(path)
        return None if segments is None else Address(self.host, segments, query)


def cleaned(text: str) -> str:
    """The text as people mean it; blank if it is too long or contains hidden characters."""
    plain = text.strip().replace("＠", "@")
    return "" if len(plain) > LONGEST_LINK or _has_hidden(plain) else plain


def typed(text: str) -> Typed | None:
    """The cleaned text as an address on some host; None if it is not a web address."""
    scheme, rest = _scheme(text)
    if scheme not in {"", "http", "https"}:
        return None
    rest = rest.partition("#")[0]
    authority = re.split(r"[/?]", rest, maxsplit=1)[0]
    userinfo, _, place = authority.rpartition("@")
    host, _, port = place.partition(":")
    host = host.lower()
    if not _looks_like_host(host):
        return None
    return Typed(host, rest[len(authority) :], not userinfo and port in _PORTS)


def is_below(host: str, domains: frozenset[str]) -> bool:
    """Whether the host is one of the domains, or a subdomain of one."""
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


def is_name(text: str, marks: frozenset[str]) -> bool:
    """Letters, digits and combining marks of any script, with some punctuation in between."""
    return any(character.isalnum() for character in text) and all(
        character in marks or unicodedata.category(character)[0] in "LMN" for character in text
    )


def same_handle(one: str, other: str) -> bool:
    """Whether two handles are the same: the `@`, case and Unicode form do not matter."""
    return _folded(one) == _folded(other)


def _folded(handle: str) -> str:
    return unicodedata.normalize("NFC", handle.removeprefix("@")).casefold()


def _scheme(text: str) -> tuple[str, str]:
    """The scheme in lower case (empty if there is none) and what follows it."""
    match = _SCHEME.match(text)
    if match is None or "." in match[1]:
        return "", text.removeprefix("//")
    rest = text[match.end() :]
    if not rest.startswith("//"):
        return "not a web address", rest
    return match[1].lower(), rest[2:]


def _path_and_query(rest: str) -> tuple[str, str]:
    path, _, query = rest.partition("?")
    return path, query


def _segments(path: str) -> list[str] | None:
    """The path's parts, percent-decoded; None if decoding fails or reveals hidden characters."""
    segments = []
    for part in filter(None, path.split("/")):
        decoded = _decoded(part)
        if decoded is None or "/" in decoded or _has_hidden(decoded):
            return None
        segments.append(decoded.replace("＠", "@"))
    return segments


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
    """Whether it is a name with a dot, in any script; whether it is a known host is checked later."""
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
