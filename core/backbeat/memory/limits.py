"""Rate limits in memory, for one process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import Lock

from attrs import Factory, field, frozen

from backbeat.limits import rules
from backbeat.limits.model import Hits
from backbeat.limits.ports import LimitKey


@frozen
class MemoryLimits:
    """A `LimitStore` for tests, embedding and single processes."""

    _kept: dict[str, tuple[Hits, int]] = field(factory=dict, init=False, repr=False)
    _lock: Lock = field(default=Factory(Lock), init=False, repr=False)

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        """Count one hit for each, or return how many seconds to wait."""
        at = milliseconds(now)
        with self._lock:
            held = {key: self._kept.get(key, ((), 0))[0] for _, key in limits}
            wait = max((rules.wait(held[key], limit, at) for limit, key in limits), default=0)
            if wait == 0:
                for limit, key in limits:
                    hits = rules.with_hit(held[key], limit, at)
                    self._kept[key] = (hits, at + limit.longest * 1000)
        return wait / 1000

    def add(self, taken: Sequence[tuple[LimitKey, Hits]], now: datetime) -> Mapping[str, Hits]:
        at, counted = milliseconds(now), {}
        with self._lock:
            for (limit, key), more in taken:
                held = self._kept.get(key, ((), 0))[0]
                counted[key] = rules.with_hits(held, limit, more, at)
                self._kept[key] = (counted[key], at + limit.longest * 1000)
        return counted

    def give_back(self, keys: Sequence[str]) -> None:
        """Remove the newest hit of each."""
        with self._lock:
            for key in keys:
                if key in self._kept:
                    hits, until = self._kept[key]
                    self._kept[key] = (rules.without_hit(hits), until)

    def prune(self, now: datetime) -> int:
        """Remove keys whose windows are over."""
        at = milliseconds(now)
        with self._lock:
            over = [key for key, (_, until) in self._kept.items() if until < at]
            for key in over:
                del self._kept[key]
        return len(over)


def milliseconds(instant: datetime) -> int:
    """An aware instant as whole milliseconds of the epoch."""
    return int(instant.timestamp() * 1000)
