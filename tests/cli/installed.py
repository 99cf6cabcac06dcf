"""Runs the program as people do: a process of its own, in a folder, with its own environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.fakes.forking import forking

PROGRAM = (sys.executable, "-m", "backbeat_cli")


def environment(variables: dict[str, str]) -> dict[str, str]:
    """What the program needs to run from a checkout, and nothing of the test's own settings."""
    compiled = {"PYTHONPYCACHEPREFIX": sys.pycache_prefix} if sys.pycache_prefix else {}
    path = {"PATH": os.environ["PATH"], "PYTHONPATH": ":".join(sys.path)}
    return {**path, **compiled, **variables}


def run_in(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return forking().run(folder, words, environment(variables))


def start_in(folder: Path, *words: str, **variables: str) -> subprocess.Popen[bytes]:
    """Start a command that runs until it is told to stop; it starts as it does for people."""
    return subprocess.Popen([*PROGRAM, *words], cwd=folder, env=environment(variables))
