"""A part of what a session tries whole: another one at each commit, chosen by nobody.

What a test goes through itself is a `Sample`. Of tests that come in many cases (devices, languages, databases)
the marker `variants` names those of which one is enough for a commit; `left_out` finds the others.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from attrs import evolve, frozen
from tests.tools.coverage_sample import COVERAGE, full_hash

WHOLE = "BACKBEAT_TEST_WHOLE"
"""Environment variable: no sample is taken."""

SESSION = "whole"
"""The session that runs all of them."""

VARIANTS = "variants"
DATABASES = "databases"
"""What a marker says whose cases are one as soon as they differ in the database alone."""

ALL = "all"
"""What a marker says whose cases all have to run, whatever its suite says."""

_PROOF = re.compile(r"tests/[\w/]+\.py::[\w:]+(?:\[[^\]]*\])?")
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


def examples(whole: int) -> int:
    """How many examples a search looks at: a half, and where everything is tried all of them."""
    return whole if is_whole() else -(-whole // 2)


@frozen
class Case:
    """A test as pytest runs it, and what is sampled of it."""

    name: str
    variants: bool = False
    """Whether some of its siblings are enough: `one_in` so many; None: one of all."""
    differs_in: str = ""
    one_in: int | None = None
    tests: int = 1
    """Every so-manyth test of its suite is enough, but for those that prove a requirement."""

    @property
    def test(self) -> str:
        """What it is a case of."""
        return self.name.partition("[")[0]

    @property
    def walk(self) -> str:
        """What its siblings share with it."""
        case = self.name.removeprefix(self.test)
        return self.test + (_DATABASE.sub("*", case) if self.differs_in == DATABASES else "")


def left_out(cases: Iterable[Case], seed: str, proofs: frozenset[str] = frozenset()) -> set[str]:
    """What the seed does not choose. A proof stays, and where it is one case of a test, that case does."""
    walks: dict[str, list[Case]] = defaultdict(list)
    others = set()
    for case in cases:
        if not Sample(case.tests, seed).has(case.test, 0) and not _is_proof(case, proofs):
            others.add(case.name)
        elif case.variants:
            walks[case.walk].append(case)
    return others.union(
        *(_others(walk, siblings, seed, proofs) for walk, siblings in walks.items())
    )


def _is_proof(case: Case, proofs: frozenset[str]) -> bool:
    named = {proof.partition("[")[0] for proof in proofs}
    return any(
        part in named for part in itertools.accumulate(case.test.split("::"), "{}::{}".format)
    )


def _others(walk: str, siblings: Sequence[Case], seed: str, proofs: frozenset[str]) -> set[str]:
    names = [case.name for case in siblings]
    sample = Sample(min(siblings[0].one_in or len(names), len(names)), seed)
    kept = proofs.intersection(names) or {
        name for number, name in enumerate(names) if sample.has(walk, number)
    }
    return {*names} - kept


def case_of(item: pytest.Item, suite: Case) -> Case:
    """What the marker of a test says, or else its suite of all its tests."""
    marker = item.get_closest_marker(VARIANTS)
    if marker is None:
        return evolve(suite, name=item.nodeid)
    [differs_in] = marker.args or [""]
    if differs_in == ALL:
        return Case(item.nodeid, tests=suite.tests)
    return Case(item.nodeid, True, differs_in, marker.kwargs.get("one_in"), suite.tests)


def proofs_of_requirements() -> frozenset[str]:
    """The tests that docs/coverage.csv names, some of them one case of a test."""
    return frozenset(_PROOF.findall(COVERAGE.read_text(encoding="utf-8")))


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
