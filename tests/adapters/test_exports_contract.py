"""Where Excel reports are kept: memory, SQLite and PostgreSQL alike; and the folder of their files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from weakref import ref
from zipfile import ZipFile

import pytest
from attrs import evolve
from openpyxl import load_workbook
from sqlalchemy.exc import IntegrityError
from tests.conftest import Database
from tests.fakes.exports import SEPTEMBER, an_export
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.dashboards.model import TrackName
from backbeat.exports.model import ExportRequest, Progress, SheetRow
from backbeat.exports.ports import Books, ExportFiles
from backbeat.kernel.ids import AccountId, ChannelId, ExportId, Isrc
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.memory.exports import MemoryExportFiles
from backbeat.platforms.own.platform import OWN
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_adapters.exports.files import DiskExports
from backbeat_adapters.exports.workbook import WorkbookWriter, labels
from backbeat_adapters.sql.engine.transactions import SqlTransactions

EXPORT = an_export()
SONG = TrackName(Isrc("QZBB12500001"), "Song")
ROW = SheetRow(
    YOUTUBE,
    "Night market",
    "v1",
    "One take",
    (SONG,),
    3,
    2,
    1,
    Decimal("33.333333"),
    None,
    Decimal(1),
    None,
)
HOSTILE = (
    "=1+1",
    "+1",
    "-1",
    "@x",
    "#N/A",
    "＝1",
    "\x00\x0b",
    "\ud800",
    "\ufffe",
    "x" * 40_000,
    " ",
    "",
)


def test_a_report_is_kept_as_it_is(transactions: Transactions[Books]) -> None:
    wanted = ExportRequest(SEPTEMBER, SEPTEMBER.next, ChannelId("c1"), "self")
    open_ = evolve(EXPORT, request=wanted, language=Language.KOREAN)
    with transactions.begin() as books:
        books.exports.add(open_)

    with transactions.look() as books:
        assert (
            books.exports.get(EXPORT.account, EXPORT.id)
            == books.exports.open_of(EXPORT.account)
            == open_
        )
        assert books.exports.get(EXPORT.account, ExportId("other")) is None
        assert books.exports.open_of(AccountId("other")) is None

    ended = open_.begun().done(7, EXPORT.asked_at + timedelta(hours=1))
    with transactions.begin() as books:
        books.exports.save(open_.begun())
        assert books.exports.open_of(EXPORT.account) == open_.begun()
        books.exports.save(ended)

    with transactions.look() as books:
        assert books.exports.get(EXPORT.account, EXPORT.id) == ended
        assert books.exports.open_of(EXPORT.account) is None


def test_old_ends_are_found_and_removed(transactions: Transactions[Books]) -> None:
    at = EXPORT.asked_at
    ended = [
        evolve(EXPORT, id=ExportId(str(day))).done(0, at + timedelta(days=day)) for day in (1, 2)
    ]
    with transactions.begin() as books:
        for export in ended:
            books.exports.add(export)
        books.exports.add(EXPORT)

    with transactions.begin() as books:
        old = books.exports.ended_before(at + timedelta(days=2))
        assert list(old) == ended[:1]
        books.exports.remove(old[0].account, old[0].id)

    with transactions.look() as books:
        assert books.exports.get(EXPORT.account, ended[0].id) is None
        assert books.exports.get(EXPORT.account, ended[1].id) == ended[1]


def test_the_database_itself_holds_one_open_report_an_account(database: Database) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with transactions.begin() as books:
        books.exports.add(EXPORT)

    with pytest.raises(IntegrityError), transactions.begin() as books:
        books.exports.add(evolve(EXPORT, id=ExportId("twin")))


# -- files


def test_a_file_is_there_once_it_is_whole(tmp_path: Path) -> None:
    files = DiskExports(tmp_path / "exports")

    with files.writing(EXPORT.id) as file:
        file.write(b"abc")
        assert files.open(EXPORT.id) is None

    stored = files.open(EXPORT.id)
    assert stored is not None
    with stored.stream:
        assert (stored.stream.read(), stored.size) == (b"abc", 3)
    [path] = files.folder.iterdir()
    assert (path.stat().st_mode & 0o777, files.folder.stat().st_mode & 0o777) == (0o600, 0o700)
    files.remove(EXPORT.id)
    files.remove(EXPORT.id)
    assert list(files.folder.iterdir()) == []


@pytest.mark.parametrize("kind", ["memory", "disk"])
def test_progress_lies_beside_the_file_until_that_is_there(tmp_path: Path, kind: str) -> None:
    files: ExportFiles = MemoryExportFiles() if kind == "memory" else DiskExports(tmp_path)
    assert files.progress(EXPORT.id) is None

    with files.writing(EXPORT.id):
        assert files.progress(EXPORT.id) is None
        for done in (0, 200):
            files.note(EXPORT.id, Progress(done, 300))
            assert files.progress(EXPORT.id) == Progress(done, 300)
        assert files.progress(ExportId("other")) is None
    assert files.progress(EXPORT.id) is None

    files.note(EXPORT.id, Progress(0, 300))  # as a killed try leaves it
    with files.writing(EXPORT.id):
        assert files.progress(EXPORT.id) is None, "the next try begins anew"
    files.note(EXPORT.id, Progress(0, 300))
    files.remove(EXPORT.id)
    assert files.progress(EXPORT.id) is None


def test_a_try_that_fails_leaves_nothing_and_the_former_file_stays(tmp_path: Path) -> None:
    files = DiskExports(tmp_path)
    with files.writing(EXPORT.id) as file:
        file.write(b"whole")

    def try_again() -> None:
        with files.writing(EXPORT.id) as file:
            file.write(b"half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        try_again()

    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"whole"]


KILLED = """
import os, signal, sys
from pathlib import Path
from backbeat_adapters.exports.files import DiskExports
with DiskExports(Path(sys.argv[1])).writing("export-1") as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_worker_killed_while_writing_leaves_no_file_and_the_next_clears_up(
    tmp_path: Path,
) -> None:
    files = DiskExports(tmp_path)
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", KILLED, tmp_path], check=False)
        assert ended.returncode < 0
        assert files.open(EXPORT.id) is None
    assert len(list(tmp_path.iterdir())) == 1, "each try clears up after the one before"

    with files.writing(EXPORT.id) as file:
        file.write(b"whole")

    assert [path.name for path in tmp_path.iterdir()] == ["export-1.xlsx"]


# -- workbooks


def written(*rows: SheetRow, gross: bool = False, **more: Any) -> BytesIO:
    file = BytesIO()
    export = evolve(EXPORT, **more)
    assert WorkbookWriter(rows_a_sheet=4).write(file, export, iter(rows), gross=gross) == len(rows)
    return file


def cells(file: BytesIO) -> list[list[tuple[Any, ...]]]:
    return [list(sheet.iter_rows(values_only=True)) for sheet in load_workbook(file).worksheets]


def test_a_workbook_has_the_columns_of_the_report() -> None:
    [[head, row]] = cells(written(ROW, gross=True))

    others = {"sheet", "track_unknown", "track_estimated"}
    words = labels(Language.ENGLISH).items()
    assert list(head) == [text for key, text in words if key not in others]
    assert row[:7] == ("2025/09/01 - 2025/09/30", "Night market", "v1", "One take", "Song", 3, 2)
    assert row[7:] == (1, 33.333333, None, 1, None, "USD", "YouTube")


@pytest.mark.parametrize("language", Language)
def test_a_row_calls_the_platform_as_the_screens_do(language: Language) -> None:
    [[_, row]] = cells(written(ROW._replace(platform=OWN), language=language))

    assert row[-1] == OWN.title[language]


def test_gross_has_no_column_for_those_who_do_not_see_it() -> None:
    [[head, row]] = cells(written(ROW))

    assert "Revenue before shares" not in head
    assert (len(head), len(row)) == (13, 13)


@pytest.mark.parametrize("language", Language)
def test_headings_are_in_the_language_of_the_request(language: Language) -> None:
    [[head]] = cells(written(language=language))

    assert labels(language).keys() == labels(Language.ENGLISH).keys()
    assert head[0] == labels(language)["span"]


@pytest.mark.parametrize("language", Language)
def test_an_estimated_track_says_so_and_so_does_a_video_without_any(language: Language) -> None:
    estimated = evolve(SONG, is_estimated=True)
    rows = [
        ROW._replace(tracks=(SONG, estimated)),
        ROW._replace(tracks=()),
        ROW._replace(video="", tracks=()),
    ]

    [[_, *lines]] = cells(written(*rows, language=language))

    words = labels(language)
    assert [line[4] for line in lines] == [
        f"Song, Song ({words['track_estimated']})",
        words["track_unknown"],
        None,
    ]


def test_no_text_becomes_a_formula_and_every_workbook_opens() -> None:
    rows = [
        ROW._replace(title=text, channel=text, tracks=(TrackName(SONG.isrc, text),))
        for text in HOSTILE
    ]

    sheets = load_workbook(written(*rows)).worksheets

    kinds = {cell.data_type for sheet in sheets for row in sheet.iter_rows() for cell in row}
    assert kinds <= {"s", "n", "inlineStr"}
    titles = [row[3].value for sheet in sheets for row in sheet.iter_rows(min_row=2)]
    assert titles[:6] == list(HOSTILE[:6])
    assert titles[7] == titles[8] == "\ufffd"


@pytest.mark.parametrize("text", ["<b>&amp;", "]]>", "a\rb\r\n", " a\tb\n", "제목 'x' \"y\""])
def test_a_text_is_read_as_it_was_written(text: str) -> None:
    [[_, row]] = cells(written(ROW._replace(title=text)))

    assert row[3] == text


def test_amounts_are_written_to_their_last_place() -> None:
    amount = Decimal("24196830.871037472")

    with ZipFile(written(ROW._replace(revenue=amount))) as file:
        assert f"<v>{amount}</v>".encode() in file.read("xl/worksheets/sheet1.xml")


def test_a_text_that_may_become_a_formula_is_marked_as_one_that_stays() -> None:
    book = load_workbook(written(ROW._replace(title="=1+1"), ROW))
    _, marked, plain = book.worksheets[0]["D"]

    assert (marked.quotePrefix, plain.quotePrefix) == (True, False)
    assert (marked.font.b, plain.font.b) == (False, False)


def test_what_one_sheet_cannot_hold_goes_on_to_the_next() -> None:
    sheets = cells(written(*[ROW] * 9))

    assert [len(rows) - 1 for rows in sheets] == [4, 4, 1]


def test_no_rows_are_a_sheet_with_headings() -> None:
    assert [len(rows) for rows in cells(written())] == [1]


class Title(str):
    """A text that can be watched: it is gone when nobody holds it any more."""


def test_rows_are_written_as_they_come_and_let_go() -> None:
    seen: list[ref[Title]] = []

    def rows() -> Iterator[SheetRow]:
        for number in range(9):
            assert [title() for title in seen[:-1]] == [None] * len(seen[:-1])
            title = Title(f"One take {number}")
            seen.append(ref(title))
            yield ROW._replace(title=title)
            del title

    assert WorkbookWriter().write(BytesIO(), EXPORT, rows(), gross=True) == len(seen) == 9
