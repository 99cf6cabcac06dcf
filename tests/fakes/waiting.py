"""Waiting for something to come true, for as long as a slow machine may need.

No test and no proof waits for seconds: the time below is up only when something will never come true.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 600.0
"""Seconds after which whatever is waited for is given up."""

_PAUSE = 0.02


def wait_until(done: Callable[[], bool], what: str = "what was waited for") -> None:
    """Wait for something to come true; fails when it never does."""
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, f"{what} did not come true in {PATIENCE:.0f} s"
        time.sleep(_PAUSE)
