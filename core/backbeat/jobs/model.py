"""Jobs: what is to be done, when, and what happens if it fails."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from attrs import field, frozen

from backbeat.kernel.ids import JobId

Payload = Mapping[str, str | int | bool | None]
"""What the handler needs to know: ids, not records; plain JSON values."""

MAX_ATTEMPTS = 10
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_PAUSE = timedelta(hours=1)


@frozen
class Job:
    id: JobId
    kind: str
    payload: Payload
    attempt: int = 1
    """The number of this try, from 1."""


@frozen
class DeadJob:
    """A job that was given up after its last attempt; an operator looks at it and may revive it."""

    id: JobId
    kind: str
    payload: Payload
    attempts: int
    error: str
    """The last error: its kind and its text."""
    died_at: datetime


def pause_after(attempt: int) -> timedelta:
    """How long to wait after a failed attempt: 5 s, doubled each time, at most an hour."""
    doublings: int = 2 ** min(attempt - 1, 20)
    return min(_FIRST_PAUSE * doublings, _LONGEST_PAUSE)


@frozen
class Cron:
    """A recurring job: its kind is enqueued once for each slot of time.

    Slots begin at midnight UTC plus `offset`, and then every `every` (which divides a day).
    """

    kind: str
    every: timedelta = timedelta(days=1)
    offset: timedelta = timedelta(0)
    payload: Payload = field(factory=dict)

    def slot(self, now: datetime) -> str:
        """The name of the slot in which the instant lies: its beginning, in UTC."""
        shifted = now - self.offset
        midnight = shifted.replace(hour=0, minute=0, second=0, microsecond=0)
        begin = midnight + (shifted - midnight) // self.every * self.every
        return f"{begin:%Y-%m-%dT%H:%M:%SZ}"
