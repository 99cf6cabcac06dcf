"""How rates are rounded and read from the files of the European Central Bank."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from attrs import frozen

from backbeat.fx.errors import RateFileRefused
from backbeat.kernel.errors import BadValues
from backbeat.kernel.money import Currency

PLACES = Decimal("0.000001")
KEPT = (Currency.CNY,)
"""The currencies that money can be shown and paid in beside the dollar."""

_HIGHEST = Decimal(1_000_000)
_MISSING = ("", "N/A")
_PROBLEMS_SHOWN = 20


@frozen
class DayRate:
    """A currency's rate to the dollar on a day, as a file gave it."""

    currency: Currency
    day: date
    rate: Decimal


def cross(euro_in_currency: Decimal, euro_in_dollars: Decimal) -> Decimal:
    """What a dollar buys, from two rates to the euro: rounded half up to six decimals (R42)."""
    return (euro_in_currency / euro_in_dollars).quantize(PLACES, ROUND_HALF_UP)


def require_rate(currency: Currency, rate: Decimal) -> Decimal:
    """Refuse a rate that is not above zero, has over six decimals or is of no kept currency."""
    if currency not in KEPT:
        raise BadValues(fields={"currency": "bad_value"})
    if not rate.is_finite() or not 0 < rate < _HIGHEST or rate != rate.quantize(PLACES):
        raise BadValues(fields={"rate": "bad_value"})
    return rate


def read_ecb(lines: Iterable[str]) -> list[DayRate]:
    """The dollar rates in an ECB file, history or daily, as it is downloaded.

    Columns go by their names, a trailing comma makes an empty one, `N/A` is no rate. Refuses a
    file without a date and a dollar column, and one with lines that can't be read.
    """
    rows = csv.reader(lines, skipinitialspace=True)
    header = [name.strip() for name in next(rows, [])]
    if header[:1] != ["Date"] or "USD" not in header:
        raise RateFileRefused(total=1, problems=["1: no Date and USD columns"])
    found: list[DayRate] = []
    problems: list[str] = []
    for number, row in enumerate(rows, start=2):
        if not any(cell.strip() for cell in row):
            continue
        try:
            found.extend(_rates(header, row))
        except (ValueError, KeyError) as problem:
            problems.append(f"{number}: {problem}")
    if problems:
        raise RateFileRefused(total=len(problems), problems=problems[:_PROBLEMS_SHOWN])
    return found


def _rates(header: Sequence[str], row: Sequence[str]) -> list[DayRate]:
    cells = {name: cell.strip() for name, cell in zip(header, row, strict=False) if name}
    day = _day(cells["Date"])
    dollars = _number(cells.get("USD", ""))
    if dollars is None:
        return []
    return [
        DayRate(currency, day, cross(rate, dollars))
        for currency in KEPT
        if (rate := _number(cells.get(currency, ""))) is not None
    ]


def _number(text: str) -> Decimal | None:
    if text in _MISSING:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"not a number: {text[:20]!r}") from None
    if not number.is_finite() or not 0 < number < _HIGHEST:
        raise ValueError(f"not a rate: {text[:20]!r}")
    return number


def _day(text: str) -> date:
    """`2026-10-30` in the history file, `30 October 2026` in the daily one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return datetime.strptime(text, "%d %B %Y").date()  # noqa: DTZ007 - a day has no zone
