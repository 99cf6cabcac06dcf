"""An invoice as a workbook of one sheet, its amounts as numbers."""

from __future__ import annotations

from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.withdrawals.model import Invoice
from backbeat_adapters.invoices.words import PrintedInvoice, printed
from backbeat_adapters.spreadsheets import put_number, put_text

_CENTS = "#,##0.00"
_WIDTHS = {"A": 16, "B": 40, "C": 18, "D": 10, "E": 18}
_PANEL = PatternFill("solid", fgColor="F5F5FA")
_BOLD = Font(bold=True)


def to_xlsx(invoice: Invoice, language: Language) -> bytes:
    """The invoice as an XLSX file; no cell is a formula, whatever the texts are (F11)."""
    words = printed(invoice, language)
    workbook = Workbook()
    sheet = workbook.active
    assert isinstance(sheet, Worksheet)  # noqa: S101 - a new workbook has one
    sheet.title = invoice.number
    sheet.sheet_view.showGridLines = False
    for column, width in _WIDTHS.items():
        sheet.column_dimensions[column].width = width
    row = _put_head(sheet, words)
    row = _put_lines(sheet, words, row + 2)
    _put_sums(sheet, words, row + 1)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _put_head(sheet: Worksheet, words: PrintedInvoice) -> int:
    """Title, facts and parties; gives the last row used."""
    put_text(sheet, 1, 1, words.title).font = Font(bold=True, size=18)
    own = words.labels
    facts = [
        *words.facts,
        (own["from"], words.name),
        (own["to"], words.recipient),
        (own["service"], words.service),
    ]
    for row, (label, text) in enumerate(facts, start=3):
        put_text(sheet, row, 1, label).font = _BOLD
        put_text(sheet, row, 2, text)
    return 2 + len(facts)


def _put_lines(sheet: Worksheet, words: PrintedInvoice, row: int) -> int:
    """The table from `row` on; gives the last row used."""
    own = words.labels
    heads = (
        own["month"],
        own["description"],
        f"{own['unit_price']} ({words.currency})",
        own["quantity"],
        f"{own['amount']} ({words.currency})",
    )
    for column, head in enumerate(heads, start=1):
        cell = put_text(sheet, row, column, head)
        cell.font, cell.fill = _BOLD, _PANEL
        if column > 2:
            cell.alignment = Alignment(horizontal="right")
    for line in words.lines:
        row += 1
        put_text(sheet, row, 1, line.month)
        put_text(sheet, row, 2, line.description)
        _put_money(sheet, row, 3, line.amount)
        put_number(sheet, row, 4, 1)
        _put_money(sheet, row, 5, line.amount)
    return row


def _put_sums(sheet: Worksheet, words: PrintedInvoice, row: int) -> None:
    own = words.labels
    sums = ((own["subtotal"], words.subtotal), (own["fee"], -words.fee))
    for label, amount in sums:
        row += 1
        put_text(sheet, row, 4, label)
        _put_money(sheet, row, 5, amount)
    put_text(sheet, row + 1, 4, f"{own['total']} ({words.currency})").font = _BOLD
    _put_money(sheet, row + 1, 5, words.total, font=_BOLD)


def _put_money(
    sheet: Worksheet, row: int, column: int, amount: Money, font: Font | None = None
) -> None:
    cell = put_number(sheet, row, column, amount.amount)
    cell.number_format = _CENTS
    if font is not None:
        cell.font = font
