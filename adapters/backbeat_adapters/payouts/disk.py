"""Files on disk: written completely or not at all, never over another file, readable by nobody
else.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from backbeat.payouts.model import PayoutFile
from backbeat_adapters.private_folders import make_private


class FileInTheWay(OSError):
    """Another file has this name; it was left untouched."""


def keep(file: PayoutFile, folder: Path) -> Path:
    """Write the file into the folder, readable by its owner only, and return its path.

    It appears under its name only once all of it is on the disk. An existing file with the same
    bytes is left as it is; any other raises `FileInTheWay`.
    """
    target = folder / file.name
    if _stands(target, file):
        return target
    make_private(folder)
    temporary = folder / f".{file.name}.{os.getpid()}.tmp"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(file.content)
            stream.flush()
            os.fsync(stream.fileno())
        _take_the_name(temporary, target)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()
    return target


def _stands(target: Path, file: PayoutFile) -> bool:
    """Whether the file is there already."""
    try:
        there = target.read_bytes()
    except FileNotFoundError:
        return False
    if hashlib.sha256(there).digest() != hashlib.sha256(file.content).digest():
        raise FileInTheWay(f"{target} holds something else; it was left alone")
    return True


def _take_the_name(temporary: Path, target: Path) -> None:
    try:
        # A link never replaces a file that appeared meanwhile; a rename would.
        os.link(temporary, target)
    except FileExistsError:
        raise FileInTheWay(f"{target} holds something else; it was left alone") from None
    except OSError:
        # Some file systems do not support links.
        temporary.rename(target)
