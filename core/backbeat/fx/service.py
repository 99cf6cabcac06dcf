"""Keeping rates, and finding the one that counts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.fx import rules
from backbeat.fx.errors import NoRate
from backbeat.fx.model import FxRate
from backbeat.fx.ports import RateRepository, Transactions
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import Page, PageRequest

ECB = "ecb"


def rate_on(rates: RateRepository, currency: Currency, day: date) -> FxRate:
    """The newest rate not after a day (R8); refuses with `NoRate` where there is none."""
    if currency is Currency.USD:
        return FxRate.dollar(day)
    found = rates.newest(currency, day)
    if found is None:
        raise NoRate(currency=currency, day=day)
    return found


@frozen
class Imported:
    """What a file of rates held: rates read, those new or different, and the days they span."""

    read: int
    changed: int
    first: date | None
    last: date | None


@frozen
class Rates:
    """The rates of the dollar. `business` dates acts, `security` dates records (R52)."""

    transactions: Transactions
    business: Clock
    security: Clock

    def on(self, currency: Currency, day: date) -> FxRate:
        """The newest rate not after a day (R8); refuses with `NoRate` where there is none."""
        with self.transactions.look() as books:
            return rate_on(books.rates, currency, day)

    def offered(self, wanted: Iterable[Currency], day: date) -> list[Currency]:
        """Those of the wanted currencies that amounts can be shown in on a day (D-068)."""
        with self.transactions.look() as books:
            return [
                currency
                for currency in wanted
                if currency is Currency.USD or books.rates.newest(currency, day) is not None
            ]

    def set(
        self,
        currency: Currency,
        rate: Decimal,
        actor: Actor,
        *,
        day: date | None = None,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> FxRate:
        """Keep a rate for a day, today by default, in place of the day's former one.

        Refuses a rate not above zero or with over six decimals, and currencies other than CNY.
        """
        kept = FxRate(
            currency,
            day or self.business.today(),
            rules.require_rate(currency, rate),
            actor.id,
            self.security.now(),
        )
        if dry_run:
            return kept
        with self.transactions.begin() as books:
            books.rates.put([kept])
            books.audit.record(
                AuditEntry(
                    self.business.now(),
                    actor,
                    "fx_rate.set",
                    f"fx_rate:{currency}:{kept.day}",
                    after={"rate": rate},
                    reason=reason,
                )
            )
        return kept

    def import_ecb(
        self,
        lines: Iterable[str],
        actor: Actor,
        *,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> Imported:
        """Keep every rate of an ECB file; the same file again changes nothing.

        Refuses a file that can't be read with the numbers of its bad lines; nothing is stored.
        """
        at = self.security.now()
        rates = [
            FxRate(each.currency, each.day, each.rate, ECB, at) for each in rules.read_ecb(lines)
        ]
        days = [rate.day for rate in rates]
        first, last = min(days, default=None), max(days, default=None)
        if dry_run:
            return Imported(len(rates), 0, first, last)
        with self.transactions.begin() as books:
            changed = books.rates.put(rates)
            books.audit.record(
                AuditEntry(
                    self.business.now(),
                    actor,
                    "fx_rate.imported",
                    "fx_rate:ecb",
                    after={"read": len(rates), "changed": changed, "first": first, "last": last},
                    reason=reason,
                )
            )
        return Imported(len(rates), changed, first, last)

    def list(self, currency: Currency, page: PageRequest) -> Page[FxRate]:
        """A currency's rates, the newest day first."""
        with self.transactions.look() as books:
            return books.rates.page(currency, page)
