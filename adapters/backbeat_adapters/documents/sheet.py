"""A paper on A4 as a PDF being drawn: pens, boxes, the band at the top, the foot of each page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, TypeVar

from attrs import frozen
from fpdf import FPDF
from fpdf.enums import MethodReturnValue, XPos, YPos

from backbeat.formatting.money import MINUS
from backbeat.kernel.languages import Language
from backbeat_adapters.documents.fonts import ADVICE, CutFace, Face, Fonts

log = logging.getLogger(__name__)

_LAST_LATIN = 0xFF
INK, QUIET, LINE = (20, 21, 27), (79, 82, 96), (214, 214, 224)
ACCENT, PANEL = (91, 91, 240), (245, 245, 250)
MARGIN, BOTTOM = 20.0, 24.0
WIDTH = 210.0 - 2 * MARGIN
ROW = 9.0
PAD = 3.0


class Words(Protocol):
    """A paper with every text in its language."""

    @property
    def language(self) -> Language: ...

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the language; `page` numbers the pages."""

    @property
    def text(self) -> str:
        """Everything that is printed, as one text: the letters that a font has to have."""


W = TypeVar("W", bound=Words)


def written(amount: Decimal, places: int = 2) -> str:
    """An amount without its currency, as a paper writes it: `2,493.19`, `−7.05`."""
    sign = MINUS if amount < 0 else ""
    return f"{sign}{abs(amount):,.{places}f}"


@frozen
class Lettering:
    """The face with which a document is printed, and the letters that no face on this machine has."""

    face: Face | None
    missing: frozenset[str]
    is_lacking: bool


def lettered(
    make: Callable[[Language], W], language: Language, fonts: Fonts, name: str
) -> tuple[W, Lettering]:
    """The paper's words and the face that prints them.

    Where the machine has no font for the language, the labels are English; `?` stands for each
    letter that is missing, and a line at the foot says what to install (INVOICE-10).
    """
    words = make(language)
    face = fonts.face_for(words.text, language)
    is_foreign = bool(_missing(face, "".join(words.labels.values())))
    if is_foreign:
        words = make(Language.ENGLISH)
        face = fonts.face_for(words.text, Language.ENGLISH)
    missing = frozenset(_missing(face, words.text))
    lettering = Lettering(face, missing, is_foreign or bool(missing))
    if lettering.is_lacking:
        log.warning("%s: %s", name, ADVICE)
    return words, lettering


def _missing(face: Face | None, text: str) -> set[str]:
    """The letters that cannot be shown; without a face, all that are not in every PDF reader's own
    fonts.
    """
    if face is not None:
        return face.lacks(text)
    return {letter for letter in text if ord(letter) > _LAST_LATIN}


class Sheet(FPDF):
    """One paper being drawn; the same paper gives the same bytes."""

    def __init__(
        self, words: Words, lettering: Lettering, *, title: str, author: str, dated: date
    ) -> None:
        super().__init__(format="A4")
        self.labels = words.labels
        self.face = lettering.face
        self.is_lacking = lettering.is_lacking
        self.hidden = str.maketrans(dict.fromkeys(lettering.missing, "?"))
        if _missing(self.face, MINUS):
            self.hidden[ord(MINUS)] = "-"
        self.set_margins(MARGIN, MARGIN, MARGIN)
        self.c_margin = 0
        self.set_auto_page_break(True, BOTTOM)
        self.set_title(title)
        self.set_author(author)
        self.set_lang(words.language.value)
        self.set_creator("Backbeat")
        self.set_creation_date(datetime.combine(dated, time(), UTC))
        if self.face is not None:
            self._add(self.face.cut(words.text + MINUS))

    def _add(self, face: CutFace) -> None:
        """The face in both weights. It is read from a file, which it keeps open: its name may go."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            for style, file in {"": face.regular, "B": face.bold}.items():
                path = Path(folder, f"paper{style}.ttf")
                path.write_bytes(file)
                self.add_font("paper", style, path)

    def header(self) -> None:
        """A band of colour at the top of every page."""
        self.set_fill_color(*ACCENT)
        self.rect(0, 0, 210, 4, style="F")
        self.set_y(MARGIN)

    def footer(self) -> None:
        """The page's number, and where letters are missing what to do about it."""
        self.set_y(-BOTTOM + 8)
        self._pen(8, colour=QUIET)
        if self.is_lacking:
            self._text(WIDTH, 4, f"{ADVICE[0].upper()}{ADVICE[1:]}.", lines=True)
        label = self.labels["page"].format(page=self.page_no(), pages="{nb}")
        self._text(WIDTH, 5, label)

    def _panel(self, left: float, width: float, height: float) -> None:
        self.set_fill_color(*PANEL)
        self.rect(MARGIN + left, self.get_y(), width, height, style="F")

    def _rule(self) -> None:
        self.set_draw_color(*LINE)
        self.set_line_width(0.2)
        self.line(MARGIN, self.get_y(), MARGIN + WIDTH, self.get_y())

    def _indent(self, by: float) -> None:
        self.set_x(MARGIN + by)

    def _pen(self, size: float, *, bold: bool = False, colour: tuple[int, int, int] = INK) -> None:
        family = "helvetica" if self.face is None else "paper"
        self.set_font(family, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _lines(self, width: float, text: str) -> list[str]:
        """The lines that a text takes in a box of that width."""
        shown = text.translate(self.hidden)
        # Searching for a line break costs ten times as much as finding out that none is needed.
        if "\n" not in shown and self.get_string_width(shown) <= width:
            return [shown]
        lines = self.multi_cell(width, 1, shown, dry_run=True, output=MethodReturnValue.LINES)
        assert isinstance(lines, list)  # noqa: S101 - that is what was asked for
        return lines

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
