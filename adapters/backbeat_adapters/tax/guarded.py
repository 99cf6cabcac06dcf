"""A circuit breaker before a tax authority."""

from __future__ import annotations

from datetime import date

from attrs import frozen

from backbeat.tax.model import BusinessStanding, TaxNumber
from backbeat.tax.ports import TaxAuthority
from backbeat_adapters.breaker import Breaker


@frozen
class GuardedAuthority:
    """Fulfils `TaxAuthority`: asks the one behind it as long as the breaker lets it; what a number's
    form says needs nobody's answer."""

    behind: TaxAuthority
    breaker: Breaker

    def business_number(self, text: str) -> TaxNumber | None:
        return self.behind.business_number(text)

    def id_number(self, text: str, today: date) -> TaxNumber | None:
        return self.behind.id_number(text, today)

    def standing(self, number: TaxNumber) -> BusinessStanding:
        return self.breaker.asked(lambda: self.behind.standing(number))
