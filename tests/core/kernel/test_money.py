"""Money is exact, and refuses what is not."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.money import CurrenciesDiffer, Currency, Money, total

AMOUNTS = st.integers(-(10**15), 10**15).map(Money)


@pytest.mark.parametrize("text", ["150.00", "0.008888", "-4.00", "0.00", "0.10"])
def test_an_amount_reads_and_prints_the_same(text: str) -> None:
    assert str(Money.of(text)) == text


def test_an_amount_is_read_however_many_zeros_it_has() -> None:
    for text in ("150", "+150.0", "00150.000000", Decimal("15E+1"), 150):
        assert Money.of(text) == Money.of("150.00")


@pytest.mark.parametrize(
    "text",
    [
        "NaN", "1e400", "1e999999", "1e3", "Infinity", "0.0000001", "a", "", 0.1,
        "1_000", "1,000", " 5", "5 ", "１２", "²", "5.", ".5", "--5", "0x10",
        "1.00000000000000000000000000001", "9223372036854.775808", Decimal("1e999999"),
    ],
)  # fmt: skip
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an amount|no amount|too large|beyond"):
        Money.of(text)


def test_a_float_is_never_money() -> None:
    with pytest.raises(TypeError):
        Money(1.0)  # type: ignore[arg-type]


def test_two_currencies_never_meet() -> None:
    with pytest.raises(CurrenciesDiffer):
        Money.of(1) + Money.of(1, Currency.CNY)


@given(st.lists(AMOUNTS))
def test_a_total_is_the_sum_of_its_parts(amounts: list[Money]) -> None:
    assert total(amounts).micros == sum(amount.micros for amount in amounts)


@given(AMOUNTS)
def test_cents_are_never_rounded_up(amount: Money) -> None:
    cents = amount.floored_to_cents()
    assert cents <= amount < cents + Money.of("0.01")


def test_a_fee_is_rounded_half_up_to_the_cent() -> None:
    assert Money.of("35.00").part_in_cents(Decimal("0.047")) == Money.of("1.65")
    assert Money.of("123.45").part_in_cents(Decimal("0.047")) == Money.of("5.80")


def test_money_ends_where_a_database_can_count_no_further() -> None:
    most = 2**63 - 1
    assert Money(most).micros == most
    assert Money(-most).micros == -most
    for beyond in (most + 1, -most - 1):
        with pytest.raises(OverflowError):
            Money(beyond)
    assert Money.of("9223372036854.775807").micros == most
    with pytest.raises(ValueError, match="at most six places"):
        Money.of("9223372036854.775808")
