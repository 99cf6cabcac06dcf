"""Korea's numbers by their checksums; all of these are made up."""

from __future__ import annotations

from datetime import date

import pytest

from backbeat.tax.model import NumberKind
from backbeat_adapters.tax.korean_numbers import business_number, resident_number

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    "text", ["9998100015", "999-81-00015", " 999 81 00015 ", "９９９-８１-０００１５"]
)
def test_a_business_number_is_read_however_it_is_spaced(text: str) -> None:
    found = business_number(text)
    assert found is not None
    assert (found.kind, found.digits, found.proven) == (
        NumberKind.BUSINESS,
        "9998100015",
        True,
    )


def test_the_lowest_tax_office_gives_numbers_too() -> None:
    assert business_number("101-81-00016") is not None


@pytest.mark.parametrize("last", [digit for digit in "0123456789" if digit != "5"])
def test_every_other_check_digit_is_wrong(last: str) -> None:
    assert business_number(f"999810001{last}") is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "999-81-0001", "99981000150", "99A8100015", "000-00-00000"),
        "0998100014",  # right by its check digit, but no tax office is below 101
        "9990000016",  # right, but of no kind
        "9998100000",  # right, but without a serial number
        "999810001५",
    ],
)
def test_what_is_none_is_refused(text: str) -> None:
    assert business_number(text) is None


@pytest.mark.parametrize("start", ["000229-300000", "850101 100000", "900101-500000"])
def test_of_ten_check_digits_one_proves_a_residents_number(start: str) -> None:
    found = [resident_number(f"{start}{last}", TODAY) for last in "0123456789"]
    taken = [each for each in found if each is not None]
    assert (len(taken), {each.kind for each in taken}) == (10, {NumberKind.PERSON})
    assert [each.proven for each in taken].count(True) == 1


@pytest.mark.parametrize(
    ("text", "proven"),
    [
        ("000229-3000001", True),
        ("850101-1000004", True),
        ("850101-1000005", False),
        ("900101-5000009", True),  # of a foreigner: the check digit counts from thirteen
        ("900101-5000005", False),
        ("850101-6000000", True),
        ("000229-7000004", True),
        ("000229-8000007", True),
        ("261123-3000001", True),  # born today
    ],
)
def test_the_check_digit_proves_it(text: str, proven: bool) -> None:
    found = resident_number(text, TODAY)
    assert found is not None
    assert found.proven is proven


@pytest.mark.parametrize(
    "text",
    [
        *("", "850101-100000", "850101-10000044", "85010A-1000004"),
        "851301-1000004",  # month 13
        "850230-1000004",
        "010229-3000001",  # no leap day in 2001
        "261124-3000004",  # born tomorrow
    ],
)
def test_a_day_of_birth_that_cannot_be_is_refused(text: str) -> None:
    assert resident_number(text, TODAY) is None


def test_the_seventh_digit_tells_the_century() -> None:
    assert resident_number("261124-1000000", TODAY) is not None  # 1926
    assert resident_number("261124-9000000", TODAY) is not None  # 1826
    assert resident_number("000229-1000000", TODAY) is None  # 1900 had no leap day
    assert resident_number("000229-4000000", TODAY) is not None
