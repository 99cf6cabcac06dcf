"""To which track a file belongs, and for how long an address leads to a preview."""

from __future__ import annotations

import re
from datetime import datetime

from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.media.errors import UnusableFile
from backbeat.media.model import FileKey

_CODE = re.compile(
    r"(?<![A-Z0-9])[A-Z]{2}[-_ ]?[A-Z0-9]{3}[-_ ]?[0-9]{2}[-_ ]?[0-9]{5}(?![A-Z0-9])"
)
_SEPARATORS = str.maketrans("", "", "-_ ")

STABLE = 900
"""Seconds for which a track's address stays the same, so that browsers can cache what they played.
"""

_SHOWN_PART = 16


def code_in(name: str) -> Isrc:
    """The one track code in a file's name; raises `UnusableFile`."""
    found = {normalise_isrc(each.translate(_SEPARATORS)) for each in _CODE.findall(name.upper())}
    if not found:
        raise UnusableFile("no_code", "its name has no track code (ISRC)")
    if len(found) > 1:
        raise UnusableFile(
            "several_codes", f"its name has several codes: {', '.join(sorted(found))}"
        )
    return Isrc(found.pop())


def key_of(isrc: Isrc, digest: str, suffix: str) -> FileKey:
    """The same bytes for the same track have the same key."""
    return FileKey(f"{isrc}-{digest[:_SHOWN_PART]}{suffix}")


def end_of_address(now: datetime) -> int:
    """When an address that is made now expires, in seconds since 1970: between one and two times
    `STABLE` from now, and the same for everybody who asks within `STABLE`.
    """
    begun = int(now.timestamp()) // STABLE
    return (begun + 2) * STABLE


def what_is_signed(isrc: Isrc, partner: str | None, file: FileKey, expires: int) -> str:
    """The text that is signed: with another partner or other audio, a track gets another address."""
    return f"preview {isrc} {partner or '-'} {file} {expires}"
