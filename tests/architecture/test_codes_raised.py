"""Every code of the catalogue is answered by a call of the API in some test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from backbeat.codes.catalogue import CATALOGUE

TESTS = Path(__file__).parents[1]
THROUGH_THE_API = (
    *TESTS.glob("http/test_*.py"),
    *TESTS.glob("cli/test_journey*.py"),
)
"""Where every code is the answer to a request."""


def expected(source: str) -> set[int]:
    """The whole numbers that a test's source expects: in what it asserts, also by way of the rows
    that it goes through or is run for, and of tables of its module."""
    return {
        part.value
        for place in _places(ast.parse(source))
        for part in ast.walk(place)
        if isinstance(part, ast.Constant) and type(part.value) is int
    }


def _places(tree: ast.Module) -> Iterator[ast.AST]:
    yield from (each.value for each in tree.body if isinstance(each, ast.Assign))
    for node in ast.walk(tree):
        match node:
            case ast.Assert():
                yield node
            case ast.For():
                yield node.iter
            case ast.FunctionDef():
                yield from node.decorator_list


def test_every_code_of_the_catalogue_is_an_answer_in_a_test() -> None:
    answered = set[int]().union(*(expected(path.read_text("utf-8")) for path in THROUGH_THE_API))
    assert set(CATALOGUE) - answered == set()
    assert len(CATALOGUE) == 85


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        ("assert answer.json['code'] == 60001", {60001}),
        ("for call, code in ((a, 60002),):\n    assert refused(call) == code", {60002}),
        ("@pytest.mark.parametrize('code', [60003])\ndef test_x(code): pass", {60003}),
        ("CODES = {'a': 60004}", {60004}),
        ("def helper():\n    wait(60005)\n    return 60006", set()),
        ("# 60007\nassert True", set()),
    ],
)
def test_what_a_test_expects_is_read_off_its_source(source: str, numbers: set[int]) -> None:
    assert expected(source) == numbers
