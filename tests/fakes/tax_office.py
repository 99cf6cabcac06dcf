"""The simulated tax office as a process of its own, as the demo runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from tests.fakes.ports import free_port
from tests.fakes.waiting import wait_until

from backbeat_adapters.demo import tax_process
from backbeat_adapters.demo.tax_office import API


@contextmanager
def tax_office() -> Iterator[str]:
    """The base address of a running one, until the block ends."""
    port = free_port()
    told = (".", str(port), str(os.getpid()))
    process = subprocess.Popen([sys.executable, "-m", tax_process.__name__, *told])
    try:
        wait_until(lambda: _answers(port) or process.poll() is not None)
        assert process.poll() is None, "the simulated tax office did not start"
        yield f"http://127.0.0.1:{port}{API}"
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/", trust_env=False).is_success
    except httpx.TransportError:
        return False
