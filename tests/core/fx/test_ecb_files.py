"""Files of the European Central Bank are read as they come."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from backbeat.fx.errors import RateFileRefused
from backbeat.fx.rules import DayRate, RatesRead, cross
from backbeat.fx.rules import read_ecb as read
from backbeat.kernel.money import Currency

TODAY = date(2026, 10, 30)


def read_ecb(lines: list[str]) -> list[DayRate]:
    """The rates of a whole file."""
    found = read(lines, TODAY)
    found.require_whole()
    return list(found.rates)


def test_a_cross_rate_is_rounded_half_up_to_six_decimals() -> None:
    assert cross(Decimal("7.4326"), Decimal("1.1172")) == Decimal("6.652882")
    assert cross(Decimal("1.0000005"), Decimal(1)) == Decimal("1.000001")


def test_the_history_file_has_a_trailing_comma_and_missing_rates() -> None:
    lines = [
        "Date,USD,JPY,CYP,CNY,\n",
        "2026-10-30,1.1172,178.2,N/A,7.4326,\n",
        "2026-10-29,1.1000,178.0,N/A,N/A,\n",
    ]

    assert read_ecb(lines) == [
        DayRate(Currency.CNY, date(2026, 10, 30), Decimal("6.652882")),
    ]


def test_the_daily_file_has_spaces_and_spells_the_month() -> None:
    lines = ["Date, USD, CNY, \n", "30 October 2026, 1.1172, 7.4326, \n"]

    assert [rate.day for rate in read_ecb(lines)] == [date(2026, 10, 30)]


def test_columns_go_by_their_names() -> None:
    lines = ["Date,CNY,USD\n", "2026-10-30,7.4326,1.1172\n"]

    assert read_ecb(lines)[0].rate == Decimal("6.652882")


def test_a_file_without_a_dollar_column_is_refused() -> None:
    with pytest.raises(RateFileRefused):
        read_ecb(["Date,CNY\n", "2026-10-30,7.4326\n"])


@pytest.mark.parametrize(
    "line",
    [
        "2026-13-30,1.1,7.4",
        "yesterday,1.1,7.4",
        "2026-10-30,one,7.4",
        "2026-10-30,NaN,7.4",
        "2026-10-30,-1,7.4",
        "2026-10-30,0,7.4",
        "2026-10-30,1.1,1e30",
        "2026-10-30,1.1,7_4",
        "2026-10-30,1.1,74e-1",
        "2026-10-30,1.1,７.4",
        "2026-10-30,1.1",
        "2026-10-30",
        "2026-10-30,1.1,7,4326",
        "2026-10-30,1.1172345,7.4",
        "2026-10-30,999999,0.000001",
        "2026-10-31,1.1,7.4",
        "2026-10-29,1.1,7.5",
        "20261030,1.1,7.4",
        ",1.1,7.4",
        "2026-10-30,N/A,zero",
        "2026-10-30," + "9" * 200_000 + ",7.4",
    ],
)
def test_a_line_that_cannot_be_read_is_named_by_its_number(line: str) -> None:
    with pytest.raises(RateFileRefused) as refused:
        read_ecb(["Date,USD,CNY\n", "2026-10-29,1.1,7.4\n", line])

    assert [problem.split(":")[0] for problem in refused.value.problems] == ["3"]


@pytest.mark.parametrize("line", ["2026-10-30,1.1172,178.2,7.43", "2026-10-30,1.1172"])
def test_a_file_that_was_cut_off_is_no_other_rate(line: str) -> None:
    whole = "2026-10-30,1.1172,178.2,7.4326,1.55,\n"

    found = read(["Date,USD,JPY,CNY,AUD,\n", whole, line.replace("-30", "-29", 1)], TODAY)

    assert [rate.day for rate in found.rates] == [TODAY]
    assert [problem.split(":")[0] for problem in found.problems] == ["3"]


def test_a_file_without_a_currency_that_is_kept_is_refused() -> None:
    with pytest.raises(RateFileRefused, match="CNY"):
        read_ecb(["Date,USD,JPY\n", "2026-10-30,1.1172,178.2\n"])


def test_a_partial_read_takes_the_rest_and_names_what_it_left_out() -> None:
    lines = [
        "Date,USD,CNY,\n",
        "2026-10-31,1.1,7.4,\n",
        "2026-10-30,1.1172,7.4326,\n",
        "2026-10-29,0,7.4,\n",
        "2026-10-29,N/A,7.4,\n",
        "\n",
    ]

    found = read(lines, TODAY)

    assert isinstance(found, RatesRead)
    assert [rate.day for rate in found.rates] == [TODAY]
    assert found.problems == ["2: 2026-10-31 is still to come", "4: not a rate: 0"]


def test_of_a_cell_that_is_no_number_twenty_letters_are_quoted() -> None:
    found = read(["Date,USD,CNY\n", "2026-10-30,1.1,a-long-word-without-any-end\n"], TODAY)

    assert found.problems == ["2: not a number: 'a-long-word-without-'"]


def test_the_same_line_twice_is_one_rate() -> None:
    line = "2026-10-30,1.1172,7.4326\n"

    assert len(read_ecb(["Date,USD,CNY\n", line, line])) == 1


def test_other_currencies_are_read_where_they_are_asked_for() -> None:
    lines = ["Date,USD,CNY,GBP\n", "2026-10-30,1.25,7.5,0.85\n"]
    wanted = (Currency.EUR, Currency.GBP)

    found = read(lines, TODAY, wanted).rates

    assert {rate.currency: rate.rate for rate in found} == {
        Currency.EUR: Decimal("0.800000"),
        Currency.GBP: Decimal("0.680000"),
    }


def test_a_file_without_an_asked_currency_is_refused_by_its_name() -> None:
    with pytest.raises(RateFileRefused) as refused:
        read(["Date,USD,CNY\n", "2026-10-30,1.25,7.5\n"], TODAY, (Currency.CNY, Currency.TWD))

    assert refused.value.problems == ["1: no column for TWD"]
