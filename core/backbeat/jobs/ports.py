"""How jobs are asked for, and what a worker needs from the engine that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, TypeVar

from backbeat.jobs.model import DeadJob, Job, Payload
from backbeat.kernel.ids import JobId

B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)


class JobQueue(Protocol):
    """Takes jobs in the caller's transaction: rolled back with it, done only after it."""

    def enqueue(
        self,
        kind: str,
        payload: Payload,
        *,
        due: datetime | None = None,
        key: str | None = None,
    ) -> bool:
        """Ask for a job, now or at `due` (security clock, UTC).

        While a job of this kind with this key waits, asking again changes nothing and gives
        False. A job that a worker has begun no longer counts: the new one is kept.
        """

    def enqueue_all(self, kind: str, payloads: Sequence[Payload]) -> None:
        """Ask for many jobs of a kind, all of them due now."""


class Task(Protocol[B_co]):
    """A job being done."""

    @property
    def job(self) -> Job: ...

    def closing(self) -> AbstractContextManager[B_co]:
        """Open the books in the one transaction that also ends the job.

        Do slow things first, then write their effects here: both are kept or neither, so that a
        worker killed at any moment loses nothing and repeats nothing. Raises `JobLost` when
        another worker has taken the job over meanwhile.
        """


Handler = Callable[[Task[B]], None]
"""Does jobs of one kind. It may be called again for the same job, after a failure or a crash.
One that never calls `closing` has its job ended when it returns."""


class JobEngine(Protocol[B_co]):
    """Keeps jobs and hands each to one worker at a time."""

    def claim(self) -> Job | None:
        """A job that is due, now this worker's until it ends or its lease runs out."""

    def renew(self) -> None:
        """Say that this worker is alive; its jobs stay its own."""

    def closing(self, job: Job) -> AbstractContextManager[B_co]: ...

    def retry(self, job: Job, due: datetime) -> None:
        """Put a failed job back, due later."""

    def bury(self, job: Job, error: str) -> None:
        """Give a job up; it is kept among the dead."""

    def open_slot(self, kind: str, slot: str, payload: Payload) -> bool:
        """Enqueue a returning job once for each slot; False when somebody has."""

    def dead(self) -> Sequence[DeadJob]:
        """The jobs given up, the oldest first."""

    def revive(self, job: JobId) -> None:
        """Put a dead job back, due now, with all its attempts before it."""

    def waiting(self) -> int:
        """How many jobs wait, due or not."""

    def oldest_due(self) -> datetime | None:
        """Since when the job that is due longest has been due; None when none is."""


class JobLost(Exception):
    """The lease ran out and the job is another worker's now; nothing was written."""
