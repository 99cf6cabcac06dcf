"""Jobs in SQL: what a queue does on either database, and the small table of leases for SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    MetaData,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    union_all,
    update,
)

from backbeat.jobs.model import Job, Payload
from backbeat.jobs.ports import JobLost, JobQueue
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import JobId, NewId
from backbeat_adapters.sql.engine.schema import NAMING, Big, Instant, Json, table

LEASE = timedelta(seconds=60)
"""How long a silent worker keeps its jobs."""

jobs_metadata = MetaData(naming_convention=NAMING)
"""The table of SQLite's queue, which PostgreSQL does without."""

jobs = table(
    "job",
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("payload", Json, nullable=False),
    Column("key", Text),
    Column("due", Instant, nullable=False),
    Column("attempts", Big, nullable=False),
    Column("worker", Text),
    Column("lease_until", Instant),
    Index("ix_job_due", "worker", "due"),
    in_metadata=jobs_metadata,
)
Index(
    "uq_job_waiting_key",
    jobs.c.kind,
    jobs.c.key,
    unique=True,
    sqlite_where=and_(jobs.c.worker.is_(None), jobs.c.key.is_not(None)),
)


class SqlQueue(JobQueue, Protocol):
    """A queue on one connection, as its engine uses it."""

    def register(self) -> str:
        """A new worker's name."""

    def is_due(self) -> bool:
        """Whether there is a job to claim; takes no lock."""

    def claim(self, worker: str) -> Job | None:
        """Give this worker a job that is due, or whose worker stopped responding."""

    def renew(self, worker: str) -> None:
        """Keep the worker's jobs its own."""

    def finish(self, job: Job, worker: str) -> None:
        """End a job; raises `JobLost` if it does not belong to this worker any more."""

    def retry(self, job: Job, worker: str, due: datetime) -> None:
        """Put it back; it ends instead if its twin (same kind and key) waits already."""

    def waiting(self) -> int: ...

    def oldest_due(self) -> datetime | None:
        """When the first waiting job that is due fell due."""


@frozen
class LeaseQueue:
    """The queue on SQLite: a worker takes a job by writing its name and an end of its lease."""

    connection: Connection
    clock: Clock
    new_id: NewId
    lease: timedelta = LEASE

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
        self._insert([self._row(kind, payload, due or self.clock.now(), key)])
        return True

    def enqueue_all(self, kind: str, payloads: Sequence[Payload]) -> None:
        now = self.clock.now()
        self._insert([self._row(kind, payload, now) for payload in payloads])

    def register(self) -> str:
        return self.new_id()

    def is_due(self) -> bool:
        return self._next() is not None

    def claim(self, worker: str) -> Job | None:
        row = self._next()
        if row is None:
            return None
        self.connection.execute(
            update(jobs)
            .where(jobs.c.id == row.id)
            .values(
                worker=worker,
                lease_until=self.clock.now() + self.lease,
                attempts=jobs.c.attempts + 1,
            )
        )
        return Job(JobId(row.id), row.kind, row.payload, row.attempts + 1)

    def renew(self, worker: str) -> None:
        self.connection.execute(
            update(jobs)
            .where(jobs.c.worker == worker)
            .values(lease_until=self.clock.now() + self.lease)
        )

    def finish(self, job: Job, worker: str) -> None:
        ended = self.connection.execute(delete(jobs).where(*_held(job, worker)))
        if ended.rowcount != 1:
            raise JobLost(job.id)

    def retry(self, job: Job, worker: str, due: datetime) -> None:
        key = self.connection.execute(select(jobs.c.key).where(*_held(job, worker))).first()
        if key is None:
            raise JobLost(job.id)
        if key[0] is not None and self._waits(job.kind, key[0]):
            self.finish(job, worker)
            return
        self.connection.execute(
            update(jobs).where(jobs.c.id == job.id).values(worker=None, lease_until=None, due=due)
        )

    def waiting(self) -> int:
        query = select(func.count()).select_from(jobs).where(jobs.c.worker.is_(None))
        return self.connection.execute(query).scalar_one()

    def oldest_due(self) -> datetime | None:
        query = select(func.min(jobs.c.due)).where(
            jobs.c.worker.is_(None), jobs.c.due <= self.clock.now()
        )
        oldest: datetime | None = self.connection.execute(query).scalar_one()
        return oldest

    def _row(
        self, kind: str, payload: Payload, due: datetime, key: str | None = None
    ) -> dict[str, Any]:
        return {
            "id": self.new_id(),
            "kind": kind,
            "payload": dict(payload),
            "key": key,
            "due": due,
            "attempts": 0,
        }

    def _insert(self, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            self.connection.execute(insert(jobs), rows)

    def _waits(self, kind: str, key: str) -> bool:
        query = select(jobs.c.id).where(
            jobs.c.kind == kind, jobs.c.key == key, jobs.c.worker.is_(None)
        )
        return self.connection.execute(query).first() is not None

    def _next(self) -> Row[Any] | None:
        return self.connection.execute(_NEXT, {"now": self.clock.now()}).first()


def _first(*conditions: ColumnElement[bool]) -> Select[Any]:
    # Jobs asked for at one moment come in the order of their rows, in which the index has them:
    # by their ids all of them would have to be sorted for each.
    first = select(jobs).where(*conditions).order_by(jobs.c.due, literal_column("job.rowid"))
    return select(first.limit(1).subquery())


_NOW = bindparam("now", type_=Instant)
_NEXT = (
    # Each by the index; of both kinds at once SQLite would read every job there is. Of a worker's
    # name it seeks what is more than nothing, and reads everything for what is not null.
    union_all(
        _first(jobs.c.worker.is_(None), jobs.c.due <= _NOW),
        _first(jobs.c.worker > "", jobs.c.lease_until < _NOW),
    )
    .order_by("due", "id")
    .limit(1)
)
"""The job whose turn it is: one that nobody has, or whose worker has stopped responding."""


def _held(job: Job, worker: str) -> tuple[Any, ...]:
    return (jobs.c.id == job.id, jobs.c.worker == worker, jobs.c.attempts == job.attempt)
