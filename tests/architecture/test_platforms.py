"""Only a platform's own package knows what it is: nothing else compares platforms by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backbeat.platforms.registry import KINDS, MARKS, NAMES

ROOT = Path(__file__).parents[2]
PACKAGES = ("core/backbeat", "adapters/backbeat_adapters", "http/backbeat_http", "cli/backbeat_cli")
HOMES = tuple(f"core/backbeat/platforms/{name}/" for name in NAMES)
SETTLED = {
    # A completion must not load the core; only YouTube's files have the lines that it offers.
    "adapters/backbeat_adapters/sql/completion_queries.py",
}
MEMBERS = {name.upper() for name in NAMES}
TEXTS = {*NAMES, *(kind.value for kind in KINDS)}
SCREENS = ("webui/src",)
SCREEN_HOME = "webui/src/platforms/"
WORDS = {"own"}
"""Names that are also everyday words: as a key of a table they mean something else."""
TELLING = {*TEXTS - WORDS, *(mark for mark in MARKS if mark)}
IN_SQL = re.compile(rf"'({'|'.join(sorted(TELLING))})'")
IN_SCREENS = re.compile(
    rf"""[!=]==?\s*["'](?:{"|".join(NAMES)})["']|case\s+["'](?:{"|".join(NAMES)})["']"""
    rf"""|["'`](?:{"|".join(sorted({*NAMES, *MARKS} - {"", *WORDS}))})["'`]"""
)
MADE = re.compile(r"generated|\.gen\.")


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
        yield from _listed(node)


def _listed(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Names and marks as keys of a table, as what a text begins with, and in SQL."""
    match node:
        case ast.Dict():
            keys = [key for key in node.keys if key is not None]
        case ast.Subscript():
            keys = [node.slice]
        case ast.Call(ast.Attribute(_, "startswith" | "removeprefix" | "partition"), keys):
            pass
        case ast.Constant(value=str() as text) if found := IN_SQL.search(text):
            yield node.lineno, found[1]
            return
        case _:
            return
    for key in keys:
        if isinstance(key, ast.Constant) and key.value in TELLING:
            yield key.lineno, str(key.value)


@pytest.mark.parametrize(
    "planted",
    [
        'if channel.platform.name == "tiktok": ...',
        "if channel.platform is YOUTUBE: ...",
        "if platform in (registry.TIKTOK, OWN): ...",
        'match name:\n    case "own": ...',
        'x = file.kind == "claim_raw"',
        'hosts = {"youtube": [], "tiktok": []}',
        'host = hosts["tiktok"]',
        'if video.startswith("tiktok:"): ...',
        """among = "day = 0 AND platform = 'youtube'" """,
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


def test_whoever_may_tell_them_apart_does() -> None:
    for name in SETTLED:
        assert list(told_apart(ast.parse((ROOT / name).read_text("utf-8")))), name


def test_no_screen_tells_platforms_apart() -> None:
    for planted in (
        'if (channel.platform === "youtube")',
        'if ("tiktok" === channel.platform)',
        'video_id.startsWith("tiktok:")',
    ):
        assert IN_SCREENS.search(planted), planted
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in SCREENS
        for path in sorted((ROOT / folder).rglob("*.ts*"))
        if not path.relative_to(ROOT).as_posix().startswith(SCREEN_HOME)
        if not MADE.search(path.name)
        for match in IN_SCREENS.finditer(path.read_text("utf-8"))
    ]

    assert found == []
