"""A browser and its system in two words, taken from the browser's own description."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BROWSERS = (
    ("Edge", r"Edg/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Opera", r"OPR/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)

_SYSTEMS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)


def browser_of(agent: str) -> str:
    """`Chrome · Windows`; empty if neither is recognised.

    Only known names: what a stranger's program says about itself is never put into a mail.
    """
    known = [name for name in (_first(_BROWSERS, agent), _first(_SYSTEMS, agent)) if name]
    return " · ".join(known)


def _first(names: Sequence[tuple[str, str]], agent: str) -> str | None:
    return next((name for name, form in names if re.search(form, agent)), None)
