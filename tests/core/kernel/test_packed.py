"""Rows in little memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel import packed
from backbeat.kernel.packed import PackedRows, Packer

NAMES = st.text("ab-1", min_size=1, max_size=3)
ROWS = st.dictionaries(st.tuples(NAMES, NAMES), NAMES, max_size=40)


@pytest.fixture(autouse=True, scope="module")
def small_pages() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "ROWS_A_PAGE", 3)
        patch.setattr(packed, "ROWS_A_RUN", 7)
        yield


def pack(rows: dict[tuple[str, str], str]) -> PackedRows:
    packing = Packer()
    for (one, other), value in rows.items():
        packing.add(one, other, value)
    return packing.packed()


@given(ROWS)
def test_rows_come_back_in_the_order_of_their_fields(rows: dict[tuple[str, str], str]) -> None:
    found = pack(rows)
    assert [((one, other), value) for one, other, value in found] == sorted(rows.items())
    assert len(found) == len(rows)


@given(ROWS, NAMES, NAMES)
def test_a_row_is_found_by_its_first_fields(
    rows: dict[tuple[str, str], str], one: str, other: str
) -> None:
    found = pack(rows)
    assert all(found.beginning_with(*key) == [*key, value] for key, value in rows.items())
    wanted = rows.get((one, other))
    assert found.beginning_with(one, other) == (wanted and [one, other, wanted])
