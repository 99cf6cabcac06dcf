"""An invoice as a workbook of one sheet, its amounts as numbers."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from backbeat.kernel.languages import Language
from backbeat.withdrawals.model import Invoice
from backbeat_adapters.documents.invoices.words import PrintedInvoice, printed
from backbeat_adapters.documents.workbook import (
    BOLD,
    as_file,
    new_workbook,
    put_columns,
    put_head,
    put_money,
)
from backbeat_adapters.spreadsheets import put_number, put_text

_CENTS = "#,##0.00"
_WIDTHS = {"A": 16, "B": 40, "C": 18, "D": 10, "E": 18}


def to_xlsx(invoice: Invoice, language: Language) -> bytes:
    """The invoice as an XLSX file; no cell is a formula, whatever the texts are (EXPORT-6)."""
    words = printed(invoice, language)
    workbook, sheet = new_workbook(invoice.number, _WIDTHS)
    own = words.labels
    facts = [
        *words.facts,
        (own["from"], words.name),
        (own["to"], words.recipient),
        (own["service"], words.service),
    ]
    row = put_head(sheet, words.title, facts)
    row = _put_lines(sheet, words, row + 2)
    _put_sums(sheet, words, row + 1)
    return as_file(workbook, invoice.issued_on)


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
    put_columns(sheet, row, heads, first_number=3)
    for line in words.lines:
        row += 1
        put_text(sheet, row, 1, line.month)
        put_text(sheet, row, 2, line.description)
        put_money(sheet, (row, 3), line.amount, _CENTS)
        put_number(sheet, row, 4, 1)
        put_money(sheet, (row, 5), line.amount, _CENTS)
    return row


def _put_sums(sheet: Worksheet, words: PrintedInvoice, row: int) -> None:
    own = words.labels
    sums = ((own["subtotal"], words.subtotal), (own["fee"], -words.fee))
    for label, amount in sums:
        row += 1
        put_text(sheet, row, 4, label)
        put_money(sheet, (row, 5), amount, _CENTS)
    put_text(sheet, row + 1, 4, f"{own['total']} ({words.currency})").font = BOLD
    put_money(sheet, (row + 1, 5), words.total, _CENTS, BOLD)
