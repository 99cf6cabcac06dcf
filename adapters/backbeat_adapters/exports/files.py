"""The files of Excel reports in a folder of the installation, readable by its user alone."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from attrs import frozen

from backbeat.exports.model import Progress
from backbeat.exports.ports import StoredFile
from backbeat.kernel.ids import ExportId
from backbeat_adapters.private_folders import make_private

_OWNER_ONLY = 0o600


@frozen
class DiskExports:
    """Fulfils `ExportFiles`: a file is named by its report's id.

    An attempt writes to a file of its own beside it and replaces the report's file once it is
    complete and on the disk. So a worker that is killed leaves no half-written file, and of two
    attempts at once the later one counts. The progress is stored there too (decision 0131).
    """

    folder: Path

    @contextmanager
    def writing(self, export: ExportId) -> Iterator[BinaryIO]:
        make_private(self.folder)
        self._clear(export)
        part = self._part(export)
        try:
            # A Path takes no opener.
            with open(part, "xb", opener=_owner_only) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._path(export))
        finally:
            part.unlink(missing_ok=True)
            self._noted(export).unlink(missing_ok=True)

    def note(self, export: ExportId, progress: Progress) -> None:
        part = self._part(export)
        with open(part, "x", opener=_owner_only) as file:
            json.dump(progress, file)
        part.replace(self._noted(export))

    def progress(self, export: ExportId) -> Progress | None:
        try:
            return Progress(*json.loads(self._noted(export).read_bytes()))
        except FileNotFoundError:
            return None

    def open(self, export: ExportId) -> StoredFile | None:
        try:
            stream = self._path(export).open("rb")
        except FileNotFoundError:
            return None
        return StoredFile(stream, os.fstat(stream.fileno()).st_size)

    def remove(self, export: ExportId) -> None:
        self._path(export).unlink(missing_ok=True)
        self._clear(export)

    def _path(self, export: ExportId) -> Path:
        return self.folder / f"{export}.xlsx"

    def _part(self, export: ExportId) -> Path:
        return self.folder / f"{export}.{uuid4().hex}.part"

    def _noted(self, export: ExportId) -> Path:
        return self.folder / f"{export}.progress.part"

    def _clear(self, export: ExportId) -> None:
        for left in self.folder.glob(f"{export}.*.part"):
            left.unlink(missing_ok=True)


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, _OWNER_ONLY)
