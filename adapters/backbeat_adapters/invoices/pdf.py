"""An invoice as a PDF on A4: who bills whom, lines, and what is paid, set large."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, time

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from backbeat.kernel.languages import Language
from backbeat.withdrawals.model import Invoice
from backbeat_adapters.invoices.fonts import ADVICE, Face, Fonts
from backbeat_adapters.invoices.words import PrintedInvoice, PrintedLine, printed, written

log = logging.getLogger(__name__)

_LAST_LATIN = 0xFF
_INK, _QUIET, _LINE = (20, 21, 27), (79, 82, 96), (214, 214, 224)
_ACCENT, _PANEL = (91, 91, 240), (245, 245, 250)
_MARGIN, _BOTTOM = 20.0, 24.0
_WIDTH = 210.0 - 2 * _MARGIN
_ROW = 9.0
_PAD = 3.0
_COLUMNS = (26.0, 72.0, 28.0, 16.0, 28.0)
"""Month, description, unit price, quantity, amount."""
_SUMS = _WIDTH / 2 - 8
"""Where the sums begin, from the left margin."""


def to_pdf(invoice: Invoice, language: Language, fonts: Fonts) -> bytes:
    """The invoice as a PDF file; the same invoice gives the same bytes.

    Where the machine has no font for the language, the labels are English; `?` stands for each
    letter that is missing, and a line at the foot says what to install (R30).
    """
    words = printed(invoice, language)
    face = fonts.face_for(words.text, language)
    is_foreign = bool(_missing(face, "".join(words.labels.values())))
    if is_foreign:
        words = printed(invoice, Language.ENGLISH)
        face = fonts.face_for(words.text, Language.ENGLISH)
    sheet = _Sheet(words, face, is_lacking=is_foreign or bool(_missing(face, words.text)))
    if sheet.is_lacking:
        log.warning("invoice %s: %s", invoice.number, ADVICE)
    sheet.set_creation_date(datetime.combine(invoice.issued_on, time(), UTC))
    sheet.draw()
    return bytes(sheet.output())


def _missing(face: Face | None, text: str) -> set[str]:
    """The letters that cannot be shown; without a face, what every PDF reader knows can be."""
    if face is not None:
        return face.lacks(text)
    return {letter for letter in text if ord(letter) > _LAST_LATIN}


class _Sheet(FPDF):
    """One invoice being drawn."""

    def __init__(self, words: PrintedInvoice, face: Face | None, *, is_lacking: bool) -> None:
        super().__init__(format="A4")
        self.words = words
        self.face = face
        self.is_lacking = is_lacking
        self.hidden = str.maketrans(dict.fromkeys(_missing(face, words.text), "?"))
        self.set_margins(_MARGIN, _MARGIN, _MARGIN)
        self.c_margin = 0
        self.set_auto_page_break(True, _BOTTOM)
        self.set_title(f"{words.title} {words.facts[0][1]}")
        self.set_author(words.name)
        self.set_lang(words.language.value)
        self.set_creator("Backbeat")
        if face is not None:
            self.add_font("invoice", "", face.path, collection_font_number=face.number)
            self.add_font(
                "invoice", "B", face.bold or face.path, collection_font_number=face.number
            )

    def draw(self) -> None:
        """Every part of the invoice, from top to bottom."""
        self.add_page()
        self._draw_head()
        self._draw_parties()
        self._draw_lines()
        self._draw_sums()

    def header(self) -> None:
        """A band of colour at the top of every page."""
        self.set_fill_color(*_ACCENT)
        self.rect(0, 0, 210, 4, style="F")
        self.set_y(_MARGIN)

    def footer(self) -> None:
        """The page's number, and where letters are missing what to do about it."""
        self.set_y(-_BOTTOM + 8)
        self._pen(8, colour=_QUIET)
        if self.is_lacking:
            self._text(_WIDTH, 4, f"{ADVICE[0].upper()}{ADVICE[1:]}.", lines=True)
        label = self.words.labels["page"].format(page=self.page_no(), pages="{nb}")
        self._text(_WIDTH, 5, label)

    def _draw_head(self) -> None:
        top = self.get_y()
        self._pen(26, bold=True)
        self._text(_WIDTH / 2, 12, self.words.title)
        self.set_y(top + 1)
        for label, text in self.words.facts:
            self._indent(_SUMS + _PAD)
            self._pen(9, colour=_QUIET)
            self._text(22, 5.5, label, end=False)
            self._pen(9)
            self._text(_WIDTH - _SUMS - 22 - _PAD, 5.5, text, align="R")
        self.set_y(max(self.get_y(), top + 12) + 10)

    def _draw_parties(self) -> None:
        top = bottom = self.get_y()
        for place, (label, text) in enumerate(
            (("from", self.words.name), ("to", self.words.recipient))
        ):
            self.set_y(top)
            left = place * (_SUMS + _PAD)
            self._indent(left)
            self._pen(9, colour=_QUIET)
            self._text(_SUMS - _PAD, 5.5, self.words.labels[label])
            self._indent(left)
            self._pen(12, bold=True)
            self._text(_SUMS - _PAD, 6.5, text, lines=True)
            bottom = max(bottom, self.get_y())
        self.set_y(bottom + 5)
        self._pen(9, colour=_QUIET)
        self._text(_WIDTH, 5.5, self.words.labels["service"])
        self._pen(10)
        self._text(_WIDTH, 5.5, self.words.service, lines=True)
        self.set_y(self.get_y() + 9)

    def _draw_lines(self) -> None:
        self._draw_columns()
        for line in self.words.lines:
            if self.will_page_break(_ROW):
                self.add_page()
                self._draw_columns()
            self._draw_line(line)

    def _draw_columns(self) -> None:
        """The table's head: light on a quiet panel."""
        own = self.words.labels
        price, amount = (
            f"{own[name]} ({self.words.currency})" for name in ("unit_price", "amount")
        )
        self.set_fill_color(*_PANEL)
        self.rect(_MARGIN, self.get_y(), _WIDTH, _ROW, style="F")
        self._pen(8.5, bold=True, colour=_QUIET)
        self._row((own["month"], own["description"], price, own["quantity"], amount))

    def _draw_line(self, line: PrintedLine) -> None:
        self._pen(10)
        amount = written(line.amount)
        self._row((line.month, line.description, amount, "1", amount))
        self._rule()

    def _draw_sums(self) -> None:
        own = self.words.labels
        if self.will_page_break(4 * _ROW):
            self.add_page()
        self.set_y(self.get_y() + 4)
        self._draw_sum(own["subtotal"], written(self.words.subtotal))
        self._draw_sum(own["fee"], written(-self.words.fee))
        self.set_y(self.get_y() + 2)
        self.set_fill_color(*_PANEL)
        self.rect(_MARGIN + _SUMS, self.get_y(), _WIDTH - _SUMS, 14, style="F")
        self._indent(_SUMS + _PAD)
        self._pen(11, bold=True)
        self._text(30, 14, own["total"], end=False)
        self._pen(15, bold=True)
        whole = f"{written(self.words.total)} {self.words.currency}"
        self._text(_WIDTH - _SUMS - 30 - 2 * _PAD, 14, whole, align="R")

    def _draw_sum(self, label: str, amount: str) -> None:
        self._indent(_SUMS + _PAD)
        self._pen(10, colour=_QUIET)
        self._text(40, 7, label, end=False)
        self._pen(10)
        self._text(_WIDTH - _SUMS - 40 - 2 * _PAD, 7, amount, align="R")

    def _row(self, cells: tuple[str, ...]) -> None:
        self._indent(0)
        for place, (width, text) in enumerate(zip(_COLUMNS, cells, strict=True)):
            is_last = place == len(cells) - 1
            align = "L" if place < 2 else "R"
            self._indent(sum(_COLUMNS[:place]) + (_PAD if place < 2 else 0))
            self._text(width - _PAD, _ROW, text, align=align, end=is_last)

    def _rule(self) -> None:
        self.set_draw_color(*_LINE)
        self.set_line_width(0.2)
        self.line(_MARGIN, self.get_y(), _MARGIN + _WIDTH, self.get_y())

    def _indent(self, by: float) -> None:
        self.set_x(_MARGIN + by)

    def _pen(self, size: float, *, bold: bool = False, colour: tuple[int, int, int] = _INK) -> None:
        family = "helvetica" if self.face is None else "invoice"
        self.set_font(family, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _text(
        self,
        width: float,
        height: float,
        text: str,
        *,
        align: str = "L",
        end: bool = True,
        lines: bool = False,
    ) -> None:
        """Text in a box of that width; `end` moves below it, `lines` lets it break."""
        shown = text.translate(self.hidden)
        x, y = (XPos.LMARGIN, YPos.NEXT) if end else (XPos.RIGHT, YPos.TOP)
        if lines:
            self.multi_cell(width, height, shown, align=align, new_x=x, new_y=y)
        else:
            self.cell(width, height, shown, align=align, new_x=x, new_y=y)
