"""What a domain, a colour and a logo may be (SITE-4, SITE-8), and where a short link may lead (SITE-7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from backbeat.kernel import palette
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import is_isrc, normalise_isrc
from backbeat.settings import Site
from backbeat.site.errors import LogoElsewhere, OwnDomain, UnreadableColour

_LOGO = re.compile(r"(https://[a-z0-9.-]+(:\d+)?)?/(?!/)[\w./%~-]*", re.ASCII)
_LONGEST_LOGO = 500
_LONGEST_NAME = 60
_LONGEST_DOMAIN = 253
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = re.compile(rf"(?:{_LABEL}\.)+(?=[a-z0-9-]*[a-z]){_LABEL}", re.ASCII)
"""Names of hosts, never addresses: the last label has a letter. Others than ASCII as `xn--`."""
_TAKEN_IN = re.compile(r"/pictures/([0-9a-f]{32})\.webp")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")

TOKEN_PATH = "/.well-known/backbeat-site"  # noqa: S105 - a path
"""Where a partner's domain answers the site's token (SITE-6)."""


def domain_of(host: str) -> str:
    """A host as partners are looked up by: lower case, without port and a leading `www.`."""
    return host.strip().lower().partition(":")[0].removeprefix("www.")


def is_colour(_: object, __: Any, value: str) -> None:
    """Raise ValueError for what is not `#rrggbb`."""
    if not palette.is_colour(value):
        raise ValueError(f"not a colour like #rrggbb: {value!r}")


def is_logo(_: object, __: Any, value: str | None) -> None:
    """Raise ValueError for what is neither an https address nor a path of the portal."""
    if value is not None and (len(value) > _LONGEST_LOGO or not _LOGO.fullmatch(value)):
        raise ValueError(f"a logo is an https address or a path of this site: {value!r}")


def is_line(longest: int) -> Callable[[object, Any, str], None]:
    """A validator: ValueError for what is no line of text of at most so many characters."""

    def check(_: object, attribute: Any, value: str) -> None:
        if not value.strip() or len(value) > longest or not value.isprintable():
            raise ValueError(
                f"{attribute.name} is one line of 1 to {longest} characters: {value[:40]!r}"
            )

    return check


def is_sender(of: object, attribute: Any, value: str | None) -> None:
    """Raise ValueError for what cannot stand before a mail's address."""
    if value is not None:
        is_line(_LONGEST_NAME)(of, attribute, value)


def require_domain(domain: str, portal: Site) -> None:
    """A domain of the partner's own: ValueError for what is no host name, `OwnDomain` for ours."""
    if len(domain) > _LONGEST_DOMAIN or not _DOMAIN.fullmatch(domain):
        raise ValueError(f"not a domain such as partner.example: {domain!r}")
    if domain == domain_of(portal.host):
        raise OwnDomain(domain=domain)


def require_name(name: str) -> None:
    """Raise ValueError for what is no name: one line, as it stands in windows and mails."""
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name is one line of 1 to {_LONGEST_NAME} characters: {name[:40]!r}")


def require_colours(primary: str, dim: str) -> None:
    """Refuses with `UnreadableColour` where text on a colour has less than 4.5:1 (SITE-8)."""
    for pair in palette.palette_of(primary, dim).pairs():
        if not pair.is_readable:
            ratio = Decimal(str(pair.ratio)).quantize(Decimal("0.01"), "ROUND_DOWN")
            raise UnreadableColour(colour=pair.ground, text=pair.text, ratio=ratio)


def require_logo(logo: str | None, image_hosts: Collection[str]) -> None:
    """A logo that browsers load here: ValueError for a path that is no picture, `LogoElsewhere`."""
    if logo is None:
        return
    parts = urlsplit(logo)
    if not parts.netloc:
        if not logo.lower().endswith(_PICTURES):
            raise ValueError(f"a logo of this site is a picture ({', '.join(_PICTURES)}): {logo!r}")
    elif not any(_allows(allowed, logo) for allowed in image_hosts):
        raise LogoElsewhere(host=parts.netloc)


def _allows(allowed: str, address: str) -> bool:
    """Whether a source of the page's policy (`https://i.example`, `https://*.i.example`) covers it."""
    asked, own = urlsplit(address), urlsplit(allowed if "//" in allowed else f"https://{allowed}")
    if own.netloc.startswith("*."):
        return asked.netloc.endswith(own.netloc[1:])
    return (asked.scheme, asked.netloc) == (own.scheme, own.netloc)


def logo_path(picture: str) -> str:
    """Where a picture that was taken in is shown."""
    return f"/pictures/{picture}.webp"


def picture_of(logo: str | None) -> str | None:
    """The picture that was taken in as this logo; None for any other."""
    found = _TAKEN_IN.fullmatch(logo or "")
    return found[1] if found else None


_SHORT_CODE = re.compile(r"[a-z0-9][a-z0-9_-]{1,39}", re.ASCII)
_PAGE = re.compile(r"/(?![/\\])[\w./%~?&=+,:;@!$*'()-]*", re.ASCII)
_LONGEST_PAGE = 500
SHORT_PATH = "/r/"


def short_code_of(text: str) -> str:
    """A code as it is looked up: without case, since people type it."""
    return text.strip().lower()


def is_short_code(_: object, __: Any, code: str) -> None:
    """Raise ValueError for what no short link can be called."""
    if not _SHORT_CODE.fullmatch(code):
        raise ValueError(
            f"a short code has 2 to 40 letters a-z, digits, hyphens or underscores: {code!r}"
        )


def track_code_of(text: str) -> Isrc:
    """A track code as it is kept; raises ValueError for what is none."""
    code = normalise_isrc(text)
    if not is_isrc(code):
        raise ValueError(f"not a track code: {text!r}")
    return Isrc(code)


def page_of(text: str, portal: str) -> str:
    """A page of the portal as a path, which may be written with the portal's own address.

    Raises ValueError for what leads away from it, and for another short link.
    """
    text = text.strip()
    own, asked = urlsplit(portal), urlsplit(text)
    if (asked.scheme, asked.netloc) == (own.scheme, own.netloc):
        text = text[len(f"{asked.scheme}://{asked.netloc}") :] or "/"
    if len(text) > _LONGEST_PAGE or not _PAGE.fullmatch(text):
        raise ValueError(f"a short link leads to a page of {portal} only: {text!r}")
    if text.startswith(SHORT_PATH):
        raise ValueError("a short link does not lead to a short link")
    return text
