"""Safe cells: a spreadsheet shows any text and never runs it (EXPORT-6)."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

LONGEST = 32_767
"""The most characters in a cell; a longer text is cut and marked."""

FORMULA_STARTS = tuple("=+-@\t\r\n\0＝＋－＠")
"""The first characters of texts that some spreadsheet reads as a formula (EXPORT-6)."""

_PROPERTIES = "docProps/core.xml"
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can store."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def put_text(sheet: Worksheet, row: int, column: int, text: str) -> Cell:
    """Write a text so that it stays text, even if it begins like a formula."""
    cell = cast("Cell", sheet.cell(row, column))  # no cells are merged
    cell.value = clean(text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def put_number(sheet: Worksheet, row: int, column: int, number: Decimal | int) -> Cell:
    cell = cast("Cell", sheet.cell(row, column))  # no cells are merged
    cell.value = number
    return cell


def clean(text: str) -> str:
    """The text without characters that a workbook cannot contain, and no longer than a cell."""
    writable = _UNWRITABLE.sub("\ufffd", text)
    return writable if len(writable) <= LONGEST else f"{writable[: LONGEST - 1]}…"


def unformulated(text: str) -> str:
    """A cell of a CSV file for people: a text that a spreadsheet would run gets an apostrophe in
    front.
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def same_bytes(workbook: Workbook, made_at: datetime) -> bytes:
    """The workbook as a file that has the same bytes whenever and wherever it is made.

    openpyxl writes the time of saving into the file and beside each of its members.
    """
    workbook.properties.created = made_at.replace(tzinfo=None)
    raw, fixed = BytesIO(), BytesIO()
    workbook.save(raw)
    stamp = made_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    with ZipFile(raw) as source, ZipFile(fixed, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == _PROPERTIES:
                content = _MODIFIED.sub(rb"\g<1>" + stamp.encode() + rb"\g<2>", content)
            target.writestr(ZipInfo(name, _EARLIEST), content, ZIP_DEFLATED)
    return fixed.getvalue()
