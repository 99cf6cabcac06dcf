"""Limits and the hits they count."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen
from attrs.validators import ge

Hits: TypeAlias = tuple[tuple[int, int], ...]
"""What is remembered about one key, oldest first: (time in milliseconds, number of hits)."""


@frozen
class Window:
    """At most `count` hits in any `seconds` seconds."""

    count: int = field(validator=ge(1))
    seconds: int = field(validator=ge(1))


@frozen
class Limit:
    """A named limit.

    A hit is accepted only if every one of its windows has room. If it is not exact, a process may
    keep some of its hits to itself for a moment (LIMIT-15).
    """

    name: str
    windows: tuple[Window, ...]
    is_exact: bool = True

    @property
    def longest(self) -> int:
        """The number of seconds without a hit after which nothing needs to be remembered."""
        return max(window.seconds for window in self.windows)
