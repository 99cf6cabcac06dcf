"""What a domain, a colour and a logo may be (SITE-4)."""

from __future__ import annotations

import re
from typing import Any

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
