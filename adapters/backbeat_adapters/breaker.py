"""A circuit breaker in front of another system: one that does not answer is left alone for a while.

Without it, every caller of a hanging system would wait for the whole time limit.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from attrs import define, field

log = logging.getLogger("backbeat.platform")

T = TypeVar("T")

Tell = Callable[[str, str, str], object]
"""Takes `failed` or `left_alone`, the system's name, and the cause."""

_LONGEST_CAUSE = 300


def nobody(_outcome: str, _name: str, _cause: str) -> None:
    """For callers that do not want to be told."""


@define
class Breaker:
    """Lets questions through until `failures` of them in a row ended with `trouble`; then nothing
    is asked for `rest` seconds, and after them one question at a time until one is answered. Safe
    to share between threads.
    """

    name: str
    trouble: type[Exception]
    failures: int = 5
    rest: float = 30.0
    now: Callable[[], float] = time.monotonic
    tell: Tell = nobody
    _failed: int = field(default=0, init=False)
    _asks_again_at: float = field(default=0.0, init=False)
    _lock: Lock = field(factory=Lock, init=False)

    def asked(self, question: Callable[[], T]) -> T:
        """The answer. Raises `trouble`, without a question while the system is left alone."""
        self._require_trust()
        try:
            answer = question()
        except self.trouble as trouble:
            self._count(trouble)
            raise
        self._trust()
        return answer

    def _require_trust(self) -> None:
        with self._lock:
            if self._failed < self.failures:
                return
            if self.now() < self._asks_again_at:
                raise self.trouble(f"{self.name} is not asked: it did not answer before")
            # This question is the trial; no other is asked until it has ended.
            self._asks_again_at = self.now() + self.rest

    def _count(self, trouble: Exception) -> None:
        with self._lock:
            self._failed += 1
            self._asks_again_at = self.now() + self.rest
            is_left_alone = self._failed >= self.failures
        log.warning("%s gave no usable answer: %s", self.name, trouble)
        cause = str(trouble)[:_LONGEST_CAUSE]
        self.tell("failed", self.name, cause)
        if is_left_alone:
            self.tell("left_alone", self.name, cause)
            log.error("%s is left alone for %.0f s", self.name, self.rest)

    def _trust(self) -> None:
        with self._lock:
            was_left_alone = self._failed >= self.failures
            self._failed = 0
        if was_left_alone:
            log.warning("%s answers again", self.name)
