"""The bank sheet: one line per transfer, as CSV or as a workbook (PAYOUT-3)."""

from __future__ import annotations

import csv
import io

from backbeat.payout_methods.bank import SHEET, BankAccount
from backbeat.payout_methods.model import FileForm
from backbeat.payouts.model import Payment, Sheet
from backbeat_adapters.spreadsheets import put_number, put_text, same_bytes, unformulated

COLUMNS = (
    "withdrawal_id",
    "holder",
    "bank_name",
    "bank_address",
    "swift",
    "account_number",
    "postal_code",
    "amount",
    "currency",
    "reference",
)
_AMOUNT = COLUMNS.index("amount")
_WIDTHS = (32, 24, 24, 36, 14, 36, 14, 14, 10, 20)


def to_csv(sheet: Sheet) -> bytes:
    """The sheet in UTF-8, with the mark by which spreadsheets know it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for payment in sheet.payments:
        writer.writerow([unformulated(cell) for cell in _row(payment)])
    return text.getvalue().encode("utf-8-sig")


def to_xlsx(sheet: Sheet) -> bytes:
    """The sheet as a workbook; amounts are numbers, everything else is text that never runs."""
    # Slow to import, and most commands write no workbook.
    from openpyxl import Workbook  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.worksheet.worksheet import Worksheet  # noqa: PLC0415

    workbook = Workbook()
    page = workbook.active
    assert isinstance(page, Worksheet)  # noqa: S101 - a new workbook has one
    page.title = f"payout {sheet.batch.number}-{sheet.part}"
    page.freeze_panes = "A2"
    for column, (name, width) in enumerate(zip(COLUMNS, _WIDTHS, strict=True), start=1):
        put_text(page, 1, column, name).font = Font(bold=True)
        page.column_dimensions[chr(ord("A") + column - 1)].width = width
    for row, payment in enumerate(sheet.payments, start=2):
        for column, cell in enumerate(_row(payment)):
            if column == _AMOUNT:
                number = put_number(page, row, column + 1, payment.amount.amount)
                number.number_format = "0.00"
            else:
                put_text(page, row, column + 1, cell)
    return same_bytes(workbook, sheet.batch.made_at)


def _row(payment: Payment) -> tuple[str, ...]:
    to = payment.destination
    if not isinstance(to, BankAccount):
        raise TypeError(f"{payment.reference} is not paid by a bank")
    return (
        payment.reference,
        to.holder,
        to.bank_name,
        to.bank_address,
        to.swift,
        to.account_number,
        to.postal_code,
        str(payment.amount),
        payment.amount.currency.value,
        payment.invoice,
    )


WRITES = {(SHEET, FileForm.CSV): to_csv, (SHEET, FileForm.XLSX): to_xlsx}
