"""The table of countries and the spellings that reports bring (DASH-10)."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.countries import UNKNOWN, countries, country_name, is_country, parse_country
from backbeat.kernel.languages import Language


def test_the_table_has_every_country_once_with_plausible_coordinates() -> None:
    table = countries()

    assert 240 <= len(table) <= 260
    for code, country in table.items():
        assert re.fullmatch("[A-Z]{2}", code)
        if code == UNKNOWN:
            assert country.latitude is None
            assert country.longitude is None
            continue
        assert re.fullmatch("[A-Z]{3}", country.alpha3)
        assert country.latitude is not None
        assert country.longitude is not None
        assert abs(country.latitude) <= Decimal(90)
        assert abs(country.longitude) <= Decimal(180)
    assert len({country.alpha3 for country in table.values()}) == len(table)


def test_every_country_has_its_own_name_in_each_language() -> None:
    for language in Language:
        names = [country.names[language] for country in countries().values()]
        assert all(name.strip() for name in names)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("KR", "KR"),
        ("kr", "KR"),
        ("KOR", "KR"),
        ("Korea", "KR"),
        ("Korea, Republic of", "KR"),
        ("대한민국", "KR"),
        ("Ivory Coast", "CI"),
        ("Côte d'Ivoire", "CI"),
        ("Cote d’Ivoire", "CI"),
        ("Viet Nam", "VN"),
        ("Turkey", "TR"),
        ("UK", "GB"),
        ("Kosovo", "XK"),
        ("NA", "NA"),
        ("台灣", "TW"),
        ("Antigua and Barbuda", "AG"),
        ("ZZ", "ZZ"),
        ("Unknown", "ZZ"),
        ("NULL", "ZZ"),
        ("nan", "ZZ"),
        ("N/A", "ZZ"),
        ("-", "ZZ"),
        ("  ", "ZZ"),
        ("", "ZZ"),
        (None, "ZZ"),
        ("Atlantis", "ZZ"),
    ],
)
def test_spellings_are_read_as_the_country_they_mean(written: str | None, code: str) -> None:
    assert parse_country(written) == code


def test_every_name_and_code_of_the_table_is_read_back() -> None:
    for code, country in countries().items():
        assert parse_country(code) == code
        assert parse_country(country.alpha3) == code
        for name in country.names.values():
            assert parse_country(name) == code


def test_the_unknown_country_is_none_but_has_words() -> None:
    assert not is_country(UNKNOWN)
    assert not is_country("kr")
    assert is_country("KR")
    assert country_name("Q1", Language.ENGLISH) == "Unknown"


@given(st.text())
def test_any_text_gives_a_code_of_the_table(text: str) -> None:
    assert parse_country(text) in countries()
