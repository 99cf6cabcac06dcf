"""Ctrl-C while a command works: the command stops, whatever it was doing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn Ctrl-C into a KeyboardInterrupt even if it first made a database statement or another
    process fail. A command that was started to ignore it, as in the background, goes on ignoring
    it.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return
    asked = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    except Exception:
        if asked:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)
