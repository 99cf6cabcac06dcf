"""Jobs on PostgreSQL: Procrastinate's queue, spoken to through its own SQL functions.

Its schema keeps the jobs, their keys, the heartbeats and the events, and its tools can look at
them. Taking and ending a job is done here, because a job must end in the transaction that writes
its effects, and because due times follow the portal's clock and not the database's.
"""

# ruff: noqa: S608 - one statement is put together, of constants
from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, bindparam, text
from sqlalchemy.exc import IntegrityError

from backbeat.jobs.model import Job, Payload
from backbeat.jobs.ports import JobLost
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import JobId
from backbeat_adapters.sql.engine.schema import Instant, Json
from backbeat_adapters.sql.jobs.queue import LEASE

_QUEUE = "backbeat"

_DEFER = text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(:queue, :kind, 0, NULL, :key, :payload, :due)]"
    "::procrastinate_job_to_defer_v1[])"
).bindparams(bindparam("payload", type_=Json()), bindparam("due", type_=Instant()))

# The heartbeat is asked for in a subquery and not joined: when two workers meet at a job, PostgreSQL
# looks again at the job's newest state, but would keep the joined row of the old one.
_DUE = """
    SELECT job.id FROM procrastinate_jobs AS job
    WHERE job.queue_name = :queue AND (
        (job.status = 'todo' AND job.scheduled_at <= :now)
        OR (job.status = 'doing' AND NOT EXISTS (
            SELECT 1 FROM procrastinate_workers AS worker WHERE worker.id = job.worker_id
            AND worker.last_heartbeat >= now() - make_interval(secs => :lease))))
    ORDER BY job.scheduled_at, job.id LIMIT 1
"""
_IS_DUE = text(_DUE).bindparams(bindparam("now", type_=Instant()))
_CLAIM = text(
    "UPDATE procrastinate_jobs SET status = 'doing', worker_id = :worker,"
    # A job whose worker stopped responding has used up an attempt.
    " attempts = attempts + CASE status WHEN 'doing' THEN 1 ELSE 0 END"
    f" WHERE id = ({_DUE} FOR UPDATE OF job SKIP LOCKED) RETURNING id, task_name, args, attempts"
).bindparams(bindparam("now", type_=Instant()))
_HELD = text(
    "SELECT id FROM procrastinate_jobs WHERE id = :id AND status = 'doing'"
    " AND worker_id = :worker AND attempts = :attempts FOR UPDATE"
)
_RETRY = text("SELECT procrastinate_retry_job_v2(:id, :due, NULL, NULL, NULL)").bindparams(
    bindparam("due", type_=Instant())
)
_OLDEST_DUE = (
    text(
        "SELECT min(scheduled_at) AS due FROM procrastinate_jobs"
        " WHERE queue_name = :queue AND status = 'todo' AND scheduled_at <= :now"
    )
    .bindparams(bindparam("now", type_=Instant()))
    .columns(due=Instant())
)
_END = text("SELECT procrastinate_finish_job_v1(:id, 'succeeded', true)")


def install(connection: Connection) -> None:
    """Create Procrastinate's schema if it is missing."""
    if connection.execute(text("SELECT to_regclass('procrastinate_jobs')")).scalar_one() is None:
        schema = files("procrastinate.sql").joinpath("schema.sql").read_text(encoding="utf-8")
        # Past SQLAlchemy and without parameters: the file holds many statements and % signs.
        connection.connection.cursor().execute(schema)


@frozen
class ProcrastinateQueue:
    """The queue on PostgreSQL. `clock` is the security clock; heartbeats are the database's."""

    connection: Connection
    clock: Clock
    lease: timedelta = LEASE

    def enqueue(
        self,
        kind: str,
        payload: Payload,
        *,
        due: datetime | None = None,
        key: str | None = None,
    ) -> bool:
        values = _values(kind, payload, due or self.clock.now(), key)
        return self._unless_twin_waits(_DEFER, values)

    def enqueue_all(self, kind: str, payloads: Sequence[Payload]) -> None:
        now = self.clock.now()
        rows = [_values(kind, payload, now) for payload in payloads]
        if rows:
            self.connection.execute(_DEFER, rows)

    def register(self) -> str:
        query = text("SELECT worker_id FROM procrastinate_register_worker_v1()")
        return str(self.connection.execute(query).scalar_one())

    def is_due(self) -> bool:
        return self.connection.execute(_IS_DUE, self._now()).first() is not None

    def claim(self, worker: str) -> Job | None:
        values = {**self._now(), "worker": int(worker)}
        row = self.connection.execute(_CLAIM, values).first()
        if row is None:
            return None
        return Job(JobId(str(row.id)), row.task_name, row.args, row.attempts + 1)

    def renew(self, worker: str) -> None:
        query = text("SELECT procrastinate_update_heartbeat_v1(:worker)")
        self.connection.execute(query, {"worker": int(worker)})

    def finish(self, job: Job, worker: str) -> None:
        self._hold(job, worker)
        self.connection.execute(_END, {"id": int(job.id)})

    def retry(self, job: Job, worker: str, due: datetime) -> None:
        self._hold(job, worker)
        if not self._unless_twin_waits(_RETRY, {"id": int(job.id), "due": due}):
            self.connection.execute(_END, {"id": int(job.id)})

    def waiting(self) -> int:
        query = text(
            "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = :queue"
        )
        return int(self.connection.execute(query, {"queue": _QUEUE}).scalar_one())

    def oldest_due(self) -> datetime | None:
        oldest: datetime | None = self.connection.execute(_OLDEST_DUE, self._now()).scalar_one()
        return oldest

    def _now(self) -> dict[str, Any]:
        return {
            "queue": _QUEUE,
            "now": self.clock.now(),
            "lease": self.lease.total_seconds(),
        }

    def _hold(self, job: Job, worker: str) -> None:
        values = {"id": int(job.id), "worker": int(worker), "attempts": job.attempt - 1}
        if self.connection.execute(_HELD, values).first() is None:
            raise JobLost(job.id)

    def _unless_twin_waits(self, statement: Any, values: dict[str, Any]) -> bool:
        try:
            with self.connection.begin_nested():
                self.connection.execute(statement, values)
        except IntegrityError:
            return False
        return True


def _values(kind: str, payload: Payload, due: datetime, key: str | None = None) -> dict[str, Any]:
    """What `_DEFER` asks for."""
    return {
        "queue": _QUEUE,
        "kind": kind,
        "key": None if key is None else f"{kind}:{key}",
        "payload": dict(payload),
        "due": due,
    }
