"""Stand-ins for what no test may leave to chance: clocks and ids."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from attrs import define, field

from backbeat.kernel.ids import NewId

NOON = datetime(2025, 10, 15, 12, 0, tzinfo=UTC)


@define
class FixedClock:
    """A clock that stands until it is moved; it fulfils `Clock`."""

    instant: datetime = NOON
    zone: ZoneInfo = field(factory=lambda: ZoneInfo("UTC"))

    def now(self) -> datetime:
        """The instant it stands at."""
        return self.instant

    def today(self) -> date:
        """The day it stands at, in its zone."""
        return self.instant.astimezone(self.zone).date()

    def move(self, by: timedelta = timedelta(0), *, seconds: float = 0, days: int = 0) -> None:
        """Let time pass."""
        self.instant += by + timedelta(days=days, seconds=seconds)

    def set(self, instant: datetime | date) -> None:
        """Go to an instant, or to noon of a day."""
        if not isinstance(instant, datetime):
            instant = datetime(instant.year, instant.month, instant.day, 12, tzinfo=UTC)
        self.instant = instant


@define
class CountingIds:
    """Ids 000001, 000002 and so on: unique in the test, and in order; it fulfils `NewId`."""

    next: int = 1
    _lock: threading.Lock = field(factory=threading.Lock)

    def __call__(self) -> str:
        """One that was not given before."""
        with self._lock:
            self.next += 1
            return f"{self.next - 1:06d}"


def counting_ids(first: int = 1) -> NewId:
    """Ids from that one on."""
    return CountingIds(first)
