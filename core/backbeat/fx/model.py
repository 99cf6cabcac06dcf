"""A rate of a day."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from attrs import frozen

from backbeat.kernel.money import Currency


@frozen
class FxRate:
    """How much of `currency` one US dollar buys on `day`; at most six decimals.

    `source` says where it came from: `ecb`, or the operator who typed it. A dollar is worth a
    dollar on every day (`FxRate.dollar`).
    """

    currency: Currency
    day: date
    rate: Decimal
    source: str
    recorded_at: datetime | None = None

    def nanos(self, nanos: int) -> int:
        """Nano-USD in its currency, rounded down to a nano-unit (MONEY-6)."""
        units, dollars = self.rate.as_integer_ratio()
        return nanos * units // dollars

    @classmethod
    def dollar(cls, day: date) -> FxRate:
        """The rate of the ledger's own currency."""
        return cls(Currency.USD, day, Decimal(1), "ledger")
