"""P15: how soon the command line and the server are there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import Factory, define
from tests.bench.measuring import Subject


@define(slots=False)
class Python(Subject):
    """A Python process with these words."""

    words: Sequence[str]
    environment: Mapping[str, str] = Factory(dict)

    def run(self) -> None:
        subprocess.run(
            [sys.executable, *self.words],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **self.environment},
        )


@define(slots=False)
class ColdStart(Subject):
    """Ours: the server with one worker, until it is ready, and ended again."""

    url: str
    folder: Path

    def run(self) -> None:
        from tests.proofs.serving import serving

        with serving(self.url, self.folder, workers=1):
            pass
