"""Where reports and their files are kept, and who writes a workbook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import BinaryIO, Protocol

from attrs import frozen

from backbeat.accounts.model import Account
from backbeat.exports.model import Export, Progress, SheetRow
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import AccountId, ExportId


class ExportRepository(Protocol):
    def add(self, export: Export) -> None:
        """Store a new one; an account has at most one that is open."""

    def account_of(self, export: ExportId) -> AccountId | None:
        """Whose it is, for an id that comes alone."""

    def get(self, account: AccountId, export: ExportId) -> Export | None:
        """One of the account's."""

    def open_of(self, account: AccountId) -> Export | None:
        """The account's report that is still to be made."""

    def save(self, export: Export) -> None: ...

    def ended_before(self, instant: datetime) -> Sequence[Export]: ...

    def remove(self, account: AccountId, export: ExportId) -> None:
        """Remove one of the account's."""


@frozen
class StoredFile:
    """A file to be read from its beginning; the receiver has to close the stream."""

    stream: BinaryIO
    size: int


class ExportFiles(Protocol):
    """The files of reports, by the report's id. Nobody sees a file before it is complete."""

    def writing(self, export: ExportId) -> AbstractContextManager[BinaryIO]:
        """Write the report's file: it exists if the block ends without an exception, and otherwise
        it does not.

        What an earlier try left behind is removed.
        """

    def note(self, export: ExportId, progress: Progress) -> None:
        """Record how far the writing has come, for whoever asks, in any process, until the file
        exists.
        """

    def progress(self, export: ExportId) -> Progress | None:
        """How far the writing has come; None if nothing was recorded."""

    def open(self, export: ExportId) -> StoredFile | None:
        """The report's file; None if there is none."""

    def remove(self, export: ExportId) -> None:
        """Delete the report's file, and anything that earlier tries left behind."""


class SheetWriter(Protocol):
    """Writes a workbook row by row; its memory does not grow with the rows."""

    def write(self, to: BinaryIO, export: Export, rows: Iterator[SheetRow], *, gross: bool) -> int:
        """Write the rows below headings in the export's language. Returns how many there were.

        No text becomes a formula, whatever it is. `gross` says whether there is such a column.
        """


class Accounts(Protocol):
    """Who asks; a part of the accounts' repository."""

    def lock(self, account: AccountId) -> Account | None: ...


class Books(Protocol):
    """The records that asking for a report reads and writes together."""

    @property
    def accounts(self) -> Accounts: ...

    @property
    def exports(self) -> ExportRepository: ...

    @property
    def jobs(self) -> JobQueue: ...
