"""A month's intake on one page: the same in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock

from backbeat.channels.model import ChangeContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.platforms.youtube.report_kinds import CLAIM_RAW
from backbeat.report_files.model import Answers, DayRows, SuspenseReason
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement.intake import IntakeDoubt, Intakes, MonthIntake, Waiting
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.variants("databases")

ANN = Actor.operator("ann")
CHANNEL, UNKNOWN = (PlatformChannelId(f"UC{n:021d}A") for n in (1, 2))
AUGUST, SEPTEMBER = Month(2025, 8), Month(2025, 9)
LATE = "QZBB12599999"


@define
class Desk:
    """An operator's desk: files come, a page tells of their month."""

    transactions: Any
    clock: FixedClock
    folder: Path
    settings: Settings
    files: int = 0

    @property
    def ingestion(self) -> Ingestion:
        staging: Any = (
            MemoryStaging(self.transactions)
            if isinstance(self.transactions, MemoryTransactions)
            else SqlStaging(self.transactions)
        )
        return Ingestion(self.transactions, staging, DiskReports(), self.clock)

    def claims(self, month: Month, *rows: fake.Row) -> None:
        self.files += 1
        day = f"{month.first:%Y%m%d}_{month.last:%Y%m%d}"
        name = f"YouTube_Label_M_{day}_claim_raw_v1-{self.files}.csv"
        text = fake.text_of(fake.CLAIM_HEADER, rows)
        self.ingest(fake.write(self.folder / name, text))

    def monthly(self, month: Month, *rows: tuple[str, str, str]) -> None:
        self.files += 1
        lines = [
            {
                "month": str(month),
                "channel_id": channel,
                "video_id": video,
                "views": 10,
                "revenue_usd": amount,
            }
            for channel, video, amount in rows
        ]
        self.ingest(fake.own_monthly(self.folder / f"{self.files}.csv", *lines))

    def ingest(self, path: Path, **options: Any) -> None:
        self.ingestion.ingest(path, ANN, answers=Answers(complete=True), **options)

    def month(self, month: Month = SEPTEMBER) -> MonthIntake:
        return Intakes(self.transactions, self.clock, self.settings).of(month)

    def doubts(self) -> list[IntakeDoubt]:
        return [finding.doubt for finding in self.month().findings]


@pytest.fixture
def desk(transactions: Any, clock: FixedClock, tmp_path: Path) -> Desk:
    clock.set(date(2025, 10, 12))
    stamp = ChangeContext(datetime(2025, 8, 1, 9, tzinfo=UTC), ANN)
    channel = a_channel(1, owner="mina").verified(stamp, seen=stamp.at, needed_views=0)
    with transactions.begin() as books:
        mina = AccountId("mina")
        books.accounts.add(an_account(id=mina, name="mina", referral_code="mina"))
        books.channels.add(channel.approved(stamp, earning_from=date(2025, 8, 1)))
    return Desk(transactions, clock, tmp_path, Settings())


def a_claim(day: date, channel: str = CHANNEL, isrc: str = "", revenue: str = "1.00") -> fake.Row:
    return fake.claim_row(f"{day:%Y%m%d}", channel[2:], isrc=isrc, revenue=revenue)


def test_a_months_rows_are_added_up_by_day_owner_and_cause(desk: Desk) -> None:
    first, second = SEPTEMBER.day(1), SEPTEMBER.day(2)
    desk.claims(
        SEPTEMBER,
        a_claim(first, revenue="1.000000001"),
        a_claim(second, UNKNOWN, revenue="-2"),
        {**a_claim(second, isrc=LATE, revenue="4"), "Country": "US"},
        {**a_claim(second, isrc=LATE, revenue="8"), "Country": "JP"},
    )
    desk.claims(AUGUST, a_claim(AUGUST.day(1)))
    desk.monthly(SEPTEMBER, (CHANNEL, "V1", "16.00"))

    with desk.transactions.look() as books:
        found = books.report_rows.by_day(SEPTEMBER)

    of = (YOUTUBE, CLAIM_RAW, "Label")
    assert found == [
        DayRows(0, YOUTUBE, OWN_MONTHLY, "", None, 1, 10, 16_000_000_000),
        DayRows(1, *of, None, 1, 1000, 1_000_000_001),
        DayRows(2, *of, SuspenseReason.UNKNOWN_CHANNEL, 1, 1000, -2_000_000_000),
        DayRows(2, *of, SuspenseReason.UNKNOWN_TRACK, 2, 2000, 12_000_000_000),
    ]


def test_a_month_stands_beside_the_one_before(desk: Desk) -> None:
    desk.claims(AUGUST, *map(a_claim, AUGUST.days))
    foreign = {**a_claim(SEPTEMBER.day(1), UNKNOWN), "Video ID": "foreign"}
    desk.claims(SEPTEMBER, *map(a_claim, [*SEPTEMBER.days][:20]), foreign)

    found = desk.month()

    (line,) = found.lines
    assert (line.held.rows, line.before.rows) == (21, 31)
    assert (line.held.nanos, line.before.nanos) == (21 * 10**9, 31 * 10**9)
    assert line.held.days == set(range(1, 21))
    assert line.held.encodings == ["utf-8"]
    assert [file.id for file in line.held.files] == ["2"]
    assert found.suspense == {SuspenseReason.UNKNOWN_CHANNEL: Waiting(1, 10**9)}
    assert desk.doubts() == [
        IntakeDoubt.MISSING_DAYS,
        IntakeDoubt.TAKEN_AS_WHOLE,
        IntakeDoubt.IN_SUSPENSE,
    ]


def test_what_the_month_before_had_is_missing_until_it_comes(desk: Desk) -> None:
    desk.claims(AUGUST, a_claim(AUGUST.day(1)))
    assert desk.doubts() == [IntakeDoubt.MISSING_KIND]

    desk.claims(SEPTEMBER, a_claim(SEPTEMBER.day(1)))

    assert desk.doubts() == []


def test_an_undone_file_has_not_come(desk: Desk) -> None:
    desk.claims(AUGUST, a_claim(AUGUST.day(1)))
    desk.claims(SEPTEMBER, a_claim(SEPTEMBER.day(1)))
    (line,) = desk.month().lines

    desk.ingestion.undo(line.held.files[0].id, ANN)

    assert desk.doubts() == [IntakeDoubt.MISSING_KIND]


def test_kinds_of_the_same_money_are_told_until_the_operator_chooses(desk: Desk) -> None:
    desk.claims(SEPTEMBER, a_claim(SEPTEMBER.day(1)))
    desk.monthly(SEPTEMBER, (CHANNEL, "video-one", "1.00"))
    assert desk.doubts() == [IntakeDoubt.OVERLAPPING_KINDS]

    desk.settings = Settings(settlement=SettlementSettings(record_kinds=("claim_raw", "video_raw")))

    assert [(line.key.kind, line.expected) for line in desk.month().lines] == [
        ("claim_raw", "record_kinds"),
        ("own_monthly", None),
        ("video_raw", "record_kinds"),
    ]
    assert desk.doubts() == [IntakeDoubt.MISSING_KIND]


def test_the_payment_summary_stands_beside_what_came_suspense_included(desk: Desk) -> None:
    desk.claims(SEPTEMBER, a_claim(SEPTEMBER.day(1)), a_claim(SEPTEMBER.day(2), UNKNOWN))
    desk.ingest(fake.payment_summary(desk.folder, ("Ads revenue", "2.00"), ("Dispute", "300.00")))

    found = desk.month()

    assert [(line.name, line.stated, line.found) for line in found.summary] == [
        ("Ads revenue", Decimal("2"), Decimal("2")),
        ("Dispute", Decimal("300"), None),
    ]
    differing = [each for each in found.findings if each.doubt is IntakeDoubt.OTHER_THAN_STATED]
    assert [each.facts["line"] for each in differing] == ["Dispute"]


def test_a_summary_without_the_total_that_the_month_before_had_is_told(desk: Desk) -> None:
    line = ("Ads revenue", "0.00")
    desk.ingest(fake.payment_summary(desk.folder, line, days="20250801_20250831"))
    desk.ingest(fake.payment_summary(desk.folder, line, has_total=False))

    (found,) = [each for each in desk.month().findings if each.doubt is IntakeDoubt.NO_TOTAL]

    assert (found.facts["report"], found.facts["like"]) == ("2", "1")


def test_a_month_that_is_not_over_lacks_nothing(desk: Desk) -> None:
    desk.claims(AUGUST, a_claim(AUGUST.day(1)))

    desk.clock.set(SEPTEMBER.last)
    assert desk.doubts() == []
    desk.clock.set(SEPTEMBER.next.first)
    assert desk.doubts() == [IntakeDoubt.MISSING_KIND]
