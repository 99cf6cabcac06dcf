"""The threads of each lane, and the number of calls that may wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

from attrs import define, field

from backbeat_adapters.deployment import Serving
from backbeat_http.lanes import Lane

T = TypeVar("T")


class LaneFull(Exception):
    """Too many calls wait in this lane already."""


@define
class Pool:
    """A number of `threads` that work, and room for `waiting` more calls."""

    lane: Lane
    threads: int
    waiting: int
    _inside: int = field(default=0, init=False)
    _lock: Lock = field(factory=Lock, init=False)
    _executor: ThreadPoolExecutor = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._executor = ThreadPoolExecutor(self.threads, thread_name_prefix=self.lane)

    async def run(self, work: Callable[[], T], *, begun: bool = False) -> T:
        """The result of the work, done in one of the lane's threads. Raises `LaneFull`, but not for
        the next piece of an answer that has begun."""
        with self._lock:
            if self._inside >= self.threads + self.waiting and not begun:
                raise LaneFull
            self._inside += 1
        future = self._executor.submit(work)
        # Even if the caller has gone meanwhile, the thread is free only when the work is done.
        future.add_done_callback(self._leave)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _leave(self, _: Future[Any]) -> None:
        with self._lock:
            self._inside -= 1


def pools_of(serving: Serving, threads: int) -> Mapping[Lane, Pool]:
    """One pool for each lane; `threads` are those of common calls."""
    widths = {
        Lane.COMMON: threads,
        Lane.PASSWORDS: serving.password_threads,
        Lane.PLATFORM: serving.platform_threads,
        Lane.DOCUMENTS: serving.document_threads,
        Lane.MEDIA: serving.media_threads,
        Lane.HEALTH: 1,
    }
    return {lane: Pool(lane, width, serving.waiting_calls) for lane, width in widths.items()}
