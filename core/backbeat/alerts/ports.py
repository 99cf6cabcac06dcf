"""Where sightings come from, and ways to operators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Protocol

from backbeat.alerts.model import Sighting
from backbeat.jobs.ports import JobQueue


class Sightings(Protocol):
    """The lines of the security log."""

    def since(self, moment: datetime) -> Iterable[Sighting]:
        """Everything logged since then, the oldest first."""


class Hook(Protocol):
    """Another system of the operator's that wants to be told."""

    def post(self, content: Mapping[str, object]) -> None:
        """Deliver the content. Any exception means that it may work later."""


class Books(Protocol):
    """What a transaction of alerts sees."""

    @property
    def jobs(self) -> JobQueue: ...
