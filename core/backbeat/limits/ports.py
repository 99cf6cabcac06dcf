"""Where hits are counted. It stands apart from the money's file (R16)."""

from datetime import datetime
from typing import Protocol

from backbeat.limits.model import Limit


class LimitStore(Protocol):
    """Counts hits. Every method is atomic across threads and processes."""

    def take(self, limit: Limit, key: str, now: datetime) -> float:
        """Count one hit if every window has room: 0.0 when it was taken, else the seconds to wait."""

    def give_back(self, limit: Limit, key: str) -> None:
        """Forget the newest hit of `key`: what was tried turned out not to count."""

    def prune(self, now: datetime) -> int:
        """Forget keys that no window looks at any more; how many there were."""
