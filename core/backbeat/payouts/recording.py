"""The audit row of every step of an attempt (D-134)."""

from __future__ import annotations

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.payouts.model import Attempt
from backbeat.payouts.ports import Books


def record_step(books: Books, attempt: Attempt, actor: Actor) -> None:
    """Write down the last step of an attempt as `payout.` and its state."""
    step = attempt.steps[-1]
    books.audit.record(
        AuditEntry(
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
    )
