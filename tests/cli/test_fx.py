"""`backbeat fx`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Program


def test_a_rate_is_set_and_listed(backbeat: Program) -> None:
    done = backbeat("fx", "set", "CNY", "7.1234", "--date", "2025-11-25", "--json")

    assert (done.code, done.json["rate"], done.json["source"]) == (0, "7.1234", "ann")
    (row,) = backbeat("fx", "list", "--json").items
    assert (row["day"], row["rate"]) == ("2025-11-25", "7.1234")


def test_an_ecb_file_is_imported_and_again_changes_nothing(
    backbeat: Program, tmp_path: Path
) -> None:
    file = tmp_path / "hist.csv"
    file.write_text("Date,USD,JPY,CNY,\n2026-10-30,1.1172,178.2,7.4326,\n2026-10-29,N/A,1,7,\n")

    first = backbeat("fx", "import", str(file), "--json")
    again = backbeat("fx", "import", str(file), "--json")

    assert (first.json["read"], first.json["changed"]) == (1, 1)
    assert again.json["changed"] == 0
    assert backbeat("fx", "list", "--json").items[0]["rate"] == "6.652882"


def test_a_bad_file_is_refused_by_line(backbeat: Program, tmp_path: Path) -> None:
    file = tmp_path / "hist.csv"
    file.write_text("Date,USD,CNY\n2026-10-30,1.1172,7.4326\nyesterday,1.1,7.4\n")

    answer = backbeat("fx", "import", str(file))

    assert (answer.code, "3: " in answer.err) == (1, True)
    assert backbeat("fx", "list", "--json").items == []


def test_a_dry_run_keeps_nothing(backbeat: Program) -> None:
    backbeat("fx", "set", "CNY", "7.1", "--dry-run")

    assert backbeat("fx", "list", "--json").items == []


def test_wrong_values_are_told_apart_from_wrong_usage(backbeat: Program) -> None:
    assert backbeat("fx", "set", "CNY", "seven").code == 2
    assert backbeat("fx", "set", "EUR", "7").code == 2
    assert backbeat("fx", "set", "CNY", "0").code == 1
    assert backbeat("fx", "set", "KRW", "1400").code == 1
