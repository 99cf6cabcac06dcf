"""Many ordered rows of texts, in little more memory than their characters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from attrs import define, field, frozen

from backbeat.kernel.chunks import batches

ROWS_A_PAGE = 500
ROWS_A_RUN = 20_000

_FIELD, _ROW = "\t", "\n"
"""Lower than every character of an id, so that rows sort like the tuples of their fields."""


@frozen
class PackedRows:
    """Rows in ascending order, each of a few texts without control characters."""

    _pages: Sequence[str]
    _count: int

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[list[str]]:
        return (row.split(_FIELD) for page in self._pages for row in page.split(_ROW))

    def beginning_with(self, *fields: str) -> list[str] | None:
        """The first row that begins with these fields, if there is one."""
        key = _FIELD.join(fields) + _FIELD
        at = bisect_right(self._pages, key)
        for page in self._pages[max(at - 1, 0) : at + 1]:
            for row in page.split(_ROW):
                if row.startswith(key):
                    return row.split(_FIELD)
        return None


@define(eq=False)
class Packer:
    """Takes rows in any order. They are sorted in portions, so that few are held twice."""

    _rows: list[str] = field(factory=list, init=False)
    _runs: list[list[str]] = field(factory=list, init=False)
    _count: int = field(default=0, init=False)

    def add(self, *fields: str) -> None:
        self._rows.append(_FIELD.join(fields))
        if len(self._rows) == ROWS_A_RUN:
            self._end_run()

    def packed(self) -> PackedRows:
        """Everything that was added; can be called only once."""
        self._end_run()
        runs, self._runs = self._runs, []
        pages = runs[0] if len(runs) == 1 else _pages(merge(*map(_used_up, runs)))
        return PackedRows(pages, self._count)

    def _end_run(self) -> None:
        if self._rows:
            self._rows.sort()
            self._runs.append(_pages(self._rows))
            self._count += len(self._rows)
            self._rows = []


def _pages(rows: Iterable[str]) -> list[str]:
    return [_ROW.join(some) for some in batches(rows, ROWS_A_PAGE)]


def _used_up(pages: list[str]) -> Iterator[str]:
    """The rows of pages; each page is released as it is read."""
    pages.reverse()
    while pages:
        yield from pages.pop().split(_ROW)
