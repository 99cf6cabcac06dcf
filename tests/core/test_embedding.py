"""The core alone, with adapters in memory, from the sign-up to the paid invoice.

The program is `docs/embedding.md` itself.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "embedding.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def program() -> str:
    """Every block of the page, each on its own lines, so that a failure names the page's line."""
    text = PAGE.read_text(encoding="utf-8")
    lines = [""] * (text.count("\n") + 1)
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1))
        for number, line in enumerate(block[1].splitlines(), start=first):
            lines[number] = line
    return "\n".join(lines)


@pytest.fixture(scope="module")
def story() -> dict[str, Any]:
    """The names of the program after it ran."""
    names: dict[str, Any] = {"__name__": "embedding"}
    exec(compile(program(), str(PAGE), "exec"), names)
    return names


def test_the_first_sign_up_takes_twenty_lines() -> None:
    first = _BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert first is not None
    lines = [line for line in first[1].splitlines() if line.strip()]
    sign_up = next(number for number, line in enumerate(lines, 1) if "sign_up(" in line)

    assert lines[0].startswith("from backbeat import")
    assert sign_up <= 20


def test_the_page_imports_the_core_and_nothing_else() -> None:
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(program()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    assert imported - set(sys.stdlib_module_names) == {"attrs", "backbeat"}


def test_the_core_alone_pays_what_the_product_pays(story: dict[str, Any]) -> None:
    paid = story["paid"]

    assert [str(part) for part in (paid.paid.total, paid.paid.fee, paid.paid.net)] == [
        "150.00",
        "7.05",
        "142.95",
    ]
    assert paid.status == "success"


def test_nothing_failed_in_the_background(story: dict[str, Any]) -> None:
    engine = story["portal"].worker.engine

    assert engine.dead() == []
    assert engine.waiting() == 0
    assert [letter.to for letter in story["letters"].sent] == ["mina@example.org"] * 4
