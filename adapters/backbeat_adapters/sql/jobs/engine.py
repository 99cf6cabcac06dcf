"""The worker's side of the jobs: claiming, finishing, retrying, giving up, and slots of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Any

from attrs import define, field
from sqlalchemy import Column, Connection, Text, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from backbeat.jobs.model import DeadJob, Job, Payload
from backbeat.kernel.ids import JobId
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.engine.schema import Big, Instant, Json, table
from backbeat_adapters.sql.engine.transactions import SqlTransactions

dead_jobs = table(
    "dead_job",
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("payload", Json, nullable=False),
    Column("attempts", Big, nullable=False),
    Column("error", Text, nullable=False),
    Column("died_at", Instant, nullable=False),
)

job_slots = table(
    "job_slot",
    Column("kind", Text, primary_key=True),
    Column("slot", Text, nullable=False),
)

_LONGEST_ERROR = 500


@define
class SqlJobEngine:
    """A `JobEngine` over SQL; one object is one worker, and its threads may share it."""

    transactions: SqlTransactions
    _worker: str | None = field(default=None, init=False)
    _lock: Lock = field(factory=Lock, init=False)

    def claim(self) -> Job | None:
        worker = self._name()
        with self.transactions.look() as books:
            if not books.jobs.is_due():
                return None
        with self.transactions.begin() as books:
            return books.jobs.claim(worker)

    def renew(self) -> None:
        worker = self._name()
        with self.transactions.begin() as books:
            books.jobs.renew(worker)

    @contextmanager
    def closing(self, job: Job) -> Iterator[SqlBooks]:
        worker = self._name()
        with self.transactions.begin() as books:
            books.jobs.finish(job, worker)
            yield books

    def retry(self, job: Job, due: datetime) -> None:
        worker = self._name()
        with self.transactions.begin() as books:
            books.jobs.retry(job, worker, due)

    def bury(self, job: Job, error: str) -> None:
        with self.closing(job) as books:
            dead = DeadJob(
                JobId(books.new_id()),
                job.kind,
                job.payload,
                job.attempt,
                error[:_LONGEST_ERROR],
                books.clock.now(),
            )
            books.connection.execute(insert(dead_jobs).values(to_row(dead)))

    def open_slot(self, kind: str, slot: str, payload: Payload) -> bool:
        query = select(job_slots.c.slot).where(job_slots.c.kind == kind, job_slots.c.slot >= slot)
        with self.transactions.look() as books:
            if books.connection.execute(query).first() is not None:
                return False
        with self.transactions.begin() as books:
            if not _take_slot(books.connection, kind, slot):
                return False
            return books.jobs.enqueue(kind, payload, key=f"slot {slot}")

    def last_slot(self, kind: str) -> datetime | None:
        """When a recurring job was last requested; a worker was running then."""
        with self.transactions.look() as books:
            slot = books.connection.scalar(select(job_slots.c.slot).where(job_slots.c.kind == kind))
        return None if slot is None else datetime.fromisoformat(slot)

    def dead(self) -> Sequence[DeadJob]:
        query = select(dead_jobs).order_by(dead_jobs.c.died_at, dead_jobs.c.id)
        with self.transactions.look() as books:
            return [
                DeadJob(JobId(r.id), r.kind, r.payload, r.attempts, r.error, r.died_at)
                for r in books.connection.execute(query)
            ]

    def revive(self, job: JobId) -> None:
        with self.transactions.begin() as books:
            taken = delete(dead_jobs).where(dead_jobs.c.id == job).returning(dead_jobs)
            row = books.connection.execute(taken).one_or_none()
            if row is not None:
                books.jobs.enqueue(row.kind, row.payload)

    def waiting(self) -> int:
        with self.transactions.look() as books:
            return books.jobs.waiting()

    def oldest_due(self) -> datetime | None:
        with self.transactions.look() as books:
            return books.jobs.oldest_due()

    def _name(self) -> str:
        with self._lock:
            if self._worker is None:
                with self.transactions.begin() as books:
                    self._worker = books.jobs.register()
            return self._worker


def _take_slot(connection: Connection, kind: str, slot: str) -> bool:
    moved = connection.execute(
        update(job_slots).where(job_slots.c.kind == kind, job_slots.c.slot < slot).values(slot=slot)
    )
    if moved.rowcount:
        return True
    if connection.execute(select(job_slots).where(job_slots.c.kind == kind)).first():
        return False
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    added = connection.execute(
        dialect.insert(job_slots)
        .values(kind=kind, slot=slot)
        .on_conflict_do_nothing()
        .returning(job_slots.c.kind)
    )
    return added.first() is not None


def to_row(dead: DeadJob) -> dict[str, Any]:
    """The columns of a dead job."""
    return {
        "id": dead.id,
        "kind": dead.kind,
        "payload": dict(dead.payload),
        "attempts": dead.attempts,
        "error": dead.error,
        "died_at": dead.died_at,
    }
