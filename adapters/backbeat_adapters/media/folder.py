"""Files of tracks in a folder of the installation."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from attrs import frozen

from backbeat.media.errors import FilesUnavailable
from backbeat.media.model import FileKey
from backbeat_adapters.media.parts import part
from backbeat_adapters.private_folders import make_private

_OWNER_ONLY = 0o600
_KEY = re.compile(r"[A-Z0-9]{12}-[0-9a-f]{16}\.(?:mp3|webp|zip|pdf|png)")
"""What a key looks like; nothing else ever becomes a path."""
_SPREAD = 2
"""How many letters of the hash name the subfolder, so that no folder contains a whole catalogue."""


@frozen
class FolderFiles:
    """Fulfils `FileStore`. A file is written beside its place and moved there when it is complete."""

    folder: Path

    def put(self, key: FileKey, content: BinaryIO) -> None:
        path = self._path(key)
        aside = path.with_name(f"{uuid4().hex}.part")
        try:
            make_private(path.parent)
            # A Path takes no opener.
            with open(aside, "xb", opener=_owner_only) as file:
                shutil.copyfileobj(content, file)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        except OSError as error:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            raise FilesUnavailable(f"{self.folder}: {error.strerror}") from error

    def open(self, key: FileKey, first: int = 0, length: int | None = None) -> BinaryIO | None:
        try:
            file = self._path(key).open("rb")
        except FileNotFoundError:
            return None
        file.seek(first)
        return file if length is None else part(file, length)

    def has(self, key: FileKey) -> bool:
        return self._path(key).is_file()

    def remove(self, key: FileKey) -> None:
        self._path(key).unlink(missing_ok=True)

    def keys(self) -> Iterator[FileKey]:
        for path in sorted(self.folder.glob("*/*")):
            if _KEY.fullmatch(path.name):
                yield FileKey(path.name)

    def _path(self, key: FileKey) -> Path:
        """The path of a key. Raises ValueError for anything else."""
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is no key of a file")
        digest = key.partition("-")[2]
        return self.folder / digest[:_SPREAD] / key


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, _OWNER_ONLY)
