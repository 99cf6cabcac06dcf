"""The demo's business clock: real time, moved by what stands in a file (DAY-6)."""

from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime, timedelta
from math import ceil
from pathlib import Path
from tempfile import NamedTemporaryFile
from zoneinfo import ZoneInfo

from attrs import field, frozen


@frozen
class MovedClock:
    """Fulfils `Clock`. Every process that reads the same file tells the same moved time.

    Without the file it tells real time. Only business time is moved; sessions, codes and limits
    run by the system's clock.
    """

    file: Path
    zone: ZoneInfo = field(factory=lambda: ZoneInfo("UTC"))

    def now(self) -> datetime:
        """The moved instant, in UTC."""
        return datetime.now(UTC) + self._moved_by()

    def today(self) -> date:
        """The moved day in the portal's zone."""
        return self.now().astimezone(self.zone).date()

    def move_to(self, day: date, hour: int = 9) -> None:
        """Go to that hour of a day in the portal's zone; time runs on from there."""
        wanted = datetime(day.year, day.month, day.day, hour, tzinfo=self.zone)
        self._write(wanted - datetime.now(UTC))

    def _moved_by(self) -> timedelta:
        try:
            return timedelta(seconds=json.loads(self.file.read_text())["seconds"])
        except FileNotFoundError:
            return timedelta(0)

    def _write(self, by: timedelta) -> None:
        # Written aside and put in place at once, so that nobody reads half a file.
        with NamedTemporaryFile("w", dir=self.file.parent, delete=False) as aside:
            json.dump({"seconds": ceil(by.total_seconds())}, aside)
        os.replace(aside.name, self.file)
