"""Every command of the program is tried by a test of tests/cli."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import typer

from backbeat_cli.app import COMMANDS, app

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "cli"
Words = tuple[str, ...]


def commands() -> Iterator[Words]:
    """The words of every command: `("settle", "close")`, `("worker",)`."""
    program: Any = typer.main.get_command(app)
    for name in COMMANDS:
        yield from _below((name,), program.get_command(None, name))


def _below(words: Words, command: Any) -> Iterator[Words]:
    below = getattr(command, "commands", {})
    if not below or command.invoke_without_command:
        yield words
    for name, each in below.items():
        yield from _below((*words, name), each)


def invocations(tree: ast.AST) -> Iterator[Words]:
    """The texts that stand together as arguments of a call, or in a list or tuple."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield _texts(node.args)
        elif isinstance(node, ast.List | ast.Tuple):
            yield _texts(node.elts)


def _texts(nodes: Sequence[ast.expr]) -> Words:
    """Each text's words; what is no text stands as a blank, so that words around it do not join."""
    return tuple(
        word
        for node in nodes
        for word in (
            node.value.split()
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            else ("",)
        )
    )


def untried(commands: Iterable[Words], tried: Iterable[Words]) -> list[str]:
    runs = list(tried)
    return [" ".join(words) for words in commands if not any(_holds(run, words) for run in runs)]


def _holds(run: Words, words: Words) -> bool:
    return any(run[at : at + len(words)] == words for at in range(len(run) - len(words) + 1))


def test_every_command_is_tried() -> None:
    tried = [
        words
        for path in TESTS.glob("*.py")
        for words in invocations(ast.parse(path.read_text(encoding="utf-8")))
    ]

    assert len(list(commands())) > 50
    assert untried(commands(), tried) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ('backbeat("settle", "close", "2025-09", "--yes")', []),
        ('run_in(folder, "settle", "close")', []),
        ('RUNS = [("settle", "close")]', []),
        ('backbeat("settle", "preview")', ["settle close"]),
        ('backbeat("close", "settle")', ["settle close"]),
    ],
)
def test_a_command_that_nothing_tries_is_named(text: str, missing: list[str]) -> None:
    assert untried([("settle", "close")], invocations(ast.parse(text))) == missing
