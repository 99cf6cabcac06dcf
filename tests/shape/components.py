"""The components of the web UI, read off Biome's layout: each begins and ends in the first column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_BEGIN = re.compile(r"(?:export )?(?:default )?function ([A-Z]\w*)\b")


def components(root: Path) -> Iterator[tuple[str, int]]:
    """Each component by `path:line name`, with its lines."""
    for path in sorted((root / "webui" / "src").rglob("*.tsx")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if begin := _BEGIN.match(line):
                yield f"{path.relative_to(root)}:{number + 1} {begin[1]}", _length(lines[number:])


def _length(lines: list[str]) -> int:
    """Up to the bracket that stands alone in the first column."""
    return next((number for number, line in enumerate(lines, 1) if line == "}"), 1)
