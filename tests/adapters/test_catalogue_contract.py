"""The catalogue: files under any header, and every keeper of tracks alike."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock

from backbeat.catalogue.errors import TrackNotFound, UnreadableCatalogue
from backbeat.catalogue.model import CatalogueRow, Category, Track
from backbeat.catalogue.ports import TrackFilter
from backbeat.catalogue.service import Catalogue
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Music
from backbeat_adapters.catalogue import DiskCatalogues

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
        return [row for row in opened.rows(()) if isinstance(row, CatalogueRow)]


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
        rows = list(opened.rows(()))

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
        ("", 0),
    ],
)
def test_lengths_in_many_forms(tmp_path: Path, text: str, seconds: int) -> None:
    (row,) = told(file(tmp_path, f"ISRC,Title,Duration\nQZBB12500001,One,{text}\n"))

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
        (row,) = opened.rows(())

    assert not isinstance(row, CatalogueRow)
    assert (row.line, row.reason.startswith("bad_")) == (2, True)


def test_words_known_as_machine_tags_alone_go_there(tmp_path: Path) -> None:
    (row,) = told(
        file(
            tmp_path,
            'ISRC,Title,Mood tags,AI tags\nQZBB12500001,One,"Calm; dreamy / new one",calm\n',
        )
    )

    assert row.told["moods"] == {"calm", "new one"}
    assert row.told["ai_tags"] == {"dreamy", "calm"}


def test_what_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    for text in ("a,b\n1,2\n", "", "ISRC\nQZBB12500001\n"):
        with pytest.raises(UnreadableCatalogue), DiskCatalogues().open(file(tmp_path, text)):
            pass
