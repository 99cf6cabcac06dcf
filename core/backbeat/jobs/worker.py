"""The worker: takes jobs one by one, does them, and decides what happens to failures."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from attrs import define, field, frozen

from backbeat.jobs.model import MAX_ATTEMPTS, Cron, Job, pause_after
from backbeat.jobs.ports import Handler, JobEngine, JobLost
from backbeat.kernel.clock import Clock

B = TypeVar("B")

log = logging.getLogger(__name__)

TOLD_EVERY = timedelta(minutes=1)
"""How often the log says that the jobs still cannot be reached."""

_LONGEST_CAUSE = 300


@define
class RunningTask(Generic[B]):
    """A job that a handler is doing; it fulfils `Task`."""

    job: Job
    engine: JobEngine[B]
    closed: bool = False

    @contextmanager
    def closing(self) -> Iterator[B]:
        with self.engine.closing(self.job) as books:
            yield books
        self.closed = True


@frozen
class Tally:
    done: int = 0
    failed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.done + other.done, self.failed + other.failed)


@define
class Contact:
    """Reports whether the jobs can be reached, with as few log lines as possible: when contact is
    lost, at most once a minute while it is lost, and when it is back (OPS-16).
    """

    clock: Clock
    _lost_at: datetime | None = field(default=None, init=False)
    _told_at: datetime | None = field(default=None, init=False)
    _failures: int = field(default=0, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def failed(self, error: Exception) -> None:
        """The engine itself failed (the database cannot be reached): nothing is lost, and it is
        tried again.
        """
        now = self.clock.now()
        with self._lock:
            self._lost_at = self._lost_at or now
            self._failures += 1
            if self._told_at is not None and now - self._told_at < TOLD_EVERY:
                return
            self._told_at = now
            seconds, failures = (now - self._lost_at).total_seconds(), self._failures
        cause = " ".join(str(error).split())[:_LONGEST_CAUSE]
        log.error(
            "the worker cannot reach its jobs (for %.0f s, %s tries): %s: %s",
            *(seconds, failures, type(error).__name__, cause),
        )
        log.debug("where it failed", exc_info=error)

    def reached(self) -> None:
        with self._lock:
            lost_at, self._lost_at, self._failures = self._lost_at, None, 0
            if lost_at is None or self._told_at is None or self._told_at < lost_at:
                return
        seconds = (self.clock.now() - lost_at).total_seconds()
        log.info("the worker reaches its jobs again, after %.0f s", seconds)


@frozen
class Worker(Generic[B]):
    """Does jobs with the handler of their kind. `clock` is the security clock."""

    engine: JobEngine[B]
    clock: Clock
    handlers: Mapping[str, Handler[B]]
    crons: Sequence[Cron] = ()
    idle_seconds: float = 1.0
    """How long to rest when nothing is due."""
    beat_seconds: float = 10.0
    """How often to report that the worker is alive; well below the engine's lease."""
    _opened: dict[str, str] = field(factory=dict, init=False)
    _stop: threading.Event = field(factory=threading.Event, init=False)
    _contact: Contact = field(init=False)

    @_contact.default
    def _first_contact(self) -> Contact:
        return Contact(self.clock)

    def run_once(self, most: int | None = None) -> Tally:
        """Do every job that is due, including those that become due meanwhile, but at most `most`."""
        self._open_slots()
        tally = Tally()
        while not self._stop.is_set() and (most is None or tally.done + tally.failed < most):
            job = self.engine.claim()
            if job is None:
                break
            tally += self._do(job)
        return tally

    def run(self, threads: int = 1) -> None:
        """Work until `stop`; a job under way is finished first."""
        others = [threading.Thread(target=self._loop, daemon=True) for _ in range(threads - 1)]
        beats = threading.Thread(target=self._beat, daemon=True)
        for thread in (beats, *others):
            thread.start()
        self._loop()
        for thread in others:
            thread.join()

    def stop(self) -> None:
        """Let `run` end after the jobs in progress. May be called from a signal handler."""
        self._stop.set()

    def _loop(self) -> None:
        while not self._stop.is_set():
            try:
                tally = self.run_once(most=100)
            except Exception as error:
                self._contact.failed(error)
                tally = Tally()
            else:
                self._contact.reached()
            if tally == Tally():
                self._stop.wait(self.idle_seconds)

    def _beat(self) -> None:
        while not self._stop.wait(self.beat_seconds):
            try:
                self.engine.renew()
            except Exception as error:
                self._contact.failed(error)

    def _open_slots(self) -> None:
        for cron in self.crons:
            slot = cron.slot(self.clock.now())
            if self._opened.get(cron.kind) != slot:
                self.engine.open_slot(cron.kind, slot, cron.payload)
                self._opened[cron.kind] = slot

    def _do(self, job: Job) -> Tally:
        if job.attempt > MAX_ATTEMPTS:
            self.engine.bury(job, "the worker died at every attempt")
            return Tally(failed=1)
        task = RunningTask(job, self.engine)
        try:
            self._handler(job)(task)
            if not task.closed:
                with task.closing():
                    pass
        except JobLost:
            log.warning("job %s (%s) was taken over by another worker", job.id, job.kind)
            return Tally(failed=1)
        except Exception as error:
            self._failed(job, error, closed=task.closed)
            return Tally(failed=1)
        return Tally(done=1)

    def _handler(self, job: Job) -> Handler[B]:
        handler = self.handlers.get(job.kind)
        if handler is None:
            raise LookupError(f"no handler for jobs of kind {job.kind!r}")
        return handler

    def _failed(self, job: Job, error: Exception, *, closed: bool) -> None:
        # The error's text may quote what the job was about; its kind is enough for the log (SEC-7).
        log.error(
            "job %s (%s) failed at attempt %s: %s", job.id, job.kind, job.attempt, type(error)
        )
        if closed:
            return  # its effects are written, and it has ended
        if job.attempt >= MAX_ATTEMPTS:
            self.engine.bury(job, f"{type(error).__name__}: {error}")
        else:
            self.engine.retry(job, self.clock.now() + pause_after(job.attempt))
