"""Ports for programs that take a number and listen there themselves, a while later."""

from __future__ import annotations

import random
import socket
import sys
from contextlib import closing

LOWEST, HIGHEST = 15_000, 32_767
"""Below those that Linux gives by itself to whoever listens or calls without naming one."""

_kept: list[socket.socket] = []


def free_port() -> int:
    """A port that nobody listens on, and that no other test is given while this process lives."""
    chance = random.SystemRandom()
    while True:
        port = chance.randint(LOWEST, HIGHEST)
        if _is_ours(port) and _is_free(port):
            return port


def _is_ours(port: int) -> bool:
    """Whether no other process of any tests on this machine has taken it before us."""
    if sys.platform != "linux":
        return True
    # A name without a file, of which the system lets one process hold each, and that ends with it.
    mark = socket.socket(socket.AF_UNIX)
    try:
        mark.bind(f"\0backbeat-test-port-{port}")
    except OSError:
        mark.close()
        return False
    _kept.append(mark)
    return True


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as trial:
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
