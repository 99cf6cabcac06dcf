"""Phone numbers as people write them, by libphonenumber's tables (PHONE-2)."""

from __future__ import annotations

import pytest

from backbeat.phones.errors import BadPhone
from backbeat_adapters.phone_numbers import KnownPhoneNumbers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("+82 10-1234-5678", "+821012345678"),
        ("+82 (0)10 1234 5678", "+821012345678"),
        ("＋８２１０１２３４５６７８", "+821012345678"),
        (" +86 131 2345 6789 ", "+8613123456789"),
        ("+886 912 345 678", "+886912345678"),
        ("+1 (201) 555-0123", "+12015550123"),
        ("tel:+44-7400-123456", "+447400123456"),
    ],
)
def test_a_mobile_number_is_read_however_it_is_written(text: str, number: str) -> None:
    assert KnownPhoneNumbers().read(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("123", "", "+", "hello", "+82", "+999 123 456 789", "010-1234-5678"),
        "+82 2 312 3456",
        "+44 20 7946 0958",
        "+1 800 234 5678",
        "+1 900 234 5678",
        "+44 909 8790000",
        "+82 10 1234 5678 ext. 5",
        "+821012345678" * 9,
        "+8210\x001234567",
    ],
    ids=repr,
)
def test_what_no_text_message_reaches_is_refused(text: str) -> None:
    with pytest.raises(BadPhone) as refused:
        KnownPhoneNumbers().read(text)
    assert refused.value.details == {}


def test_a_number_without_a_prefix_is_one_of_the_installations_country() -> None:
    numbers = KnownPhoneNumbers(country="KR")
    assert numbers.read("010-1234-5678") == "+821012345678"
    assert numbers.read("+886 912 345 678") == "+886912345678"


def test_a_number_of_a_country_that_is_not_served_is_refused_with_those_that_are() -> None:
    numbers = KnownPhoneNumbers(countries=("KR", "TW"))
    assert numbers.read("+886 912 345 678") == "+886912345678"
    with pytest.raises(BadPhone) as refused:
        numbers.read("+86 131 2345 6789")
    assert refused.value.details == {"countries": "KR, TW"}
