"""Korea's numbers of businesses and of residents, judged by their form and their checksums."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date

from backbeat.tax.model import NumberKind, TaxNumber

_BUSINESS = re.compile(r"[0-9]{10}")
_RESIDENT = re.compile(r"[0-9]{13}")
_SIGNS = re.compile(r"[\s-]")

_BUSINESS_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)
_RESIDENT_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_FIRST_OFFICE = "101"
"""Numbers begin with the tax office that gave them; this is the lowest."""

_CENTURY = {
    "9": 18,
    "0": 18,
    "1": 19,
    "2": 19,
    "5": 19,
    "6": 19,
    "3": 20,
    "4": 20,
    "7": 20,
    "8": 20,
}
"""The seventh digit tells the century of birth."""
_OF_FOREIGNERS = frozenset("5678")


def business_number(text: str) -> TaxNumber | None:
    """A business registration number, however it is spaced; None where its check digit is wrong."""
    digits = _compact(text)
    if not _BUSINESS.fullmatch(digits):
        return None
    office, kind, serial = digits[:3], digits[3:5], digits[5:9]
    if office < _FIRST_OFFICE or kind == "00" or serial == "0000":
        return None
    weighted = _weighted(digits, _BUSINESS_WEIGHTS) + int(digits[8]) * 5 // 10
    if (10 - weighted % 10) % 10 != int(digits[9]):
        return None
    return TaxNumber(NumberKind.BUSINESS, digits)


def resident_number(text: str, today: date) -> TaxNumber | None:
    """A resident's number, however it is spaced; None where its day of birth cannot be.

    The check digit proves it, but numbers given since October 2020 have none: one that does not fit
    is taken, and not proven.
    """
    digits = _compact(text)
    if not _RESIDENT.fullmatch(digits):
        return None
    born = _birthday(digits)
    if born is None or born > today:
        return None
    base = 13 if digits[6] in _OF_FOREIGNERS else 11
    check = (base - _weighted(digits, _RESIDENT_WEIGHTS) % 11) % 10
    return TaxNumber(NumberKind.PERSON, digits, proven=check == int(digits[12]))


def _compact(text: str) -> str:
    """Without spaces and hyphens, wide digits as plain ones."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text))


def _weighted(digits: str, weights: Sequence[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def _birthday(digits: str) -> date | None:
    year = _CENTURY[digits[6]] * 100 + int(digits[:2])
    try:
        return date(year, int(digits[2:4]), int(digits[4:6]))
    except ValueError:
        return None
