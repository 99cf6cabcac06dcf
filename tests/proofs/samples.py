"""A part of what a session tries whole: another one at each commit, chosen by nobody."""

from __future__ import annotations

import hashlib
from functools import cache

from attrs import frozen
from tests.tools.coverage_sample import full_hash

WHOLE = "BACKBEAT_TEST_WHOLE"
"""Environment variable: no sample is taken."""


@frozen
class Sample:
    """Every n-th case of each kind; `seed` says from which one on."""

    every: int
    seed: str = ""

    @classmethod
    def of_the_commit(cls, every: int, session: str) -> Sample:
        """Other cases at each commit, as its hash decides; what is printed comes with a failure."""
        print(f"a sample by the commit {_commit()}; all of it: nox -s {session}")
        return cls(every, _commit())

    def has(self, kind: str, number: int) -> bool:
        """Whether a case of a kind is in the sample."""
        digest = hashlib.sha256(f"{self.seed}:{kind}".encode()).digest()
        return (number + digest[0]) % self.every == 0


@cache
def _commit() -> str:
    try:
        return full_hash("HEAD")
    except (LookupError, FileNotFoundError):
        return "no commit"
