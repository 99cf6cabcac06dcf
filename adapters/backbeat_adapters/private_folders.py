"""Folders that only their owner may enter: what the portal keeps is nobody else's."""

from __future__ import annotations

from pathlib import Path

_MODE = 0o700


def make_private(folder: Path) -> None:
    """Make a folder and the missing ones above it; those that are there stay as they are.

    `Path.mkdir` would leave the ones above open to everybody.
    """
    for each in reversed((folder, *folder.parents)):
        if not each.exists():
            each.mkdir(_MODE, exist_ok=True)
