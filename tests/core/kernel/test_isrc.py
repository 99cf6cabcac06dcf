"""Track codes are read kindly and kept in one form (MUSIC-2, MUSIC-1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.isrc import has_prefix, is_isrc, normalise_isrc


@pytest.mark.parametrize(
    "written",
    [
        "QMAAA2500001",
        "qm-aaa-25-00001",
        "ISRC QM-AAA-25-00001",
        "isrc:QMAAA2500001",
        " QMAAA2500001\t",
        "QM AAA 25 00001",
    ],
)
def test_what_people_write_becomes_one_form(written: str) -> None:
    assert normalise_isrc(written) == "QMAAA2500001"
    assert is_isrc("QMAAA2500001")


@pytest.mark.parametrize(
    "written",
    ["", "ISRC", "QMAAA250000", "QMAAA25000011", "1MAAA2500001", "QMAAA25O0001", "QMAAA٢500001"],
)
def test_what_is_no_code_is_told(written: str) -> None:
    assert not is_isrc(normalise_isrc(written))


def test_letters_that_only_look_plain_are_not_upper_cased_into_a_code() -> None:
    assert not is_isrc(normalise_isrc("qmaıa2500001"))


def test_a_code_that_begins_like_the_label_is_kept_whole() -> None:
    assert normalise_isrc("ISRC12400001") == "ISRC12400001"
    assert normalise_isrc("ISRC ISRC12400001") == "ISRC12400001"


def test_one_of_several_prefixes_is_enough() -> None:
    assert has_prefix("QMAAA2500001", ("KRA", "QMAAA"))
    assert not has_prefix("QMAAA2500001", ("KRA",))
    assert has_prefix("QMAAA2500001", ("",))


@given(st.text())
def test_any_text_can_be_asked_about(text: str) -> None:
    is_isrc(normalise_isrc(text))


@given(st.from_regex(r"[A-Z]{2}[A-Z0-9]{3}[0-9]{7}", fullmatch=True))
def test_a_code_normalises_to_itself(code: str) -> None:
    assert normalise_isrc(code) == code
