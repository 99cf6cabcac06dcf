"""The draw of rows that are read against their requirement: nobody chooses them, everybody can repeat it."""

from __future__ import annotations

import pytest
from tests.tools import coverage_sample
from tests.tools.coverage_sample import COVERAGE, Row, main, rows_of, sample

FIRST, SECOND = "1" * 40, "2" * 40


def ids(rows: list[Row]) -> list[str]:
    return [row["id"] for row in rows]


def a_hundred() -> list[Row]:
    return [{"id": f"S1.{number:03}", "proof": "tests/x.py::y"} for number in range(100)]


def test_the_same_commit_draws_the_same_rows_and_another_others() -> None:
    drawn = ids(sample(a_hundred(), FIRST))

    assert drawn == ids(sample(list(reversed(a_hundred())), FIRST))
    assert drawn == sorted(set(drawn))
    assert len(drawn) == 60
    assert drawn != ids(sample(a_hundred(), SECOND))
    assert drawn[:3] == ["S1.002", "S1.003", "S1.006"]


def test_no_row_is_drawn_more_often_than_others() -> None:
    often = {row["id"]: 0 for row in a_hundred()}
    for seed in range(400):
        for drawn in ids(sample(a_hundred(), f"{seed:040x}")):
            often[drawn] += 1

    assert min(often.values()) > 180
    assert max(often.values()) < 300


def test_only_what_claims_to_be_proven_is_drawn() -> None:
    rows = [{**row, "proof": "" if number % 2 else "x"} for number, row in enumerate(a_hundred())]

    assert ids(sample(rows, FIRST)) == [f"S1.{number:03}" for number in range(0, 100, 2)]


def test_the_draw_is_told_with_requirement_tests_and_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage_sample, "full_hash", lambda _: FIRST)
    proven = sum(1 for row in rows_of(COVERAGE) if row["proof"])

    assert main(["--seed", "1111"]) == 0

    *told, last = capsys.readouterr().out.splitlines()
    assert last == f"60 of the {proven} rows that claim a proof, seed {FIRST}"
    row = sample(rows_of(COVERAGE), FIRST)[0]
    assert told[0] == f"{row['id']} {row['requirement']}"
    assert told[1] == f"    {row['proof'].split('; ')[0]}"
    assert len([line for line in told if line.startswith("S")]) == 60


def test_a_whole_hash_is_taken_even_where_its_commit_is_not_at_hand() -> None:
    assert coverage_sample.full_hash(FIRST) == FIRST


def test_what_is_no_commit_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "no such commit"]) == 1
    assert "no commit 'no such commit'" in capsys.readouterr().err
