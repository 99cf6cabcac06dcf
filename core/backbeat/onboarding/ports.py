"""What taking over people and channels reads and writes."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from backbeat.members import ports as members
from backbeat.onboarding.model import ImportTable
from backbeat.withdrawals.ports import PaymentDetailsRepository


class ImportFiles(Protocol):
    def read(self, path: Path, known: Collection[str], needed: Collection[str]) -> ImportTable:
        """A CSV (UTF-8 or UTF-16) or XLSX with a header of these columns.

        Raises `UnreadableFile` if no line has the required ones.
        """


class Books(members.Books, Protocol):
    """The records that an import writes together."""

    @property
    def payment_details(self) -> PaymentDetailsRepository: ...
