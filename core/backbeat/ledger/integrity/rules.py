"""The invariants by name, and running them over the books."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from attrs import evolve, frozen

from backbeat.ledger.checks import Finding
from backbeat.ledger.integrity.model import MOST, IntegrityReport, Outcome, Status
from backbeat.ledger.integrity.ports import IntegrityQueries, Witness
from backbeat.ledger.ports import CheckpointRepository


def _always(_evidence: IntegrityQueries) -> bool:
    return True


@frozen
class Check:
    """One invariant: its number, its name for scripts, its description, and the query for
    violations.
    """

    invariant: str
    name: str
    title: str
    against: Callable[[IntegrityQueries], Iterator[str]]
    applies: Callable[[IntegrityQueries], bool] = _always


CHECKS = (
    Check(
        "I1", "append_only", "rows are never changed or removed", lambda e: e.chains.append_only()
    ),
    Check("I2", "balanced", "every transaction sums to zero", lambda e: e.postings.balanced()),
    Check("I3", "balances", "balances are the sums of their rows", lambda e: e.postings.balances()),
    Check("I4", "not_negative", "no balance is negative", lambda e: e.postings.not_negative()),
    Check(
        "I5",
        "in_flight",
        "money in flight is pending, and ends once",
        lambda e: e.payouts.in_flight(),
    ),
    Check("I6", "posted_once", "nothing is posted twice", lambda e: e.postings.posted_once()),
    Check(
        "I7", "shared_out", "months are shared out to the micro", lambda e: e.postings.shared_out()
    ),
    Check(
        "I8", "mirrored", "reversals mirror their originals, once", lambda e: e.postings.mirrored()
    ),
    Check(
        "I9",
        "converted",
        "converted amounts follow from their rate",
        lambda e: e.payouts.converted(),
    ),
    Check("I10", "lots", "what is open is what its uses leave", lambda e: e.postings.lots()),
    Check("I11", "fees", "fees follow from the terms of their request", lambda e: e.payouts.fees()),
    Check("I12", "invoices", "invoices agree and have no gaps", lambda e: e.payouts.invoices()),
    Check(
        "I13",
        "referrals",
        "referral rewards are credits that lapse",
        lambda e: e.postings.referrals(),
        lambda e: e.postings.has_referrals(),
    ),
    Check("I14", "chained", "the chains of hashes are whole", lambda e: e.chains.chained()),
    Check("I15", "zero_sum", "all accounts together are zero", lambda e: e.postings.zero_sum()),
    Check("I16", "siblings", "shares sum to what is shared", lambda e: e.postings.siblings()),
    Check("I17", "transfers", "transfers leave nothing over", lambda e: e.postings.transfers()),
    Check("I18", "heads", "each chain ends where its head says", lambda e: e.chains.heads()),
    Check("I19", "checkpoints", "what was sealed is as it was", lambda e: e.chains.checkpoints()),
)


def check(integrity: IntegrityQueries) -> IntegrityReport:
    """Run every invariant; if nothing is found, the ledger is sound."""
    transactions, entries = integrity.chains.size()
    outcomes = tuple(_outcome(each, integrity) for each in CHECKS)
    return IntegrityReport(transactions, entries, outcomes, integrity.chains.unsealed())


def lacking(checkpoints: CheckpointRepository, witness: Witness) -> Iterator[str]:
    """I19: a checkpoint that was seen sealed and no longer exists."""
    gone = sealed_and_gone(checkpoints, witness)
    if gone:
        yield (
            f"{gone}: the database lost its newest transactions, as after a "
            f"failover to a server that lagged behind; once they are entered again or given up, "
            f"remove {witness.place}"
        )


def sealed_and_gone(checkpoints: CheckpointRepository, witness: Witness) -> str | None:
    """The checkpoint that was seen sealed and is missing; None if it exists."""
    ledger = checkpoints.hash_of(1)
    seen = witness.last(ledger) if ledger else None
    if seen is None or checkpoints.hash_of(seen.number) == seen.hash:
        return None
    last = checkpoints.last()
    present = last.number if last else 0
    return f"checkpoint {seen.number} was sealed and is not there, the last one is {present}"


def with_lacking(report: IntegrityReport, found: Iterator[str]) -> IntegrityReport:
    """The report, with what is missing at the end of the ledger added under I19."""
    missing = tuple(Finding("I19", what) for what in found)
    if not missing:
        return report
    outcomes = [
        evolve(each, status=Status.BROKEN, findings=(*each.findings, *missing))
        if each.invariant == "I19"
        else each
        for each in report.outcomes
    ]
    return evolve(report, outcomes=tuple(outcomes))


def _outcome(check: Check, integrity: IntegrityQueries) -> Outcome:
    if not check.applies(integrity):
        return Outcome(check.invariant, check.name, check.title, Status.NOT_APPLICABLE)
    found = tuple(Finding(check.invariant, what) for what in islice(check.against(integrity), MOST))
    status = Status.BROKEN if found else Status.HOLDS
    return Outcome(check.invariant, check.name, check.title, status, found)
