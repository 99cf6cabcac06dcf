"""A paper as a workbook of one sheet, its amounts as numbers and its texts as texts (EXPORT-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from backbeat.kernel.money import Money
from backbeat_adapters.spreadsheets import put_number, put_text, same_bytes

BOLD = Font(bold=True)
_TITLE = Font(bold=True, size=18)
_PANEL = PatternFill("solid", fgColor="F5F5FA")


def new_workbook(name: str, widths: Mapping[str, float]) -> tuple[Workbook, Worksheet]:
    """A workbook and its only sheet, with columns of these widths."""
    workbook = Workbook()
    sheet = workbook.active
    assert isinstance(sheet, Worksheet)  # noqa: S101 - a new workbook has one
    sheet.title = name
    sheet.sheet_view.showGridLines = False
    for column, width in widths.items():
        sheet.column_dimensions[column].width = width
    return workbook, sheet


def as_file(workbook: Workbook, dated: date) -> bytes:
    """The workbook's bytes; the same paper gives the same ones, whenever it is made."""
    return same_bytes(workbook, datetime.combine(dated, time(), UTC))


def put_head(sheet: Worksheet, title: str, facts: Sequence[tuple[str, str]]) -> int:
    """The title and what goes with it, label and text; gives the last row used."""
    put_text(sheet, 1, 1, title).font = _TITLE
    for row, (label, text) in enumerate(facts, start=3):
        put_text(sheet, row, 1, label).font = BOLD
        put_text(sheet, row, 2, text)
    return 2 + len(facts)


def put_columns(sheet: Worksheet, row: int, heads: Sequence[str], first_number: int) -> None:
    """A table's head; from the column `first_number` on it stands over numbers."""
    for column, head in enumerate(heads, start=1):
        cell = put_text(sheet, row, column, head)
        cell.font, cell.fill = BOLD, _PANEL
        if column >= first_number:
            cell.alignment = Alignment(horizontal="right")


def put_money(
    sheet: Worksheet, place: tuple[int, int], amount: Money, form: str, font: Font | None = None
) -> None:
    """An amount as a number of that form, at a row and column."""
    row, column = place
    cell = put_number(sheet, row, column, amount.amount)
    cell.number_format = form
    if font is not None:
        cell.font = font
