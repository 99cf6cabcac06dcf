"""Python's garbage collector, tuned for work on hundreds of thousands of values without cycles."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG, _MIDDLE, _OLD = 10_000, 20, 10


def tune_gc() -> None:
    """Exclude what is loaded from collections, and make them rarer.

    Call it in a process that is ready for its work: with Python's defaults, a close of 100,000
    channels spends nearly half of its time on collections that find nothing.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)


@contextmanager
def loading() -> Iterator[None]:
    """Import modules inside this context: it is a fifth faster, since nothing in them is ever
    garbage.
    """
    was_on, known = gc.isenabled(), len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > known:
            gc.freeze()  # otherwise the next collection would make up for all that were skipped
        if was_on:
            gc.enable()
