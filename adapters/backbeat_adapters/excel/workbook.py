"""The workbook of an Excel report, written row by row: memory does not grow with it (P11)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from typing import BinaryIO

from attrs import frozen
from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from backbeat.excel.model import Export, SheetRow
from backbeat.formatting.dates import format_date
from backbeat.kernel.languages import Language
from backbeat_adapters.spreadsheets import clean

ROWS_A_SHEET = 1_000_000
"""A sheet holds 1,048,576 rows; what is more goes on to the next one."""

Value = str | int | Decimal | None


@frozen
class Column:
    """One column: the key of its heading, its width, and what it says."""

    key: str
    width: int
    value: Callable[[SheetRow, Export], Value]


def _span(_row: SheetRow, export: Export) -> str:
    wanted = export.wanted
    return f"{format_date(wanted.first.first)} - {format_date(wanted.last.last)}"


_MARKS = ("=", "+", "-", "@", "#", "\t", "\r")
"""How a text begins that a spreadsheet may read as a formula, a number or an error."""

COLUMNS = (
    Column("span", 25, _span),
    Column("channel", 24, lambda row, _: row.channel),
    Column("video", 15, lambda row, _: row.video),
    Column("title", 44, lambda row, _: row.title),
    Column("track", 30, lambda row, _: row.track),
    Column("views", 12, lambda row, _: row.views),
    Column("engaged_views", 12, lambda row, _: row.engaged_views),
    Column("premium_views", 12, lambda row, _: row.premium_views),
    Column("premium_ratio", 12, lambda row, _: row.premium_ratio),
    Column("rpm", 12, lambda row, _: row.rpm),
    Column("revenue", 16, lambda row, _: row.revenue),
    Column("gross", 16, lambda row, _: row.gross),
    Column("currency", 10, lambda _, export: export.rate.currency.value),
)
"""The columns of D-066, in order."""


@frozen
class WorkbookWriter:
    """Fulfils `SheetWriter`."""

    rows_a_sheet: int = ROWS_A_SHEET

    def write(self, to: BinaryIO, export: Export, rows: Iterator[SheetRow], *, gross: bool) -> int:
        """See `SheetWriter`."""
        columns = [column for column in COLUMNS if gross or column.key != "gross"]
        workbook = Workbook(write_only=True)
        count = 0
        for number, part in enumerate(_parts(rows, self.rows_a_sheet), start=1):
            count += _write_sheet(workbook, number, part, columns, export)
        workbook.save(to)
        return count


def _parts(rows: Iterator[SheetRow], size: int) -> Iterator[Iterator[SheetRow]]:
    """The rows in parts of that size, one at least."""
    yield islice(rows, size)
    while (first := next(rows, None)) is not None:
        yield chain([first], islice(rows, size - 1))


def _write_sheet(
    workbook: Workbook,
    number: int,
    rows: Iterator[SheetRow],
    columns: Sequence[Column],
    export: Export,
) -> int:
    own = labels(export.language)
    sheet = workbook.create_sheet(f"{own['sheet']} {number}" if number > 1 else own["sheet"])
    sheet.freeze_panes = "A2"
    for place, column in enumerate(columns):
        sheet.column_dimensions[chr(ord("A") + place)].width = column.width
    heads = [_text(sheet, own[column.key]) for column in columns]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    count = 0
    for row in rows:
        sheet.append([_safe(sheet, column.value(row, export)) for column in columns])
        count += 1
    return count


def _safe(sheet: WriteOnlyWorksheet, value: Value) -> Value | Cell:
    """The value; a cell of its own only for a text that would not be written as text."""
    if not isinstance(value, str):
        return value
    written = clean(value)
    return _text(sheet, written) if written.startswith(_MARKS) else written


def _text(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    """A cell whose text stays text, whatever it begins with (F11)."""
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


@cache
def labels(language: Language) -> dict[str, str]:
    """The headings in a language."""
    resource = files(__package__).joinpath("words", f"{language.value}.toml")
    return tomllib.loads(resource.read_text(encoding="utf-8"))
