"""Every requirement stands in docs/coverage.csv in words, and the proofs that it names exist.

A row with a proof is proven in every clause. Of one that is proven in part the note says what is left,
and what proves the rest: `left: …; so far: …`.
"""

import csv
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = list(csv.DictReader((ROOT / "docs" / "coverage.csv").open(encoding="utf-8")))
REQUIREMENTS = 494
SO_FAR = "; so far: "


@cache
def source(file: str) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def stands(proof: str) -> bool:
    """Whether a proof's file defines the test, or the class and the test, that it names."""
    file, _, name = proof.partition("::")
    text = source(file)
    if not file.endswith(".py"):
        return bool(name) and f'"{name}"' in text
    words = re.sub(r"\[.*", "", name).removesuffix("::runTest").split("::")
    return all(re.search(rf"(def|class) {word}\b|^{word} = ", text, re.MULTILINE) for word in words)


def proofs_of(row: dict[str, str]) -> list[str]:
    """The tests that a row names, for all of it or for a part."""
    named = row["proof"] or row["note"].partition(SO_FAR)[2]
    return [proof for proof in named.split("; ") if proof]


def test_what_is_proven_in_part_claims_no_more_and_says_what_is_left() -> None:
    partly = [row for row in ROWS if SO_FAR in row["note"]]

    assert [row["id"] for row in partly if row["proof"]] == []
    assert [row["id"] for row in partly if not re.match(r"left: \w", row["note"])] == []
    assert [row["id"] for row in partly if not proofs_of(row)] == []


def test_a_row_has_a_proof_or_says_who_brings_it() -> None:
    assert [row["id"] for row in ROWS if not (row["proof"] or row["note"])] == []


def test_every_row_stands_once_and_in_order() -> None:
    ids = [row["id"] for row in ROWS]
    assert ids == sorted(set(ids))
    assert len(ids) == REQUIREMENTS


def test_every_requirement_is_said_in_words_of_its_own() -> None:
    words = [row["requirement"] for row in ROWS]
    assert [row["id"] for row in ROWS if not 4 <= len(row["requirement"]) <= 100] == []
    assert sorted(words) == sorted(set(words))


def test_the_proofs_exist() -> None:
    proofs = {proof for row in ROWS for proof in proofs_of(row)}
    assert [proof for proof in sorted(proofs) if not stands(proof)] == []
