"""What holds for every number that is shown."""

import re
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from backbeat.formatting.durations import format_duration
from backbeat.formatting.money import format_amount, format_money
from backbeat.formatting.numbers import format_compact, format_percent
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money

micros = st.integers(-(10**15), 10**15)
floored = st.sampled_from([Currency.CNY, Currency.KRW, Currency.JPY])
counts = st.integers(-(10**13), 10**13)
languages = st.sampled_from(Language)


def value_of(text: str) -> Decimal:
    return Decimal(re.sub(r"[^\d.-]", "", text.replace("\N{MINUS SIGN}", "-")))


@given(micros, floored, st.one_of(st.none(), st.integers(0, 6)))
def test_a_floored_balance_is_never_overstated(
    amount: int, currency: Currency, decimals: int | None
) -> None:
    money = Money(amount, currency)
    shown = value_of(format_money(money, decimals=decimals))

    assert shown <= money.amount
    assert money.amount - shown < Decimal(1).scaleb(-(decimals or 0))


@given(micros)
def test_dollars_are_within_half_of_their_last_place(amount: int) -> None:
    money = Money(amount)
    text = format_money(money)
    places = len(text.partition(".")[2])

    assert places in {2, 4}
    # Below half of a ten-thousandth a plain zero is written.
    tolerance = Decimal("0.005") if places == 2 else Decimal("0.00005")
    assert abs(value_of(text) - money.amount) <= tolerance


@given(micros, st.sampled_from(Currency))
def test_zero_has_no_sign(amount: int, currency: Currency) -> None:
    text = format_amount(Decimal(amount) / 10**9, currency)

    assert value_of(text) != 0 or not text.startswith("-")


@given(counts, languages, st.booleans())
def test_a_compact_number_never_reaches_the_next_unit(
    value: int, language: Language, simplified: bool
) -> None:
    text = format_compact(value, language, simplified_units=simplified).removeprefix("-")
    number, unit = value_of(text), text[-1]

    if language is Language.ENGLISH:
        assert number < 1000 or unit == "b"
    else:
        assert unit not in "천千" or number < 10
        assert unit not in "만萬万" or number < 10_000
    assert "10.0千" not in text
    assert "10.0천" not in text


@given(counts, languages)
def test_a_compact_number_is_right_to_half_a_tenth_of_its_unit(
    value: int, language: Language
) -> None:
    text = format_compact(value, language)
    sizes = {"k": 10**3, "m": 10**6, "b": 10**9, "천": 10**3, "만": 10**4, "억": 10**8}
    sizes |= {"千": 10**3, "萬": 10**4, "億": 10**8}
    size = sizes.get(text[-1], 1)

    assert abs(value_of(text) * size - value) <= Decimal(size) / 20


@given(st.decimals(-(10**6), 10**6, places=9))
def test_a_percentage_has_at_most_two_decimals(value: Decimal) -> None:
    text = format_percent(value).removesuffix("%")

    assert abs(value_of(text) - value) <= Decimal("0.005")
    assert re.fullmatch(r"-?[\d,]+(\.\d?[1-9])?", text)


@given(st.integers(0, 10**9))
def test_a_duration_can_be_read_back(seconds: int) -> None:
    days, _, clock = format_duration(seconds).rpartition(" d ")
    total = int(days or 0) * 86_400
    for power, part in enumerate(reversed(clock.split(":"))):
        total += int(part) * 60**power

    assert total == seconds
