"""An invoice as a PDF on A4: who bills whom, lines, and what is paid, set large."""

from __future__ import annotations

from backbeat.kernel.languages import Language
from backbeat.withdrawals.model import Invoice
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.invoices.words import PrintedInvoice, PrintedLine, printed
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

_COLUMNS = (26.0, 72.0, 28.0, 16.0, 28.0)
"""Month, description, unit price, quantity, amount."""
_SUMS = WIDTH / 2 - 8
"""Where the sums begin, from the left margin."""


def to_pdf(invoice: Invoice, language: Language, fonts: Fonts) -> bytes:
    """The invoice as a PDF file; the same invoice gives the same bytes."""
    words, lettering = lettered(
        lambda spoken: printed(invoice, spoken), language, fonts, f"invoice {invoice.number}"
    )
    sheet = _InvoiceSheet(words, lettering, invoice)
    sheet.draw()
    return bytes(sheet.output())


class _InvoiceSheet(Sheet):
    """One invoice being drawn."""

    def __init__(self, words: PrintedInvoice, lettering: Lettering, invoice: Invoice) -> None:
        title = f"{words.title} {words.facts[0][1]}"
        super().__init__(words, lettering, title=title, author=words.name, dated=invoice.issued_on)
        self.words = words

    def draw(self) -> None:
        """Every part of the invoice, from top to bottom."""
        self.add_page()
        self._draw_head()
        self._draw_parties()
        self._draw_lines()
        self._draw_sums()

    def _draw_head(self) -> None:
        top = self.get_y()
        self._pen(26, bold=True)
        self._text(WIDTH / 2, 12, self.words.title)
        self.set_y(top + 1)
        for label, text in self.words.facts:
            self._indent(_SUMS + PAD)
            self._pen(9, colour=QUIET)
            self._text(22, 5.5, label, end=False)
            self._pen(9)
            self._text(WIDTH - _SUMS - 22 - PAD, 5.5, text, align="R")
        self.set_y(max(self.get_y(), top + 12) + 10)

    def _draw_parties(self) -> None:
        top = bottom = self.get_y()
        for place, (label, text) in enumerate(
            (("from", self.words.name), ("to", self.words.recipient))
        ):
            self.set_y(top)
            left = place * (_SUMS + PAD)
            self._indent(left)
            self._pen(9, colour=QUIET)
            self._text(_SUMS - PAD, 5.5, self.words.labels[label])
            self._indent(left)
            self._pen(12, bold=True)
            self._text(_SUMS - PAD, 6.5, text, lines=True)
            bottom = max(bottom, self.get_y())
        self.set_y(bottom + 5)
        self._pen(9, colour=QUIET)
        self._text(WIDTH, 5.5, self.words.labels["service"])
        self._pen(10)
        self._text(WIDTH, 5.5, self.words.service, lines=True)
        self.set_y(self.get_y() + 9)

    def _draw_lines(self) -> None:
        self._draw_columns()
        for line in self.words.lines:
            if self.will_page_break(ROW):
                self.add_page()
                self._draw_columns()
            self._draw_line(line)

    def _draw_columns(self) -> None:
        """The table's head: light on a quiet panel."""
        own = self.words.labels
        price, amount = (
            f"{own[name]} ({self.words.currency})" for name in ("unit_price", "amount")
        )
        self._panel(0, WIDTH, ROW)
        self._pen(8.5, bold=True, colour=QUIET)
        self._row((own["month"], own["description"], price, own["quantity"], amount))

    def _draw_line(self, line: PrintedLine) -> None:
        self._pen(10)
        amount = written(line.amount.amount)
        self._row((line.month, line.description, amount, "1", amount))
        self._rule()

    def _draw_sums(self) -> None:
        own = self.words.labels
        if self.will_page_break(4 * ROW):
            self.add_page()
        self.set_y(self.get_y() + 4)
        self._draw_sum(own["subtotal"], written(self.words.subtotal.amount))
        self._draw_sum(own["fee"], written(-self.words.fee.amount))
        self.set_y(self.get_y() + 2)
        self._panel(_SUMS, WIDTH - _SUMS, 14)
        self._indent(_SUMS + PAD)
        self._pen(11, bold=True)
        self._text(30, 14, own["total"], end=False)
        self._pen(15, bold=True)
        whole = f"{written(self.words.total.amount)} {self.words.currency}"
        self._text(WIDTH - _SUMS - 30 - 2 * PAD, 14, whole, align="R")

    def _draw_sum(self, label: str, amount: str) -> None:
        self._indent(_SUMS + PAD)
        self._pen(10, colour=QUIET)
        self._text(40, 7, label, end=False)
        self._pen(10)
        self._text(WIDTH - _SUMS - 40 - 2 * PAD, 7, amount, align="R")

    def _row(self, cells: tuple[str, ...]) -> None:
        self._indent(0)
        for place, (width, text) in enumerate(zip(_COLUMNS, cells, strict=True)):
            is_last = place == len(cells) - 1
            align = "L" if place < 2 else "R"
            self._indent(sum(_COLUMNS[:place]) + (PAD if place < 2 else 0))
            self._text(width - PAD, ROW, self._cut(text, width - PAD), align=align, end=is_last)

    def _cut(self, text: str, width: float) -> str:
        """The text cut to the width of its column: a line of a payment summary may have a long
        name.
        """
        if self.get_string_width(text) <= width:
            return text
        while text and self.get_string_width(f"{text}...") > width:
            text = text[:-1]
        return f"{text}..."
