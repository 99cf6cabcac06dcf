"""What waits in suspense, what would release it, and releasing it in bulk: in memory, on SQLite and
on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from sqlalchemy import event
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock

from backbeat.audit.ports import AuditFilter
from backbeat.catalogue.model import Track
from backbeat.channels.model import ChangeContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.kinds import Kind
from backbeat.platforms.own.report_kinds import OWN_DAILY
from backbeat.report_files.errors import NothingToRelease
from backbeat.report_files.model import (
    Releasable,
    Remedy,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
)
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files import waiting as waiting_sql
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.standing import Standing

ANN = Actor.operator("ann")
OURS, SECOND, THIRD = (PlatformChannelId(f"UC{n:021d}A") for n in (1, 2, 3))
ONE, TWO = Isrc("QZBB12500001"), Isrc("QZBB12500002")
CHANNEL, TRACK = SuspenseReason.UNKNOWN_CHANNEL, SuspenseReason.UNKNOWN_TRACK
AUGUST, SEPTEMBER = Month(2025, 8), Month(2025, 9)


@define
class Waiting:
    """The books with one verified channel and no track, and what puts rows into suspense."""

    transactions: Any
    ingestion: Ingestion
    clock: FixedClock
    folder: Path
    files: int = 0

    def arrives(self, *rows: tuple[str, str, str], day: str = "2025-09-05") -> ReportId:
        """A daily file: channel, track code, amount; a video each."""
        self.files += 1
        lines = [
            fake.daily_row(day, channel, f"v{number}", isrc=isrc, revenue=amount)
            for number, (channel, isrc, amount) in enumerate(rows)
        ]
        path = fake.own_daily(self.folder / f"{self.files}.csv", *lines)
        return self.ingestion.ingest(path, ANN).file.id

    def verify(self, number: int) -> None:
        stamp = ChangeContext(self.clock.now(), ANN)
        channel = a_channel(number, owner="mina").verified(stamp, seen=stamp.at, needed_views=0)
        with self.transactions.begin() as books:
            books.channels.add(channel)

    def catalogue(self, *tracks: Isrc) -> None:
        with self.transactions.begin() as books:
            books.tracks.save([Track(track, "Night Drive") for track in tracks])

    def remedies(self, of: SuspenseFilter | None = None) -> dict[tuple[str, Remedy], int]:
        lines = self.ingestion.unmatched(of) if of else self.ingestion.unmatched()
        return {(line.name, line.remedy): line.nanos // 10**9 for line in lines}

    def booked(self, channel: PlatformChannelId) -> int:
        with self.transactions.look() as books:
            days = books.statistics.channel_days([channel], AUGUST.first, SEPTEMBER.last)
            nanos: int = sum(day.figures.revenue_nanos for day in days)
            return nanos // 10**9

    def released_of(self, report: ReportId) -> tuple[int, int]:
        changes = self.ingestion.get(report).changes
        return changes.released, changes.released_nanos // 10**9


@pytest.fixture
def waiting(transactions: Any, clock: FixedClock, tmp_path: Path) -> Waiting:
    clock.set(date(2025, 10, 12))
    with transactions.begin() as books:
        mina = AccountId("mina")
        books.accounts.add(an_account(id=mina, name="mina", referral_code="mina"))
    staging: Any = (
        MemoryStaging(transactions)
        if isinstance(transactions, MemoryTransactions)
        else SqlStaging(transactions)
    )
    ingestion = Ingestion(transactions, staging, DiskReports(), clock)
    house = Waiting(transactions, ingestion, clock, tmp_path)
    house.verify(1)
    return house


def test_each_cause_tells_what_would_release_it(waiting: Waiting) -> None:
    waiting.arrives((SECOND, "", "1"), (SECOND, ONE, "2"), (THIRD, ONE, "4"), (OURS, TWO, "8"))
    assert waiting.remedies() == {
        (SECOND, Remedy.VERIFY_CHANNEL): 3,
        (THIRD, Remedy.VERIFY_CHANNEL): 4,
        (TWO, Remedy.IMPORT_TRACK): 8,
    }

    waiting.verify(2)
    waiting.verify(3)
    assert waiting.remedies() == {
        (SECOND, Remedy.RELEASE): 3,
        (THIRD, Remedy.IMPORT_TRACK): 4,
        (TWO, Remedy.IMPORT_TRACK): 8,
    }

    waiting.catalogue(ONE, TWO)
    assert waiting.remedies() == {
        (SECOND, Remedy.RELEASE): 3,
        (THIRD, Remedy.RELEASE): 4,
        (TWO, Remedy.RELEASE): 8,
    }


def test_a_line_counts_the_rows_that_a_release_would_book(waiting: Waiting) -> None:
    waiting.arrives((SECOND, "", "1"), (SECOND, ONE, "2"))
    waiting.verify(2)

    (line,) = waiting.ingestion.unmatched()

    assert line == UnmatchedLine(
        CHANNEL,
        SECOND,
        OWN_DAILY,
        SEPTEMBER,
        rows=2,
        views=2000,
        nanos=3 * 10**9,
        is_known=True,
        free_rows=1,
        free_nanos=10**9,
    )
    assert waiting.ingestion.releasable() == [Releasable(CHANNEL, SECOND, 1, 10**9)]


def test_a_registered_channel_that_nobody_verified_is_still_to_be_verified(
    waiting: Waiting,
) -> None:
    with waiting.transactions.begin() as books:
        books.channels.add(a_channel(2, owner="mina"))

    waiting.arrives((SECOND, "", "1"))

    assert waiting.remedies() == {(SECOND, Remedy.VERIFY_CHANNEL): 1}
    assert waiting.ingestion.release(None, ANN).rows == 0


def test_what_waits_is_narrowed_to_a_file_a_month_and_channels(waiting: Waiting) -> None:
    first = waiting.arrives((SECOND, "", "1"), (OURS, ONE, "2"))
    waiting.arrives((THIRD, "", "4"), day="2025-08-05")

    def names(**of: Any) -> set[str]:
        return {name for name, _ in waiting.remedies(SuspenseFilter(**of))}

    assert names(report=first) == {SECOND, ONE}
    assert names(month=AUGUST) == {THIRD}
    assert names(channels=[OURS, THIRD]) == {ONE, THIRD}


def test_all_that_is_known_now_is_released_at_once(waiting: Waiting) -> None:
    report = waiting.arrives(
        (SECOND, "", "1"), (SECOND, ONE, "2"), (THIRD, "", "4"), (OURS, TWO, "8"), (OURS, ONE, "16")
    )
    waiting.verify(2)
    waiting.catalogue(TWO)

    released = waiting.ingestion.release(None, ANN, "the catalogue came")

    assert (released.rows, released.nanos) == (2, 9 * 10**9)
    assert (waiting.booked(OURS), waiting.booked(SECOND), waiting.booked(THIRD)) == (8, 1, 0)
    assert waiting.remedies() == {
        (ONE, Remedy.IMPORT_TRACK): 18,
        (THIRD, Remedy.VERIFY_CHANNEL): 4,
    }
    assert waiting.released_of(report) == (2, 9)
    assert waiting.ingestion.release(None, ANN).rows == 0
    assert waiting.released_of(report) == (2, 9)


def test_several_names_are_released_together_or_not_at_all(waiting: Waiting) -> None:
    waiting.arrives((SECOND, "", "1"), (THIRD, "", "2"), (OURS, ONE, "4"), (OURS, TWO, "8"))
    waiting.verify(2)
    waiting.catalogue(ONE, TWO)

    with pytest.raises(NothingToRelease) as refused:
        waiting.ingestion.release([SECOND, THIRD, "QZBB12599999"], ANN)
    assert refused.value.name == f"{THIRD}, QZBB12599999"
    assert waiting.booked(SECOND) == 0

    released = waiting.ingestion.release([SECOND, "qz-bb1-25-00001"], ANN)

    assert (released.rows, released.nanos) == (2, 5 * 10**9)
    assert set(waiting.remedies()) == {(THIRD, Remedy.VERIFY_CHANNEL), (TWO, Remedy.RELEASE)}


def test_a_release_is_narrowed_as_the_list_is(waiting: Waiting) -> None:
    september = waiting.arrives((SECOND, "", "1"), (OURS, ONE, "2"))
    august = waiting.arrives((SECOND, "", "4"), (THIRD, ONE, "8"), day="2025-08-05")
    waiting.verify(2)
    waiting.verify(3)
    waiting.catalogue(ONE)

    assert waiting.ingestion.release(None, ANN, of=SuspenseFilter(channels=[OURS])).rows == 1
    assert (waiting.booked(OURS), waiting.booked(SECOND)) == (2, 0)
    assert waiting.ingestion.release(SECOND, ANN, of=SuspenseFilter(month=AUGUST)).rows == 1
    assert (waiting.booked(SECOND), waiting.released_of(august)) == (4, (1, 4))
    with pytest.raises(NothingToRelease):
        waiting.ingestion.release(THIRD, ANN, of=SuspenseFilter(report=september))
    assert waiting.ingestion.release(None, ANN, of=SuspenseFilter(report=august)).rows == 1
    assert waiting.remedies() == {(SECOND, Remedy.RELEASE): 1}


def test_a_file_tells_what_of_it_was_booked_since(waiting: Waiting) -> None:
    first = waiting.arrives((SECOND, "", "1"), (OURS, ONE, "2"))
    second = waiting.arrives((SECOND, "", "4"), day="2025-09-06")
    before = waiting.ingestion.get(first).changes
    waiting.catalogue(ONE)

    waiting.ingestion.release(None, ANN)
    assert (waiting.released_of(first), waiting.released_of(second)) == ((1, 2), (0, 0))
    waiting.verify(2)
    waiting.ingestion.release(None, ANN)

    assert (waiting.released_of(first), waiting.released_of(second)) == ((2, 3), (1, 4))
    after = waiting.ingestion.get(first)
    assert (after.changes.suspense_nanos, after.changes.booked_nanos) == (
        before.suspense_nanos,
        before.booked_nanos,
    )
    assert after.remarks.encoding == "utf-8"


def test_a_release_is_audited_with_names_sums_and_reason(waiting: Waiting) -> None:
    waiting.arrives((SECOND, "", "1"), (OURS, ONE, "2"))
    waiting.verify(2)
    waiting.ingestion.release([SECOND], ANN, "verified")
    waiting.catalogue(ONE)
    waiting.ingestion.release(None, ANN)
    waiting.ingestion.release(None, ANN)

    with waiting.transactions.look() as books:
        found = books.audit.page(AuditFilter(action="suspense.released"), PageRequest()).items

    told = [(each.entry.target, dict(each.entry.after), each.entry.reason) for each in found]
    assert sorted(told, key=str) == [
        (f"suspense:{SECOND}", {"rows": 1, "nanos": 10**9}, "verified"),
        ("suspense:all", {"rows": 1, "nanos": 2 * 10**9}, None),
    ]


def test_rows_without_a_channel_have_no_remedy() -> None:
    line = UnmatchedLine(CHANNEL, "", Kind("any", OWN_DAILY.role), SEPTEMBER, 1, 1, 1)

    assert line.remedy is Remedy.NONE


@pytest.mark.parametrize("of", [SuspenseFilter(), SuspenseFilter(ReportId("1"))])
@pytest.mark.parametrize("ask", [waiting_sql.unmatched, waiting_sql.releasable])
def test_what_waits_is_added_up_in_the_order_of_its_index_and_from_it_alone(
    sqlite_database: Database, ask: Callable[[Standing, SuspenseFilter], object], of: SuspenseFilter
) -> None:
    """Each file asks at its end, whatever waits of others; sorting it all takes its memory."""
    asked: list[tuple[str, Any]] = []

    def heard(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    with sqlite_database.engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", heard)
        ask(Standing(connection), of)
        event.remove(connection, "before_cursor_execute", heard)
        statement, parameters = asked[-1]
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()

    steps = [step.detail for step in plan]
    assert steps[:3] == [
        "CO-ROUTINE waiting",
        "SCAN report_rows USING COVERING INDEX ix_report_rows_suspense",
        "SCAN waiting",
    ]
