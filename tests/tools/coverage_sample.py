"""Draws the rows of docs/coverage.csv that are to be read against their requirement (docs/proofs.md).

    python -m tests.tools.coverage_sample --seed HEAD

The seed is a commit: the rows are those whose ids, digested with the commit's full hash, come first.
So nobody chooses them, and everybody who names the commit draws the same ones. A row is in the draw
when it claims to be proven; what is proven in part says so itself and is not drawn.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
COVERAGE = ROOT / "docs" / "coverage.csv"
SIZE = 60

Row = Mapping[str, str]


def rows_of(coverage: Path) -> list[Row]:
    """Every requirement, in the order of the file."""
    with coverage.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sample(rows: Iterable[Row], seed: str, size: int = SIZE) -> list[Row]:
    """So many of the rows that claim a proof, in their own order."""

    def place(row: Row) -> str:
        return hashlib.sha256(f"{seed}:{row['id']}".encode()).hexdigest()

    drawn = sorted((row for row in rows if row["proof"]), key=place)[:size]
    return sorted(drawn, key=lambda row: row["id"])


def full_hash(commit: str) -> str:
    """The whole hash of a commit of this checkout, or of any that is given whole; else `LookupError`."""
    if re.fullmatch("[0-9a-f]{40}", commit):
        return commit
    command = [
        "git",
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        f"{commit}^{{commit}}",
    ]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        raise LookupError(f"no commit {commit!r} in {ROOT}")
    return found.stdout.strip()


def told(row: Row) -> str:
    tests = "".join(f"\n    {proof}" for proof in row["proof"].split("; "))
    note = f"\n    ({row['note']})" if row["note"] else ""
    return f"{row['id']} {row['requirement']}{tests}{note}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coverage_sample", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", default="HEAD", metavar="COMMIT", help="a commit (HEAD)")
    wanted = parser.parse_args(arguments).seed
    try:
        seed = full_hash(wanted)
    except LookupError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    rows = rows_of(COVERAGE)
    drawn = sample(rows, seed)
    proven = sum(1 for row in rows if row["proof"])
    last = f"{len(drawn)} of the {proven} rows that claim a proof, seed {seed}"
    sys.stdout.writelines(f"{line}\n" for line in [*map(told, drawn), "", last])
    return 0


if __name__ == "__main__":
    sys.exit(main())
