"""`backbeat report month`: what of a month was expected, what came, and what looks odd."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock

from backbeat.channels.model import ChangeContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat_adapters.container import Container

CHANNEL, UNKNOWN = "000000000000000000001A", "000000000000000000002A"
AUGUST, SEPTEMBER = Month(2025, 8), Month(2025, 9)


@pytest.fixture(autouse=True)
def channel(container: Container, business_clock: FixedClock) -> None:
    business_clock.set(date(2025, 10, 12))
    stamp = ChangeContext(datetime(2025, 8, 1, 9, tzinfo=UTC), Actor.operator("ann"))
    channel = a_channel(1, owner="mina").verified(stamp, seen=stamp.at, needed_views=0)
    with container.transactions().begin() as books:
        mina = AccountId("mina")
        books.accounts.add(an_account(id=mina, name="mina", referral_code="mina"))
        books.channels.add(channel.approved(stamp, earning_from=date(2025, 8, 1)))


def claims(folder: Path, month: Month, *rows: fake.Row) -> str:
    days = f"{month.first:%Y%m%d}_{month.last:%Y%m%d}"
    path = folder / f"YouTube_Label_M_{days}_claim_raw_v1-1.csv"
    return str(fake.write(path, fake.text_of(fake.CLAIM_HEADER, rows)))


def a_claim(day: date, channel: str = CHANNEL, video: str = "video-one") -> fake.Row:
    return fake.claim_row(f"{day:%Y%m%d}", channel, video, isrc="", revenue="1.50")


@pytest.fixture
def intake(backbeat: Program, tmp_path: Path, channel: None) -> Any:
    """Claims of a whole August; of September 20 days, two waiting rows and the payment summary."""
    foreign = [a_claim(SEPTEMBER.day(1), UNKNOWN, video) for video in ("x", "y")]
    files = [
        claims(tmp_path, AUGUST, *map(a_claim, AUGUST.days)),
        claims(tmp_path, SEPTEMBER, *map(a_claim, [*SEPTEMBER.days][:20]), *foreign),
        str(fake.payment_summary(tmp_path, ("Ads revenue", "33.00"), ("Dispute", "300.00"))),
    ]
    done = backbeat("report", "ingest", *files, "--complete", "--json")
    assert done.code == 0, done.err


def test_a_month_is_told_on_one_page(backbeat: Program, intake: None) -> None:
    told = backbeat("report", "month", "2025-09", "--json").json

    kinds = {row["kind"]: row for row in told["kinds"]}
    assert {name: kinds["claim_raw"][name] for name in kinds["claim_raw"]} == {
        "platform": "youtube",
        "kind": "claim_raw",
        "owner": "Label",
        "expected": "month_before",
        "come": True,
        "days": "20/30",
        "days_before": "31/31",
        "rows": 22,
        "rows_before": 31,
        "views": 22_000,
        "revenue_usd": "33.00",
        "revenue_usd_before": "46.50",
        "suspense_rows": 2,
        "suspense_usd": "3.00",
        "encodings": ["utf-8"],
    }
    assert (kinds["payment_summary"]["expected"], kinds["payment_summary"]["days"]) == (None, None)
    assert [(told[name], name) for name in ("month", "over", "expected", "come")] == [
        ("2025-09", "month"),
        (True, "over"),
        (1, "expected"),
        (2, "come"),
    ]
    assert told["suspense"] == [
        {"reason": "unknown_channel", "rows": 2, "revenue_usd": "3.00"},
    ]
    assert [(row["id"], row["encoding"], row["total_line"]) for row in told["files"]] == [
        ("2", "utf-8", False),
        ("3", "utf-8", True),
    ]
    assert "fewer_days" in told["files"][0]["asked"]
    assert [(row["line"], row["agrees"]) for row in told["payment_summary"]] == [
        ("Ads revenue", True),
        ("Dispute", False),
    ]
    assert [each["reason"] for each in told["findings"]] == [
        "missing_days",
        "taken_as_whole",
        "other_than_stated",
        "in_suspense",
    ]
    assert told["findings"][0]["facts"]["days"][0] == "2025-09-21"


def test_what_looks_odd_is_said_in_words(backbeat: Program, intake: None) -> None:
    told = backbeat("report", "month", "2025-09")

    assert told.code == 0
    assert (
        "claim_raw of Label: 10 of 30 days have no row: 2025-09-21, 2025-09-22, 2025-09-23, "
        "2025-09-24, 2025-09-25 and 5 more\n"
    ) in told.out
    assert "claim_raw of Label: report 2 was taken in as whole, though it asked: " in told.out
    assert "the payment summary says 300.00 USD for Dispute, of which no file tells\n" in told.out
    assert "2 rows with 3.00 USD wait (unknown_channel): see `backbeat report suspense`" in told.out
    assert "46.50" in told.out


def test_a_kind_that_did_not_come_is_named(backbeat: Program, intake: None) -> None:
    told = backbeat("report", "month", "2025-10", "--json")
    assert told.json["findings"] == []

    backbeat("report", "undo", "2", "--yes")
    told = backbeat("report", "month", "2025-09")

    assert "claim_raw of Label: nothing came, and the month before has it" in told.out
    assert backbeat("report", "month", "September").code == 2


def test_kinds_that_tell_of_the_same_money_are_named_with_the_setting(
    backbeat: Program, intake: None, tmp_path: Path
) -> None:
    row = {
        "month": "2025-09",
        "channel_id": f"UC{CHANNEL}",
        "video_id": "video-one",
        "views": 1,
        "revenue_usd": "9.00",
    }
    backbeat("report", "ingest", str(fake.own_monthly(tmp_path / "own.csv", row)))

    assert (
        "claim_raw and own_monthly tell of the same money (ads, 1 videos): "
        "settlement.record_kinds chooses"
    ) in backbeat("report", "month", "2025-09").out


def test_a_payment_summary_is_shown_beside_what_came(backbeat: Program, intake: None) -> None:
    of_file = backbeat("report", "show", "3", "--json").json["reconciliation"]

    assert [(row["line"], row["found_usd"], row["difference_usd"]) for row in of_file] == [
        ("Ads revenue", "33.00", "0.00"),
        ("Dispute", None, "300.00"),
    ]
    assert of_file == backbeat("report", "show", "2025-09", "--json").json["reconciliation"]
    assert backbeat("report", "show", "2", "--json").json["reconciliation"] == []
    assert "Dispute" in backbeat("report", "show", "3").out
