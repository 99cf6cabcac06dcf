"""`backbeat settle`: a month before, at and after its close (J8)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from attrs import evolve, frozen
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock
from tests.http.world import CREATOR, MAIN, MEMBER, SUB, World

from backbeat.accounts.model import FeeRate
from backbeat.channels.model import Verification
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId

LONG_AGO = date(2025, 1, 1)
RATES = {MEMBER: "0.05", CREATOR: "0.20", SUB: "0.10"}
CHANNELS = {501: (MAIN, MAIN), 502: (MEMBER, MAIN), 503: (SUB, CREATOR)}


@frozen
class Month:
    """A month's file, and the clock of the operator's day."""

    world: World
    clock: FixedClock
    folder: Path

    def arrives(self, *lines: tuple[int, str, str], month: str = "2025-09") -> None:
        """A file of ours comes in: channel number, video, amount."""
        rows = [
            {
                "month": month,
                "channel_id": platform_id(number),
                "video_id": video,
                "views": 1000,
                "revenue_usd": amount,
            }
            for number, video, amount in lines
        ]
        name = f"{month}-{len(list(self.folder.iterdir()))}.csv"
        path = fake.own_monthly(self.folder / name, *rows)
        self.world.box.ingestion().ingest(path, Actor.operator("ann"))


@pytest.fixture
def september(world: World, business_clock: FixedClock, tmp_path: Path) -> Month:
    """150.00 of MAIN's own channel, 200.00 of MEMBER's, 1,000.00 of SUB's in a network of three."""
    with world.box.transactions().begin() as books:
        for name, rate in RATES.items():
            books.fee_rates.put(FeeRate(AccountId(name), Decimal(rate), LONG_AGO))
        for number, (holder, owner) in CHANNELS.items():
            channel = an_earning_channel(number, [(holder, LONG_AGO)], owner=owner)
            proof = Verification(f"BB-{number:08d}", verified_at=world.box.security_clock().now())
            books.channels.add(evolve(channel, verification=proof))
    folder = tmp_path / "reports"
    folder.mkdir()
    month = Month(world, business_clock, folder)
    month.arrives((501, "V1", "90.00"), (501, "V2", "60.00"), (502, "C1", "200.00"))
    month.arrives((503, "S1", "1000.00"))
    business_clock.set(date(2025, 10, 20))
    return month


def amounts(answer: object) -> list[str]:
    return sorted(row["amount"] for row in answer)  # type: ignore[attr-defined]


def test_a_month_is_seen_before_it_is_closed(backbeat: Program, september: Month) -> None:
    seen = backbeat("settle", "preview", "2025-09", "--json")

    assert seen.code == 0
    assert (seen.json["confirmed"], seen.json["balance"]) == ("1350.00", "0.00")
    assert amounts(seen.json["postings"]) == sorted(
        ["150.00", "190.00", "10.00", "200.00", "80.00", "720.00"]
    )
    assert backbeat("ledger", "check", "--json").json["transactions"] == 0
    assert "1350.00" in backbeat("settle", "preview", "2025-09").out


def test_a_close_posts_once_and_its_totals_balance(backbeat: Program, september: Month) -> None:
    done = backbeat("settle", "close", "2025-09", "--yes", "--json")

    assert (done.code, done.json["entries"], done.json["balance"]) == (0, 6, "0.00")
    again = backbeat("settle", "close", "2025-09", "--yes")
    assert (again.code, "month_closed" in again.err) == (1, True)
    assert backbeat("ledger", "check").code == 0
    (listed,) = backbeat("settle", "list", "--json").items
    assert (listed["month"], listed["revision"], listed["by"]) == ("2025-09", 0, "ann")


def test_a_month_that_is_not_over_is_not_closed(backbeat: Program, september: Month) -> None:
    september.clock.set(date(2025, 9, 30))

    answer = backbeat("settle", "close", "2025-09", "--yes")

    assert (answer.code, "month_open" in answer.err) == (1, True)
    assert len(answer.err.splitlines()[-1:]) == 1


def test_a_close_is_asked_for_and_rehearsed(backbeat: Program, september: Month) -> None:
    unasked = backbeat("settle", "close", "2025-09")
    rehearsed = backbeat("settle", "close", "2025-09", "--dry-run", "--json")

    assert unasked.code == 2
    assert (rehearsed.code, rehearsed.json["dry_run"]) == (0, True)
    assert backbeat("settle", "list", "--json").items == []


def test_a_late_correction_is_a_difference_entry(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    september.clock.set(date(2025, 11, 12))
    september.arrives((501, "V1", "85.00"))

    rehearsed = backbeat("settle", "adjust", "2025-09", "--dry-run", "--json")
    done = backbeat("settle", "adjust", "2025-09", "--yes", "--reason", "V1 corrected", "--json")
    again = backbeat("settle", "adjust", "2025-09", "--yes", "--json")

    assert amounts(rehearsed.json["postings"]) == ["-5.00"]
    assert (done.code, amounts(done.json["postings"])) == (0, ["-5.00"])
    assert again.json == {"month": "2025-09", "entries": 0, "changed": False}
    rows = backbeat("ledger", "show", f"{MAIN}@example.org", "--json").items
    newest = rows[0]
    assert (newest["amount"], newest["correction"]) == ("-5.00", True)
    assert (newest["month"], newest["date"]) == ("2025-09", "2025-11-12")
    assert backbeat("ledger", "check").code == 0


def test_an_amount_is_explained(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    (row,) = backbeat("ledger", "show", f"{SUB}@example.org", "--json").items

    found = backbeat("settle", "explain", row["id"], "--json")

    assert (found.json["rule"], found.json["rate"]) == ("member_share", "0.72")
    assert [each["video"] for each in found.json["rows"]["items"]] == ["S1"]
    assert "member_share" in backbeat("settle", "explain", row["id"]).out
    unknown = backbeat("settle", "explain", "nothing")
    assert (unknown.code, "not_found" in unknown.err) == (1, True)


def test_a_missing_sort_and_a_wrong_month_are_told(backbeat: Program, september: Month) -> None:
    assert backbeat("settle", "preview", "September").code == 2
    assert backbeat("settle", "close", "2025-08", "--yes").code == 1
    assert backbeat("settle", "close", "2025-09", "--without", "gifts", "--yes").code == 2


def test_closes_are_in_the_audit(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes", "--reason", "all files are in")

    (row,) = backbeat("audit", "list", "--action", "settlement.", "--json").items
    assert (row["action"], row["target"]) == ("settlement.closed", "settlement:2025-09")
    assert row["reason"] == "all files are in"
