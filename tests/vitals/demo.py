"""The demo's portal, for what looks at its pages from outside."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

PATIENCE = 240
"""Seconds for the sample data and the first answer."""


@frozen
class Portal:
    """A running demo."""

    address: str

    def log_in(self, name: str) -> str:
        """A session's token for one of the demo's people."""
        body = json.dumps({"id": f"{name}@example.org", "password": "backbeat"}).encode()
        ask = urllib.request.Request(
            f"{self.address}/api/member/login", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(ask, timeout=30) as answer:
            return str(json.load(answer)["token"])

    def end_first_walk(self, token: str) -> None:
        """The marks that show somebody around are not shown again."""
        ask = urllib.request.Request(
            f"{self.address}/api/member/settings/step.tutorial",
            json.dumps({"value": "all"}).encode(),
            {"Content-Type": "application/json", "Zs-Authentification": token},
        )
        urllib.request.urlopen(ask, timeout=30).close()


@contextmanager
def demo() -> Iterator[Portal]:
    """The demo's portal with Mina's months, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp())
    command = [
        sys.executable,
        "-m",
        "backbeat_cli",
        "demo",
        "--port",
        str(port),
        "--folder",
        str(folder),
    ]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(f"{address}/readyz")
        yield Portal(address)
    finally:
        running.terminate()
        running.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    raise TimeoutError(url)
