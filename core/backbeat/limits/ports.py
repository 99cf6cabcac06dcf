"""Where hits are counted, apart from the money's file (LIMIT-2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from backbeat.limits.model import Hits, Limit

LimitKey = tuple[Limit, str]
"""A limit, and the key under which hits are counted."""


class LimitStore(Protocol):
    """Counts hits. Every method is atomic across threads and processes."""

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        """Count one hit for each if every window has room. Returns 0.0 if they were counted;
        otherwise none is, and the result is how many seconds to wait.
        """

    def add(self, taken: Sequence[tuple[LimitKey, Hits]], now: datetime) -> Mapping[str, Hits]:
        """Count hits that were taken elsewhere; all that is counted of each key then."""

    def give_back(self, keys: Sequence[str]) -> None:
        """Remove the newest hit of each key, because what was tried turned out not to count."""

    def prune(self, now: datetime) -> int:
        """Remove keys that no window needs any more. Returns how many there were."""
