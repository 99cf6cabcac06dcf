"""The aims that are rules: what breaks one is named, unless an exception says why it may."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen
from tests.shape import docstrings
from tests.shape.source import Classes, Function, Module, length, places

EXCEPTIONS = Path(__file__).with_name("exceptions.toml")
AIM = "aim"
MOST_METHODS = 20
LONGEST_FUNCTION = 50
SHORT_ONES = ("adapters", "cli")
"""The distributions whose functions have a longest length."""
REFERENCE = r"\b(D-[0-9]{3}|R[0-9]{1,2}|AC[0-9]{2}|trust [0-9])\b"
"""Names that only documents outside the repository explain."""


@frozen
class Breach:
    """Something that breaks a rule: the name an exception gives it, and what to print."""

    rule: str
    name: str
    shown: str


def breaches(modules: Sequence[Module], root: Path) -> list[Breach]:
    """Everything that breaks a rule, excepted or not."""
    return [
        *too_many_methods(modules),
        *too_long(modules),
        *silent(modules, root),
        *references(root),
    ]


def too_many_methods(modules: Sequence[Module]) -> Iterator[Breach]:
    for count, name, path in methods(modules):
        if count > MOST_METHODS:
            yield Breach("methods", name, f"{path} {name}: {count} methods")


def methods(modules: Sequence[Module]) -> list[tuple[int, str, str]]:
    """Every class with its number of methods, the most first."""
    classes = Classes(modules)
    counted = [
        (len(classes.methods(module, node)), node.name, module.path)
        for module, node in classes.known.values()
    ]
    return sorted(counted, key=lambda each: (-each[0], each[1:]))


def too_long(modules: Sequence[Module]) -> Iterator[Breach]:
    for module in modules:
        if module.part in SHORT_ONES:
            for place in places(module):
                lines = length(place.node) if isinstance(place.node, Function) else 0
                if lines > LONGEST_FUNCTION:
                    yield Breach("length", place.name, f"{place.address}: {lines} lines")


def silent(modules: Sequence[Module], root: Path) -> Iterator[Breach]:
    for place, fault in docstrings.silent(modules, docstrings.of_the_api(root)):
        yield Breach("docstrings", place.name, f"{place.address}: the docstring {fault}")


def references(root: Path) -> Iterator[Breach]:
    """Every line of the repository that names a document which is not in it."""
    lines = subprocess.run(
        ["git", "grep", "-nIE", REFERENCE], cwd=root, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    for line in lines:
        path, number, text = line.split(":", 2)
        named = ", ".join(found[0] for found in re.finditer(REFERENCE, text))
        yield Breach("references", path, f"{path}:{number} {named}")


def excepted() -> Mapping[tuple[str, str], str]:
    """The reason of each exception, by rule and name."""
    with EXCEPTIONS.open("rb") as file:
        return {
            (rule, each["name"]): each["reason"]
            for rule, listed in tomllib.load(file).items()
            if rule != AIM
            for each in listed
        }


def open_breaches(found: Iterable[Breach]) -> list[Breach]:
    """Those that no exception allows; an exception that allows nothing is one itself."""
    allowed = excepted()
    found = list(found)
    needed = {(breach.rule, breach.name) for breach in found}
    stale = [
        Breach("exceptions", name, f"{EXCEPTIONS.name}: {rule} {name} is needed by nothing")
        for rule, name in allowed
        if (rule, name) not in needed
    ]
    return [breach for breach in found if (breach.rule, breach.name) not in allowed] + stale
