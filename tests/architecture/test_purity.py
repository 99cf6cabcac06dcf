"""The core is pure: it imports what is listed here and nothing else, and asks ports for time, chance and files."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from tests.shape.source import Module, read_once

ROOT = Path(__file__).parents[2]

PURE = {
    *(
        "__future__",
        "abc",
        "attrs",
        "backbeat",
        "base64",
        "binascii",
        "bisect",
        "calendar",
        "cattrs",
    ),
    *("collections", "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal", "difflib"),
    *("enum", "fractions", "functools", "hashlib", "heapq", "hmac", "html", "io", "ipaddress"),
    *("itertools", "json", "logging", "math", "numbers", "operator", "re", "statistics", "string"),
    *(
        "struct",
        "textwrap",
        "tomllib",
        "types",
        "typing",
        "unicodedata",
        "urllib.parse",
        "zoneinfo",
    ),
}
"""The part of the standard library that neither waits nor looks outside, attrs, cattrs, and the core itself."""

OF_SOME = {
    "importlib.import_module": ("__init__.py",),
    "importlib.resources": (
        *(
            "accounts/refused_passwords.py",
            "alerts/",
            "codes/",
            "mail/",
            "kernel/countries.py",
            "site/",
        ),
    ),
    "pathlib": ("",),
    "secrets": ("defaults/",),
    "threading": ("defaults/", "memory/", "jobs/", "portal.py"),
    "time": ("defaults/",),
}
"""What some rooms need, each its own: the public names loaded with the first of them; texts that ship with the core;
paths as values; chance and time for what a portal uses where it is given nothing else; the worker's threads, and locks
where threads share something: ids, rows in memory, the portal that makes each use case once."""

NOW = {"now", "today", "utcnow"}
CLOCKS = {"date", "datetime"}
CLASSES = {("datetime", name) for name in CLOCKS}
FILES = {
    *(
        "chmod",
        "exists",
        "glob",
        "is_dir",
        "is_file",
        "iterdir",
        "mkdir",
        "read_bytes",
        "read_text",
    ),
    *(
        "rename",
        "resolve",
        "rglob",
        "rmdir",
        "stat",
        "touch",
        "unlink",
        "write_bytes",
        "write_text",
    ),
}
BUILT_IN = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}

LOOKS_OUTSIDE = {
    "core/backbeat/defaults/clock.py": "the system's clock, for a portal that is given no other",
    "core/backbeat/site/texts.py": "an operator's own terms lie in a folder that the settings name",
    "core/backbeat/tracing/service.py": "a row is asked for by a file's name, or by the file when it is at hand",
}
"""Where the core itself reads a clock, or files besides the texts that ship with it, and why."""


def room(module: Module) -> str:
    """A module's path inside the core: `earnings/ledger.py`."""
    return module.path.removeprefix("core/backbeat/")


def imported(module: Module) -> Iterator[str]:
    """Every module that is imported, and every name from one, as it may be a module too."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "." * node.level
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_pure(name: str, inside: str) -> bool:
    heads = [name.rsplit(".", cut)[0] for cut in range(name.count(".") + 1)]
    rooms = [start for head in heads for start in OF_SOME.get(head, ())]
    return any(head in PURE for head in heads) or any(inside.startswith(start) for start in rooms)


def impure_imports(module: Module) -> list[str]:
    return [
        f"{module.path}: {name}"
        for name in imported(module)
        if not is_pure(name, room(module)) and not _is_a_package_of_pure_ones(name)
    ]


def _is_a_package_of_pure_ones(name: str) -> bool:
    """`urllib` in `from urllib import parse`: the name itself is judged."""
    return any(each.startswith(f"{name}.") for each in (*PURE, *OF_SOME))


def impure_calls(module: Module) -> list[str]:
    return [] if module.path in LOOKS_OUTSIDE else calls_outside(module)


def calls_outside(module: Module) -> list[str]:
    imported = module.imported().items()
    clocks = {name for name, (home, called) in imported if (home, called) in CLASSES} | CLOCKS
    return [
        f"{module.path}:{node.lineno} {ast.unparse(node)}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.expr)
        if (isinstance(node, ast.Call) and _looks_outside(node.func)) or _is_clock(node, clocks)
    ]


def _is_clock(node: ast.expr, clocks: Collection[str]) -> bool:
    """Named is as bad as called: `field(factory=date.today)`."""
    match node:
        case ast.Attribute(ast.Name(owner) | ast.Attribute(_, owner), name) if owner in clocks:
            return name in NOW
    return False


def _looks_outside(called: ast.expr) -> bool:
    match called:
        case ast.Name(name):
            return name in BUILT_IN
        case ast.Attribute(_, name):
            return name in FILES and not _ships_with_it(called)
    return False


def _ships_with_it(called: ast.expr) -> bool:
    """`files(__package__).joinpath("x").read_text()`: a text of the package."""
    return any(
        isinstance(node, ast.Name) and node.id in {"files", "resource"} for node in ast.walk(called)
    )


def core() -> list[Module]:
    return [module for module in read_once(ROOT) if module.part == "core"]


def made(text: str, path: str = "core/backbeat/ledger/made.py") -> Module:
    return Module(path, "core", ast.parse(text))


def test_the_core_imports_nothing_that_looks_outside() -> None:
    assert [name for module in core() for name in impure_imports(module)] == []


def test_the_core_reads_no_clock_and_no_file() -> None:
    assert [call for module in core() for call in impure_calls(module)] == []


def test_what_may_look_outside_does() -> None:
    looking = {module.path for module in core() if calls_outside(module)}

    assert set(LOOKS_OUTSIDE) == looking


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import random",
        "import secrets",
        "import time",
        "import uuid",
        "import sqlalchemy",
        "import urllib.request",
        "from urllib import request",
        "from urllib.request import urlopen",
        "from importlib import import_module",
        "from concurrent.futures import Future",
        "from backbeat_adapters.ids import TimeOrderedIds",
    ],
)
def test_an_import_that_is_not_listed_is_found(line: str) -> None:
    assert impure_imports(made(line)) != []


@pytest.mark.parametrize(
    "line",
    [
        "from urllib.parse import urlsplit",
        "from urllib import parse",
        "from collections.abc import Mapping",
        "import attrs.validators",
        "from cattrs.preconf.json import make_converter",
        "from backbeat.kernel.money import Money",
    ],
)
def test_an_import_that_is_listed_passes(line: str) -> None:
    assert impure_imports(made(line)) == []


@pytest.mark.parametrize(
    "line",
    [
        "datetime.now(UTC)",
        "dt.date.today()",
        "field(factory=date.today)",
        "from datetime import date as day\nday.today()",
        "open('x')",
        "path.read_text()",
        "Path('x').exists()",
    ],
)
def test_a_call_that_looks_outside_is_found(line: str) -> None:
    assert impure_calls(made(line)) != []
