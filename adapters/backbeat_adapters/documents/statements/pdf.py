"""A statement as a PDF on A4: opening, movements type by type, closing, set large."""

from __future__ import annotations

from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import Parties, Statement
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.sheet import (
    PAD,
    QUIET,
    ROW,
    WIDTH,
    Lettering,
    Sheet,
    lettered,
    written,
)
from backbeat_adapters.documents.statements.wording import (
    PrintedMovement,
    PrintedStatement,
    PrintedType,
    printed,
)

_COLUMNS = (26.0, 78.0, 26.0, 40.0)
"""Date, description, month of earning, amount."""
_FACT = 30.0


def to_pdf(statement: Statement, parties: Parties, language: Language, fonts: Fonts) -> bytes:
    """The statement as a PDF file; the same statement gives the same bytes."""
    words, lettering = lettered(
        lambda spoken: printed(statement, parties, spoken),
        language,
        fonts,
        f"statement {statement.month}",
    )
    sheet = _StatementSheet(words, lettering, statement)
    sheet.draw()
    return bytes(sheet.output())


class _StatementSheet(Sheet):
    """One statement being drawn."""

    def __init__(self, words: PrintedStatement, lettering: Lettering, statement: Statement) -> None:
        title = f"{words.title} {words.facts[0][1]}"
        super().__init__(words, lettering, title=title, author="Backbeat", dated=statement.until)
        self.words = words

    def draw(self) -> None:
        """Every part of the statement, from top to bottom."""
        self.add_page()
        self._draw_head()
        self._draw_balance(self.labels["opening"], self._written(self.words.opening))
        self.set_y(self.get_y() + 5)
        self._draw_columns()
        for each in self.words.types:
            self._draw_type(each)
        if not self.words.types:
            self._pen(10, colour=QUIET)
            self._indent(PAD)
            self._text(WIDTH, ROW, self.labels["empty"])
        self._keep(16)
        self.set_y(self.get_y() + 5)
        self._draw_balance(self.labels["closing"], self._written(self.words.closing))

    def _draw_head(self) -> None:
        self._pen(26, bold=True)
        self._text(WIDTH, 12, self.words.title)
        self.set_y(self.get_y() + 5)
        for label, text in self.words.facts:
            self._pen(9, colour=QUIET)
            self._text(_FACT, 5.5, label, end=False)
            self._pen(9)
            self._text(WIDTH - _FACT, 5.5, text, lines=True)
        self.set_y(self.get_y() + 6)

    def _draw_balance(self, label: str, amount: str) -> None:
        """Opening or closing, on a quiet panel."""
        self._panel(0, WIDTH, 14)
        self._indent(PAD)
        self._pen(11, bold=True)
        self._text(WIDTH / 2, 14, label, end=False)
        self._pen(15, bold=True)
        whole = f"{amount} {self.words.currency}"
        self._text(WIDTH / 2 - 2 * PAD, 14, whole, align="R")

    def _draw_columns(self) -> None:
        own = self.labels
        self._pen(8.5, bold=True, colour=QUIET)
        amount = f"{own['amount']} ({self.words.currency})"
        self._row((own["date"], own["description"], own["earned_in"], amount))
        self._rule()

    def _draw_type(self, each: PrintedType) -> None:
        for movement in each.movements:
            self._pen(9.5)
            self._draw_movement(movement)
        self._keep(ROW)
        self._pen(9.5, bold=True)
        self._indent(PAD)
        self._text(WIDTH - _COLUMNS[-1] - PAD, ROW, each.label, end=False)
        self._text(_COLUMNS[-1] - PAD, ROW, self._written(each.amount), align="R")
        self._rule()

    def _draw_movement(self, movement: PrintedMovement) -> None:
        """One row; its description takes the lines that it needs."""
        width = _COLUMNS[1] - PAD
        lines = self._lines(width, movement.description)
        height = 5.0 * max(len(lines), 1) + 2
        self._keep(height)
        self._pen(9.5)
        top = self.get_y()
        self._indent(0)
        self._text(_COLUMNS[0], ROW - 2, movement.date)
        self.set_y(top + 1)
        for line in lines:
            self._indent(_COLUMNS[0] + PAD)
            self._text(width, 5, line)
        self.set_y(top)
        self._indent(sum(_COLUMNS[:2]) + PAD)
        self._text(_COLUMNS[2] - PAD, ROW - 2, movement.earned_in, end=False)
        amount = self._written(movement.amount)
        self._text(_COLUMNS[3] - PAD, ROW - 2, amount, align="R")
        self.set_y(top + height)

    def _written(self, amount: Money) -> str:
        return written(amount.amount, self.words.places)

    def _keep(self, height: float) -> None:
        """Begin a new page and repeat the columns' names, if there is not enough room left."""
        if self.will_page_break(height):
            self.add_page()
            self._draw_columns()

    def _row(self, cells: tuple[str, ...]) -> None:
        for place, (width, text) in enumerate(zip(_COLUMNS, cells, strict=True)):
            is_last = place == len(cells) - 1
            self._indent(sum(_COLUMNS[:place]) + (PAD if place and not is_last else 0))
            self._text(width - PAD, ROW, text, align="R" if is_last else "L", end=is_last)
