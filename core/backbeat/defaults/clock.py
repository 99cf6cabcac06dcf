"""The system's clock, read in the portal's time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from attrs import field, frozen


@frozen
class SystemClock:
    """Real time. It serves both as the business clock and as the security clock (DAY-6)."""

    zone: ZoneInfo = field(factory=lambda: ZoneInfo("UTC"))

    def now(self) -> datetime:
        """This instant, in UTC."""
        return datetime.now(UTC)

    def today(self) -> date:
        """This day in the portal's zone."""
        return self.now().astimezone(self.zone).date()
