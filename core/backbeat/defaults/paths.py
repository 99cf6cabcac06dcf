"""Paths for a portal that was not told where its pages are."""

from __future__ import annotations

from backbeat.kernel.targets import Target


def front_page(_: Target) -> str:
    return "/"
