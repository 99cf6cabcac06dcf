"""How rates are rounded and read from the files of the European Central Bank."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

from attrs import frozen

from backbeat.fx.errors import RateFileRefused, RateRefused
from backbeat.fx.model import FxRate
from backbeat.kernel.decimals import plain_decimal
from backbeat.kernel.money import Currency

PLACES = Decimal("0.000001")
KEPT = (Currency.CNY,)
"""The currencies in which money can be shown and paid besides the dollar; these are imported unless
others are requested.
"""

_HIGHEST = Decimal(1_000_000)
_FAR = 2
_MISSING = ("", "N/A")
_PROBLEMS_SHOWN = 20


@frozen
class DayRate:
    """A currency's rate to the dollar on a day, as a file gave it."""

    currency: Currency
    day: date
    rate: Decimal


def cross(euro_in_currency: Decimal, euro_in_dollars: Decimal) -> Decimal:
    """What a dollar buys, from two rates to the euro: rounded half up to six decimals (MONEY-8)."""
    return (euro_in_currency / euro_in_dollars).quantize(PLACES, ROUND_HALF_UP)


def require_rate(currency: Currency, rate: Decimal, day: date, today: date) -> Decimal:
    """Refuse a rate that is not above zero, has over six decimals, or is for a future day.

    The dollar itself has no rate.
    """
    if currency is Currency.USD:
        raise RateRefused(field="currency", problem="a dollar is a dollar on every day")
    try:
        require_number(rate)
    except ValueError as problem:
        raise RateRefused(field="rate", problem=str(problem)) from None
    if day > today:
        raise RateRefused(field="date", problem=f"{day} is still to come")
    return rate


def require_near(rate: Decimal, former: FxRate | None) -> None:
    """Refuse a rate that is more than double or less than half of the one before it."""
    if former is not None and not former.rate / _FAR <= rate <= former.rate * _FAR:
        raise RateRefused(
            field="rate", problem=f"far from {former.rate} of {former.day}; say yes if it is meant"
        )


def require_number(rate: Decimal) -> Decimal:
    """Refuse with ValueError a number that is not above zero, beyond reason, or finer than six
    decimals.
    """
    if not rate.is_finite() or not 0 < rate < _HIGHEST:
        raise ValueError(f"not a rate: {rate}")
    if rate != rate.quantize(PLACES):
        raise ValueError(f"more than six decimals: {rate}")
    return rate


@frozen
class RatesRead:
    """The contents of a file: the rates, and the lines without a valid one, each with its number
    and the reason.
    """

    rates: Sequence[DayRate]
    problems: Sequence[str]

    def require_whole(self) -> None:
        """Refuse the file if any line of it was refused."""
        if self.problems:
            raise RateFileRefused(
                total=len(self.problems), problems=self.problems[:_PROBLEMS_SHOWN]
            )


def read_ecb(
    lines: Iterable[str], today: date, currencies: Collection[Currency] = KEPT
) -> RatesRead:
    """The dollar rates of these currencies in an ECB file, history or daily, as it is downloaded.

    Columns are found by their names, a trailing comma makes an empty column, and `N/A` means that
    there is no rate. Refuses a file without a date, a dollar column or one of the currencies; the
    euro is in every file, since all rates are to the euro. A line that contains anything except
    rates for days until today, or that was cut off, is left out and named.
    """
    rows = enumerate(_rows(lines), start=1)
    header = [name.strip() for name in next(rows, (1, []))[1] or []]
    if header[:1] != ["Date"] or "USD" not in header:
        raise RateFileRefused(total=1, problems=["1: no Date and USD columns"])
    missing = sorted(set(currencies) - {Currency.EUR} - set(header))
    if missing:
        raise RateFileRefused(total=1, problems=[f"1: no column for {', '.join(missing)}"])
    found: dict[tuple[Currency, date], DayRate] = {}
    problems: list[str] = []
    for number, row in rows:
        try:
            for rate in _rates(header, row, today, currencies):
                _require_same(rate, found.setdefault((rate.currency, rate.day), rate))
        except ValueError as problem:
            problems.append(f"{number}: {problem}")
    return RatesRead(list(found.values()), problems)


def _require_same(rate: DayRate, above: DayRate) -> None:
    if rate != above:
        raise ValueError(f"another rate of {rate.day} than above")


def _rows(lines: Iterable[str]) -> Iterator[Sequence[str] | None]:
    """The cells of each line; None for a line that is not CSV."""
    for line in lines:
        try:
            yield next(csv.reader([line], skipinitialspace=True), [])
        except csv.Error:
            yield None


def _rates(
    header: Sequence[str],
    row: Sequence[str] | None,
    today: date,
    currencies: Collection[Currency],
) -> Sequence[DayRate]:
    if row is None:
        raise ValueError("not parted by commas")
    if not any(cell.strip() for cell in row):
        return []
    if len(row) != len(header):
        # If a file was cut off, or has a comma within a number, the rates cannot be known.
        raise ValueError(f"{len(row)} columns where the header has {len(header)}")
    cells = {name: cell.strip() for name, cell in zip(header, row, strict=True) if name}
    day = _day(cells["Date"])
    if day > today:
        raise ValueError(f"{day} is still to come")
    dollars = _number(cells.get("USD", ""))
    cells[Currency.EUR] = "1"
    rates = {currency: _number(cells.get(currency, "")) for currency in currencies}
    if dollars is None:
        return []
    return [
        DayRate(currency, day, require_number(cross(rate, dollars)))
        for currency, rate in rates.items()
        if rate is not None
    ]


def _number(text: str) -> Decimal | None:
    if text in _MISSING:
        return None
    try:
        number = plain_decimal(text)
    except ValueError:
        raise ValueError(f"not a number: {text[:20]!r}") from None
    return require_number(number)


def _day(text: str) -> date:
    """`2026-10-30` in the history file, `30 October 2026` in the daily one."""
    for form in ("%Y-%m-%d", "%d %B %Y"):
        with suppress(ValueError):
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no zone
    raise ValueError(f"not a day: {text[:20]!r}")
