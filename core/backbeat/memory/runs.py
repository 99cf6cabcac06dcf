"""Which closes are running in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from attrs import define, field

_ALONE = -1


@define
class MemoryRuns:
    """Fulfils `Runs` for storage that ends with the process, whose threads may close at the same
    time.
    """

    _at_work: int = 0
    _changed: Condition = field(factory=Condition)

    @contextmanager
    def closing(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: self._at_work != _ALONE)
            self._at_work += 1
        try:
            yield
        finally:
            with self._changed:
                self._at_work -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[bool]:
        with self._changed:
            is_alone = not self._at_work
            if is_alone:
                self._at_work = _ALONE
        try:
            yield is_alone
        finally:
            if is_alone:
                with self._changed:
                    self._at_work = 0
                    self._changed.notify_all()
