"""Runs the program as people do: a process of its own, in a folder."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PROGRAM = (sys.executable, "-m", "backbeat_cli")


def environment(variables: dict[str, str]) -> dict[str, str]:
    """What the program needs to run from a checkout, and nothing of the test's own settings."""
    return {"PATH": os.environ["PATH"], "PYTHONPATH": ":".join(sys.path), **variables}


def run_in(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*PROGRAM, *words],
        cwd=folder,
        env=environment(variables),
        capture_output=True,
        text=True,
        check=False,
    )


def start_in(folder: Path, *words: str, **variables: str) -> subprocess.Popen[bytes]:
    """Start a command that runs until it is told to stop."""
    return subprocess.Popen([*PROGRAM, *words], cwd=folder, env=environment(variables))


def wait_until(done: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something to come true; fails when it does not."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.05)
