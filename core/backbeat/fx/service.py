"""Storing rates, and finding the one that applies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.fx import rules
from backbeat.fx.errors import NoRate
from backbeat.fx.model import FxRate
from backbeat.fx.ports import Books, RateRepository
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions

ECB = "ecb"
_SECOND_DAY = date(1, 1, 2)


def rate_on(rates: RateRepository, currency: Currency, day: date) -> FxRate:
    """The newest rate not after a day (FX-3); refuses with `NoRate` where there is none."""
    if currency is Currency.USD:
        return FxRate.dollar(day)
    found = rates.newest(currency, day)
    if found is None:
        raise NoRate(currency=currency, day=day)
    return found


@frozen
class Imported:
    """The contents of a file of rates: how many rates were read, how many are new or different, and
    the days that they span.

    `by_hand` are days whose rate an operator typed: these are left as they are. `problems` are the
    lines that were left out, each by number and why.
    """

    read: int
    changed: int
    by_hand: Sequence[date]
    first: date | None
    last: date | None
    problems: Sequence[str] = ()


@frozen
class Rates:
    """The rates of the dollar. `business` dates acts, `security` dates records (DAY-7, DAY-8)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock

    def on(self, currency: Currency, day: date) -> FxRate:
        """The newest rate not after a day (FX-3); refuses with `NoRate` where there is none."""
        with self.transactions.look() as books:
            return rate_on(books.rates, currency, day)

    def offered(self, currencies: Iterable[Currency], day: date) -> list[Currency]:
        """Those of the currencies in which amounts can be shown on a day (FX-4)."""
        with self.transactions.look() as books:
            return [
                currency
                for currency in currencies
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
        sure: bool = False,
        dry_run: bool = False,
    ) -> FxRate:
        """Store a rate for a day, today by default, replacing the day's former one.

        Refuses with `RateRefused` a rate that is not above zero, has over six decimals or is for a
        future day, and one for the dollar. Unless somebody is `sure`, it also refuses one far from
        that of the days before, as results from a misplaced decimal point.
        """
        today = self.business.today()
        kept = FxRate(
            currency,
            day or today,
            rules.require_rate(currency, rate, day or today, today),
            actor.id,
            self.security.now(),
        )
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            if not sure:
                eve = max(kept.day, _SECOND_DAY) - timedelta(1)
                rules.require_near(rate, books.rates.newest(currency, eve))
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
        currencies: Collection[Currency] = rules.KEPT,
        partial: bool = False,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> Imported:
        """Store the rates of an ECB file; the same file again changes nothing.

        A rate that an operator typed stays. Refuses with `RateFileRefused` a file with lines that
        contain no rate or one for a future day, naming their numbers. Then nothing is stored,
        unless `partial` says that the rest may be.
        """
        read = rules.read_ecb(lines, self.business.today(), currencies)
        if not partial:
            read.require_whole()
        at = self.security.now()
        rates = [FxRate(each.currency, each.day, each.rate, ECB, at) for each in read.rates]
        days = [rate.day for rate in rates]
        first, last = min(days, default=None), max(days, default=None)
        with self.transactions.look() if dry_run else self.transactions.begin() as books:
            if not dry_run:
                books.rates.lock()
            known = _known(books.rates, currencies, first, last)
            typed = {key for key, rate in known.items() if rate.source != ECB}
            left = sorted({rate.day for rate in rates if _key(rate) in typed})
            wanted = [rate for rate in rates if _key(rate) not in typed and _differs(rate, known)]
            changed = len(wanted)
            if not dry_run:
                books.rates.put(wanted)
                facts = {"read": len(rates), "changed": changed, "first": first, "last": last}
                books.audit.record(
                    AuditEntry(
                        self.business.now(),
                        actor,
                        "fx_rate.imported",
                        "fx_rate:ecb",
                        after=facts | {"by_hand": len(left), "refused": len(read.problems)},
                        reason=reason,
                    )
                )
        return Imported(len(rates), changed, left, first, last, read.problems)

    def list(self, currency: Currency, page: PageRequest) -> Page[FxRate]:
        """A currency's rates, the newest day first."""
        with self.transactions.look() as books:
            return books.rates.page(currency, page)


_Key = tuple[Currency, date]


def _key(rate: FxRate) -> _Key:
    return rate.currency, rate.day


def _known(
    rates: RateRepository, currencies: Collection[Currency], first: date | None, last: date | None
) -> Mapping[_Key, FxRate]:
    """The rates that are stored for a span of days."""
    if first is None or last is None:
        return {}
    found = (rate for currency in currencies for rate in rates.between(currency, first, last))
    return {_key(rate): rate for rate in found}


def _differs(rate: FxRate, known: Mapping[_Key, FxRate]) -> bool:
    former = known.get(_key(rate))
    return former is None or former.rate != rate.rate
