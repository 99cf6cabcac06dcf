"""The port of time. Two clocks implement it: business time and security time (DAY-6)."""

from datetime import date, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. `now` is aware and in UTC; `today` is the day in `business_tz`.

    The business clock dates everything for people and money (days, windows, expiry of points,
    notifications). The security clock drives sessions, codes, limits, leases and file retention.
    Only the demo ever moves the business clock; nothing moves the security clock.
    """

    def now(self) -> datetime:
        """This instant, aware, UTC."""

    def today(self) -> date:
        """This day in the portal's time zone."""
