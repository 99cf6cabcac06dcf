"""Folders for tests, wherever the checkout lies."""

from __future__ import annotations

import tempfile
from pathlib import Path

_ROOM = 40
"""Letters: the name of a socket may have 107, and programs add folders and names of their own."""


def short_folder() -> Path:
    """The folder for temporary files, or another one where sockets would have too long a name."""
    usual = tempfile.gettempdir()
    shorter = (each for each in ("/tmp", "/var/tmp") if Path(each).is_dir())
    return Path(usual) if len(usual) <= _ROOM else Path(next(shorter, usual))
