"""Files on disk: written whole or not at all, never over another, for nobody else to read."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from backbeat.payouts.model import PayoutFile


class FileInTheWay(OSError):
    """Another file has the name; it was left alone."""


def keep(file: PayoutFile, folder: Path) -> Path:
    """Write the file into the folder, readable to its owner only; where it is then.

    It appears under its name only once all of it is on the disk. A file of that name that holds
    the same bytes is left as it is; any other is a `FileInTheWay`.
    """
    target = folder / file.name
    if _stands(target, file):
        return target
    folder.mkdir(parents=True, exist_ok=True)
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
        # A link never replaces what came there meanwhile; a rename would.
        os.link(temporary, target)
    except FileExistsError:
        raise FileInTheWay(f"{target} holds something else; it was left alone") from None
    except OSError:
        # Some file systems have no links.
        temporary.rename(target)
