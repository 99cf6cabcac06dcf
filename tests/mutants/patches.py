"""Faults that somebody planted by hand and no test saw: kept as patches, each with the test that sees it now."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "patches"
_HEAD = re.compile(r"# (?P<what>.+) Seen by (?P<test>.+)")
_FILE = re.compile(r"^\+\+\+ b/(.+)$", re.MULTILINE)


@frozen
class Patch:
    """What it does, the one file it changes, the file's new text, and the test that fails by it."""

    name: str
    what: str
    test: str
    file: str
    text: str


def patches() -> list[Patch]:
    """All of them; one that no longer fits raises `ValueError`."""
    return [_read(file) for file in sorted(FOLDER.glob("*.patch"))]


def _read(file: Path) -> Patch:
    content = file.read_text()
    head, files = _HEAD.match(content), _FILE.findall(content)
    if head is None or len(files) != 1:
        raise ValueError(f"{file.name} says what it does and who sees it, and changes one file")
    return Patch(file.stem, head["what"], head["test"].strip(), files[0], _patched(file, files[0]))


def _patched(patch: Path, target: str) -> str:
    """The text with the patch in it, made beside the tree."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / target
        copy.parent.mkdir(parents=True)
        copy.write_text((ROOT / target).read_text())
        ran = subprocess.run(
            ["git", "apply", str(patch)],
            cwd=folder,
            env={**os.environ, "GIT_CEILING_DIRECTORIES": str(Path(folder).parent)},
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise ValueError(f"{patch.name} no longer fits: {ran.stderr.strip()}")
        return copy.read_text()
