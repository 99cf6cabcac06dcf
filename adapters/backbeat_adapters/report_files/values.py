"""Cells read as values: exact money, counts, days and ids, or a reason why they can't be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import ROUND_FLOOR, Context, Decimal, Inexact, InvalidOperation, Overflow
from typing import Final

from backbeat.kernel.months import Month

NANOS_PLACES = 9
MAX_PLACES = 60
_MOST_DIGITS = 9
MAX_AMOUNT = Decimal(10) ** 9
ZERO = Decimal(0)

EXACT: Final = Context(prec=120, traps=[InvalidOperation, Overflow, Inexact])
"""A context with enough digits that no sum of amounts is rounded; it raises instead of rounding."""

_PLAIN = re.compile(r"(-?)(\d{1,9})(?:\.(\d{0,9}))?", re.ASCII)
_POINTED = re.compile(r"(-?\d{1,15})\.(\d{1,18})", re.ASCII)
_GROUPED = re.compile(r"(-?)\$?(-?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?", re.ASCII)
_DAY = re.compile(r"(\d{4})([-/.]?)(\d{2})\2(\d{2})", re.ASCII)
_MONTH = re.compile(r"(\d{4})[-/.]?(\d{2})(?:[-/.]?01)?", re.ASCII)
_COUNT = re.compile(r"-?\d{1,18}", re.ASCII)
_ID = re.compile(r"[^\s,;\"'<>\x00-\x1f\x7f\ud800-\udfff]{1,64}")
_BAD_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")


class Malformed(ValueError):
    """A cell that can't be read; the text says why."""


def nanos(text: str) -> tuple[int, Decimal]:
    """An amount in USD as whole nano-USD, floored, and the rest below one nano-USD (in USD, >= 0).

    Understands `12.5`, `-8.4E-7`, `$1,234.56` and `(1,234.56)`; a blank is zero.
    """
    whole, _, places = text.partition(".")
    if (
        whole.isdecimal()
        and places.isdecimal()
        and text.isascii()
        and len(whole) <= _MOST_DIGITS
        and len(places) <= NANOS_PLACES
    ):
        # The form of nearly every cell; this check takes half as long as the regular expression.
        return int(whole + places.ljust(NANOS_PLACES, "0")), ZERO
    match = _PLAIN.fullmatch(text)
    if match is not None:
        sign, whole, places = match.groups()
        value = int(whole + (places or "").ljust(NANOS_PLACES, "0"))
        return (-value if sign else value), ZERO
    if not text.strip():
        return 0, ZERO
    exact = amount(text)
    floored = exact.scaleb(NANOS_PLACES, EXACT).to_integral_value(ROUND_FLOOR)
    return int(floored), EXACT.subtract(exact, floored.scaleb(-NANOS_PLACES, EXACT))


def all_nanos(texts: Sequence[str]) -> list[int] | None:
    """The amounts in nano-USD if all are plain decimals with the same number of places, as exports
    write them; otherwise None.

    `nanos` gives the same results one by one.
    """
    places = len(texts[0]) - 1 - texts[0].find(".")
    if not 0 < places <= NANOS_PLACES:
        return None
    point = slice(-1 - places, -places)
    joined = "".join(texts)
    digits = joined.replace(".", "")
    if (
        {text[point] for text in texts} == {"."}
        and len(joined) - len(digits) == len(texts)
        and digits.isdecimal()
        and digits.isascii()
        and 1 + places < min(map(len, texts))
        and max(map(len, texts)) <= _MOST_DIGITS + 1 + places
    ):
        factor: int = 10 ** (NANOS_PLACES - places)
        wholes = map(int, " ".join(texts).replace(".", "").split(" "))
        return list(wholes) if factor == 1 else [whole * factor for whole in wholes]
    return None


def amount(text: str) -> Decimal:
    """The exact amount; NaN, infinity, more than 60 places and a billion or more are malformed."""
    plain = text.strip().replace("\u2212", "-").replace("\xa0", "")
    negative = plain.startswith("(") and plain.endswith(")")
    if negative:
        plain = plain[1:-1]
    match = _GROUPED.fullmatch(plain)
    if match is not None and not (match[1] and match[2]):
        plain = f"{match[1] or match[2]}{match[3].replace(',', '')}{match[4] or ''}"
    try:
        value = EXACT.create_decimal(plain)
    except ArithmeticError:
        raise Malformed(f"not an amount: {shown(text)}") from None
    if not value.is_finite():
        raise Malformed(f"not an amount: {shown(text)}")
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or (value and exponent < -MAX_PLACES):
        raise Malformed(f"more than {MAX_PLACES} places: {shown(text)}")
    if not value:
        return ZERO
    if value.adjusted() >= 9 or abs(value) >= MAX_AMOUNT:
        raise Malformed(f"out of range: {shown(text)}")
    return -value if negative else value


def count(text: str) -> int:
    """A whole number; a blank is zero, thousands may be separated by commas, `12.0` is 12."""
    if text.isdecimal() and text.isascii() and len(text) < 19:
        return int(text)
    plain = text.strip().replace(",", "")
    if not plain:
        return 0
    if plain.endswith(".0"):
        plain = plain[:-2]
    if not _COUNT.fullmatch(plain):
        raise Malformed(f"not a whole number: {shown(text)}")
    return int(plain)


def scaled(text: str, factor: int) -> int:
    """A decimal number times `factor`, floored to a whole number; a blank is zero."""
    plain = text.strip() if text else ""
    if not plain:
        return 0
    if plain.isdecimal() and plain.isascii() and len(plain) < 16:
        return int(plain) * factor
    match = _POINTED.fullmatch(plain)
    if match is not None:
        # Whole numbers give exactly the same result as decimals: // floors negative ones too.
        whole, places = match.groups()
        parts: int = 10 ** len(places)
        return int(whole + places) * factor // parts
    try:
        value = EXACT.create_decimal(plain)
    except ArithmeticError:
        raise Malformed(f"not a number: {shown(text)}") from None
    if not value.is_finite() or value.adjusted() > 15 or value.adjusted() < -MAX_PLACES:
        raise (
            Malformed(f"out of range: {shown(text)}")
            if value
            else Malformed(f"not a number: {shown(text)}")
        )
    return int(EXACT.multiply(value, Decimal(factor)).to_integral_value(ROUND_FLOOR))


def day(text: str) -> date:
    """A day: `20241011`, `2024-10-11` or `2024/10/11`."""
    match = _DAY.fullmatch(text.strip())
    try:
        if match is not None:
            return date(int(match[1]), int(match[3]), int(match[4]))
    except ValueError:
        pass
    raise Malformed(f"not a day: {shown(text)}")


def month(text: str) -> Month:
    """A month: `2024-10`, `202410`, `2024/10`, or its first day."""
    match = _MONTH.fullmatch(text.strip())
    try:
        if match is not None:
            return Month(int(match[1]), int(match[2]))
    except ValueError:
        pass
    raise Malformed(f"not a month: {shown(text)}")


def identifier(text: str) -> str:
    """An id of the platform: up to 64 characters without spaces; blank stays blank."""
    if not text:
        return ""
    code = text.strip()
    if code and not _ID.fullmatch(code):
        raise Malformed(f"not an id: {shown(text)}")
    return code


def title(text: str) -> str:
    """A title as a text that every later reader can handle: no control characters, at most 500
    characters.
    """
    return _BAD_CHARACTERS.sub(" ", text).strip()[:500] if text else ""


def shown(text: str) -> str:
    plain = _BAD_CHARACTERS.sub("?", text)
    return repr(plain if len(plain) <= 40 else plain[:37] + "...")
