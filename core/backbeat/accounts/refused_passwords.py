"""Passwords that are guessed first (ACCT-23); the list's licence is given at its beginning."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

MOST = 3_000


def is_refused(password: str) -> bool:
    """Whether a password, in whatever case, is one of the most common."""
    return password.casefold() in _refused()


@cache
def _refused() -> frozenset[str]:
    text = files("backbeat.accounts").joinpath("refused_passwords.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if line and line[0] != "#")
