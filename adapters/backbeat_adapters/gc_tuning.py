"""Python's collector of cycles, set for work on hundreds of thousands of values that have none."""

from __future__ import annotations

import gc

_YOUNG, _MIDDLE, _OLD = 10_000, 20, 10


def tune_gc() -> None:
    """Leave what is loaded out of the collector's walks, and let it walk less often.

    For a process that is ready for its work: as Python comes, a close of 100,000 channels spends
    nearly half of its time on walks that find nothing.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
