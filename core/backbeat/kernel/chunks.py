"""Cutting long sequences into pieces that one statement, one file or one transaction can take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def in_chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in their order, in pieces of this size; the last piece may be shorter."""
    return (items[at : at + size] for at in range(0, len(items), size))


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The same for items that can be read only once."""
    stream = iter(items)
    while some := list(islice(stream, size)):
        yield some
