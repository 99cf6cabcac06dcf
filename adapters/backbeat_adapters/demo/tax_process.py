"""The demo's simulated tax office, in a process of its own.

    python -m backbeat_adapters.demo.tax_process FOLDER PORT PARENT

It ends with the process that started it, even if that is gone before this one is up.
"""

from __future__ import annotations

import os
import sys
import time

from backbeat_adapters.demo.tax_office import TaxOffice

_LOOK_SECONDS = 1.0


def main(port: int, parent: int) -> None:
    """Serve until the parent is gone."""
    with TaxOffice(port=port):
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)


if __name__ == "__main__":
    main(int(sys.argv[2]), int(sys.argv[3]))
