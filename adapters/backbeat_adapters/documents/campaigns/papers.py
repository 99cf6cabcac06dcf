"""A campaign's report as a workbook and as a PDF."""

from __future__ import annotations

from datetime import date, tzinfo

from backbeat.campaigns.model import Report
from backbeat.kernel.languages import Language
from backbeat_adapters.documents.campaigns.wording import COLUMNS, TITLE, PrintedReport, printed
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.sheet import (
    PAD,
    QUIET,
    WIDTH,
    Lettering,
    Sheet,
    lettered,
    written,
)
from backbeat_adapters.documents.workbook import (
    BOLD,
    as_file,
    new_workbook,
    put_columns,
    put_head,
    put_money,
)
from backbeat_adapters.spreadsheets import put_number, put_text

_WIDTHS = {"A": 14, "B": 46, "C": 30, "D": 12, "E": 14, "F": 16}
_MONEY = "#,##0.000000"
_PARTS = (22.0, 62.0, 34.0, 18.0, 16.0, 18.0)
_FACT = 30.0


def to_xlsx(report: Report, dated: date, zone: tzinfo) -> bytes:
    """The report as an XLSX file, its numbers exact."""
    words = printed(report, zone)
    workbook, sheet = new_workbook(TITLE, _WIDTHS)
    row = put_head(sheet, TITLE, words.facts) + 2
    put_columns(sheet, row, COLUMNS, 5)
    for entry in words.entries:
        row += 1
        for column, word in enumerate(entry.words, start=1):
            put_text(sheet, row, column, word)
        put_number(sheet, row, 5, entry.views)
        put_money(sheet, (row, 6), entry.bonus, _MONEY)
    put_text(sheet, row + 1, 2, "Total").font = BOLD
    put_number(sheet, row + 1, 5, words.views).font = BOLD
    put_money(sheet, (row + 1, 6), words.bonus, _MONEY, BOLD)
    return as_file(workbook, dated)


def to_pdf(report: Report, dated: date, zone: tzinfo, fonts: Fonts) -> bytes:
    """The report as a PDF file on A4."""
    words, lettering = lettered(
        lambda _: printed(report, zone), Language.ENGLISH, fonts, f"campaign {report.campaign.id}"
    )
    sheet = _ReportSheet(words, lettering, dated)
    sheet.draw()
    return bytes(sheet.output())


class _ReportSheet(Sheet):
    """One report being drawn."""

    def __init__(self, words: PrintedReport, lettering: Lettering, dated: date) -> None:
        title = f"{TITLE}: {words.name}"
        super().__init__(words, lettering, title=title, author="Backbeat", dated=dated)
        self.words = words

    def draw(self) -> None:
        """Title, facts, a row for each entry, the total."""
        self.add_page()
        self._pen(26, bold=True)
        self._text(WIDTH, 12, TITLE)
        self.set_y(self.get_y() + 5)
        for label, text in self.words.facts:
            self._pen(9, colour=QUIET)
            self._text(_FACT, 5.5, label, end=False)
            self._pen(9)
            self._text(WIDTH - _FACT, 5.5, text, lines=True)
        self.set_y(self.get_y() + 6)
        self._pen(8.5, bold=True, colour=QUIET)
        self._draw_row(COLUMNS)
        for entry in self.words.entries:
            self._pen(8.5)
            self._draw_row((*entry.words, f"{entry.views:,}", written(entry.bonus.amount, 6)))
        self._pen(8.5, bold=True)
        whole = written(self.words.bonus.amount, 6)
        self._draw_row(("", "Total", "", "", f"{self.words.views:,}", whole))

    def _draw_row(self, cells: tuple[str, ...]) -> None:
        """One row, as high as its longest cell; the last two columns are numbers."""
        lines = [self._lines(width - PAD, cell) for width, cell in zip(_PARTS, cells, strict=True)]
        height = 5.0 * max(len(each) for each in lines) + 2
        if self.will_page_break(height):
            self.add_page()
        top = self.get_y()
        for place, cell in enumerate(lines):
            left = sum(_PARTS[:place])
            self.set_y(top + 1)
            for line in cell:
                self._indent(left)
                self._text(_PARTS[place] - PAD, 5, line, align="R" if place > 3 else "L")
        self.set_y(top + height)
        self._rule()
