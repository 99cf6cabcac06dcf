"""The demo's second process: the simulated platform and the worker.

    python -m backbeat_cli.demo.companion FOLDER PORT PARENT

It ends with the process that started it, even if that is gone before this one is up.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from backbeat_adapters.container import make_container
from backbeat_adapters.platforms.simulated import SimulatedPlatform
from backbeat_adapters.platforms.simulator import Simulator
from backbeat_adapters.settings import load
from backbeat_cli.demo.home import DemoHome

_LOOK_SECONDS = 1.0


def main(folder: Path, port: int, parent: int) -> None:
    """Serve and work until the parent is gone."""
    home = DemoHome(folder)
    configuration = load({}, home.config)
    worker = make_container(configuration.settings, configuration.deployment).worker()
    with Simulator(SimulatedPlatform(home.platform), port, invent=True):
        working = threading.Thread(target=worker.run)
        working.start()
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)
        worker.stop()
        working.join()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
