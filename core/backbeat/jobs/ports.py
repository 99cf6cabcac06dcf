"""How jobs are enqueued, and what a worker needs from the engine that stores them."""

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
    """Accepts jobs in the caller's transaction: they are rolled back with it, and done only after
    it.
    """

    def enqueue(
        self,
        kind: str,
        payload: Payload,
        *,
        due: datetime | None = None,
        key: str | None = None,
    ) -> bool:
        """Enqueue a job, due now or at `due` (security clock, UTC).

        While a job of this kind with this key waits, enqueueing another changes nothing and returns
        False. A job that a worker has begun no longer counts: then the new one is stored.
        """

    def enqueue_all(self, kind: str, payloads: Sequence[Payload]) -> None:
        """Enqueue many jobs of a kind, all of them due now."""


class Task(Protocol[B_co]):
    """A job being done."""

    @property
    def job(self) -> Job: ...

    def closing(self) -> AbstractContextManager[B_co]:
        """Open the books in the one transaction that also ends the job.

        Do slow things first, then write their effects here: both are committed or neither, so that
        a worker killed at any moment loses nothing and repeats nothing. Raises `JobLost` if another
        worker has taken over the job meanwhile.
        """


Handler = Callable[[Task[B]], None]
"""Does jobs of one kind. It may be called again for the same job, after a failure or a crash. If it
never calls `closing`, its job ends when it returns.
"""


class JobEngine(Protocol[B_co]):
    """Stores jobs and gives each to one worker at a time."""

    def claim(self) -> Job | None:
        """A job that is due; it belongs to this worker until it ends or its lease expires."""

    def renew(self) -> None:
        """Report that this worker is alive, so that its jobs stay its own."""

    def closing(self, job: Job) -> AbstractContextManager[B_co]: ...

    def retry(self, job: Job, due: datetime) -> None:
        """Put a failed job back, due later."""

    def bury(self, job: Job, error: str) -> None:
        """Give up a job; it is kept among the dead ones."""

    def open_slot(self, kind: str, slot: str, payload: Payload) -> bool:
        """Enqueue a recurring job once for each slot; False if somebody already has."""

    def dead(self) -> Sequence[DeadJob]:
        """The jobs given up, the oldest first."""

    def revive(self, job: JobId) -> None:
        """Put a dead job back, due now, with all its attempts available again."""

    def waiting(self) -> int:
        """How many jobs are waiting, due or not."""

    def oldest_due(self) -> datetime | None:
        """Since when the job that has been due longest is due; None if none is."""


class JobLost(Exception):
    """The lease expired and the job now belongs to another worker; nothing was written."""
