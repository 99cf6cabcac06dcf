"""The operator keeps rates by hand or from a file, and every change leaves a trace."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.audit.ports import AuditFilter
from backbeat.fx.errors import RateFileRefused, RateRefused
from backbeat.fx.model import FxRate
from backbeat.fx.service import Rates
from backbeat.kernel.actors import Actor
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions

ANN = Actor.operator("ann")


@pytest.fixture
def transactions(clock: FixedClock) -> MemoryTransactions:
    return MemoryTransactions.empty(clock, counting_ids())


@pytest.fixture
def rates(transactions: MemoryTransactions, clock: FixedClock) -> Rates:
    clock.set(date(2026, 10, 30))
    return Rates(transactions, clock, clock)


def test_a_rate_by_hand_is_kept_and_written_down(
    rates: Rates, transactions: MemoryTransactions
) -> None:
    rates.set(Currency.CNY, Decimal("7.1234"), ANN, day=date(2025, 11, 25), reason="bank's rate")

    assert rates.on(Currency.CNY, date(2025, 11, 26)).rate == Decimal("7.1234")
    with transactions.look() as books:
        (row,) = books.audit.page(AuditFilter(), PageRequest()).items
    assert (row.entry.action, row.entry.reason) == ("fx_rate.set", "bank's rate")


@pytest.mark.parametrize("rate", ["0", "-7.1", "NaN", "7.1234567", "Infinity"])
def test_a_rate_that_cannot_be_is_refused(rates: Rates, rate: str) -> None:
    with pytest.raises(RateRefused):
        rates.set(Currency.CNY, Decimal(rate), ANN)


def test_all_currencies_but_the_dollar_have_rates(rates: Rates) -> None:
    rates.set(Currency.EUR, Decimal("0.92"), ANN)

    assert rates.list(Currency.EUR, PageRequest()).items[0].rate == Decimal("0.92")
    with pytest.raises(RateRefused):
        rates.set(Currency.USD, Decimal(1), ANN)


def test_a_slip_is_put_right_on_its_own_day(rates: Rates) -> None:
    """What is typed is compared with the days before, not with what it takes the place of."""
    monday, tuesday = date(2026, 10, 26), date(2026, 10, 27)
    rates.set(Currency.CNY, Decimal("7.1"), ANN, day=monday)
    with pytest.raises(RateRefused):
        rates.set(Currency.CNY, Decimal(71), ANN, day=tuesday)
    rates.set(Currency.CNY, Decimal(71), ANN, day=tuesday, sure=True)
    rates.set(Currency.CNY, Decimal("7.12"), ANN, day=tuesday)

    assert rates.on(Currency.CNY, tuesday).rate == Decimal("7.12")


@pytest.mark.parametrize(
    ("typed", "near"), [("14.2", True), ("14.200001", False), ("3.55", True), ("3.549999", False)]
)
def test_a_rate_is_near_up_to_twice_and_down_to_half_of_the_one_before(
    rates: Rates, typed: str, *, near: bool
) -> None:
    monday, tuesday = date(2026, 10, 26), date(2026, 10, 27)
    rates.set(Currency.CNY, Decimal("7.1"), ANN, day=monday)
    kept = rates.list(Currency.CNY, PageRequest()).items
    if near:
        rates.set(Currency.CNY, Decimal(typed), ANN, day=tuesday)
        assert rates.on(Currency.CNY, tuesday).rate == Decimal(typed)
        return
    with pytest.raises(RateRefused) as refused:
        rates.set(Currency.CNY, Decimal(typed), ANN, day=tuesday)
    assert (refused.value.field, refused.value.problem) == (
        "rate",
        "far from 7.1 of 2026-10-26; say yes if it is meant",
    )
    assert rates.list(Currency.CNY, PageRequest()).items == kept


def test_a_file_with_a_wrong_line_is_kept_in_part_only_where_that_is_asked_for(
    rates: Rates,
) -> None:
    lines = ["Date,USD,CNY\n", "2026-10-30,1.1,7.4\n", "2026-10-29,1.1,nonsense"]
    with pytest.raises(RateFileRefused):
        rates.import_ecb(lines, ANN)
    assert rates.list(Currency.CNY, PageRequest()).items == []


def test_a_dry_run_keeps_nothing(rates: Rates) -> None:
    rates.set(Currency.CNY, Decimal("7.1"), ANN, dry_run=True)
    rates.import_ecb(["Date,USD,CNY\n", "2026-10-30,1.1,7.4"], ANN, dry_run=True)

    assert rates.list(Currency.CNY, PageRequest()).total == 0


def test_a_file_is_imported_whole_or_not_at_all(rates: Rates) -> None:
    with pytest.raises(RateFileRefused):
        rates.import_ecb(["Date,USD,CNY\n", "2026-10-30,1.1,7.4\n", "2026-10-29,1.1,x"], ANN)

    assert rates.list(Currency.CNY, PageRequest()).total == 0


def test_the_same_file_twice_changes_nothing(rates: Rates) -> None:
    lines = ["Date,USD,CNY,\n", "2026-10-30,1.1172,7.4326,\n", "2026-10-29,1.1,7.4,\n"]

    assert rates.import_ecb(lines, ANN).changed == 2
    again = rates.import_ecb(lines, ANN)
    assert (again.read, again.changed) == (2, 0)
    assert (again.first, again.last) == (date(2026, 10, 29), date(2026, 10, 30))


def test_a_currency_is_offered_from_its_first_rate_on(rates: Rates) -> None:
    wanted = (Currency.USD, Currency.CNY)
    rates.set(Currency.CNY, Decimal("7.1"), ANN, day=date(2025, 11, 25))

    assert rates.offered(wanted, date(2025, 11, 24)) == [Currency.USD]
    assert rates.offered(wanted, date(2025, 11, 25)) == [Currency.USD, Currency.CNY]


def test_a_rate_of_a_day_to_come_is_refused(rates: Rates) -> None:
    with pytest.raises(RateRefused) as refused:
        rates.set(Currency.CNY, Decimal("7.1"), ANN, day=date(2026, 10, 31))

    assert refused.value.field == "date"


def test_a_file_never_takes_the_place_of_a_rate_typed_by_hand(rates: Rates) -> None:
    rates.set(Currency.CNY, Decimal("7"), ANN, day=date(2026, 10, 29))
    lines = ["Date,USD,CNY,\n", "2026-10-30,1.1,7.7,\n", "2026-10-29,1.1,7.7,\n"]

    tried = rates.import_ecb(lines, ANN, dry_run=True)
    done = rates.import_ecb(lines, ANN)

    assert (
        (tried.changed, tried.by_hand) == (done.changed, done.by_hand) == (1, [date(2026, 10, 29)])
    )
    kept = [(rate.rate, rate.source) for rate in rates.list(Currency.CNY, PageRequest()).items]
    assert kept == [(Decimal(7), "ecb"), (Decimal(7), "ann")]


def test_a_rate_typed_as_a_file_had_it_stays_too(rates: Rates) -> None:
    rates.import_ecb(["Date,USD,CNY\n", "2026-10-30,1.1,7.7\n"], ANN)
    rates.set(Currency.CNY, Decimal(7), ANN, day=date(2026, 10, 30))

    again = rates.import_ecb(["Date,USD,CNY\n", "2026-10-30,1.1,8.8\n"], ANN)

    assert (again.changed, again.by_hand) == (0, [date(2026, 10, 30)])
    assert rates.on(Currency.CNY, date(2026, 10, 30)).rate == Decimal(7)


def test_the_rest_of_a_file_is_kept_when_that_is_asked_for(rates: Rates) -> None:
    lines = ["Date,USD,CNY\n", "2026-10-30,1.1,7.4\n", "2026-10-29,1.1,-7\n"]

    done = rates.import_ecb(lines, ANN, partial=True)

    assert (done.changed, done.problems) == (1, ["3: not a rate: -7"])
    assert rates.on(Currency.CNY, date(2026, 10, 30)).source == "ecb"


@pytest.mark.parametrize(
    ("rate", "nanos", "converted"),
    [
        ("7.123456", 10**18 + 1, 7_123_456 * 10**12 + 7),
        ("7.123456", -1, -8),
        ("0.000001", 999_999, 0),
        ("1", -5, -5),
    ],
)
def test_an_amount_is_converted_to_the_last_digit_and_rounded_down(
    rate: str, nanos: int, converted: int
) -> None:
    known = FxRate(Currency.CNY, date(2025, 10, 20), Decimal(rate), "ecb")
    assert known.nanos(nanos) == converted
