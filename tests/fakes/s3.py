"""An object storage on this machine: moto's server, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from tests.fakes.ports import free_port
from tests.fakes.waiting import wait_until

BUCKET = "sounds"


@contextmanager
def object_storage() -> Iterator[str]:
    """The address of a server with an empty bucket."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"

    def is_made() -> bool:
        assert server.poll() is None, "the object storage ended"
        try:
            return httpx.put(f"{address}/{BUCKET}").is_success
        except httpx.TransportError:
            return False

    try:
        wait_until(is_made, "the bucket")
        yield address
    finally:
        server.terminate()
        server.wait()
