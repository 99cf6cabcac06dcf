"""How many files a story takes: those that were chosen by reading, and those that a test's trace enters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from attrs import frozen
from tests.shape.source import PACKAGES
from tests.shape.tracing import OUTPUT

LIST = Path(__file__).with_name("stories.toml")
KERNEL = "core/backbeat/kernel/"


@frozen
class Story:
    """A story by its name, the files that tell it, and the test that is traced."""

    name: str
    files: Sequence[str]
    test: str

    @property
    def is_a_call(self) -> bool:
        """Whether it begins with a call of the API, not with a command."""
        return self.test.startswith("tests/http/")


class StoryLost(Exception):
    """A file of a story is not there, or its test did not pass."""


def declared(root: Path) -> list[Story]:
    """The stories of the list; raises `StoryLost` where a file moved."""
    with LIST.open("rb") as file:
        stories = [Story(name, **told) for name, told in tomllib.load(file).items()]
    for story in stories:
        for path in (*story.files, story.test.partition("::")[0]):
            if not (root / path).is_file():
                raise StoryLost(f"{LIST.name}: {story.name}: {path} is not there")
    return stories


def traced(root: Path, tests: Collection[str]) -> Mapping[str, Sequence[str]]:
    """The paths of our own files that each test enters while it runs, the kernel's left out."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "trace.json"
        plain = ("-n", "0", "-q", "-p", "no:cacheprovider", "-p", "tests.shape.tracing")
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", *plain, *tests],
            cwd=root,
            env={**os.environ, OUTPUT: str(output)},
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode != 0:
            raise StoryLost(f"a traced test did not pass:\n{ran.stdout}{ran.stderr}")
        entered = json.loads(output.read_text(encoding="utf-8"))
    return {test: _ours(root, paths) for test, paths in entered.items()}


def _ours(root: Path, paths: Collection[str]) -> list[str]:
    folders = tuple(f"{folder}/" for folder in PACKAGES.values())
    inside = [path.removeprefix(f"{root}/") for path in paths]
    return [path for path in inside if path.startswith(folders) and not path.startswith(KERNEL)]
