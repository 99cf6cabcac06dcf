"""The demo's third process, which makes its music behind everybody's back.

    python -m backbeat_adapters.demo.sound_process FOLDER PARENT

It ends when all of it is made, or with the process that started it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from backbeat_adapters.container import make_container
from backbeat_adapters.demo.paths import DemoPaths
from backbeat_adapters.demo.sounds import SampleSounds
from backbeat_adapters.settings import load
from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS

_YIELDING = 15


def main(folder: Path, parent: int) -> None:
    os.nice(_YIELDING)
    configuration = load({}, DemoPaths(folder).config)
    container = make_container(configuration.settings, configuration.deployment, LONG_TIMEOUTS)
    SampleSounds(container.portal()).make(lambda: os.getppid() == parent)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
