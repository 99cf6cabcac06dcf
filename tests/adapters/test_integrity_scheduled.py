"""The invariants on duty: before and after a close, and every ten minutes."""

from __future__ import annotations

import logging
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.conftest import Database
from tests.fakes.channels import platform_id
from tests.fakes.money import SEPTEMBER, a_copied_portal_with_money
from tests.fakes.report_files import own_monthly
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import ANN

from backbeat.audit.ports import AuditFilter
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.job_handlers import CRONS
from backbeat.jobs.model import Cron
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.integrity.errors import LedgerInconsistent
from backbeat.ledger.integrity.service import WATCH, LedgerIntegrity
from backbeat.ledger.model import EntryType
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat.settlement.service import Settlements
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging

SYSTEM = Actor.system(WATCH)


@pytest.fixture
def books(database: Database, snapshots: Snapshots) -> SqlTransactions:
    a_copied_portal_with_money(database.engine, snapshots)
    return SqlTransactions(database.engine, FixedClock(), TimeOrderedIds())


def spoil(books: SqlTransactions, by: int = 1) -> None:
    with books.begin() as open_books:
        open_books.connection.exec_driver_sql(
            f"UPDATE ledger_balances SET available = available + {by} WHERE account = 'mina'"
        )


def told(books: SqlTransactions) -> list[str]:
    with books.look() as open_books:
        wanted = AuditFilter(action="ledger.found_")
        rows = open_books.audit.page(wanted, PageRequest()).items
        return [row.entry.action for row in reversed(rows)]


def test_no_month_is_closed_or_adjusted_over_a_ledger_with_findings(
    books: SqlTransactions, clock: FixedClock
) -> None:
    clock.set(date(2025, 12, 20))
    integrity = LedgerIntegrity(books, clock)
    settlements = Settlements(books, clock, clock, Settings(), integrity)
    assert settlements.adjust(SEPTEMBER, ANN) is None
    spoil(books)

    with pytest.raises(LedgerInconsistent) as refused:
        settlements.close(SEPTEMBER.next.next, ANN)
    assert refused.value.details["reason"] == "ledger_unsound"
    assert "account mina" in refused.value.findings[0]
    with pytest.raises(LedgerInconsistent):
        settlements.adjust(SEPTEMBER, ANN)


def test_findings_are_logged_each_time_and_audited_when_they_change(
    books: SqlTransactions, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    integrity = LedgerIntegrity(books, clock)
    assert integrity.watch(SYSTEM).holds
    assert told(books) == []

    with caplog.at_level(logging.ERROR):
        spoil(books)
        integrity.watch(SYSTEM)
        integrity.watch(SYSTEM)
        spoil(books, 5)
        integrity.watch(SYSTEM)
        spoil(books, -6)
        assert integrity.watch(SYSTEM).holds

    lines = [record.getMessage() for record in caplog.records if record.name.startswith("backbeat")]
    assert len(lines) == 3
    assert "the ledger is not sound: 3 findings: I3: account mina" in lines[0]
    assert told(books) == ["ledger.found_unsound", "ledger.found_unsound", "ledger.found_sound"]


def test_the_worker_checks_every_ten_minutes() -> None:
    (cron,) = [each for each in CRONS if each.kind == WATCH]
    assert isinstance(cron, Cron)
    assert cron.every.total_seconds() == 600


def test_what_is_sound_is_sealed_and_only_what_moved_since(
    books: SqlTransactions, clock: FixedClock
) -> None:
    integrity = LedgerIntegrity(books, clock)
    assert integrity.watch(SYSTEM).unsealed > 20
    assert integrity.check().unsealed == 0
    integrity.watch(SYSTEM)
    post(books, clock)
    assert integrity.check().unsealed == 1
    integrity.watch(SYSTEM)

    with books.look() as open_books:
        last = open_books.checkpoints.last()
        assert last is not None
        assert (last.number, open_books.checkpoints.moved()) == (2, [])
    assert integrity.check().holds


def test_a_ledger_with_findings_is_not_sealed(books: SqlTransactions, clock: FixedClock) -> None:
    integrity = LedgerIntegrity(books, clock)
    spoil(books)
    integrity.watch(SYSTEM)

    with books.look() as open_books:
        assert open_books.checkpoints.last() is None


def test_a_close_is_sealed_at_once(books: SqlTransactions, clock: FixedClock) -> None:
    clock.set(date(2025, 12, 20))
    integrity = LedgerIntegrity(books, clock)
    report_of_november(books, clock)

    Settlements(books, clock, clock, Settings(), integrity).close(SEPTEMBER.next.next, ANN)

    assert integrity.check().unsealed == 0


def post(books: SqlTransactions, clock: FixedClock) -> None:
    act = ActContext(ANN, clock.today(), clock.now(), "agreed")
    with books.begin() as open_books:
        open_books.ledger.post(
            AccountId("mina"), EntryType.PORTAL_PROFIT, Money.of("1.00"), act, source="one more"
        )


def report_of_november(books: SqlTransactions, clock: FixedClock) -> None:
    with TemporaryDirectory() as folder:
        path = own_monthly(
            Path(folder) / "november.csv",
            {
                "month": "2025-11",
                "channel_id": platform_id(0),
                "video_id": "V0",
                "views": 1000,
                "revenue_usd": "10.00",
            },
        )
        Ingestion(books, SqlStaging(books), DiskReports(), clock).ingest(path, ANN)
