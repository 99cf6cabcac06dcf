"""The examples of docs/report-layouts.md: their files, and their commands with what these print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "report-layouts.md"
_BLOCK = re.compile(r"^```(\w+) ?([\w.-]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """The layouts and report files, by name."""
    return {name: text for _, name, text in _BLOCK.findall(PAGE.read_text("utf-8")) if name}


def commands() -> Iterator[tuple[list[str], list[str]]]:
    """Each command's words, and the lines that it prints."""
    for kind, _, text in _BLOCK.findall(PAGE.read_text("utf-8")):
        if kind == "console":
            for told in re.split(r"^\$ backbeat ", text, flags=re.MULTILINE)[1:]:
                command, _, printed = told.partition("\n")
                yield command.split(), printed.splitlines()


def lay(folder: Path) -> None:
    """Write the files."""
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")
