"""Texts that people send are never run by the spreadsheet of who reads them (EXPORT-6)."""

from __future__ import annotations

import pytest

from backbeat_adapters.spreadsheets import unformulated


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "\0=1", "＝1+1", "＋1", "－1", "＠x"]
)
def test_a_cell_of_a_csv_file_that_begins_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert unformulated(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Mina Kim", "1 = 1", "#1", " =1"])
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert unformulated(text) == text
