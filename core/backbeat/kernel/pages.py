"""Pages of lists (HTTP-7), and places from which long ones continue (OPS-20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from attrs import evolve, field, frozen
from attrs.validators import ge, le

from backbeat.kernel.errors import BadValues

LARGEST_PAGE = 200
DEFAULT_SIZE = 50

T = TypeVar("T")
U = TypeVar("U")

Place = tuple[Any, ...]
"""The values of one item by which a list is ordered: texts, whole numbers and aware instants."""

_BETWEEN = "~"


@frozen
class PageRequest:
    """Which page: `page` counts from 0, `size` is 1 to 200.

    With `after`, which is the `next` of an earlier page, the list continues after that place,
    however far down the list it is, and nothing is counted. Only lists that return a `next` accept
    it.
    """

    page: int = field(default=0, validator=[ge(0), le(1_000_000)])
    size: int = field(default=DEFAULT_SIZE, validator=[ge(1), le(LARGEST_PAGE)])
    after: str | None = None

    @property
    def offset(self) -> int:
        """How many items come before the page."""
        return self.page * self.size

    def of(self, items: Sequence[T], place: Callable[[T], Place] | None = None) -> Page[T]:
        """This page of a whole list held in memory; with `place`, of a list in descending order of
        its places.
        """
        if self.after is None or place is None:
            page = list(items[self.offset : self.offset + self.size])
            there_is_more = self.offset + self.size < len(items)
            next_ = written(place(page[-1])) if place and page and there_is_more else None
            return Page(page, self.page, self.size, len(items), next_)
        kinds = tuple(map(type, place(items[0]))) if items else ()
        behind = [item for item in items if place(item) < read(self.after, kinds)]
        page = behind[: self.size]
        next_ = written(place(page[-1])) if len(behind) > self.size else None
        return Page(page, self.page, self.size, None, next_)

    def following(self, page: Page[Any]) -> PageRequest | None:
        """The request for what follows a page; None after the last one."""
        return None if page.next is None else evolve(self, page=0, after=page.next)


@frozen
class Page(Generic[T]):
    """One page of a list, and how many items the whole list has; past the end it is empty.

    `total` is None if the list was continued, and `next` is None if nothing follows.
    """

    items: Sequence[T]
    page: int
    size: int
    total: int | None
    next: str | None = None

    def map(self, change: Callable[[T], U]) -> Page[U]:
        """The same page with every item changed."""
        return self.holding([change(item) for item in self.items])

    def holding(self, items: Sequence[U]) -> Page[U]:
        """The same page with other items."""
        return Page(items, self.page, self.size, self.total, self.next)


def written(place: Place) -> str:
    """A place in the form that `after` accepts."""
    return _BETWEEN.join(
        part.isoformat() if isinstance(part, datetime) else str(part) for part in place
    )


def read(after: str, kinds: Sequence[type[Any]]) -> Place:
    """The place, whose parts have these types. Refuses anything else with BadValues."""
    parts = after.split(_BETWEEN, max(len(kinds) - 1, 0))
    try:
        return tuple(_part(text, kind) for text, kind in zip(parts, kinds, strict=True))
    except ValueError:
        raise BadValues(fields={"after": BadValues.reason}) from None


def _part(text: str, kind: type[Any]) -> Any:
    if not issubclass(kind, datetime):
        return kind(text)
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(text)
    return instant
