"""Jobs in memory: the queue that a transaction fills, and the engine that empties it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from backbeat.jobs.model import DeadJob, Job, Payload
from backbeat.jobs.ports import JobLost
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import JobId, NewId

if TYPE_CHECKING:
    from backbeat.memory.books import MemoryBooks, MemoryTransactions


@frozen
class _Kept:
    job: Job
    due: datetime
    key: str | None
    claimed: bool = False


@define(eq=False)
class MemoryJobs:
    """The jobs, in a dict. `clock` is the security clock."""

    clock: Clock
    new_id: NewId
    _jobs: dict[JobId, _Kept] = field(factory=dict, init=False)
    _slots: dict[str, str] = field(factory=dict, init=False)
    _dead: list[DeadJob] = field(factory=list, init=False)

    def enqueue(
        self,
        kind: str,
        payload: Payload,
        *,
        due: datetime | None = None,
        key: str | None = None,
    ) -> bool:
        if key is not None and self._waits(kind, key):
            return False
        job = Job(JobId(self.new_id()), kind, dict(payload))
        self._jobs[job.id] = _Kept(job, due or self.clock.now(), key)
        return True

    def enqueue_all(self, kind: str, payloads: Sequence[Payload]) -> None:
        for payload in payloads:
            self.enqueue(kind, payload)

    def waiting(self) -> Sequence[Job]:
        """The jobs that no worker has begun, the first due first."""
        free = [kept for kept in self._jobs.values() if not kept.claimed]
        return [kept.job for kept in sorted(free, key=lambda kept: (kept.due, kept.job.id))]

    def begin_again(self) -> None:
        """Let begun jobs wait again, because the worker that did them ended with its process."""
        for id, kept in self._jobs.items():
            self._jobs[id] = evolve(kept, claimed=False)

    def oldest_due(self) -> datetime | None:
        """When the first of them that is due fell due."""
        now = self.clock.now()
        due = [kept.due for kept in self._jobs.values() if not kept.claimed and kept.due <= now]
        return min(due, default=None)

    def claim(self) -> Job | None:
        """The first job due, marked as begun."""
        now = self.clock.now()
        for job in self.waiting():
            kept = self._jobs[job.id]
            if kept.due <= now:
                self._jobs[job.id] = evolve(kept, claimed=True)
                return job
        return None

    def finish(self, job: Job) -> None:
        """Remove a job that was begun; `JobLost` if it does not exist."""
        kept = self._jobs.get(job.id)
        if kept is None or not kept.claimed or kept.job.attempt != job.attempt:
            raise JobLost(job.id)
        del self._jobs[job.id]

    def retry(self, job: Job, due: datetime) -> None:
        """Put back a job that was begun; it ends instead if an identical one already waits."""
        kept = self._jobs[job.id]
        if kept.key is not None and self._waits(job.kind, kept.key):
            self.finish(job)
            return
        again = evolve(job, attempt=job.attempt + 1)
        self._jobs[job.id] = evolve(kept, job=again, due=due, claimed=False)

    def bury(self, job: Job, error: str) -> None:
        self.finish(job)
        self._dead.append(
            DeadJob(job.id, job.kind, job.payload, job.attempt, error, self.clock.now())
        )

    def dead(self) -> Sequence[DeadJob]:
        """The dead, the oldest first."""
        return list(self._dead)

    def revive(self, job: JobId) -> None:
        """Bring one back."""
        for dead in [dead for dead in self._dead if dead.id == job]:
            self._dead.remove(dead)
            self.enqueue(dead.kind, dead.payload)

    def open_slot(self, kind: str, slot: str, payload: Payload) -> bool:
        """Enqueue once for each slot."""
        if self._slots.get(kind, "") >= slot:
            return False
        self._slots[kind] = slot
        return self.enqueue(kind, payload, key=f"slot {slot}")

    def _waits(self, kind: str, key: str) -> bool:
        return any(
            kept.job.kind == kind and kept.key == key and not kept.claimed
            for kept in self._jobs.values()
        )


@frozen
class MemoryJobEngine:
    """A `JobEngine` over books in memory; a crash loses the books too, so there are no leases."""

    transactions: MemoryTransactions

    def claim(self) -> Job | None:
        with self.transactions.begin() as books:
            return books.jobs.claim()

    def renew(self) -> None: ...

    @contextmanager
    def closing(self, job: Job) -> Iterator[MemoryBooks]:
        with self.transactions.begin() as books:
            books.jobs.finish(job)
            yield books

    def retry(self, job: Job, due: datetime) -> None:
        with self.transactions.begin() as books:
            books.jobs.retry(job, due)

    def bury(self, job: Job, error: str) -> None:
        with self.transactions.begin() as books:
            books.jobs.bury(job, error)

    def open_slot(self, kind: str, slot: str, payload: Payload) -> bool:
        with self.transactions.begin() as books:
            return books.jobs.open_slot(kind, slot, payload)

    def dead(self) -> Sequence[DeadJob]:
        with self.transactions.look() as books:
            return books.jobs.dead()

    def revive(self, job: JobId) -> None:
        with self.transactions.begin() as books:
            books.jobs.revive(job)

    def waiting(self) -> int:
        with self.transactions.look() as books:
            return len(books.jobs.waiting())

    def oldest_due(self) -> datetime | None:
        with self.transactions.look() as books:
            return books.jobs.oldest_due()
