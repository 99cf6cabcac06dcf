"""The Python files of a checkout, parsed once: functions, classes and what they inherit."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from attrs import define, frozen

PACKAGES = {
    "core": "core/backbeat",
    "adapters": "adapters/backbeat_adapters",
    "http": "http/backbeat_http",
    "cli": "cli/backbeat_cli",
}
MIGRATION_STEPS = "versions"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Described = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@frozen
class Module:
    """One file: its path in the checkout, its distribution, its tree."""

    path: str
    part: str
    tree: ast.Module

    @property
    def dotted(self) -> str:
        """`backbeat.kernel.money` of `core/backbeat/kernel/money.py`."""
        return (
            self.path.removesuffix("/__init__.py")
            .removesuffix(".py")
            .partition("/")[2]
            .replace("/", ".")
        )

    def functions(self) -> Iterator[Function]:
        """Methods and inner functions too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))

    def imported(self) -> Mapping[str, tuple[str, str]]:
        """For each imported name: the module that it is from, and its name there."""
        return {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }


@frozen
class Place:
    """A function or class that may have a docstring, in the class that it is a member of."""

    module: Module
    node: Described
    owner: ast.ClassDef | None

    @property
    def said(self) -> str | None:
        return ast.get_docstring(self.node)

    @property
    def name(self) -> str:
        """`Money.of`."""
        return f"{self.owner.name}.{self.node.name}" if self.owner else self.node.name

    @property
    def address(self) -> str:
        """`core/backbeat/kernel/money.py:12 Money.of`."""
        return f"{self.module.path}:{self.node.lineno} {self.name}"


def read(root: Path) -> list[Module]:
    """Every module of the four distributions but the steps of the schema's history."""
    return [
        Module(str(path.relative_to(root)), part, ast.parse(path.read_text(encoding="utf-8")))
        for part, folder in PACKAGES.items()
        for path in sorted((root / folder).rglob("*.py"))
        if path.parent.name != MIGRATION_STEPS
    ]


@cache
def read_once(root: Path) -> tuple[Module, ...]:
    """The same for those who change nothing in between."""
    return tuple(read(root))


def places(module: Module) -> Iterator[Place]:
    """Every function and class of a module."""
    yield from _below(module, module.tree, None)


def _below(module: Module, parent: ast.AST, owner: ast.ClassDef | None) -> Iterator[Place]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, Described):
            yield Place(module, node, owner)
            yield from _below(module, node, node if isinstance(node, ast.ClassDef) else None)
        else:
            yield from _below(module, node, owner)


def length(function: Function) -> int:
    """Lines from `def` to the last one; decorators and the docstring are not counted."""
    whole = function.end_lineno or function.lineno
    lines = whole - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        lines -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return lines


def body_length(function: Function) -> int:
    """The same without the lines of its parameters."""
    first = function.body[1 if ast.get_docstring(function) is not None else 0 :]
    return (function.end_lineno or first[0].lineno) - first[0].lineno + 1 if first else 0


@define
class Classes:
    """Every class of ours, found by the module that it stands in and its name."""

    modules: Sequence[Module]

    @cached_property
    def known(self) -> Mapping[tuple[str, str], tuple[Module, ast.ClassDef]]:
        return {
            (module.dotted, node.name): (module, node)
            for module in self.modules
            for node in module.classes()
        }

    @cached_property
    def imports(self) -> Mapping[str, Mapping[str, tuple[str, str]]]:
        return {module.dotted: module.imported() for module in self.modules}

    def bases(self, module: Module, node: ast.ClassDef) -> Iterator[tuple[Module, ast.ClassDef]]:
        """The bases of a class that are ours, and theirs."""
        for base in node.bases:
            written = ast.unparse(base).partition("[")[0]
            head, _, rest = written.partition(".")
            home, name = self.imports[module.dotted].get(head, (module.dotted, head))
            address = (f"{home}.{name}", rest) if rest else (home, name)
            if found := self.known.get(address):
                yield found
                yield from self.bases(*found)

    def methods(self, module: Module, node: ast.ClassDef) -> set[str]:
        """The names of a class's methods, the inherited ones of ours too; properties count."""
        family = [node, *(base for _, base in self.bases(module, node))]
        return {
            member.name for each in family for member in each.body if isinstance(member, Function)
        }

    def protocols(self) -> Iterator[tuple[Module, ast.ClassDef]]:
        for module, node in self.known.values():
            if is_protocol(node):
                yield module, node


def is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).partition("[")[0].endswith("Protocol") for base in node.bases)
