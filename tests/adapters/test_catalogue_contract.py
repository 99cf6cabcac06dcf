"""The catalogue: files under any header, and every keeper of tracks alike."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from tests.adapters.test_hostile_workbooks import HOSTILE
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import Payouts

from backbeat.audit.ports import AuditFilter
from backbeat.catalogue.errors import (
    BadTag,
    TrackNotFound,
    UnknownPartner,
    UnreadableCatalogue,
    UnwritableCatalogue,
)
from backbeat.catalogue.model import CatalogueRow, Category, Track
from backbeat.catalogue.ports import TrackFilter
from backbeat.catalogue.ranking import RANK
from backbeat.catalogue.service import Catalogue, Marks, Reading
from backbeat.catalogue.tagging import Tagging
from backbeat.catalogue.vocabulary import TagKind, Vocabulary
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.settings import Music
from backbeat.site.model import PartnerSite
from backbeat_adapters.catalogue.files import DiskCatalogues

OPERATOR = Actor.operator("ann")
PAGE = PageRequest()
FIRST, SECOND = Isrc("QZBB12500001"), Isrc("QZBB12500002")


@pytest.fixture
def catalogue(transactions: Any, clock: FixedClock) -> Catalogue:
    return Catalogue(transactions, DiskCatalogues(), clock)


def file(folder: Path, text: str, name: str = "catalogue.csv", encoding: str = "utf-8") -> Path:
    return fake.write(folder / name, text, encoding)


def told(path: Path) -> list[CatalogueRow]:
    with DiskCatalogues().open(path) as opened:
        return [
            row for row in opened.rows((), Vocabulary.over(())) if isinstance(row, CatalogueRow)
        ]


def test_good_lines_are_kept_and_bad_ones_named(catalogue: Catalogue, tmp_path: Path) -> None:
    report = catalogue.import_file(
        file(
            tmp_path,
            "ISRC,Title,Artist\n"
            "QZBB12500001,One,Lo\n"
            ",No code,Lo\n"
            "QZBB125O0002,Letter,Lo\n"
            "QZBB1250002,Short,Lo\n"
            "QZ-BB1-25-00001,Again,Lo\n"
            "12BB12500004,Form,Lo\n"
            "isrc qzbb12500002,Two,Lo\n",
        ),
        OPERATOR,
    )

    assert (report.added, report.changed, report.unchanged) == (2, 0, 0)
    assert [(row.line, row.reason) for row in report.refused] == [
        (3, "missing"),
        (4, "letter_for_digit"),
        (5, "length"),
        (6, "duplicate"),
        (7, "form"),
    ]
    assert [track.isrc for track in catalogue.page(TrackFilter(), PAGE).items] == [FIRST, SECOND]
    assert catalogue.get("QZ-BB1-25-00001").name == "One"


def test_a_code_without_the_librarys_prefix_is_refused(
    transactions: Any, clock: FixedClock, tmp_path: Path
) -> None:
    own = Catalogue(transactions, DiskCatalogues(), clock, Music(isrc_prefix="QZBB1, KRBB2"))
    text = "isrc,title\nQZBB12500001,One\nKRBB22500001,Two\nUSBB12500001,Three\n"

    report = own.import_file(file(tmp_path, text), OPERATOR)

    assert report.added == 2
    assert [(row.line, row.reason) for row in report.refused] == [(4, "prefix")]
    assert [track.isrc for track in own.page(TrackFilter(), PAGE).items] == [
        "KRBB22500001",
        FIRST,
    ]


def test_a_later_file_updates_what_it_has_columns_for(catalogue: Catalogue, tmp_path: Path) -> None:
    catalogue.import_file(
        file(tmp_path, "ISRC,Title,Artist,Category,Mood\nQZBB12500001,One,Lo,OST,calm|sad\n"),
        OPERATOR,
    )
    again = file(tmp_path, "ISRC,Title,Duration\nQZBB12500001,One (Remix),3:05\n")

    first = catalogue.import_file(again, OPERATOR)
    second = catalogue.import_file(again, OPERATOR)

    assert (first.changed, second.unchanged, second.changed) == (1, 1, 0)
    track = catalogue.get(FIRST)
    assert (track.name, track.artist, track.seconds) == ("One (Remix)", "Lo", 185)
    assert (track.category, track.moods) == (Category.OST, frozenset({"calm", "sad"}))


def test_a_catalogue_named_after_an_address_is_taken_in(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    named = file(tmp_path, "ISRC,Title\nQZBB12500001,One\n", "mina@example.org.csv")

    assert catalogue.import_file(named, OPERATOR).added == 1


def test_a_preview_keeps_nothing(catalogue: Catalogue, tmp_path: Path) -> None:
    path = file(tmp_path, "ISRC,Title,BPM\nQZBB12500001,One,90\n")

    report = catalogue.import_file(path, OPERATOR, dry_run=True)

    assert (report.added, report.dry_run, report.ignored) == (1, True, ["BPM"])
    assert report.columns == [("ISRC", "isrc"), ("Title", "name")]
    assert report.sample[0].name == "One"
    with pytest.raises(TrackNotFound):
        catalogue.get(FIRST)


def test_tracks_come_back_as_they_were_kept(transactions: Any, clock: FixedClock) -> None:
    track = Track(
        FIRST,
        "밤 🎵",
        "Lo",
        Category.POP,
        185,
        date(2024, 2, 29),
        "Album",
        "Label",
        "0880000000001",
        "Composer",
        "https://img.example/c.jpg",
        "https://cdn.example/p.mp3",
        frozenset({"calm"}),
        frozenset({"dreamy"}),
        is_flagged_new=True,
        shopping=True,
        added_at=clock.now(),
    )
    with transactions.begin() as books:
        books.tracks.save([track, Track(SECOND, "Plain")])
    with transactions.look() as books:
        assert books.tracks.get(FIRST) == track
        assert books.tracks.of([FIRST, Isrc("QZBB12500009")]) == {FIRST: track}
        assert books.tracks.known([SECOND, Isrc("QZBB12500009")]) == {SECOND}
        assert books.tracks.known([]) == frozenset()


def test_lists_search_filter_and_page(catalogue: Catalogue, tmp_path: Path) -> None:
    lines = "".join(
        f"QZBB125{n:05d},Song {n}%,{'LÖ' if n % 2 else 'Mi'},{'ost' if n % 3 else 'kpop'}\n"
        for n in range(1, 8)
    )
    catalogue.import_file(file(tmp_path, "ISRC,Title,Artist,Category\n" + lines), OPERATOR)
    catalogue.retire("QZBB12500007", OPERATOR, "taken back")

    def found(filter: TrackFilter, page: PageRequest = PAGE) -> list[str]:
        return [track.isrc[-1] for track in catalogue.page(filter, page).items]

    assert found(TrackFilter(search="lö")) == ["1", "3", "5"]
    assert found(TrackFilter(search="5%")) == ["5"]
    assert found(TrackFilter(search="00003")) == ["3"]
    assert [category.value for category in Category] == ["bgm", "pop", "ost"]
    assert found(TrackFilter(category=Category.POP)) == ["3", "6"]
    assert found(TrackFilter(retired=True)) == ["7"]
    assert found(TrackFilter(retired=None), PageRequest(1, 5)) == ["6", "7"]
    assert catalogue.page(TrackFilter(), PageRequest(0, 2)).total == 6


def test_a_catalogue_in_two_encodings_has_the_same_codes(tmp_path: Path) -> None:
    text = "곡명;아티스트;ISRC;장르\n전사의 후예;H.O.T.;KRBB12400001;배경음악\n기도;핑클;KRBB12400002;노래\n"

    rows = [
        told(file(tmp_path, text, f"{n}.csv", encoding))
        for n, encoding in enumerate(["utf-8-sig", "cp949", "utf-16"])
    ]

    assert rows[0] == rows[1] == rows[2]
    assert [row.told["category"] for row in rows[0]] == [Category.BGM, Category.POP]


@pytest.mark.parametrize(
    "header",
    [
        "ISRC Code,Track title,Main artist,Release title",
        "track_isrc,song_title,performer,album_name",
        "ISRC,曲名,歌手,專輯",
        "isrc,标题,艺人,专辑",
        "ISRC(코드),제목,가수,앨범".replace("(코드)", " 코드"),
    ],
)
def test_headers_in_four_languages_are_read(tmp_path: Path, header: str) -> None:
    (row,) = told(file(tmp_path, f"{header}\nQZBB12500001,One,Lo,Album\n"))

    assert row.told == {"name": "One", "artist": "Lo", "album": "Album"}


def test_sheets_as_people_keep_them_are_read(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    notes = book.active
    assert notes is not None
    notes.append(["How to read this file"])
    sheet = book.create_sheet("Songs")
    sheet.append(["Catalogue 2025"])
    sheet.append([])
    sheet.append(["No.", "ISRC", "Title", "Length", "Release Date", "Shopping"])
    sheet.append([1, "\u00a0QZBB12500001 ", "One", 205, date(2024, 2, 1), "yes"])
    sheet.append([])
    sheet.append([2, "QZBB12500002", "Two", "3:25", "2/1/2024", ""])
    sheet.append([3, "QZBB12500003", "Three", "203000.0", 2024, "no"])
    sheet.append(["Total", None, None, "=SUM(D4:D7)"])
    sheet.column_dimensions["D"].hidden = True
    path = tmp_path / "songs.xlsx"
    book.save(path)

    with DiskCatalogues().open(path) as opened:
        rows = list(opened.rows((), Vocabulary.over(())))

    assert [row.line for row in rows] == [4, 6, 7]
    kept = [row for row in rows if isinstance(row, CatalogueRow)]
    assert [row.told["seconds"] for row in kept] == [205, 205, 203]
    assert [row.told["released_on"] for row in kept] == [
        date(2024, 2, 1),
        date(2024, 2, 1),
        date(2024, 1, 1),
    ]
    assert [row.told["shopping"] for row in kept] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("52", 52),
        ("0:52", 52),
        ("1:02:03", 3723),
        ("03:25:00", 205),
        ("203000 ms", 203),
        ("3m 25s", 205),
        ("3분 25초", 205),
        ('3\'25""', 205),
        ("PT3M25S", 205),
        ("3:25.50", 205),
        ("", 0),
    ],
)
def test_lengths_in_many_forms(tmp_path: Path, text: str, seconds: int) -> None:
    (row,) = told(file(tmp_path, f'ISRC,Title,Duration\nQZBB12500001,One,"{text}"\n'))

    assert row.told["seconds"] == seconds


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("Duration", "long"),
        ("Duration", "9:99:99:99"),
        ("Release date", "31/31/2024"),
        ("Preview URL", "javascript:alert(1)"),
        ("Cover", "data:text/html,x"),
    ],
)
def test_values_that_cannot_be_are_refused_by_line(tmp_path: Path, column: str, text: str) -> None:
    path = file(tmp_path, f'ISRC,Title,{column}\nQZBB12500001,One,"{text}"\n')

    with DiskCatalogues().open(path) as opened:
        (row,) = opened.rows((), Vocabulary.over(()))

    assert not isinstance(row, CatalogueRow)
    assert (row.line, row.reason.startswith("bad_")) == (2, True)


@pytest.mark.parametrize(
    ("column", "text", "reason"),
    [
        ("Duration", "long", "bad_seconds"),
        ("Release date", "31/31/2024", "bad_released_on"),
        ("Preview URL", "javascript:alert(1)", "bad_audio_url"),
        ("Cover", "data:text/html;x", "bad_thumbnail"),
        ("Partner", "nobody.example", "unknown_partner"),
    ],
)
def test_a_line_that_is_refused_leaves_nothing_of_itself(
    catalogue: Catalogue, tmp_path: Path, column: str, text: str, reason: str
) -> None:
    catalogue.import_file(file(tmp_path, f"ISRC,Title\n{FIRST},One\n"), OPERATOR)
    before = catalogue.get(FIRST)
    lines = f"ISRC,Title,{column}\n{FIRST},Other,{text}\n{SECOND},Two,\nQZBB12500003,3,{text}\n"

    report = catalogue.import_file(file(tmp_path, lines), OPERATOR)

    assert [(row.line, row.reason, row.value) for row in report.refused] == [
        (2, reason, text),
        (4, reason, text),
    ]
    assert all(text in row.problem for row in report.refused)
    assert (report.added, report.changed, report.unchanged) == (1, 0, 0)
    assert catalogue.get(FIRST) == before
    assert [track.isrc for track in catalogue.page(TrackFilter(), PAGE).items] == [FIRST, SECOND]


def test_a_formula_in_a_sheet_is_its_text_and_goes_out_marked(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    formula = '=HYPERLINK("http://x.example","1")'
    cell = formula.replace('"', '""')
    lines = f"""ISRC,Title\n{FIRST},"'{cell}"\n{SECOND},"{cell}"\n"""
    path = file(tmp_path, lines)

    catalogue.import_file(path, OPERATOR)
    catalogue.export(tmp_path / "out.csv")

    assert [catalogue.get(code).name for code in (FIRST, SECOND)] == [formula, formula]
    written = (tmp_path / "out.csv").read_text("utf-8-sig")
    assert (
        written.count(f"""{FIRST},"'{cell}",""") == written.count(f"""{SECOND},"'{cell}",""") == 1
    )


@pytest.mark.parametrize("trap", ["lying sizes", "deep"])
def test_a_hostile_workbook_is_refused_and_nothing_kept(
    catalogue: Catalogue, tmp_path: Path, trap: str
) -> None:
    path = tmp_path / "catalogue.xlsx"
    path.write_bytes(HOSTILE[trap]())

    with pytest.raises(UnreadableCatalogue) as refusal:
        catalogue.import_file(path, OPERATOR)

    assert refusal.value.file == "catalogue.xlsx"
    assert not refusal.value.problem.startswith("no line has")
    assert not catalogue.page(TrackFilter(), PAGE).total


def test_words_known_as_machine_tags_alone_go_there(tmp_path: Path) -> None:
    (row,) = told(
        file(
            tmp_path,
            'ISRC,Title,Mood tags,AI tags\nQZBB12500001,One,"Calm; dreamy / new one",calm\n',
        )
    )

    assert row.told["moods"] == {"calm"}
    assert row.told["ai_tags"] == {"dreamy", "calm"}
    assert row.unknown_tags == ("new one",)


@pytest.mark.parametrize(
    ("texts", "days"),
    [
        (["2024-02-29", "2024/2/1", "20240301"], ["2024-02-29", "2024-02-01", "2024-03-01"]),
        (["2024. 2. 29.", "2024년 2월 1일"], ["2024-02-29", "2024-02-01"]),
        (["2024年2月29日", "2024"], ["2024-02-29", "2024-01-01"]),
        (["2/3/2024", "12/31/2024"], ["2024-02-03", "2024-12-31"]),
        (["2/3/2024", "31/12/2024"], ["2024-03-02", "2024-12-31"]),
        (["27 June 1996", '"Jun 27, 1996"', "45351"], ["1996-06-27", "1996-06-27", "2024-02-29"]),
    ],
)
def test_days_in_many_forms(tmp_path: Path, texts: list[str], days: list[str]) -> None:
    lines = [f"QZBB1250000{n},One,{text}\n" for n, text in enumerate(texts)]

    rows = told(file(tmp_path, "ISRC,Title,Release Date\n" + "".join(lines)))

    assert [str(row.told["released_on"]) for row in rows] == days


@pytest.mark.parametrize(
    "cell",
    [
        "sad #funny",
        "sad|funny",
        "Sad; FUNNY",
        "sad, funny",
        "슬픈 / 웃긴",
        "伤感、搞笑",
        "#傷感 #搞笑",
    ],
)
def test_moods_are_known_in_any_language_and_parted_by_anything(tmp_path: Path, cell: str) -> None:
    (row,) = told(file(tmp_path, f'ISRC,Title,무드\nQZBB12500001,One,"{cell}"\n'))

    assert (row.told["moods"], row.unknown_tags) == ({"sad", "funny"}, ())


def test_a_column_says_the_form_of_its_lengths(tmp_path: Path) -> None:
    clock = told(file(tmp_path, "ISRC,Title,Length (mm:ss)\nQZBB12500001,One,3:05\n"))
    small = told(file(tmp_path, "ISRC,Title,Duration (ms)\nQZBB12500001,One,9000\n"))

    assert (clock[0].told["seconds"], small[0].told["seconds"]) == (185, 9)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp949", "ISRC,곡명,가수\nKRBB12400001,밤하늘,핑클\n"),
        ("gb18030", "ISRC,歌名,歌手,专辑\nKRBB12400001,夜空,王菲,红豆\n"),
        ("big5", "ISRC,歌名,歌手,專輯\nKRBB12400001,夜空,王菲,紅豆\n"),
        ("cp1252", "ISRC,Title,Artist\nKRBB12400001,Café,Beyoncé\n"),
        ("utf-16", "ISRC,歌名\nKRBB12400001,夜空\n"),
    ],
)
def test_encodings_are_told_apart_by_the_header(tmp_path: Path, encoding: str, text: str) -> None:
    path = file(tmp_path, text, encoding=encoding)

    with DiskCatalogues().open(path) as opened:
        (row,) = opened.rows((), Vocabulary.over(()))
        assert opened.encoding == encoding
    assert isinstance(row, CatalogueRow)
    assert row.told["name"] == text.splitlines()[1].split(",")[1]


def test_an_encoding_that_nothing_tells_is_asked_for(tmp_path: Path) -> None:
    path = file(tmp_path, "ISRC,Title\nKRBB12400001,밤하늘\n", encoding="cp949")

    with pytest.raises(UnreadableCatalogue, match="cp949.*gb18030"), DiskCatalogues().open(path):
        pass
    with DiskCatalogues().open(path, "cp949") as opened:
        (row,) = opened.rows((), Vocabulary.over(()))
    assert isinstance(row, CatalogueRow)
    assert row.told["name"] == "밤하늘"


@pytest.mark.parametrize("name", ["out.csv", "out.xlsx"])
def test_what_is_written_comes_back_unchanged(
    catalogue: Catalogue, transactions: Any, tmp_path: Path, name: str
) -> None:
    full = Track(
        FIRST,
        "=밤 🎵",
        "@Lo",
        Category.OST,
        185,
        date(2024, 2, 29),
        moods=frozenset({"calm", "sad"}),
        ai_tags=frozenset({"dreamy"}),
        shopping=True,
        prioritized=True,
        is_flagged_new=True,
        partner="partner.example",
    )
    with transactions.begin() as books:
        books.sites.put(PartnerSite("partner.example", "Partner", "#112233", "#445566"))
        books.tracks.save([full, Track(SECOND, "-1")])

    written = catalogue.export(tmp_path / name)
    report = catalogue.import_file(tmp_path / name, OPERATOR)

    assert (written, report.unchanged, report.changed, report.ignored) == (2, 2, 0, [])
    assert catalogue.get(FIRST) == full


def test_a_catalogue_is_written_whole_or_not_at_all(catalogue: Catalogue, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for path in (folder / "out.pdf", folder / "nowhere" / "out.csv"):
        with pytest.raises(UnwritableCatalogue):
            catalogue.export(path)
    assert list(folder.iterdir()) == []


def test_a_track_is_retired_brought_back_and_marked(
    catalogue: Catalogue, transactions: Any
) -> None:
    with transactions.begin() as books:
        books.sites.put(PartnerSite("partner.example", "Partner", "#112233", "#445566"))
        books.tracks.save([Track(FIRST, "One")])

    assert catalogue.retire(FIRST, OPERATOR).retired_at is not None
    assert catalogue.bring_back(FIRST, OPERATOR).retired_at is None
    marked = catalogue.mark(
        FIRST, Marks(Category.OST, shopping=True, partner="www.partner.example"), OPERATOR, "deal"
    )
    assert (marked.category, marked.shopping, marked.partner) == (
        Category.OST,
        True,
        "partner.example",
    )
    assert catalogue.mark(FIRST, Marks(partner=""), OPERATOR).partner is None
    with pytest.raises(UnknownPartner):
        catalogue.mark(FIRST, Marks(partner="other.example"), OPERATOR)
    with transactions.look() as books:
        acts = [row.entry for row in books.audit.page(AuditFilter(), PAGE).items]
    assert [act.action for act in acts] == [
        "track.marked",
        "track.marked",
        "track.brought_back",
        "track.retired",
    ]
    assert acts[1].after == {"category": "ost", "shopping": True, "partner": "partner.example"}


def test_every_change_of_a_track_has_the_first_pages_made_anew(clock: FixedClock) -> None:
    transactions = Payouts.in_memory().transactions
    catalogue = Catalogue(transactions, DiskCatalogues(), clock)
    engine = MemoryJobEngine(transactions)
    with transactions.begin() as books:
        books.tracks.save([Track(FIRST, "One")])

    changes: tuple[Callable[[], Track], ...] = (
        lambda: catalogue.retire(FIRST, OPERATOR),
        lambda: catalogue.bring_back(FIRST, OPERATOR),
        lambda: catalogue.mark(FIRST, Marks(shopping=True), OPERATOR),
    )
    for change in changes:
        change()
        job = engine.claim()
        assert job is not None
        assert job.kind == RANK
        change()
        assert engine.claim() is None, "what changes nothing asks for nothing"


def test_a_line_of_a_partner_that_is_not_there_is_refused(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    path = file(tmp_path, "ISRC,Title,Partner\nQZBB12500001,One,nobody.example\n")

    report = catalogue.import_file(path, OPERATOR)

    assert [(row.line, row.reason) for row in report.refused] == [(2, "unknown_partner")]


def test_new_tracks_without_a_category_are_what_the_operator_says(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    path = file(tmp_path, "ISRC,Title,Genre\nQZBB12500001,One,Hip hop\nQZBB12500002,Two,OST\n")

    catalogue.import_file(path, OPERATOR, reading=Reading(Category.POP))

    assert [catalogue.get(code).category for code in (FIRST, SECOND)] == [
        Category.POP,
        Category.OST,
    ]


def test_tags_of_the_operator_are_kept_and_counted(
    catalogue: Catalogue, transactions: Any, clock: FixedClock, tmp_path: Path
) -> None:
    tagging = Tagging(transactions, clock)
    words = dict(zip(Language, ("Lo-fi", "로파이", "低保真", "低傳真"), strict=True))

    tag = tagging.add(TagKind.MOOD, "lofi", words, OPERATOR)
    catalogue.import_file(
        file(tmp_path, "ISRC,Title,Mood\nQZBB12500001,One,로파이 dreamy\n"), OPERATOR
    )

    assert tagging.vocabulary().at("lofi") == tag
    assert tagging.vocabulary().at("ai:cheerful") != tagging.vocabulary().at("cheerful")
    assert tagging.counts() == {"lofi": 1, "ai:dreamy": 1}
    assert [t.isrc for t in catalogue.page(TrackFilter(tags=["lofi"]), PAGE).items] == [FIRST]
    assert catalogue.page(TrackFilter(tags=["lofi", "ai:sad"]), PAGE).total == 0
    for code, told_words in (("a b/c", words), ("lofi", words | {Language.KOREAN: " "})):
        with pytest.raises(BadTag):
            tagging.add(TagKind.MOOD, code, told_words, OPERATOR)


def test_what_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    for text in ("a,b\n1,2\n", "", "ISRC\nQZBB12500001\n"):
        with pytest.raises(UnreadableCatalogue), DiskCatalogues().open(file(tmp_path, text)):
            pass
