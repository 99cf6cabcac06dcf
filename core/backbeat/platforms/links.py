"""Reads what a person typed as a channel's address, on any platform."""

from __future__ import annotations

from backbeat.platforms.addresses import Link, LinkKind, cleaned, is_below, typed
from backbeat.platforms.foreign import FOREIGN
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import DEFAULT, PLATFORMS, platform

_INVALID = Link(LinkKind.INVALID)
_LINKED = tuple(each.links for each in PLATFORMS if each.links is not None)


def read(text: str, wanted: Platform = DEFAULT) -> Link:
    """Read a typed link.

    Never raises: a text that names no channel is returned as a kind of its own. A handle without an
    address could be any platform's: it is taken as the wanted one's. An address, and an id in the
    default platform's form, themselves say to which platform they belong.
    """
    text = cleaned(text)
    if not text:
        return _INVALID
    for links in (wanted.links, DEFAULT.links):
        link = None if links is None else links.bare(text)
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
    """The address of a channel to store and show."""
    links = platform(link.platform).links
    if links is None or not link.names_a_channel:
        raise ValueError(f"no channel has this link: {link}")
    return links.channel_url(link)


def _foreign(host: str) -> Link:
    for each in FOREIGN:
        if is_below(host, each.domains):
            return Link(LinkKind.UNSUPPORTED_PLATFORM, platform=each.name)
    return Link(LinkKind.UNSUPPORTED_HOST)
