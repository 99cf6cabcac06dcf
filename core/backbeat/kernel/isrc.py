"""The track code: twelve characters that name one recording."""

from __future__ import annotations

import re
from collections.abc import Collection

_PATTERN = re.compile(r"[A-Z]{2}[A-Z0-9]{3}[0-9]{7}")
_LENGTH = 12
_LABEL = "ISRC"


def normalise_isrc(text: str) -> str:
    """What people write, in the form in which codes are stored (MUSIC-2).

    Upper case, without white space, hyphens and a leading "ISRC". The label is removed only if the
    text is longer than a code, because "ISRC12400001" is itself a code. The result may still not be
    a code: see `is_isrc`.
    """
    code = "".join(text.split()).replace("-", "")
    if not code.isascii():
        # Upper-casing would turn letters such as the dotless i into plain ones.
        return code
    code = code.upper()
    if len(code) > _LENGTH and code.startswith(_LABEL):
        code = code.removeprefix(_LABEL).removeprefix(":")
    return code


def is_isrc(code: str) -> bool:
    """Whether a normalised text is a track code, judged only by its form."""
    return _PATTERN.fullmatch(code) is not None


def has_prefix(code: str, prefixes: Collection[str]) -> bool:
    """Whether the code begins with one of the installation's prefixes; no prefixes means any
    (MUSIC-1).
    """
    return not any(prefixes) or any(code.startswith(prefix) for prefix in prefixes if prefix)
