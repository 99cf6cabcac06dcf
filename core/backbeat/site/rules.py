"""What a domain, a colour and a logo may be (SITE-4), and where a short link may lead (SITE-7)."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import is_isrc, normalise_isrc

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LOGO = re.compile(r"(https://[a-z0-9.-]+(:\d+)?)?/(?!/)[\w./%~-]*", re.ASCII)
_LONGEST_LOGO = 500


def domain_of(host: str) -> str:
    """A host as partners are looked up by: lower case, without port and a leading `www.`."""
    return host.strip().lower().partition(":")[0].removeprefix("www.")


def is_colour(_: object, __: Any, value: str) -> None:
    """Raise ValueError for what is not `#rrggbb`."""
    if not _COLOUR.fullmatch(value):
        raise ValueError(f"not a colour like #rrggbb: {value!r}")


def is_logo(_: object, __: Any, value: str | None) -> None:
    """Raise ValueError for what is neither an https address nor a path of the portal."""
    if value is not None and (len(value) > _LONGEST_LOGO or not _LOGO.fullmatch(value)):
        raise ValueError(f"a logo is an https address or a path of this site: {value!r}")


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
