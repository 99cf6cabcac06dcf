"""P15: how soon the command line is there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from attrs import define
from tests.bench.measuring import Subject


@define(slots=False)
class Python(Subject):
    """A Python process with these words."""

    words: Sequence[str]

    def run(self) -> None:
        subprocess.run([sys.executable, *self.words], check=True, stdout=subprocess.DEVNULL)
