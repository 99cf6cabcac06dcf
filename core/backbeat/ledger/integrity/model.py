"""What a check of the whole money comes to."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from backbeat.ledger.checks import Finding


class Status(StrEnum):
    """How an invariant stands."""

    HOLDS = "holds"
    BROKEN = "broken"
    NOT_APPLICABLE = "not_applicable"
    """There is nothing yet that it speaks of."""


@frozen
class Outcome:
    """One invariant: its number in docs/rules/integrity.md, its name, and what contradicts it."""

    invariant: str
    name: str
    title: str
    status: Status
    findings: tuple[Finding, ...] = ()


@frozen
class IntegrityReport:
    """Every invariant, with how much was read. A check names at most `MOST` of its findings.

    `unsealed` counts the transactions since the last checkpoint: a rewriting of these that makes
    all hashes anew is not noticed.
    """

    transactions: int
    entries: int
    outcomes: tuple[Outcome, ...]
    unsealed: int = 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for outcome in self.outcomes for finding in outcome.findings)

    @property
    def holds(self) -> bool:
        return not self.findings


@frozen
class Seal:
    """A checkpoint by its number and hash."""

    number: int
    hash: str


MOST = 100
"""How many findings of one check are named; a ledger with more is broken anyway."""
