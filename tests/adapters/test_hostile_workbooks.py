"""Workbooks made to hurt: refused in two seconds of an ordinary machine and 150 MiB, by name (FILE-22)."""

from __future__ import annotations

import io
import json
import os
import resource
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import openpyxl
import pytest
from attrs import frozen
from tests.fakes.forking import forking

from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.report_files.errors import UnreadableFile
from backbeat_adapters.report_files import sheets
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.sheets import MOST_TIMES_SLOWER, seconds_for
from backbeat_adapters.report_files.workbooks import open_workbook

SECONDS = 2.0
BYTES = 150 << 20
NAME = "september.xlsx"
STRINGS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

READERS = ("backbeat.platforms.youtube.platform", "backbeat_adapters.report_files.files")
"""What a process imports to read a report: the whole program would count as memory."""

READ = """
import json, pathlib, resource, sys, time
from backbeat.report_files.errors import FileRefused
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_adapters.report_files.files import DiskReports

def used():
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in both)

began = used()
try:
    with DiskReports().open(pathlib.Path(sys.argv[1])) as report:
        for _ in report.blocks(YOUTUBE, None):
            pass
    refusal = None
except FileRefused as problem:
    refusal = [problem.code, problem.reason, problem.file, problem.details.get("problem")]
# The system counts what a process held before it became another program: not so this line.
(own,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
most = max(int(own.split()[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(json.dumps({"refusal": refusal, "seconds": used() - began, "bytes": most * 1024}))
"""


def a_workbook(rows: int = 1) -> bytes:
    """An ordinary one with our own monthly columns."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["month", "channel_id", "video_id", "views", "revenue_usd"])
    for number in range(rows):
        sheet.append(["2025-09", f"UC{number % 50:022d}", f"V{number:010d}", number, "0.000123"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def rewritten(changes: Mapping[str, Callable[[bytes], bytes]], **more: bytes) -> bytes:
    """An ordinary workbook with some members changed and others added."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(a_workbook())) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for item in old.infolist():
            content = old.read(item)
            change = changes.get(item.filename)
            new.writestr(item.filename, change(content) if change else content)
        for name, content in more.items():
            new.writestr(name, content)
    return out.getvalue()


def lying_sizes() -> bytes:
    """Its directory tells of a hundred bytes where 60 MiB come out."""
    content = rewritten({"xl/worksheets/sheet1.xml": lambda _: b"<worksheet>" + b" " * (60 << 20)})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    return content.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))


def many_strings() -> bytes:
    """Just below what is free to unpack, and every few bytes an object."""
    table = f'<sst xmlns="{STRINGS}">'.encode() + b"<si><t>a</t></si>" * 3_500_000 + b"</sst>"
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    part = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % kind
    return rewritten(
        {"[Content_Types].xml": lambda content: content.replace(b"</Types>", part)},
        **{"xl/sharedStrings.xml": table},
    )


def many_sheets() -> bytes:
    one = '<sheet name="s{0}" sheetId="{0}" r:id="rId1"/>'
    listed = "".join(one.format(number) for number in range(1, 1_000_001)).encode()

    def more(content: bytes) -> bytes:
        return content.replace(b"</sheets>", listed + b"</sheets>").replace(
            b"<workbook ",
            b'<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/'
            b'2006/relationships" ',
            1,
        )

    return rewritten({"xl/workbook.xml": more})


def many_cells() -> bytes:
    rows = b"<row>" + b"<c><v>1</v></c>" * 300 + b"</row>"
    sheet = f'<worksheet xmlns="{STRINGS}"><sheetData>'.encode() + rows * 13_000
    return rewritten({"xl/worksheets/sheet1.xml": lambda _: sheet + b"</sheetData></worksheet>"})


def deep() -> bytes:
    return rewritten({"xl/worksheets/sheet1.xml": lambda _: b"<a>" * 10_000_000})


def one_long_cell() -> bytes:
    cell = b'<row><c t="inlineStr"><is><t>' + b"x" * (60 << 20) + b"</t></is></c></row>"
    sheet = f'<worksheet xmlns="{STRINGS}"><sheetData>'.encode() + cell
    return rewritten({"xl/worksheets/sheet1.xml": lambda _: sheet + b"</sheetData></worksheet>"})


def entities() -> bytes:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'
    return rewritten({"xl/workbook.xml": lambda _: bomb})


def encrypted() -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4096


HOSTILE: Mapping[str, Callable[[], bytes]] = {
    each.__name__.replace("_", " "): each
    for each in (
        lying_sizes,
        many_strings,
        many_sheets,
        many_cells,
        deep,
        one_long_cell,
        entities,
        encrypted,
    )
}


@frozen
class Outcome:
    """What reading a file came to, and what it cost."""

    refusal: list[object] | None
    seconds: float
    bytes: int


def outcome(path: Path) -> Outcome:
    """Read a report in a process of its own, so that nothing else is counted."""
    ran = forking(*READERS).run(path.parent, ["-c", READ, str(path)], os.environ)
    assert ran.returncode == 0, ran.stderr
    return Outcome(**json.loads(ran.stdout))


@pytest.mark.parametrize("trap", HOSTILE)
def test_a_hostile_workbook_is_refused_soon_and_by_name(tmp_path: Path, trap: str) -> None:
    path = tmp_path / NAME
    path.write_bytes(HOSTILE[trap]())

    found = outcome(path)

    assert found.refusal is not None
    assert found.refusal[0] == 2
    assert found.refusal[2] == NAME
    assert found.seconds <= SECONDS * MOST_TIMES_SLOWER * 1.25, found
    assert found.bytes <= BYTES, found


@pytest.mark.parametrize(
    ("mebibytes", "start", "allowed"),
    [
        (0, 0.3, 2),
        (0, 0.1, 2),
        (1, 0.3, 8),
        (0.25, 0.3, 4),
        (0, 0.6, 4),
        (1, 0.75, 20),
        (0, 1.2, 8),
        (0, 30.0, 8),
    ],
)
def test_a_machine_that_is_slow_to_start_the_reader_gets_longer_for_the_rest(
    mebibytes: float, start: float, allowed: int
) -> None:
    assert seconds_for(int(mebibytes * (1 << 20)), start) == allowed


def test_the_reader_limits_itself_by_how_long_its_own_start_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / NAME
    path.write_bytes(a_workbook())
    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    monkeypatch.setattr(sheets, "process_time", lambda: 0.9)
    monkeypatch.setattr(sys, "argv", ["sheets", str(path)])
    monkeypatch.setattr(sys, "stdin", io.StringIO("next\n"))

    sheets.main()

    assert capsys.readouterr().out.endswith("null\n")
    assert limits[resource.RLIMIT_CPU] == (7, 7)  # 2 s and 0.03 for 5 kB, three times as long
    assert limits[resource.RLIMIT_AS] == (BYTES, BYTES)


def test_an_ordinary_workbook_of_many_rows_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(a_workbook(rows=10_000))

    assert outcome(path).refusal is None


def test_a_library_of_numbers_beside_the_portal_takes_no_memory_of_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """openpyxl loads numpy where it is installed, and its threads take more than a workbook may."""
    path = tmp_path / NAME
    path.write_bytes(a_workbook())
    (tmp_path / "numpy.py").write_text(
        f"short = float16 = float32 = float64 = bool_ = int\nheld = bytearray({BYTES})\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    with open_workbook(look_at(path)) as book:
        assert next(book.heads())[1][0][0] == "month"


def test_what_reads_a_workbook_ends_with_the_block(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(a_workbook(rows=20_000))

    with open_workbook(look_at(path)) as book:
        assert next(book.heads())[1][0][0] == "month"
        assert next(book.rows())[0] == "month"
    assert book._process.poll() is not None


def test_a_process_that_dies_without_a_word_is_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(a_workbook())
    source = look_at(path)

    with open_workbook(source) as book:
        book._process.kill()
        with pytest.raises(UnreadableFile) as refused:
            list(book.heads())

    assert refused.value.file == NAME


def test_a_report_may_be_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(a_workbook(rows=3))

    with DiskReports().open(path) as report:
        assert sum(len(block.rows) for block in report.blocks(YOUTUBE, None)) == 3
