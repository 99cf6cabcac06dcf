"""Damaged report files through the whole of taking them in: they ask, and nothing of them is kept."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock

from backbeat.kernel.actors import Actor
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.report_files.errors import BadLines, FileAsks, FileRefused
from backbeat.report_files.model import (
    Answers,
    Doubt,
    Grouping,
    IntakeStep,
    Outcome,
    Phase,
)
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.variants("databases")

OPERATOR = Actor.operator("ann")
SEPTEMBER = Month(2025, 9)
COMPLETE = Answers(complete=True)


@define
class Desk:
    """Where files come in."""

    transactions: Any
    ingestion: Ingestion
    folder: Path

    def ingest(self, path: Path, **options: Any) -> Outcome:
        return self.ingestion.ingest(path, OPERATOR, **options)

    def asks(self, path: Path, **options: Any) -> list[Doubt]:
        """What the file asks; nothing of it is there afterwards, and nothing is told of it."""
        before = self.kept()
        with pytest.raises(FileAsks) as refused:
            self.ingest(path, **options)
        assert self.kept() == before
        return [question.doubt for question in refused.value.questions]

    def refuses(self, path: Path) -> FileRefused:
        before = self.kept()
        with pytest.raises(FileRefused) as refused:
            self.ingest(path)
        assert self.kept() == before
        return refused.value

    def kept(self) -> list[Any]:
        """Every row by day, every file, every act."""
        look: AbstractContextManager[Any] = self.transactions.look()
        with look as books:
            return [
                [
                    (line.kind, line.name, line.rows, line.figures)
                    for month in (SEPTEMBER.previous, SEPTEMBER, SEPTEMBER.next)
                    for line in books.report_rows.shown(Grouping.DAY, month=month)
                ],
                books.reports.page(PageRequest()).items,
                [row.entry.action for row in books.audit.all()],
            ]

    def file(self, name: str, content: bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def claims(self, month: int = 9, days: int = 30, rows: int = 2, **of: Any) -> bytes:
        return fake.text_of(
            fake.CLAIM_HEADER,
            [
                fake.claim_row(f"2025{month:02d}{day:02d}", video=f"v{number}", **of)
                for day in range(1, days + 1)
                for number in range(rows)
            ],
        ).encode()


def named(kind: str = "claim_raw", month: int = 9, part: str = "") -> str:
    return f"{part}/YouTube_Label_M_2025{month:02d}01_{kind}_v1-1.csv".lstrip("/")


@pytest.fixture
def desk(transactions: Any, clock: FixedClock, tmp_path: Path) -> Desk:
    clock.set(date(2025, 11, 5))
    staging: Any = (
        MemoryStaging(transactions)
        if isinstance(transactions, MemoryTransactions)
        else SqlStaging(transactions)
    )
    return Desk(transactions, Ingestion(transactions, staging, DiskReports(), clock), tmp_path)


def test_a_file_cut_inside_its_last_number_asks_and_the_answer_is_kept(desk: Desk) -> None:
    whole = desk.claims(revenue="0.006388564")
    path = desk.file(named(), whole[:-5])

    assert desk.asks(path) == [Doubt.NOT_ENDED]
    assert desk.asks(path, dry_run=True) == [Doubt.NOT_ENDED]
    done = desk.ingest(path, answers=COMPLETE)

    assert done.file.remarks.answered == (Doubt.NOT_ENDED,)
    assert desk.ingestion.get(done.file.id) == done.file
    assert desk.ingest(path).known


def test_everything_that_a_file_asks_is_asked_at_once(desk: Desk) -> None:
    desk.ingest(desk.file(named(month=8), desk.claims(8, days=31)))
    cut = desk.claims(days=12).replace(b"Audio Match", b"Audio\xffMatch", 1)[:-3]

    asked = desk.asks(desk.file(named(), cut))

    assert asked == [Doubt.ENCODING, Doubt.NOT_ENDED, Doubt.FEWER_DAYS, Doubt.FEWER_ROWS]


def test_a_file_cut_inside_a_line_says_so_beside_the_bad_line(desk: Desk) -> None:
    whole = desk.claims()

    refused = desk.refuses(desk.file(named(), whole[: whole.rindex(b"Audio")]))

    assert isinstance(refused, BadLines)
    assert refused.lines == ["line 61: 16 columns where the header has 20"]
    assert [question.doubt for question in refused.questions] == [Doubt.NOT_ENDED]


@pytest.mark.parametrize("lines", [0, 20, 50])
def test_a_file_cut_at_a_lines_end_asks_beside_the_month_before(desk: Desk, lines: int) -> None:
    desk.ingest(desk.file(named(month=8), desk.claims(8, days=31)))
    cut = b"".join(desk.claims().splitlines(keepends=True)[: lines + 1])

    asked = desk.asks(desk.file(named(), cut))

    days = [Doubt.FEWER_DAYS] if lines else []
    assert asked == (days if lines > 31 else [*days, Doubt.FEWER_ROWS])


def test_a_month_may_come_in_parts_once_the_first_of_them_was_answered_for(desk: Desk) -> None:
    desk.ingest(desk.file(named(month=8), desk.claims(8, days=31)))
    header, *lines = desk.claims().splitlines(keepends=True)
    first = desk.file(named(part="first"), header + b"".join(lines[:40]))
    second = desk.file(named(part="second"), header + b"".join(lines[40:]))

    assert desk.asks(first) == [Doubt.FEWER_DAYS]
    desk.ingest(first, answers=COMPLETE)
    done = desk.ingest(second)

    assert (done.file.changes.added, done.file.remarks.answered) == (20, ())


def test_a_cut_file_does_not_replace_a_whole_one_unasked(desk: Desk) -> None:
    whole = desk.claims()
    desk.ingest(desk.file(named(), whole))
    cut = desk.file(named(part="again"), b"".join(whole.splitlines(keepends=True)[:50]))

    assert desk.asks(cut, replace=True) == [Doubt.FEWER_ROWS]
    assert desk.ingest(cut, replace=True, answers=COMPLETE).file.changes.removed == 11


def test_a_file_asks_where_another_kind_of_its_month_has_later_days(desk: Desk) -> None:
    desk.ingest(desk.file(named(), desk.claims()))
    rows = [
        {"date": f"202509{day:02d}", "channel_id": "UC1", "views": 1, "watch_time_minutes": "1"}
        for day in range(1, 21)
    ]
    views = fake.text_of(fake.BASIC_HEADER, rows).encode()

    assert desk.asks(desk.file("basic.csv", views)) == [Doubt.ENDS_EARLY]


def test_a_total_line_that_differs_asks_and_is_no_row(desk: Desk) -> None:
    header, *lines = desk.claims(revenue="1.00").splitlines(keepends=True)
    total = b"Total" + b"," * 19 + b"60.00\n"
    cut = desk.file(named(), header + b"".join(lines[:31]) + total)

    assert desk.asks(cut) == [Doubt.TOTAL_DIFFERS]
    done = desk.ingest(desk.file(named(), header + b"".join(lines) + total))
    assert (done.file.rows, str(done.file.total)) == (60, "60.000000000")
    assert done.file.remarks.has_total
    assert desk.asks(desk.file(named(month=10), desk.claims(10, days=31))) == [Doubt.TOTAL_MISSING]


SUMMARY = (
    'Revenue Type,Partner Revenue (USD)\nAds Revenue,"60.00"\nDisputes,"(1.25)"\nTotal,"58.75"\n'
)


def test_a_payment_summary_without_its_total_asks(desk: Desk) -> None:
    cut = desk.file(named("payment_summary"), SUMMARY.partition("Total")[0].encode())

    assert desk.asks(cut) == [Doubt.TOTAL_MISSING]


def test_a_file_with_less_than_the_payment_summary_says_asks(desk: Desk) -> None:
    desk.ingest(desk.file(named("payment_summary"), SUMMARY.encode()))
    whole = desk.claims(revenue="1.00")
    cut = b"".join(whole.splitlines(keepends=True)[:60])

    assert desk.asks(desk.file(named(), cut)) == [Doubt.LESS_THAN_STATED]
    assert desk.ingest(desk.file(named(), whole)).file.rows == 60


KOREAN: dict[str, Any] = {"policy": "밤의 시장"}


def in_cp949(content: bytes) -> bytes:
    return content.decode().encode("cp949")


def test_an_encoding_is_told_once_for_an_owner(desk: Desk) -> None:
    korean = desk.file(named(), in_cp949(desk.claims(**KOREAN)))
    next_month = desk.file(named(month=10), in_cp949(desk.claims(10, days=31, **KOREAN)))
    of_another = desk.file(
        named(month=10).replace("Label", "Other"), in_cp949(desk.claims(10, days=30, **KOREAN))
    )

    assert desk.asks(korean) == [Doubt.ENCODING]
    assert desk.asks(korean, answers=COMPLETE) == [Doubt.ENCODING]
    done = desk.ingest(korean, answers=Answers(encoding="cp949"))
    assert (done.file.remarks.encoding, done.file.remarks.encoding_told) == ("cp949", True)
    again = desk.ingest(next_month)
    assert (again.file.remarks.encoding, again.file.remarks.encoding_told) == ("cp949", True)
    assert desk.asks(of_another) == [Doubt.ENCODING]
    with desk.transactions.look() as books:
        assert books.reports.encoding_told(YOUTUBE, "Label") == "cp949"
        assert books.reports.encoding_told(YOUTUBE, "Other") is None


def test_one_bad_byte_in_a_utf_8_file_asks_though_an_encoding_was_told(desk: Desk) -> None:
    latin = desk.claims(policy="Café à la carte").decode().encode("latin-1")
    desk.ingest(desk.file(named(), latin), answers=Answers(encoding="latin-1"))
    flipped = desk.claims(10, days=31, **KOREAN).replace(b"Audio Match", b"Audio\xffMatch", 1)

    assert desk.asks(desk.file(named(month=10), flipped)) == [Doubt.ENCODING]


def test_an_encoding_that_does_not_fit_asks_again(desk: Desk) -> None:
    korean = desk.file(named(), in_cp949(desk.claims(**KOREAN)))

    with pytest.raises(FileAsks) as refused:
        desk.ingest(korean, answers=Answers(encoding="shift-jis"))

    (question,) = refused.value.questions
    assert question.facts["encoding"] == "shift-jis"


def test_an_undone_file_tells_no_encoding(desk: Desk) -> None:
    korean = desk.file(named(), in_cp949(desk.claims(**KOREAN)))
    done = desk.ingest(korean, answers=Answers(encoding="cp949"))
    desk.ingestion.undo(done.file.id, OPERATOR)

    assert desk.asks(korean) == [Doubt.ENCODING]


def test_what_was_seen_of_a_file_is_told_and_kept(desk: Desk) -> None:
    rows = [
        fake.claim_row("20250905"),
        fake.claim_row("20250905"),
        fake.claim_row("20250806", adjustment="Backpay"),
        fake.claim_row("20250806", country="US", adjustment="Backpay"),
    ]
    text = fake.text_of([*fake.CLAIM_HEADER, "Mood"], rows)

    done = desk.ingest(desk.file(named(), text.encode("utf-8-sig")))

    remarks = done.file.remarks
    assert (remarks.encoding, remarks.encoding_told, remarks.answered) == ("utf-8", False, ())
    assert remarks.unread == (
        "Asset Channel ID",
        "Asset Type",
        "Custom ID",
        "UPC",
        "GRid",
        "YouTube Revenue Split",
        "Partner Revenue : Auction",
        "Mood",
    )
    assert remarks.other_months == {"2025-08": 2}
    assert (remarks.days, remarks.last_day) == (2, date(2025, 9, 5))
    assert done.file.changes.duplicates == 1
    assert desk.ingestion.get(done.file.id) == done.file


def test_rows_of_other_months_are_counted_within_one_block(desk: Desk) -> None:
    done = desk.ingest(desk.file(named(), desk.claims()), month=SEPTEMBER.next)

    assert done.file.remarks.other_months == {"2025-09": 60}
    assert desk.ingest(desk.file("own.csv", OWN_DAYS)).file.remarks.other_months == {}


OWN_DAYS = fake.text_of(
    fake.DAILY_HEADER, [fake.daily_row("2025-09-30"), fake.daily_row("2025-10-01")]
).encode()


def test_amounts_in_won_are_never_booked_as_dollars(desk: Desk) -> None:
    text = fake.text_of(
        [*fake.DAILY_HEADER, "currency"],
        [{**fake.daily_row(revenue="1350.25"), "currency": "KRW"}],
    )

    by_row = desk.refuses(desk.file("won.csv", text.encode()))
    above = desk.refuses(desk.file("won.csv", b"Currency: KRW\n" + OWN_DAYS))

    assert isinstance(by_row, BadLines)
    assert by_row.lines == [
        "line 2: currency: 'KRW' where amounts are in USD; nothing is converted"
    ]
    assert (by_row.reason, above.reason) == ("bad_lines", "wrong_currency")


def test_a_file_without_header_and_one_with_data_above_it_are_refused(desk: Desk) -> None:
    header, *lines = desk.claims().splitlines(keepends=True)
    sorted_lines = b"".join([lines[0], header, *lines[1:]])

    refused = [
        desk.refuses(desk.file(named(), content))
        for content in (b"".join(lines), sorted_lines, b"")
    ]

    assert [each.reason for each in refused] == ["no_header", "no_header", "empty_file"]


@pytest.mark.parametrize("at", [Phase.OPENING, Phase.READING])
def test_ctrl_c_while_a_file_is_read_keeps_nothing(desk: Desk, at: Phase) -> None:
    path = desk.file(named(), desk.claims(rows=40))
    before = desk.kept()

    def press(step: IntakeStep) -> None:
        if step.phase is at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.ingest(path, progress=press)

    assert desk.kept() == before
    assert desk.ingest(path).file.rows == 1200
