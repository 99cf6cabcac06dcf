"""Rates are kept the same way in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from attrs import evolve
from tests.fakes.held_up import start_behind
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE

from backbeat.fx.errors import NoRate
from backbeat.fx.model import FxRate
from backbeat.fx.ports import RateRepository
from backbeat.fx.service import Imported, Rates, rate_on
from backbeat.kernel.actors import Actor
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.engine.transactions import SqlTransactions

AT = datetime(2025, 11, 25, 8, tzinfo=UTC)


@pytest.fixture
def rates(transactions: MemoryTransactions | SqlTransactions) -> Iterator[RateRepository]:
    with transactions.begin() as books:
        yield books.rates


def a_rate(day: date, rate: str = "7.1234") -> FxRate:
    return FxRate(Currency.CNY, day, Decimal(rate), "ecb", AT)


def test_a_rate_comes_back_as_it_was(rates: RateRepository) -> None:
    rates.put([a_rate(date(2025, 11, 25))])

    assert rates.newest(Currency.CNY, date(2025, 11, 25)) == a_rate(date(2025, 11, 25))


def test_a_weekend_uses_the_last_day_before(rates: RateRepository) -> None:
    rates.put([a_rate(date(2025, 11, 21), "7.1"), a_rate(date(2025, 11, 24), "7.2")])

    assert rate_on(rates, Currency.CNY, date(2025, 11, 23)).rate == Decimal("7.1")


def test_there_is_no_rate_before_the_first(rates: RateRepository) -> None:
    rates.put([a_rate(date(2025, 11, 21))])

    with pytest.raises(NoRate):
        rate_on(rates, Currency.CNY, date(2025, 11, 20))


def test_a_dollar_is_always_a_dollar(rates: RateRepository) -> None:
    assert rate_on(rates, Currency.USD, date(1999, 1, 1)).rate == Decimal(1)


def test_rates_take_the_place_of_those_of_their_days(rates: RateRepository) -> None:
    first, second = (a_rate(date(2025, 11, day)) for day in (21, 24))
    typed = evolve(second, source="ann")
    rates.put([])
    rates.put([first, second])
    rates.put([typed])

    assert rates.page(Currency.CNY, PageRequest()).items == [typed, first]


def test_locked_rates_change_only_when_the_holder_is_done(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    day = date(2025, 11, 21)
    typed = a_rate(day, "7.2")
    done: list[str] = []

    def type_one() -> None:
        with transactions.begin() as books:
            books.rates.put([typed])
        done.append("typed")

    with transactions.begin() as books:
        books.rates.lock()
        other = threading.Thread(target=type_one)
        start_behind(transactions, other)
        assert list(books.rates.between(Currency.CNY, day, day)) == []
        done.append("imported")
    other.join(PATIENCE)

    assert done == ["imported", "typed"]


def test_an_import_waits_for_a_rate_that_is_being_typed_and_leaves_it(
    transactions: MemoryTransactions | SqlTransactions, clock: FixedClock
) -> None:
    day = date(2025, 11, 21)
    clock.set(date(2025, 11, 25))
    typed = evolve(a_rate(day, "7.2"), source="ann")
    imports = Rates(transactions, clock, clock)
    done: list[Imported] = []

    def import_file() -> None:
        lines = ["Date,USD,CNY\n", "2025-11-21,1.1,7.4\n"]
        done.append(imports.import_ecb(lines, Actor.operator("bob")))

    other = threading.Thread(target=import_file)
    with transactions.begin() as books:
        books.rates.put([typed])
        start_behind(transactions, other)
    other.join(PATIENCE)

    assert [(each.changed, each.by_hand) for each in done] == [(0, [day])]
    assert imports.on(Currency.CNY, day) == typed


def test_rates_are_listed_from_the_newest_day(rates: RateRepository) -> None:
    rates.put([a_rate(date(2025, 11, day)) for day in (20, 21, 24)])

    page = rates.page(Currency.CNY, PageRequest(0, 2))

    assert [rate.day.day for rate in page.items] == [24, 21]
    assert page.total == 3


def test_a_span_of_days_is_read_from_the_oldest(rates: RateRepository) -> None:
    rates.put([a_rate(date(2025, 11, day)) for day in (24, 20, 21)])

    found = rates.between(Currency.CNY, date(2025, 11, 20), date(2025, 11, 21))

    assert [rate.day.day for rate in found] == [20, 21]
    assert rates.between(Currency.USD, date(2025, 1, 1), date(2025, 12, 1)) == []
