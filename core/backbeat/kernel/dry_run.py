"""Trying an act: it is judged like a real one, but nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TypeVar

B = TypeVar("B")


class _Rollback(Exception):
    """Ends the transaction of a dry run."""


@contextmanager
def writing(opened: AbstractContextManager[B], *, dry_run: bool) -> Iterator[B]:
    """Open the books for writing; after a dry run they are as if nothing had been written."""
    with suppress(_Rollback), opened as books:
        yield books
        if dry_run:
            raise _Rollback
