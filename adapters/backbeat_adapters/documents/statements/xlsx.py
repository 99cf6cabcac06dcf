"""A statement as a workbook of one sheet, its amounts as exact numbers."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import Parties, Statement
from backbeat_adapters.documents.statements.wording import PrintedStatement, PrintedType, printed
from backbeat_adapters.documents.workbook import (
    BOLD,
    as_file,
    new_workbook,
    put_columns,
    put_head,
    put_money,
)
from backbeat_adapters.spreadsheets import put_text

_WIDTHS = {"A": 18, "B": 52, "C": 14, "D": 20}


def to_xlsx(statement: Statement, parties: Parties, language: Language) -> bytes:
    """The statement as an XLSX file; no cell is a formula, whatever the texts are (EXPORT-6)."""
    words = printed(statement, parties, language)
    workbook, sheet = new_workbook(str(statement.month), _WIDTHS)
    own = words.labels
    row = put_head(sheet, words.title, words.facts) + 2
    amount = f"{own['amount']} ({words.currency})"
    put_columns(sheet, row, (own["date"], own["description"], own["earned_in"], amount), 4)
    row = _put_balance(sheet, words, row + 1, own["opening"], words.opening)
    for each in words.types:
        row = _put_type(sheet, words, row, each)
    if not words.types:
        put_text(sheet, row, 2, own["empty"])
        row += 1
    _put_balance(sheet, words, row, own["closing"], words.closing)
    return as_file(workbook, statement.until)


def _put_balance(
    sheet: Worksheet, words: PrintedStatement, row: int, label: str, amount: Money
) -> int:
    """Opening or closing; gives the next row."""
    put_text(sheet, row, 2, label).font = BOLD
    put_money(sheet, (row, 4), amount, _form(words), BOLD)
    return row + 1


def _put_type(sheet: Worksheet, words: PrintedStatement, row: int, each: PrintedType) -> int:
    """The rows of a type and their sum; gives the next row."""
    for movement in each.movements:
        put_text(sheet, row, 1, movement.date)
        put_text(sheet, row, 2, movement.description)
        put_text(sheet, row, 3, movement.earned_in)
        put_money(sheet, (row, 4), movement.amount, _form(words))
        row += 1
    return _put_balance(sheet, words, row, each.label, each.amount)


def _form(words: PrintedStatement) -> str:
    return f"#,##0.{'0' * words.places}"
