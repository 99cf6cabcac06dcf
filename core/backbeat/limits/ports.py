"""Where hits are counted. It stands apart from the money's file (LIMIT-2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from backbeat.limits.model import Hits, Limit

LimitKey = tuple[Limit, str]
"""A limit, and the key that hits are counted under."""


class LimitStore(Protocol):
    """Counts hits. Every method is atomic across threads and processes."""

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        """Count one hit of each if every window has room: 0.0 when they were taken, else none is,
        and it is the seconds to wait."""

    def add(self, taken: Sequence[tuple[LimitKey, Hits]], now: datetime) -> Mapping[str, Hits]:
        """Count hits that were taken elsewhere; all that is counted of each key then."""

    def give_back(self, keys: Sequence[str]) -> None:
        """Forget the newest hit of each key: what was tried turned out not to count."""

    def prune(self, now: datetime) -> int:
        """Forget keys that no window looks at any more; how many there were."""
