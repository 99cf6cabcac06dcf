"""Where rates are kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.fx.model import FxRate
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import Page, PageRequest


class RateRepository(Protocol):
    """The rates; a day has at most one per currency."""

    def lock(self) -> None:
        """Lock the rates: nobody else stores any until this transaction ends. For checks that
        depend on the stored ones.
        """

    def put(self, rates: Sequence[FxRate]) -> None:
        """Store rates, replacing those of the same days."""

    def newest(self, currency: Currency, not_after: date) -> FxRate | None:
        """The rate of that day, or otherwise of the last day before it that has one."""

    def between(self, currency: Currency, first: date, last: date) -> Sequence[FxRate]:
        """The rates of a span of days, both ends included, the oldest first."""

    def page(self, currency: Currency, page: PageRequest) -> Page[FxRate]:
        """A currency's rates, the newest day first."""


class Books(Protocol):
    """What a transaction of rates sees."""

    @property
    def rates(self) -> RateRepository: ...

    @property
    def audit(self) -> AuditTrail: ...
