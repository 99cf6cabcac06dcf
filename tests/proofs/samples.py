"""A part of what a session tries whole: another one at each commit, chosen by nobody.

What a test goes through itself is a `Sample`. Of tests that come in many cases (devices, languages, databases)
the marker `variants` names those of which one is enough for a commit; `left_out` finds the others.
"""

from __future__ import annotations

import csv
import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from attrs import frozen
from tests.tools.coverage_sample import COVERAGE, full_hash

WHOLE = "BACKBEAT_TEST_WHOLE"
"""Environment variable: no sample is taken."""

SESSION = "whole"
"""The session that runs all of them."""

VARIANTS = "variants"
DATABASES = "databases"
"""What a marker says whose cases are one as soon as they differ in the database alone."""

_DATABASE = re.compile(r"\b(sqlite|postgresql)\b")


@frozen
class Sample:
    """Every n-th case of each kind; `seed` says from which one on."""

    every: int
    seed: str = ""

    @classmethod
    def of_the_commit(cls, every: int, session: str = SESSION) -> Sample:
        """Other cases at each commit, as its hash decides; what is printed comes with a failure."""
        if is_whole():
            return cls(1)
        print(f"a sample by the commit {commit()}; all of it: nox -s {session}")
        return cls(every, commit())

    def has(self, kind: str, number: int) -> bool:
        """Whether a case of a kind is in the sample."""
        digest = hashlib.sha256(f"{self.seed}:{kind}".encode()).digest()
        return (number + digest[0]) % self.every == 0


@frozen
class Case:
    """A test as pytest runs it, and what its marker says of its siblings; None: it has to run."""

    name: str
    differs_in: str | None

    @property
    def walk(self) -> str:
        """What its siblings share with it."""
        test, bracket, case = self.name.partition("[")
        rest = _DATABASE.sub("*", case) if self.differs_in == DATABASES else ""
        return f"{test}{bracket}{rest}"


def left_out(cases: Iterable[Case], seed: str, named: frozenset[str] = frozenset()) -> set[str]:
    """Of siblings one stays, as the seed decides; where some are named, these stay."""
    walks: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        if case.differs_in is not None:
            walks[case.walk].append(case.name)
    return {name for walk, names in walks.items() for name in _others(walk, names, seed, named)}


def _others(walk: str, names: Sequence[str], seed: str, named: frozenset[str]) -> set[str]:
    sample = Sample(len(names), seed)
    kept = named.intersection(names) or {
        name for number, name in enumerate(names) if sample.has(walk, number)
    }
    return {*names} - kept


def case_of(item: pytest.Item, on_one_database: bool = False) -> Case:
    """What the marker of a test says, or what its suite says of all its tests."""
    marker = item.get_closest_marker(VARIANTS)
    if marker is None:
        return Case(item.nodeid, DATABASES if on_one_database else None)
    return Case(item.nodeid, marker.args[0] if marker.args else "")


def named_proofs() -> frozenset[str]:
    """The cases that a row of docs/coverage.csv names: its requirement is proven by no other."""
    with COVERAGE.open(encoding="utf-8") as file:
        rows = [f"{row['proof']}; {row['note']}" for row in csv.DictReader(file)]
    proofs = (proof for row in rows for proof in re.split(r"; |: ", row))
    return frozenset(proof for proof in proofs if proof.endswith("]"))


def is_whole() -> bool:
    """Whether everything is asked for."""
    return WHOLE in os.environ


@cache
def commit() -> str:
    """The hash of the commit that is tried."""
    try:
        return full_hash("HEAD")
    except (LookupError, FileNotFoundError):
        return "no commit"
