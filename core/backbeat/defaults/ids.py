"""Ids that sort by the time they were made."""

from __future__ import annotations

import secrets
import time
from threading import Lock

from attrs import Factory, define, field

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 26
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_SHIFTS = range(10 * (_LENGTH // 2 - 1), -1, -10)
_RANDOM_BITS = 80


@define
class TimeOrderedIds:
    """Makes ids of 26 digits and small letters: milliseconds first, then 80 random bits.

    Within one process each id sorts after the previous one; between processes they sort by the
    millisecond. Safe to share between threads. It fulfils `NewId`.
    """

    _last: int = field(default=0, init=False)
    _lock: Lock = field(default=Factory(Lock), init=False, repr=False)

    def __call__(self) -> str:
        fresh = (time.time_ns() // 1_000_000 << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
        with self._lock:
            same_moment = fresh >> _RANDOM_BITS <= self._last >> _RANDOM_BITS
            self._last = self._last + 1 + secrets.randbits(32) if same_moment else fresh
            return _spelled(self._last)


def _spelled(number: int) -> str:
    return "".join([_PAIRS[number >> shift & 1023] for shift in _SHIFTS])
