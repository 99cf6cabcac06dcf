"""Docstrings that say nothing: they repeat the name, point elsewhere, or are copies.

One repeats its name where fewer than three of its words go beyond the name's own words and its class's, and none of them
is a fact: a unit, a time zone, a code, a shape. One is a copy where a method of the same name says exactly the same in a protocol
or a base of ours; of other equal ones the first stays.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from tests.shape.source import Described, Module, Place, is_protocol, places

ENOUGH_WORDS = 3
_LITTLE_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the this that these those its it is are be was were who which what there "
        "of to in on at by for from with as and or not no than then their his her them they",
    )
)
_FACT = re.compile(
    r"[0-9`%]|\b(?:UTC|ISO|UTF|JSON|CSV|XLSX|PDF|HTTP|SQL|None|True|False|null|time ?zone|micros?|cents?|"
    r"dollars?|seconds?|minutes?|hours?|bytes?|bits?|percent|fractions?|lines?|one|two|three|four|five|six|seven|"
    r"eight|nine|ten|twelve|hundred|thousand|once|twice|newest|oldest|earliest|latest|sorted|inclusive|empty)\b",
    re.IGNORECASE,
)
_ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))
_POINTER = re.compile(r"See `[\w.]+`\.?")
_READ_BY_THE_PROGRAM = re.compile(r"(?:\w+\.)?(?:operation|command|callback|single)\b")
"""Decorators that make texts of a docstring: of the OpenAPI document, of `--help`."""
_READ_AS_COMMENTS = "settings.py"
"""The classes of the settings: `backbeat init` writes their docstrings into the configuration."""


class Fault(StrEnum):
    """Why a docstring says nothing."""

    POINTER = "points elsewhere"
    COPY = "is a copy"
    REPEATS = "repeats its name"


def of_the_api(root: Path) -> Mapping[str, str]:
    """What the API's document says of each class that it describes."""
    document = json.loads((root / "webui" / "openapi.json").read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    return {name: schema.get("description", "") for name, schema in schemas.items()}


def silent(
    modules: Sequence[Module], api: Mapping[str, str] | None = None
) -> Iterator[tuple[Place, Fault]]:
    """Every function and class whose docstring says nothing, in the order of the files."""
    described = [place for module in modules for place in places(module) if place.said]
    ordered = sorted(described, key=lambda place: not _is_of_protocol(place))
    first = {(place.node.name, place.said): place for place in reversed(ordered)}
    for place in described:
        if is_read_by_the_program(place) or (api or {}).get(place.node.name) == place.said:
            continue
        if fault := _fault(place, first[place.node.name, place.said]):
            yield place, fault


def is_read_by_the_program(place: Place) -> bool:
    """Whether the docstring is shown to somebody while the program runs."""
    if isinstance(place.node, ast.ClassDef):
        return place.module.path.endswith(f"core/backbeat/{_READ_AS_COMMENTS}")
    return any(
        _READ_BY_THE_PROGRAM.match(ast.unparse(decorator))
        for decorator in place.node.decorator_list
    )


def _fault(place: Place, first: Place) -> Fault | None:
    said = place.said or ""
    if _POINTER.fullmatch(said):
        return Fault.POINTER
    if first is not place:
        return Fault.COPY
    return Fault.REPEATS if repeats(said, _names(place)) else None


def repeats(said: str, names: Sequence[str]) -> bool:
    """Whether a docstring has next to nothing beyond the words of the names and no fact."""
    if _FACT.search(said):
        return False
    known = {stem(word) for name in names for word in words(name)}
    beyond = [word for word in words(said) if word not in _LITTLE_WORDS and stem(word) not in known]
    return len(beyond) < ENOUGH_WORDS


def words(text: str) -> list[str]:
    """`paidOut`, `paid_out` and `Paid out.` are the same two words."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.replace("_", " ").replace("'s", ""))
    return [word.lower() for word in re.findall(r"[A-Za-z]+", apart)]


def stem(word: str) -> str:
    """The word without the ending of its plural, its past or its participle."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= ENOUGH_WORDS:
            word = word.removesuffix(ending) + instead
            break
    doubled = word[-1] == word[-2:-1]
    return word[:-1] if doubled else word.removesuffix("e")


def _names(place: Place) -> list[str]:
    owner = [place.owner.name] if place.owner else []
    return [place.node.name, *owner]


def _is_of_protocol(place: Place) -> bool:
    nodes: list[Described | None] = [place.owner, place.node]
    return any(isinstance(node, ast.ClassDef) and is_protocol(node) for node in nodes)
