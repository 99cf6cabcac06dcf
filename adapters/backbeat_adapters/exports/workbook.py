"""The workbook of an Excel report, written row by row, so that memory does not grow with it (P11).

openpyxl makes the workbook with its headings. The rows go into its sheets as text: a cell object
for each value would be most of what a report costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from itertools import chain, islice
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, BinaryIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from attrs import frozen

from backbeat.exports.model import Export, ExportRequest, SheetRow
from backbeat.formatting.dates import format_date
from backbeat.kernel.languages import Language
from backbeat_adapters.documents.labels import Labels, labels_of
from backbeat_adapters.spreadsheets import FORMULA_STARTS, clean

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

ROWS_A_SHEET = 1_000_000
"""A sheet can have 1,048,576 rows; further rows go to the next one."""

_MARKS = (*FORMULA_STARTS, "#")
"""First characters of texts that may become a formula or an error once somebody edits the cell."""

_END_OF_ROWS = b"</sheetData>"

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
    "platform": 12,
}
"""The columns of EXPORT-4 in order."""

_COLUMNS = "ABCDEFGHIJKLMN"


@frozen
class WorkbookWriter:
    """Fulfils `SheetWriter`."""

    rows_a_sheet: int = ROWS_A_SHEET

    def write(self, to: BinaryIO, export: Export, rows: Iterator[SheetRow], *, gross: bool) -> int:
        count = 0
        with ZipFile(to, "w", ZIP_DEFLATED) as file:
            for number, part in enumerate(_parts(rows, self.rows_a_sheet), start=1):
                frame = _frame(export, number, gross=gross)
                name = f"xl/worksheets/sheet{number}.xml"
                head, end, tail = frame.file.read(name).partition(_END_OF_ROWS)
                lines = _lines(part, export, frame.quoted, gross=gross)
                # Packed once its size is known, because Excel distrusts ZIP64 where it is not
                # needed.
                with NamedTemporaryFile() as sheet:
                    sheet.write(head)
                    for line in lines:
                        sheet.write(line)
                        count += 1
                    sheet.write(end + tail)
                    sheet.flush()
                    file.write(sheet.name, name)
            written = set(file.namelist())
            for name in frame.file.namelist():
                if name not in written:
                    file.writestr(name, frame.file.read(name))
        return count


def _parts(rows: Iterator[SheetRow], size: int) -> Iterator[Iterator[SheetRow]]:
    """The rows in parts of that size, at least one part."""
    yield islice(rows, size)
    while (first := next(rows, None)) is not None:
        yield chain([first], islice(rows, size - 1))


@frozen
class _Frame:
    """A workbook whose sheets have only headings, and the style for texts that must stay texts."""

    file: ZipFile
    quoted: int


def _frame(export: Export, sheets: int, *, gross: bool) -> _Frame:
    # Slow to import, and few commands write a report.
    from openpyxl import Workbook  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415

    workbook = Workbook(write_only=True)
    own = labels(export.language)
    keys = [key for key in WIDTHS if gross or key != "gross"]
    for number in range(1, sheets + 1):
        sheet = workbook.create_sheet(f"{own['sheet']} {number}" if number > 1 else own["sheet"])
        sheet.freeze_panes = "A2"
        for column, key in zip(_COLUMNS, keys, strict=False):
            sheet.column_dimensions[column].width = WIDTHS[key]
        quoted = _quoted(sheet, "").style_id
        heads = [_quoted(sheet, own[key]) for key in keys]
        for head in heads:
            head.font = Font(bold=True)
        sheet.append(heads)
    file = BytesIO()
    workbook.save(file)
    return _Frame(ZipFile(file), quoted)


def _quoted(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 - see above

    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def _lines(
    rows: Iterator[SheetRow], export: Export, quoted: int, *, gross: bool
) -> Iterator[bytes]:
    """The rows as they are written into a sheet, from the second row on."""
    span, currency = _span(export.request), export.rate.currency.value
    words = labels(export.language)
    for number, row in enumerate(rows, start=2):
        figures = row[5:] if gross else row[5:-1]
        named = (row.channel, row.video, row.title, _tracks(row, words))
        values = (span, *named, *figures, currency, row.platform.title[export.language])
        cells = [
            _cell(f"{column}{number}", value, quoted)
            for column, value in zip(_COLUMNS, values, strict=False)
        ]
        yield f'<row r="{number}">{"".join(cells)}</row>'.encode()


def _cell(place: str, value: str | int | Decimal | None, quoted: int) -> str:
    """A cell: a number, or a text that stays text, whatever it begins with (EXPORT-6)."""
    if not isinstance(value, str):
        return "" if value is None else f'<c r="{place}"><v>{value}</v></c>'
    if not value:
        return ""
    text = clean(value)
    style = f' s="{quoted}"' if text.startswith(_MARKS) else ""
    # Readers would turn a carriage return into a line feed if it were not written like this.
    inside = escape(text).replace("\r", "&#13;")
    return f'<c r="{place}" t="inlineStr"{style}><is><t xml:space="preserve">{inside}</t></is></c>'


def _tracks(row: SheetRow, words: Labels) -> str:
    """The names of a video's tracks; money without a video will never have any."""
    if not row.tracks:
        return words["track_unknown"] if row.video else ""
    estimated = words["track_estimated"]
    return ", ".join(
        f"{track.name} ({estimated})" if track.is_estimated else track.name for track in row.tracks
    )


def _span(request: ExportRequest) -> str:
    return f"{format_date(request.first.first)} - {format_date(request.last.last)}"


def labels(language: Language) -> Labels:
    return labels_of(__package__, language)
