"""Which track a file is of, and for how long an address holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from backbeat.kernel.ids import Isrc
from backbeat.media.errors import UnusableFile
from backbeat.media.rules import STABLE, code_in, end_of_address, key_of


@pytest.mark.parametrize(
    "name",
    [
        "QZBB12600001",
        "qzbb12600001",
        "QZ-BB1-26-00001",
        "Neon Tides - QZBB12600001 (preview)",
        "QZBB12600001_QZ-BB1-26-00001",
        "01 네온 QZBB12600001 霓虹",
        "cover.QZBB12600001.v2",
    ],
)
def test_a_code_is_found_wherever_it_stands(name: str) -> None:
    assert code_in(name) == "QZBB12600001"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Neon Tides", "no_code"),
        ("", "no_code"),
        ("XQZBB12600001", "no_code"),
        ("QZBB126000012", "no_code"),
        ("QZBB12600001 and QZBB12600002", "several_codes"),
    ],
)
def test_a_name_without_one_code_is_refused(name: str, why: str) -> None:
    with pytest.raises(UnusableFile) as refusal:
        code_in(name)

    assert refusal.value.why == why


def test_a_key_has_nothing_that_a_path_could_be_made_of() -> None:
    assert key_of(Isrc("QZBB12600001"), "ab" * 32, ".mp3") == "QZBB12600001-abababababababab.mp3"


def test_an_address_stays_the_same_for_a_quarter_of_an_hour_and_holds_as_long_at_least() -> None:
    assert STABLE == 15 * 60
    begin = datetime.fromtimestamp(STABLE * 2_000_000, UTC)
    ends = {end_of_address(begin + timedelta(seconds=at)) for at in range(0, STABLE, 60)}

    assert len(ends) == 1
    last = begin + timedelta(seconds=STABLE - 1)
    assert ends.pop() - last.timestamp() >= STABLE
    assert end_of_address(begin + timedelta(seconds=STABLE)) == end_of_address(begin) + STABLE
