"""The workbook of an Excel report, written row by row: memory does not grow with it (P11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import BinaryIO

from attrs import frozen
from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from backbeat.excel.model import Export, SheetRow, Wanted
from backbeat.formatting.dates import format_date
from backbeat.kernel.languages import Language
from backbeat_adapters.papers.labels import Labels, labels_of
from backbeat_adapters.spreadsheets import FORMULA_STARTS, clean

ROWS_A_SHEET = 1_000_000
"""A sheet holds 1,048,576 rows; what is more goes on to the next one."""

_MARKS = (*FORMULA_STARTS, "#")
"""How a text begins that a spreadsheet may read as a formula, a number or an error."""

WIDTHS = {
    "span": 25,
    "channel": 24,
    "video": 15,
    "title": 44,
    "track": 30,
    "views": 12,
    "engaged_views": 12,
    "premium_views": 12,
    "premium_ratio": 12,
    "rpm": 12,
    "revenue": 16,
    "gross": 16,
    "currency": 10,
}
"""The columns of D-066 in order: between span and currency the values of a row."""


@frozen
class WorkbookWriter:
    """Fulfils `SheetWriter`."""

    rows_a_sheet: int = ROWS_A_SHEET

    def write(self, to: BinaryIO, export: Export, rows: Iterator[SheetRow], *, gross: bool) -> int:
        """See `SheetWriter`."""
        workbook = Workbook(write_only=True)
        count = 0
        for number, part in enumerate(_parts(rows, self.rows_a_sheet), start=1):
            count += _write_sheet(workbook, number, part, export, gross=gross)
        workbook.save(to)
        return count


def _parts(rows: Iterator[SheetRow], size: int) -> Iterator[Iterator[SheetRow]]:
    """The rows in parts of that size, one at least."""
    yield islice(rows, size)
    while (first := next(rows, None)) is not None:
        yield chain([first], islice(rows, size - 1))


def _write_sheet(
    workbook: Workbook, number: int, rows: Iterator[SheetRow], export: Export, *, gross: bool
) -> int:
    own = labels(export.language)
    sheet = workbook.create_sheet(f"{own['sheet']} {number}" if number > 1 else own["sheet"])
    sheet.freeze_panes = "A2"
    keys = [key for key in WIDTHS if gross or key != "gross"]
    for place, key in enumerate(keys):
        sheet.column_dimensions[chr(ord("A") + place)].width = WIDTHS[key]
    heads = [_text(sheet, own[key]) for key in keys]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    count = 0
    span, currency = _span(export.wanted), export.rate.currency.value
    # A row has ten cells and more, a report many rows: what is the same in all is not asked again.
    for channel, video, title, track, *figures in rows:
        texts = [_safe(sheet, text) for text in (channel, video, title, track)]
        if not gross:
            figures.pop()
        sheet.append([span, *texts, *figures, currency])
        count += 1
    return count


def _span(wanted: Wanted) -> str:
    return f"{format_date(wanted.first.first)} - {format_date(wanted.last.last)}"


def _safe(sheet: WriteOnlyWorksheet, text: str) -> str | Cell:
    """The text; a cell of its own only where it would not be written as text."""
    written = clean(text)
    return _text(sheet, written) if written.startswith(_MARKS) else written


def _text(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    """A cell whose text stays text, whatever it begins with (F11)."""
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def labels(language: Language) -> Labels:
    """The headings in a language."""
    return labels_of(__package__, language)
