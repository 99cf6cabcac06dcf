"""Invoices on paper show the numbers they were issued with, in four languages."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from fontTools.ttLib import TTCollection, TTFont
from openpyxl import load_workbook
from pypdf import PdfReader
from tests.fakes.faces import make_face
from tests.fakes.withdrawals import SEPTEMBER, an_invoice

from backbeat.kernel.documents import DocumentFormat
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.withdrawals.model import Invoice, InvoiceLine
from backbeat_adapters.documents.fonts import Face, Fonts
from backbeat_adapters.documents.invoices.pdf import to_pdf
from backbeat_adapters.documents.invoices.printer import InvoiceDocuments
from backbeat_adapters.documents.invoices.words import labels
from backbeat_adapters.documents.invoices.xlsx import to_xlsx

ANY_FONTS = Fonts()
NO_FONTS = Fonts(usual=False)
FAMILY = 1
"""Of a font, in its own table of names."""
EAST_ASIAN = "청구서发票發票"


def has_east_asian_font() -> bool:
    face = ANY_FONTS.face_for(EAST_ASIAN, Language.KOREAN)
    return face is not None and not face.lacks(EAST_ASIAN)


def yuan(amount: str) -> Money:
    return Money.of(amount, Currency.CNY)


def in_yuan() -> Invoice:
    return an_invoice(
        name="王浩",
        currency=Currency.CNY,
        lines=(InvoiceLine(SEPTEMBER, EntryType.MUSIC_PROFIT, yuan("2493.19")),),
        fee=yuan("142.47"),
        total=yuan("2350.72"),
    )


def pages(pdf: bytes) -> list[str]:
    """The text of each page; pypdf puts a NUL before every letter of an embedded font."""
    return [page.extract_text().replace("\0", "") for page in PdfReader(BytesIO(pdf)).pages]


def text_of(invoice: Invoice, language: Language, fonts: Fonts = ANY_FONTS) -> str:
    return "\n".join(pages(to_pdf(invoice, language, fonts)))


def shows(text: str, *wanted: str) -> bool:
    """Whether the text has each of these, whatever white space lies between its parts."""
    tight = "".join(text.split())
    return all("".join(each.split()) in tight for each in wanted)


def minus(fonts: Fonts) -> str:
    """What a paper writes before what is taken off; without any font the letters of every PDF."""
    return "−" if fonts.face_for("−", Language.ENGLISH) else "-"


@pytest.fixture
def small_fonts(small_face: Path) -> Fonts:
    return Fonts((str(small_face),))


def test_a_face_is_cut_once_for_all_papers_without_a_letter_of_their_own(tmp_path: Path) -> None:
    face = Face(make_face(tmp_path / "boxes.ttf"))
    cut = face.cut("청구서 Mina")
    whole = face.path.stat().st_size
    face.path.unlink()

    assert face.cut("청구서 Zoë, 2,493.19") == cut
    assert len(cut.regular) < whole / 2
    assert {ord("청"), ord("M"), ord("ë")} <= letters_of(cut.regular)
    assert ord("發") not in letters_of(cut.regular)
    with pytest.raises(FileNotFoundError):
        face.cut("發")


def test_the_chosen_face_of_a_collection_is_cut(tmp_path: Path) -> None:
    boxes = make_face(tmp_path / "boxes.ttf")
    (tmp_path / "latin.ttf").write_bytes(Face(boxes).cut("").regular)
    collection = TTCollection()
    collection.fonts = [TTFont(tmp_path / "latin.ttf"), TTFont(boxes)]
    both = tmp_path / "both.ttc"
    collection.save(both)

    first, second = (Face(both, number).cut("청") for number in (0, 1))
    assert ord("청") not in letters_of(first.regular)
    assert ord("청") in letters_of(second.regular)


def test_a_paper_has_the_bold_letters_of_its_face(tmp_path: Path) -> None:
    regular = make_face(tmp_path / "boxes-Regular.ttf")
    bold = TTFont(make_face(tmp_path / "boxes-Bold.ttf"))
    bold["name"].setName("Heavy", FAMILY, 3, 1, 0x409)
    bold.save(tmp_path / "boxes-Bold.ttf")

    pdf = to_pdf(an_invoice(), Language.ENGLISH, Fonts((str(regular),)))

    assert b"+Boxes" in pdf
    assert b"+Heavy" in pdf


def letters_of(file: bytes) -> set[int]:
    with TTFont(BytesIO(file)) as font:
        return set(font.getBestCmap())


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("invoice", [an_invoice(), in_yuan()], ids=["dollars", "yuan"])
def test_every_letter_of_a_paper_is_drawn(
    caplog: pytest.LogCaptureFixture, invoice: Invoice, language: Language
) -> None:
    """The library that draws says so where it has no drawing of a letter."""
    to_pdf(invoice, language, ANY_FONTS if has_east_asian_font() else NO_FONTS)

    assert [each.message for each in caplog.records if "glyph" in each.message] == []


@pytest.mark.parametrize("language", list(Language))
def test_the_small_face_of_the_tests_has_every_letter_of_a_paper(
    small_fonts: Fonts, small_face: Path, language: Language
) -> None:
    text = "".join(labels(language).values())

    assert small_fonts.face_for(text, language) == Face(small_face)


@pytest.mark.parametrize("fonts", [ANY_FONTS, NO_FONTS], ids=["with fonts", "without fonts"])
def test_an_invoice_shows_its_date_line_fee_and_total(fonts: Fonts) -> None:
    """The four numbers of J1 step 14."""
    text = text_of(an_invoice(), Language.ENGLISH, fonts)

    assert shows(text, "Invoice", "Number INV-2025-000001", "Issue date 2025/10/31")
    assert shows(text, "From Mina Kim", "Bill to Backbeat Music")
    assert shows(text, "2025/09 Music revenue 150.00 1 150.00")
    assert shows(text, f"Processing fee {minus(fonts)}7.05", "Total 142.95 USD")
    assert not shows(text, "install")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (Language.KOREAN, ("청구서", "발행일", "2025/09", "음원 수익", "처리 수수료")),
        (Language.SIMPLIFIED_CHINESE, ("发票", "开具日期", "2025/09", "音乐收益", "手续费")),
        (Language.TRADITIONAL_CHINESE, ("發票", "開立日期", "2025/09", "音樂收益", "手續費")),
    ],
)
def test_an_invoice_speaks_the_readers_language(
    language: Language, expected: tuple[str, ...]
) -> None:
    text = text_of(in_yuan(), language)

    assert shows(text, "2,493.19", f"{minus(ANY_FONTS)}142.47", "2,350.72 CNY")
    if not has_east_asian_font():
        assert shows(text, "fonts-noto-cjk")
        pytest.skip("no font with Korean and Chinese letters: install Noto Sans CJK")
    assert shows(text, *expected, "王浩")


def test_without_a_font_the_numbers_stand_and_the_cure_is_named() -> None:
    text = text_of(in_yuan(), Language.KOREAN, NO_FONTS)

    assert shows(text, "Invoice", "From ??", "Total 2,350.72 CNY", "fonts-noto-cjk", "pdf.fonts")


def test_a_font_file_that_is_none_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    missing = tmp_path / "missing.ttf"

    text = text_of(an_invoice(), Language.ENGLISH, Fonts((str(broken), str(missing)), usual=False))

    assert "142.95 USD" in text


def test_a_credit_note_names_what_it_takes_back() -> None:
    note = an_invoice().taken_back("CN-2025-000001", date(2025, 11, 3))

    text = text_of(note, Language.ENGLISH, NO_FONTS)

    assert shows(text, "Credit note", "Number CN-2025-000001", "Corrects INV-2025-000001")
    assert shows(text, "Issue date 2025/11/03")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A dispute", "Music revenue, A dispute"),
        ("Ads Revenue: " + "Dispute " * 9, "Music revenue, Ads Revenue: Dispute"),
    ],
)
def test_a_line_of_the_payment_summary_is_named_within_its_column(line: str, told: str) -> None:
    lines = (
        InvoiceLine(SEPTEMBER, EntryType.MUSIC_PROFIT, Money.of("142.00")),
        InvoiceLine(SEPTEMBER, EntryType.MUSIC_PROFIT, Money.of("8.00"), True, line),
    )
    text = text_of(an_invoice(lines=lines), Language.ENGLISH, NO_FONTS)

    assert shows(text, told)
    assert "Dispute " * 9 not in text
    assert "(correction)" not in text


def test_many_lines_go_on_over_pages_under_the_same_head() -> None:
    lines = tuple(
        InvoiceLine(Month(2000, 1).plus(n), EntryType.MUSIC_PROFIT, Money.of("1.00"), n % 7 == 0)
        for n in range(60)
    )
    invoice = an_invoice(lines=lines, fee=Money.of("2.82"), total=Money.of("57.18"))

    shown = pages(to_pdf(invoice, Language.ENGLISH, NO_FONTS))

    assert len(shown) > 1
    assert all(shows(page, "Unit price (USD)") for page in shown[:-1])
    assert shows(shown[1], "Page 2 of")
    assert sum(page.count("Music revenue") for page in shown) == 60
    assert shows(shown[-1], "Total 57.18 USD")


def test_the_same_invoice_is_the_same_file(small_fonts: Fonts) -> None:
    first, second = (to_pdf(an_invoice(), Language.ENGLISH, small_fonts) for _ in range(2))

    assert first == second


def test_a_workbook_that_is_made_again_later_is_the_same_file() -> None:
    with ZipFile(BytesIO(to_xlsx(an_invoice(), Language.ENGLISH))) as archive:
        assert {each.date_time[0] for each in archive.infolist()} == {1980}
        assert archive.read("docProps/core.xml").decode().count("2025-10-31T00:00:00Z") == 2


@pytest.mark.parametrize("language", list(Language))
def test_a_workbook_holds_the_amounts_as_numbers(language: Language) -> None:
    sheet = load_workbook(BytesIO(to_xlsx(in_yuan(), language))).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    own = labels(language)

    assert rows[0][0] == own["invoice"]
    assert [own["number"], "INV-2025-000001"] in [row[:2] for row in rows]
    assert [own["issued_on"], "2025/10/31"] in [row[:2] for row in rows]
    assert any(row[0] == "2025/09" and row[2:] == [2493.19, 1, 2493.19] for row in rows)
    assert [own["fee"], -142.47] in [row[3:] for row in rows]
    assert [f"{own['total']} (CNY)", 2350.72] in [row[3:] for row in rows]


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0", "＝1", "a\x00b\ufffe"]
)
def test_no_name_becomes_a_formula(name: str) -> None:
    file = to_xlsx(an_invoice(name=name, recipient=name, service=name), Language.ENGLISH)

    sheet = load_workbook(BytesIO(file)).worksheets[0]
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]

    assert all(cell.data_type in {"s", "n"} for cell in cells)
    assert all(cell.quotePrefix for cell in cells if cell.data_type == "s")


def test_every_language_has_the_same_labels() -> None:
    known = labels(Language.ENGLISH)

    for language in Language:
        assert labels(language).keys() == known.keys()
        assert all(text.strip() for text in labels(language).values())


@pytest.mark.parametrize(
    ("form", "begins", "media_type"),
    [
        (DocumentFormat.PDF, b"%PDF-", "application/pdf"),
        (
            DocumentFormat.XLSX,
            b"PK",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
    ],
)
def test_a_file_is_named_by_its_number(
    form: DocumentFormat, begins: bytes, media_type: str, small_fonts: Fonts
) -> None:
    paper = InvoiceDocuments(small_fonts).print(an_invoice(), form, Language.ENGLISH)

    assert paper.content.startswith(begins)
    assert paper.media_type == media_type
    assert paper.file_name == f"INV-2025-000001.{form}"
