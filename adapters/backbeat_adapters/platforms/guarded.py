"""A circuit breaker before a video platform: who does not answer is left alone for a while.

Without it every caller would wait out the whole time limit of a platform that hangs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeVar

from attrs import define, field

from backbeat.channels.platform import (
    PlatformChannel,
    PlatformUnavailable,
    PlatformVideo,
    VideoPlatform,
)
from backbeat.kernel.ids import PlatformChannelId, VideoId

log = logging.getLogger("backbeat.platform")

T = TypeVar("T")

Tell = Callable[[str, str, str], object]
"""Takes `failed` or `left_alone`, the platform's name, and the cause."""

_LONGEST_CAUSE = 300


def nobody(_outcome: str, _name: str, _cause: str) -> None:
    """For who wants to be told nothing."""


@define
class GuardedPlatform:
    """Fulfils `VideoPlatform`: asks the platform behind it until `failures` questions in a row got
    no usable answer; then nobody asks for `rest` seconds, and after them one question at a time,
    until one is answered. Safe to share between threads.
    """

    name: str
    behind: VideoPlatform
    failures: int = 5
    rest: float = 30.0
    now: Callable[[], float] = time.monotonic
    tell: Tell = nobody
    _failed: int = field(default=0, init=False)
    _asks_again_at: float = field(default=0.0, init=False)
    _lock: Lock = field(factory=Lock, init=False)

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        return self._asked(lambda: self.behind.channel(channel))

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        return self._asked(lambda: self.behind.channels(channels))

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        return self._asked(lambda: self.behind.channel_of_handle(handle))

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        return self._asked(lambda: self.behind.channel_of_user(user))

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        return self._asked(lambda: self.behind.videos(videos))

    def is_short(self, video: PlatformVideo) -> bool:
        return self._asked(lambda: self.behind.is_short(video))

    def _asked(self, question: Callable[[], T]) -> T:
        self._require_trust()
        try:
            answer = question()
        except PlatformUnavailable as trouble:
            self._count(trouble)
            raise
        self._trust()
        return answer

    def _require_trust(self) -> None:
        with self._lock:
            if self._failed < self.failures:
                return
            if self.now() < self._asks_again_at:
                raise PlatformUnavailable(f"{self.name} is not asked: it did not answer before")
            # This question is the trial; nobody else asks until it has ended.
            self._asks_again_at = self.now() + self.rest

    def _count(self, trouble: PlatformUnavailable) -> None:
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
