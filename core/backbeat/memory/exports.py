"""Excel reports in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from typing import BinaryIO

from attrs import define, field

from backbeat.exports.model import Export, Progress
from backbeat.exports.ports import StoredFile
from backbeat.kernel.ids import AccountId, ExportId


@define(eq=False)
class MemoryExports:
    exports: dict[ExportId, Export] = field(factory=dict)

    def add(self, export: Export) -> None:
        self.exports[export.id] = export

    def account_of(self, export: ExportId) -> AccountId | None:
        known = self.exports.get(export)
        return known.account if known else None

    def get(self, account: AccountId, export: ExportId) -> Export | None:
        known = self.exports.get(export)
        return known if known and known.account == account else None

    def open_of(self, account: AccountId) -> Export | None:
        theirs = (each for each in self.exports.values() if each.account == account)
        return next((each for each in theirs if each.is_open), None)

    def save(self, export: Export) -> None:
        self.exports[export.id] = export

    def ended_before(self, instant: datetime) -> Sequence[Export]:
        return [each for each in self.exports.values() if each.ended_at and each.ended_at < instant]

    def remove(self, account: AccountId, export: ExportId) -> None:
        if self.get(account, export) is not None:
            del self.exports[export]


@define(eq=False)
class MemoryExportFiles:
    """Fulfils `ExportFiles`."""

    files: dict[ExportId, bytes] = field(factory=dict)
    noted: dict[ExportId, Progress] = field(factory=dict)

    @contextmanager
    def writing(self, export: ExportId) -> Iterator[BinaryIO]:
        self.noted.pop(export, None)
        file = BytesIO()
        try:
            yield file
            self.files[export] = file.getvalue()
        finally:
            self.noted.pop(export, None)

    def note(self, export: ExportId, progress: Progress) -> None:
        self.noted[export] = progress

    def progress(self, export: ExportId) -> Progress | None:
        return self.noted.get(export)

    def open(self, export: ExportId) -> StoredFile | None:
        content = self.files.get(export)
        return None if content is None else StoredFile(BytesIO(content), len(content))

    def remove(self, export: ExportId) -> None:
        self.files.pop(export, None)
        self.noted.pop(export, None)
