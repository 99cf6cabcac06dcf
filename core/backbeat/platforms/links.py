"""Reads what a person typed as a channel's address, on whichever platform."""

from __future__ import annotations

from backbeat.platforms.addresses import Link, LinkKind, cleaned, is_below, typed
from backbeat.platforms.registry import PLATFORMS, platform

_INVALID = Link(LinkKind.INVALID)
_FOREIGN = {
    "douyin.com": "douyin",
    "iesdouyin.com": "douyin",
    "instagram.com": "instagram",
    "facebook.com": "facebook",
    "fb.com": "facebook",
    "fb.watch": "facebook",
    "bilibili.com": "bilibili",
    "b23.tv": "bilibili",
}
"""Platforms that people ask for and that nobody has registered, by their domains."""

_LINKED = tuple(each.links for each in PLATFORMS if each.links is not None)


def read(text: str) -> Link:
    """Read a typed link. Never raises: what names no channel comes back as its own kind."""
    text = cleaned(text)
    if not text:
        return _INVALID
    for links in _LINKED:
        link = links.bare(text)
        if link is not None:
            return link
    found = typed(text)
    if found is None:
        return _INVALID
    for links in _LINKED:
        if is_below(found.host, links.domains):
            address = found.address() if found.is_plain else None
            return _INVALID if address is None else links.read(address)
    return _foreign(found.host)


def url_of(link: Link) -> str:
    """The address of a channel to keep and show."""
    links = platform(link.platform).links
    if links is None or not link.names_a_channel:
        raise ValueError(f"no channel has this link: {link}")
    return links.channel_url(link)


def _foreign(host: str) -> Link:
    for domain, name in _FOREIGN.items():
        if is_below(host, frozenset({domain})):
            return Link(LinkKind.UNSUPPORTED_PLATFORM, platform=name)
    return Link(LinkKind.UNSUPPORTED_HOST)
