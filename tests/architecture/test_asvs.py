"""docs/asvs.csv goes through every requirement of OWASP ASVS 5.0, levels 1 and 2, and its proofs exist.

A proof is a file, a test or word in it (`file::test_name`), or a place in a document (`file.md#anchor`).
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = list(csv.DictReader((ROOT / "docs" / "asvs.csv").open(encoding="utf-8")))
OF_LEVEL = {"1": 70, "2": 183}
MOST_OPEN = 8
MET, OPEN, NOT_OURS = "met", "open", "does not concern"


@cache
def source(file: str) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def anchors(text: str) -> set[str]:
    """The places of a document that can be linked to: named ones, and its headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([\w-]+)">', text))


def stands(proof: str) -> bool:
    file, _, word = proof.partition("::")
    if word:
        kind = r"def {}\b" if word.startswith("test_") else "{}"
        return re.search(kind.format(re.escape(word)), source(file)) is not None
    file, _, anchor = proof.partition("#")
    return bool(source(file)) and (not anchor or anchor in anchors(source(file)))


def proofs_of(row: dict[str, str]) -> list[str]:
    return [proof for proof in row["proof"].split("; ") if proof]


def test_every_requirement_of_the_two_levels_stands_once() -> None:
    assert Counter(row["level"] for row in ROWS) == OF_LEVEL
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert [row["id"] for row in ROWS if not re.fullmatch(r"V\d+\.\d+\.\d+", row["id"])] == []


def test_every_proof_that_is_named_exists() -> None:
    assert [(row["id"], p) for row in ROWS for p in proofs_of(row) if not stands(p)] == []


def test_what_is_met_has_a_proof_and_the_rest_a_reason() -> None:
    bare = [row["id"] for row in ROWS if not (row["proof"] if row["state"] == MET else row["note"])]

    assert bare == []
    assert {row["state"] for row in ROWS} == {MET, OPEN, NOT_OURS}


def test_little_is_left_open() -> None:
    assert len([row for row in ROWS if row["state"] == OPEN]) <= MOST_OPEN


def test_requirements_are_told_in_our_words() -> None:
    assert [row["id"] for row in ROWS if not 10 <= len(row["requirement"]) <= 80] == []
    assert [row["id"] for row in ROWS if row["requirement"].startswith("Verify")] == []
