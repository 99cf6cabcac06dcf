"""Where things stand in a portal whose pages nobody told."""

from __future__ import annotations

from backbeat.kernel.targets import Target


def front_page(_: Target) -> str:
    return "/"
