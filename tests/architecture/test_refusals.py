"""What the API says it may refuse is refused somewhere, and every class of a refusal has its use."""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.shape.source import Classes, Module, read_once

from backbeat.codes.catalogue import CATALOGUE, REASONS
from backbeat.kernel.errors import Refusal

ROOT = Path(__file__).parents[2]
BODY_OF_DOCUMENT = re.compile(r"(\d+)((?: \w+)*)")


def classes(base: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for below in base.__subclasses__():
        yield below
        yield from classes(below)


def load_refusals() -> None:
    """Import every module that defines one."""
    modules = read_once(ROOT)
    family = Classes(modules)
    for module in modules:
        bases = [base.name for node in module.classes() for _, base in family.bases(module, node)]
        if Refusal.__name__ in bases:
            importlib.import_module(module.dotted)


@cache
def refusals() -> frozenset[type[Refusal]]:
    """Every refusal of the product, those of tests left out.

    attrs makes a class with slots out of one without: the one it came of is a subclass, too, for as
    long as nobody has swept it up.
    """
    load_refusals()
    return frozenset(
        each
        for each in classes()
        if each.__module__.startswith("backbeat")
        and getattr(sys.modules[each.__module__], each.__name__, None) is each
    )


def used(modules: Iterable[Module]) -> set[str]:
    """The names that are raised, called, or handed on as a value: what a decorator or an `except` names is not used by it.

    A class that is an attribute of a value (`below_minimum = BelowBankMinimum`) is used where that attribute is.
    """
    trees = [module.tree for module in modules]
    names = {name for tree in trees for name in _used(tree)}
    return names | {value for tree in trees for name, value in _attributes(tree) if name in names}


def _attributes(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Each name that stands for another in the body of a class, with that other."""
    for node in ast.walk(tree):
        for line in node.body if isinstance(node, ast.ClassDef) else ():
            match line:
                case ast.Assign([ast.Name(name)], ast.Name() | ast.Attribute() as value):
                    yield name, ast.unparse(value).rpartition(".")[2]
                case ast.AnnAssign(ast.Name(name), _, ast.Name() | ast.Attribute() as value):
                    yield name, ast.unparse(value).rpartition(".")[2]


def _used(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ExceptHandler):
            for statement in node.body:
                yield from _used(statement)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _used(ast.Module(node.body, []))
        elif isinstance(node, ast.Raise | ast.Call | ast.Return | ast.IfExp | ast.Dict):
            yield from _values(node)
            yield from _used(node)
        else:
            yield from _used(node)


def _values(node: ast.AST) -> Iterator[str]:
    """The names that stand directly in a node: what is raised, called, handed on or given back."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in {"isinstance", "issubclass"}:
        return
    for child in ast.iter_child_nodes(node):
        value = child.value if isinstance(child, ast.keyword) else child
        if isinstance(value, ast.Name | ast.Attribute):
            yield ast.unparse(value).rpartition(".")[2]


def idle(known: Collection[type[Refusal]], names: Collection[str]) -> list[str]:
    """The refusals that nothing makes, nor one below them."""
    return sorted(
        {
            f"{each.__module__}.{each.__name__}"
            for each in known
            if not {each.__name__, *(below.__name__ for below in classes(each))} & set(names)
        }
    )


@cache
def used_by_the_product() -> frozenset[str]:
    return frozenset(used(read_once(ROOT)))


def made() -> list[type[Refusal]]:
    return [each for each in refusals() if each.__name__ in used_by_the_product()]


def document() -> set[tuple[int, str | None]]:
    """Every code of the API's document, each with its reason where it has one."""
    text = json.loads((ROOT / "webui" / "openapi.json").read_text(encoding="utf-8"))
    answers = [
        answer.get("description", "")
        for path in text["paths"].values()
        for call in path.values()
        for status, answer in call["responses"].items()
        if status.startswith(("4", "5"))
    ]
    return {
        (int(code), reason.strip() or None)
        for answer in answers
        for part in answer.split(";")
        for code, reason in BODY_OF_DOCUMENT.findall(part)
    }


def reasons_of_the_page() -> set[str]:
    """Every reason that docs/api.md names beside a status or a code."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    return {word for word in re.findall(r"`([a-z_]+)`", text) if word in REASONS}


def codes_of_the_page() -> set[int]:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    return {int(word) for word in re.findall(r"\b\d{5}\b", text)}


def test_every_class_of_a_refusal_is_made_somewhere() -> None:
    assert idle(refusals(), used_by_the_product()) == []


def test_every_refusal_of_the_document_is_made_somewhere() -> None:
    known = {(each.code, each.reason) for each in made()}

    assert len(document()) > 50
    assert {each for each in document() if each not in known} == set()


def test_every_code_and_reason_of_the_page_is_refused_with_somewhere() -> None:
    assert codes_of_the_page() - {each.code for each in made()} == set()
    assert reasons_of_the_page() - {each.reason for each in made()} == set()


def test_every_code_of_the_page_is_in_the_catalogue() -> None:
    assert codes_of_the_page() - set(CATALOGUE) == set()


@pytest.mark.parametrize(
    "text",
    [
        "raise Taken()",
        "raise errors.Taken(at=1) from None",
        "def f():\n    return Taken",
        "require(room, Taken)",
        "raise (Taken if room else Other)()",
        "class Room:\n    full = Taken\nraise kind.full(at=1)",
        "class Room:\n    full: type[Taken] = errors.Taken\nrefused.append(kind.full())",
    ],
)
def test_a_refusal_that_is_made_counts(text: str) -> None:
    assert "Taken" in used([Module("core/backbeat/made.py", "core", ast.parse(text))])


@pytest.mark.parametrize(
    "text",
    [
        "@operation(refuses=(Taken,))\ndef f(): ...",
        "try: ...\nexcept Taken: ...",
        "isinstance(refusal, Taken)",
        "class Taken(Refusal): ...",
        "class Room:\n    full = Taken",
        "class Room:\n    full = Taken\nraise kind.empty(at=1)",
        "def f(taken: type[Taken]) -> Taken: ...",
    ],
)
def test_a_refusal_that_is_only_named_does_not(text: str) -> None:
    assert "Taken" not in used([Module("core/backbeat/made.py", "core", ast.parse(text))])
