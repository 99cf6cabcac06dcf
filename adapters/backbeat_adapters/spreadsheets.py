"""Safe cells: whatever a text is, a spreadsheet shows it and never runs it (trust F11)."""

from __future__ import annotations

import re
from decimal import Decimal

from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

LONGEST = 32_767
"""The most characters of a cell; what is longer is cut with a mark."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def put_text(sheet: Worksheet, row: int, column: int, text: str) -> Cell:
    """Write a text that stays text, even one that begins like a formula."""
    cell = sheet.cell(row, column)
    assert isinstance(cell, Cell)  # noqa: S101 - no cells are merged
    cell.value = clean(text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def put_number(sheet: Worksheet, row: int, column: int, number: Decimal | int) -> Cell:
    """Write a number."""
    cell = sheet.cell(row, column)
    assert isinstance(cell, Cell)  # noqa: S101 - no cells are merged
    cell.value = number
    return cell


def clean(text: str) -> str:
    """The text without what no workbook can hold, and no longer than a cell."""
    writable = _UNWRITABLE.sub("\ufffd", text)
    return writable if len(writable) <= LONGEST else f"{writable[: LONGEST - 1]}…"
