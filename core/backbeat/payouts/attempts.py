"""Storing every step of an attempt, with its audit row (PAYOUT-11)."""

from __future__ import annotations

from collections.abc import Sequence

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.payouts.model import Attempt
from backbeat.payouts.ports import Books


def keep(books: Books, moved: Sequence[Attempt], actor: Actor) -> None:
    """Store attempts after their last step, and record the step in the audit as `payout.` and its
    state.
    """
    books.attempts.save(moved)
    books.audit.record_all([_audited(each, actor) for each in moved])


def _audited(attempt: Attempt, actor: Actor) -> AuditEntry:
    step = attempt.steps[-1]
    return AuditEntry(
        step.at,
        actor,
        f"payout.{step.state}",
        f"withdrawal:{attempt.withdrawal}",
        before={"state": attempt.steps[-2].state},
        after={
            "state": step.state,
            "attempt": attempt.number,
            "batch": attempt.batch,
            "on": step.on,
            "reference": step.reference,
        },
        reason=step.reason,
    )
