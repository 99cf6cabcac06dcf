"""The demo's second process: the simulated platform and the worker.

    python -m backbeat_adapters.demo.worker_process FOLDER PORT PARENT

It ends with the process that started it, even if that is gone before this one is up.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from backbeat_adapters.container import make_container
from backbeat_adapters.demo.paths import DemoPaths
from backbeat_adapters.demo.simulated import SimulatedPlatform
from backbeat_adapters.demo.simulator import Simulator
from backbeat_adapters.settings import load

_LOOK_SECONDS = 1.0


def main(folder: Path, port: int, parent: int) -> None:
    """Serve and work until the parent is gone."""
    paths = DemoPaths(folder)
    configuration = load({}, paths.config)
    worker = make_container(configuration.settings, configuration.deployment).portal().worker
    with Simulator(SimulatedPlatform(paths.platform), port=port, invent=True):
        working = threading.Thread(target=worker.run)
        working.start()
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)
        worker.stop()
        working.join()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
