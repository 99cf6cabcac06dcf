"""Exchange rates in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import define, field

from backbeat.fx.model import FxRate
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import Page, PageRequest


@define(eq=False)
class MemoryRates:
    _rates: dict[tuple[Currency, date], FxRate] = field(factory=dict)

    def lock(self) -> None:
        """Nothing to do: one block at a time has the books in memory."""

    def put(self, rates: Sequence[FxRate]) -> None:
        self._rates |= {(rate.currency, rate.day): rate for rate in rates}

    def newest(self, currency: Currency, not_after: date) -> FxRate | None:
        days = [day for of, day in self._rates if of is currency and day <= not_after]
        return self._rates[currency, max(days)] if days else None

    def between(self, currency: Currency, first: date, last: date) -> Sequence[FxRate]:
        found = [
            rate
            for (of, day), rate in self._rates.items()
            if of is currency and first <= day <= last
        ]
        return sorted(found, key=lambda rate: rate.day)

    def page(self, currency: Currency, page: PageRequest) -> Page[FxRate]:
        rates = [rate for rate in self._rates.values() if rate.currency is currency]
        return page.of(sorted(rates, key=lambda rate: rate.day, reverse=True))
