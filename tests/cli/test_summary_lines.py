"""`backbeat report line`: what the payment summary has and no file tells, settled from `report show`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.cli.conftest import Program
from tests.cli.test_settlement import Month, september
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock

__all__ = ["september"]

DISPUTE = "Ads Revenue: Dispute Resolution"


@pytest.fixture
def closed(
    backbeat: Program, september: Month, business_clock: FixedClock, tmp_path: Path
) -> Program:
    """September is closed: 150.00, 200.00 and 1,000.00 are posted, and 90.00 has no file."""
    summary = fake.payment_summary(tmp_path, (DISPUTE, "90.00"), ("US tax withholding", "-40.00"))
    assert backbeat("report", "ingest", str(summary), "--complete").code == 0
    business_clock.set(date(2025, 10, 20))
    done = backbeat("settle", "close", "2025-09", "--yes", "--json")
    assert done.code == 0, done.err
    assert {name: done.json[name] for name in done.json if name.startswith("platform")} == {
        "platform_revenue_usd": "90.00",
        "platform_left_usd": "90.00",
        "platform_deductions_usd": "-40.00",
    }
    return backbeat


def test_the_month_tells_how_its_line_is_settled(closed: Program) -> None:
    told = closed("report", "show", "2025-09")

    assert f"`backbeat report line settle 2025-09 '{DISPUTE}' --as shared`" in told.out
    assert "deductions" in told.out


def test_a_line_is_shown_settled_and_taken_back(closed: Program) -> None:
    line = ("2025-09", DISPUTE)
    tried = closed("report", "line", "settle", *line, "--as", "shared", "--dry-run", "--json").json
    assert (tried["shared"], tried["house:kept"], tried["by_postings_of"]) == (
        "90.00",
        "0.00",
        "1350.00",
    )
    assert len(tried["postings"]) == tried["entries"] == 6
    assert closed("report", "show", "2025-09", "--json").json["settled_lines"] == []

    done = closed("report", "line", "settle", *line, "--as", "shared", "--yes", "--json")
    assert done.json == {**tried, "dry_run": False}
    shown = closed("report", "show", "2025-09", "--json").json
    assert (shown["platform_left_usd"], shown["reconciliation"][0]["settled_usd"]) == (
        "0.00",
        "90.00",
    )
    assert shown["deductions"] == [{"line": "US tax withholding", "usd": "-40.00"}]
    assert [row["line"] for row in shown["settled_lines"]] == [DISPUTE]

    again = closed("report", "line", "settle", *line, "--as", "kept", "--yes")
    assert again.code == 1
    assert "Settled on 2025/10/20." in again.err
    assert f"Line: {DISPUTE}." in again.err

    rehearsed = closed("report", "line", "reverse", *line, "--dry-run", "--json").json
    assert (rehearsed["reversed"], rehearsed["dry_run"]) == (False, True)
    undone = closed("report", "line", "reverse", *line, "--yes", "--reason", "no", "--json").json
    assert (undone["reversed"], undone["amount"], undone["reason"]) == (True, "-90.00", "no")
    assert closed("report", "show", "2025-09", "--json").json["platform_left_usd"] == "90.00"
    assert closed("ledger", "check").code == 0


def test_a_line_is_not_settled_unasked(closed: Program) -> None:
    asked = closed("report", "line", "settle", "2025-09", DISPUTE, "--as", "kept")

    assert asked.code != 0
    assert closed("report", "show", "2025-09", "--json").json["settled_lines"] == []


def test_a_share_is_explained_by_its_line(closed: Program) -> None:
    closed("report", "line", "settle", "2025-09", DISPUTE, "--as", "shared", "--yes")
    (row, *_) = closed("ledger", "show", "main@example.org", "--json").items

    told = closed("settle", "explain", row["id"], "--json").json

    assert (row["note"], row["correction"]) == (DISPUTE, True)
    assert (told["cause"], told["line"], told["line_sort"]) == ("summary_line", DISPUTE, "ads")
    assert told["rows"]["items"] == []


@pytest.mark.parametrize("treatment", ["shared", "kept"])
def test_a_line_of_the_summary_tells_how_it_was_settled(closed: Program, treatment: str) -> None:
    (summary,) = [each["id"] for each in closed("report", "list", "--json").items][:1]
    explain = ("settle", "explain", "--file", str(summary), "--line", "2")
    assert closed(*explain, "--json").json["fate"] == "not_settled"

    closed("report", "line", "settle", "2025-09", DISPUTE, "--as", treatment, "--yes")
    told = closed(*explain, "--json").json
    assert (told["fate"], told["line"], told["adjustment"]) == ("settled", 2, DISPUTE)
    assert (told["line_amount"], told["line_settled_on"]) == ("90.00", "2025-10-20")
    assert ("house kept it" in told["said"][0]) == (treatment == "kept")
    other = closed(*explain[:-1], "3", "--json").json
    assert (other["fate"], "line_amount" in other) == ("not_settled", False)

    closed("report", "line", "reverse", "2025-09", DISPUTE, "--yes", "--reason", "no")
    assert closed(*explain, "--json").json["fate"] == "not_settled"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("Nowhere", "--as", "kept"), "has no such line"),
        (("US tax withholding", "--as", "kept"), "is no revenue"),
    ],
)
def test_a_line_that_cannot_be_settled_is_refused_by_name(
    closed: Program, words: tuple[str, ...], problem: str
) -> None:
    refused = closed("report", "line", "settle", "2025-09", *words, "--yes")

    assert refused.code == 1
    assert problem in refused.err
    assert f"Line: {words[0]}" in refused.err
