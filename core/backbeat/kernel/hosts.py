"""The portal's address under another host."""

from __future__ import annotations

from urllib.parse import urlsplit


def origin_of(domain: str, portal: str) -> str:
    """The origin of the portal under a partner's domain, with the scheme and port of the portal
    itself.
    """
    own = urlsplit(portal)
    port = f":{own.port}" if own.port else ""
    return f"{own.scheme}://{domain}{port}"
