"""How use cases reach stored records: a transaction counts as a whole or not at all."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

Books_co = TypeVar("Books_co", covariant=True)


class Transactions(Protocol[Books_co]):
    """Opens the books. A feature's `ports.Books` says which records its use cases need in them.

    A use case opens one transaction at a time.
    """

    def begin(self) -> AbstractContextManager[Books_co]:
        """Open them for writing: every change is kept if the block ends without an exception,
        otherwise none.
        """

    def look(self) -> AbstractContextManager[Books_co]:
        """Open them for reading, all as of one moment; this never waits for writers."""
