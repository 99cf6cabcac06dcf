"""Lists on the wire: how a page is requested and answered (HTTP-7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic, Self, TypeVar

from attrs import frozen
from msgspec import Meta

from backbeat.kernel.pages import DEFAULT_SIZE, LARGEST_PAGE, Page, PageRequest
from backbeat_http.wire import Count

T = TypeVar("T")
U = TypeVar("U")


@frozen
class PageQuery:
    """Which page of a list; a list with filters of its own derives its query from this."""

    page: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    size: Annotated[int, Meta(ge=1, le=LARGEST_PAGE)] = DEFAULT_SIZE

    @property
    def page_request(self) -> PageRequest:
        return PageRequest(self.page, self.size)


@frozen
class PageView(Generic[T]):
    """One page of a list. A list with further fields derives from `PageView[ItemView]`."""

    items: list[T]
    page: Count
    size: Count
    total: Count

    @classmethod
    def of(cls, page: Page[U], view: Callable[[U], T], **more: Any) -> Self:
        """The answer for a page; `more` are the fields that a derived class adds."""
        return cls(
            [view(item) for item in page.items], page.page, page.size, page.total or 0, **more
        )
