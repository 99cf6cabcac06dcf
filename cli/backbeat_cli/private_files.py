"""Files that only the operator may read."""

from __future__ import annotations

import os
from pathlib import Path

from backbeat_cli.failures import Refused


def write_private(file: Path, content: bytes) -> None:
    """Write a person's file; it never replaces another file and is never executable."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise Refused(f"{file} cannot be written: {fault.strerror}") from None
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
