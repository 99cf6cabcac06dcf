"""One name, one fact: no two values or refusals of the core are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

CORE = Path(__file__).parents[2] / "core" / "backbeat"
FILES = ("model.py", "errors.py")

TWICE = {
    "Category": "what a channel is about, what a track is for: both fixed names of the calls",
    "Outcome": "what reading a file, asking for verification, checking an invariant came to",
    "Verification": "a channel's own, with its code, and the way that its platform has for it",
}
"""Names that mean the like in features that never meet, and why each stays."""


def public_classes() -> dict[str, list[str]]:
    """The files in which each name is a class."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(CORE.rglob("*.py")):
        if path.name in FILES:
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(path.relative_to(CORE).as_posix())
    return found


def test_no_two_values_or_refusals_have_one_name() -> None:
    found = public_classes()

    assert len(found) > 200
    assert {
        name: where for name, where in found.items() if len(where) > 1 and name not in TWICE
    } == {}


def test_every_name_that_may_stand_twice_does() -> None:
    found = public_classes()

    assert [name for name in TWICE if len(found[name]) < 2] == []
