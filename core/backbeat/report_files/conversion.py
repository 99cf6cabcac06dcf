"""Amounts of a file that is not written in dollars."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import ROUND_FLOOR, Context, Decimal

from attrs import define, field

from backbeat.fx.model import FxRate
from backbeat.kernel.money import Currency
from backbeat.report_files.layouts.model import LayoutRate, LayoutUse
from backbeat.report_files.rules import added

_WIDE = Context(prec=80, rounding=ROUND_FLOOR)
_PLACES = Decimal(1).scaleb(-18)
"""A quotient may have endless decimals: digits below the 18th place of a dollar are cut off, row by
row.
"""

RateOn = Callable[[Currency, date], FxRate | None]


@define
class Conversion:
    """Converts a file's amounts, and remembers the rates used, the totals and the missing rates.

    `rate_on` finds the rate of a day, or of the latest earlier day if the day has none.
    """

    rate_on: RateOn
    amounts: dict[Currency, Decimal] = field(factory=dict)
    rates: dict[tuple[Currency, date], FxRate] = field(factory=dict)
    missing: set[tuple[Currency, date]] = field(factory=set)
    skipped: int = 0

    def in_usd(self, amount: Decimal, currency: Currency, day: date) -> Decimal | None:
        """What it is worth in dollars; None if there is no rate, which is then remembered as
        missing.
        """
        self.amounts[currency] = added(self.amounts.get(currency, Decimal(0)), amount)
        if currency is Currency.USD:
            return amount
        if (currency, day) not in self.rates:
            rate = self.rate_on(currency, day)
            if rate is None:
                self.missing.add((currency, day))
                return None
            self.rates[currency, day] = rate
        quotient = _WIDE.divide(amount, self.rates[currency, day].rate)
        return quotient.quantize(_PLACES, ROUND_FLOOR, _WIDE)

    def use(self, name: str, version: int) -> LayoutUse:
        rates = [LayoutRate(day, rate) for (_, day), rate in sorted(self.rates.items())]
        return LayoutUse(name, version, self.skipped, dict(sorted(self.amounts.items())), rates)


def unconverted(currency: Currency, day: date) -> FxRate:
    """A rate for looking at a file's own amounts: one to one."""
    return FxRate(currency, day, Decimal(1), "unconverted")
