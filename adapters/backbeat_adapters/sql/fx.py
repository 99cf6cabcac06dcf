"""Exchange rates in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import Column, Connection, PrimaryKeyConstraint, Row, Text, func, select, text

from backbeat.fx.model import FxRate
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.schema import Choice, Day, Instant, Rate, table
from backbeat_adapters.sql.engine.upserts import upsert_all

fx_rates = table(
    "fx_rates",
    Column("currency", Choice(Currency), nullable=False),
    Column("day", Day, nullable=False),
    Column("rate", Rate, nullable=False),
    Column("source", Text, nullable=False),
    Column("recorded_at", Instant),
    PrimaryKeyConstraint("currency", "day"),
)


@frozen
class SqlRates:
    """Keeps rates on one connection; see `RateRepository`."""

    connection: Connection

    def lock(self) -> None:
        """On SQLite a transaction that writes is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(text("LOCK TABLE fx_rates IN SHARE ROW EXCLUSIVE MODE"))

    def put(self, rates: Sequence[FxRate]) -> None:
        rows = [_to_row(rate) for rate in rates]
        upsert_all(self.connection, fx_rates, ("currency", "day"), rows)

    def newest(self, currency: Currency, not_after: date) -> FxRate | None:
        row = self.connection.execute(
            select(fx_rates)
            .where(fx_rates.c.currency == currency, fx_rates.c.day <= not_after)
            .order_by(fx_rates.c.day.desc())
            .limit(1)
        ).first()
        return _from_row(row) if row else None

    def between(self, currency: Currency, first: date, last: date) -> Sequence[FxRate]:
        columns = fx_rates.c
        rows = self.connection.execute(
            select(fx_rates)
            .where(columns.currency == currency, columns.day.between(first, last))
            .order_by(columns.day)
        )
        return [_from_row(row) for row in rows]

    def page(self, currency: Currency, page: PageRequest) -> Page[FxRate]:
        query = select(fx_rates).where(fx_rates.c.currency == currency)
        count = self.connection.execute(select(func.count()).select_from(query.subquery()))
        rows = self.connection.execute(
            query.order_by(fx_rates.c.day.desc()).limit(page.size).offset(page.offset)
        )
        return Page([_from_row(row) for row in rows], page.page, page.size, count.scalar_one())


def _to_row(rate: FxRate) -> dict[str, Any]:
    return {
        "currency": rate.currency,
        "day": rate.day,
        "rate": rate.rate,
        "source": rate.source,
        "recorded_at": rate.recorded_at,
    }


def _from_row(row: Row[Any]) -> FxRate:
    return FxRate(row.currency, row.day, row.rate, row.source, row.recorded_at)
