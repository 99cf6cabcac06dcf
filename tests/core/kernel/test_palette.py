"""A palette out of one colour (SITE-8); the web UI runs the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.palette import ENOUGH, contrast, dimmed_of, palette_of

CASES = json.loads(Path("tests/golden/palettes.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["primary"]))
def test_both_sides_make_the_same_palette(case: dict[str, Any]) -> None:
    made = palette_of(case["primary"], case["dim"])

    assert {"primary": case["primary"], "dim": case["dim"], **asdict(made)} == case


@given(st.integers(0, 0xFFFFFF))
def test_whatever_the_colour_every_text_can_be_read(number: int) -> None:
    colour = f"#{number:06x}"
    made = palette_of(colour)

    assert made.light.primary == colour
    assert made.light.hover == dimmed_of(colour)
    assert {pair.scheme for pair in made.pairs()} == {"light", "dark"}
    assert min(pair.ratio for pair in made.pairs()) >= ENOUGH


def test_a_dimmed_colour_of_ones_own_may_carry_no_text() -> None:
    unreadable = [pair for pair in palette_of("#112233", "#eeeeee").pairs() if not pair.is_readable]

    assert [(pair.what, pair.text, pair.ground) for pair in unreadable] == [
        ("text on the primary, pointed at", "#ffffff", "#eeeeee")
    ]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", "#11223g", "", "112233"])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    with pytest.raises(ValueError, match="not a colour"):
        palette_of(colour)
