"""Pages of lists (HTTP-7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from attrs import field, frozen
from attrs.validators import ge, le

LARGEST_PAGE = 200
DEFAULT_SIZE = 50

T = TypeVar("T")
U = TypeVar("U")


@frozen
class PageRequest:
    """Which page: `page` counts from 0, `size` is 1 to 200."""

    page: int = field(default=0, validator=[ge(0), le(1_000_000)])
    size: int = field(default=DEFAULT_SIZE, validator=[ge(1), le(LARGEST_PAGE)])

    @property
    def offset(self) -> int:
        """How many items come before the page."""
        return self.page * self.size

    def of(self, items: Sequence[T]) -> Page[T]:
        """This page of a whole list held in memory."""
        return Page(
            list(items[self.offset : self.offset + self.size]), self.page, self.size, len(items)
        )


@frozen
class Page(Generic[T]):
    """One page of a list and how many items the whole list has; past the end it is empty."""

    items: Sequence[T]
    page: int
    size: int
    total: int

    def map(self, change: Callable[[T], U]) -> Page[U]:
        """The same page with every item changed."""
        return Page([change(item) for item in self.items], self.page, self.size, self.total)
