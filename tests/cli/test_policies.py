"""`backbeat policy`: rules from a day on."""

from __future__ import annotations

from datetime import date

from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock

SET = ("policy", "set", "withdrawal.minimum")


def test_rules_are_shown_as_of_a_day(backbeat: Program, business_clock: FixedClock) -> None:
    business_clock.set(date(2025, 10, 1))
    done = backbeat(*SET, "30.00", "--from", "2025-12-01", "--reason", "agreed", "--json")

    assert (done.code, done.json["before"], done.json["value"]) == (0, "20.00", "30.00")
    (now,) = backbeat("policy", "show", "withdrawal.minimum", "--json").items
    assert (now["value"], now["until"]) == ("20.00", "2025-11-30")
    (then,) = backbeat("policy", "show", "withdrawal.min", "--at", "2025-12-01", "--json").items
    assert (then["value"], then["since"], then["set_by"]) == ("30.00", "2025-12-01", "ann")
    assert "30.00" in backbeat("policy", "show", "--at", "2026-01-01").out
    (row,) = backbeat("policy", "show", "--history", "--json").items
    assert (row["key"], row["reason"], row["replaced"]) == ("withdrawal.minimum", "agreed", False)


def test_bad_values_days_and_keys_are_one_line_that_names_the_rule(
    backbeat: Program, business_clock: FixedClock
) -> None:
    business_clock.set(date(2025, 10, 10))
    from_november = ("--from", "2025-11-01", "--reason", "x")

    bad = backbeat(*SET, "20.001", *from_november)
    unknown = backbeat("policy", "set", "withdrawal.minimun", "25", *from_november)
    setting = backbeat("policy", "set", "site.name", "Ours", *from_november)
    past = backbeat(
        "policy", "set", "points.per_usd", "100", "--from", "2025-10-09", "--reason", "x"
    )

    assert (bad.code, bad.err.count("\n")) == (1, 1)
    assert "withdrawal.minimum" in bad.err
    assert "at most two decimals" in bad.err
    assert "no rule withdrawal.minimun, the nearest is withdrawal.minimum" in unknown.err
    assert setting.err.startswith("error: site.name is a setting, not a rule with days: change it")
    assert (past.code, "free_from=2025-10-10" in past.err) == (1, True)
    assert backbeat(*SET, "25", "--reason", "x").code == 2
    assert backbeat(*SET, "25", "--from", "2025-11-01").code == 2
    assert backbeat(*SET, "25", "--from", "soon", "--reason", "x").code == 2
    assert backbeat("policy", "show", "--history", "--json").items == []


def test_a_dry_run_shows_the_change(backbeat: Program) -> None:
    seen = backbeat(*SET, "25", "--from", "2099-01-01", "--reason", "x", "--dry-run", "--json")

    assert (seen.json["value"], seen.json["dry_run"]) == ("25", True)
    assert backbeat("policy", "show", "--history", "--json").items == []
