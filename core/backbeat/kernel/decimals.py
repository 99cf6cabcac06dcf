"""Numbers as people, files and settings write them."""

from __future__ import annotations

import re
from decimal import Decimal

_PLAIN = re.compile(r"[+-]?[0-9]{1,20}(\.[0-9]{1,20})?")
_MOST_DIGITS = 28
"""How many digits decimal arithmetic keeps: longer numbers would be rounded."""


def plain_decimal(text: str) -> Decimal:
    """The number written with a sign, digits and at most one point.

    Raises ValueError for everything else that `Decimal` would read: exponents, underscores, spaces,
    digits of other scripts, NaN, infinity, and numbers too long to be kept exactly.
    """
    if not _PLAIN.fullmatch(text) or sum(map(str.isdigit, text)) > _MOST_DIGITS:
        raise ValueError(f"not a plain number: {text[:40]!r}")
    return Decimal(text)
