"""The fifteen invariants by name, and running them over the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from attrs import frozen

from backbeat.earnings.checks import Finding
from backbeat.soundness.model import MOST, Outcome, Report, Status
from backbeat.soundness.ports import Evidence


def _always(_evidence: Evidence) -> bool:
    return True


@frozen
class Check:
    """One invariant: its number, its name for scripts, its words, and what to look for."""

    invariant: str
    name: str
    title: str
    against: Callable[[Evidence], Iterator[str]]
    applies: Callable[[Evidence], bool] = _always


CHECKS = (
    Check("I1", "append_only", "rows are never changed or removed", lambda e: e.append_only()),
    Check("I2", "balanced", "every transaction sums to zero", lambda e: e.balanced()),
    Check("I3", "balances", "balances are the sums of their rows", lambda e: e.balances()),
    Check("I4", "not_negative", "no balance is negative", lambda e: e.not_negative()),
    Check("I5", "in_flight", "money in flight is pending, and ends once", lambda e: e.in_flight()),
    Check("I6", "posted_once", "nothing is posted twice", lambda e: e.posted_once()),
    Check("I7", "shared_out", "months are shared out to the micro", lambda e: e.shared_out()),
    Check("I8", "mirrored", "reversals mirror their originals, once", lambda e: e.mirrored()),
    Check("I9", "converted", "converted amounts follow from their rate", lambda e: e.converted()),
    Check("I10", "lots", "what is open is what its uses leave", lambda e: e.lots()),
    Check("I11", "fees", "fees follow from the terms of their request", lambda e: e.fees()),
    Check("I12", "invoices", "invoices agree and have no gaps", lambda e: e.invoices()),
    Check(
        "I13",
        "referrals",
        "referral rewards are credits that lapse",
        lambda e: e.referrals(),
        lambda e: e.has_referrals(),
    ),
    Check("I14", "chained", "the chain of hashes is whole", lambda e: e.chained()),
    Check("I15", "zero_sum", "all accounts together are zero", lambda e: e.zero_sum()),
)


def check(evidence: Evidence) -> Report:
    """Run every invariant; nothing found is a sound ledger."""
    transactions, entries = evidence.size()
    return Report(transactions, entries, tuple(_outcome(each, evidence) for each in CHECKS))


def _outcome(check: Check, evidence: Evidence) -> Outcome:
    if not check.applies(evidence):
        return Outcome(check.invariant, check.name, check.title, Status.NOT_APPLICABLE)
    found = tuple(Finding(check.invariant, what) for what in islice(check.against(evidence), MOST))
    status = Status.BROKEN if found else Status.HOLDS
    return Outcome(check.invariant, check.name, check.title, status, found)
