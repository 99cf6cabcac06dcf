"""What a block has locked: a use case that changes something without its lock fails here.

In memory one block at a time has the books, so nothing ever waits. What a database would have to wait
for is checked all the same, because there a forgotten lock shows only when two come at once.
"""

from __future__ import annotations

from attrs import define, field


class NotLocked(RuntimeError):
    """A use case changes what its block has not locked: a fault of the use case, never of its input."""


@define(eq=False)
class Locks:
    """What the present block has locked, by sort of thing and id."""

    _held: set[tuple[str, str]] = field(factory=set, init=False)

    def take(self, sort: str, *ids: str) -> None:
        """Lock these until the block ends."""
        self._held.update((sort, each) for each in ids)

    def require(self, sort: str, id_: str) -> None:
        """Raises `NotLocked` unless the block has locked it."""
        if (sort, id_) not in self._held:
            raise NotLocked(f"{sort} {id_} is changed without having been locked")

    def write(self, sort: str, id_: str, *, is_new: bool) -> None:
        """What is added is locked by that; what is there already has to be: else `NotLocked`."""
        if is_new:
            self.take(sort, id_)
        self.require(sort, id_)

    def release(self) -> None:
        """The block has ended."""
        self._held.clear()
