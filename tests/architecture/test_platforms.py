"""Only a platform's own package knows what it is: nothing else compares platforms by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backbeat.platforms.registry import KINDS, NAMES

ROOT = Path(__file__).parents[2]
PACKAGES = ("core/backbeat", "adapters/backbeat_adapters", "http/backbeat_http", "cli/backbeat_cli")
HOMES = tuple(f"core/backbeat/platforms/{name}/" for name in NAMES)
SETTLED = {
    # The setting `platform.kind` names how YouTube is read; its word was there first.
    "adapters/backbeat_adapters/deployment.py",
}
MEMBERS = {name.upper() for name in NAMES}
TEXTS = {*NAMES, *(kind.value for kind in KINDS)}
SCREENS = ("webui/src",)
SCREEN_HOME = "webui/src/platforms/"
IN_SCREENS = re.compile(
    rf"""(?:[!=]==?\s*["'](?:{"|".join(NAMES)})["'])|(?:case\s+["'](?:{"|".join(NAMES)})["'])"""
)


def outside() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(HOMES) and "/migrations/" not in name and name not in SETTLED:
                yield path


def named(node: ast.AST) -> str | None:
    """The platform or kind that an expression names: by its text, or by its constant."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in TEXTS:
        return node.value
    if isinstance(node, ast.Attribute | ast.Name):
        name = node.attr if isinstance(node, ast.Attribute) else node.id
        return name if name in MEMBERS else None
    return None


def told_apart(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines that compare with a platform or a kind, or match on one."""
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            parts += [each for part in parts for each in getattr(part, "elts", ())]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        for part in parts:
            what = named(part)
            if what is not None:
                yield part.lineno if hasattr(part, "lineno") else 0, what


@pytest.mark.parametrize(
    "planted",
    [
        'if channel.platform.name == "tiktok": ...',
        "if channel.platform is YOUTUBE: ...",
        "if platform in (registry.TIKTOK, OWN): ...",
        'match name:\n    case "own": ...',
        'x = file.kind == "claim_raw"',
    ],
)
def test_a_comparison_would_be_found(planted: str) -> None:
    assert list(told_apart(ast.parse(planted)))


def test_nothing_outside_a_platforms_package_tells_platforms_apart() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in outside()
        for line, what in told_apart(ast.parse(path.read_text("utf-8")))
    ]

    assert found == []


def test_no_screen_tells_platforms_apart() -> None:
    assert IN_SCREENS.search('if (channel.platform === "youtube")')
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in SCREENS
        for path in sorted((ROOT / folder).rglob("*.ts*"))
        if not path.relative_to(ROOT).as_posix().startswith(SCREEN_HOME)
        for match in IN_SCREENS.finditer(path.read_text("utf-8"))
    ]

    assert found == []
