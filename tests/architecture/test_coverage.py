"""The proofs that docs/coverage.csv names exist."""

import csv
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = list(csv.DictReader((ROOT / "docs" / "coverage.csv").open(encoding="utf-8")))


def proofs() -> list[str]:
    return [proof for row in ROWS for proof in row["proof"].split("; ") if proof]


def test_a_row_has_a_proof_or_says_who_brings_it() -> None:
    assert [row["id"] for row in ROWS if not (row["proof"] or row["note"])] == []


def test_no_row_stands_twice() -> None:
    ids = [row["id"] for row in ROWS]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("proof", sorted(set(proofs())))
def test_the_proof_exists(proof: str) -> None:
    file, _, name = proof.removeprefix("web: ").partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    wanted = re.sub(r"\[.*", "", name.split("::")[-1])
    assert not wanted or wanted in text, f"{file} has no {wanted}"
