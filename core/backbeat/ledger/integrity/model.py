"""The result of a check of all the money."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from backbeat.ledger.checks import Finding


class Status(StrEnum):
    HOLDS = "holds"
    BROKEN = "broken"
    NOT_APPLICABLE = "not_applicable"
    """There is nothing yet to which it applies."""


@frozen
class Outcome:
    """One invariant: its number in docs/rules/integrity.md, its name, and its violations."""

    invariant: str
    name: str
    title: str
    status: Status
    findings: tuple[Finding, ...] = ()


@frozen
class IntegrityReport:
    """Every invariant, with how much was read. A check names at most `MOST` of its findings.

    `unsealed` counts the transactions since the last checkpoint: if these were rewritten together
    with all hashes, it would not be noticed.
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
"""How many findings of one check are named at most; a ledger with more is broken anyway."""
