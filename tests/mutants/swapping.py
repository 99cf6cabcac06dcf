"""A fault put into a module: into the functions that are there already, or before it is imported."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator, Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

Place = tuple[str, int]
"""The function's whole name and its first line."""


class NotInFunctions(Exception):
    """The module itself differs: it has to be imported with the fault in it."""


def changed_functions(before: CodeType, after: CodeType) -> Mapping[Place, CodeType]:
    """The functions of a module that differ, with everything inside them."""
    old, new = dict(_functions(before)), dict(_functions(after))
    if old.keys() != new.keys() or _own(before) != _own(after):
        raise NotInFunctions
    return {
        place: code
        for outer, changed in new.items()
        if changed != old[outer]
        for place, code in _with_inner(outer, changed)
    }


def _own(code: CodeType) -> object:
    """What a module or class does itself."""
    own = [each for each in code.co_consts if not isinstance(each, CodeType)]
    inner = [_own(each) for each in _bodies(code)]
    return (code.co_code, [(type(each), repr(each)) for each in own], code.co_names, inner)


def _bodies(code: CodeType) -> Iterator[CodeType]:
    """The classes of a module, or of a class."""
    for each in code.co_consts:
        if isinstance(each, CodeType) and not each.co_flags & inspect.CO_OPTIMIZED:
            yield each


def _functions(code: CodeType) -> Iterator[tuple[Place, CodeType]]:
    for each in code.co_consts:
        if isinstance(each, CodeType) and each.co_flags & inspect.CO_OPTIMIZED:
            yield (each.co_qualname, each.co_firstlineno), each
    for body in _bodies(code):
        yield from _functions(body)


def _with_inner(place: Place, code: CodeType) -> Iterator[tuple[Place, CodeType]]:
    yield place, code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _with_inner((each.co_qualname, each.co_firstlineno), each)


def swap(file: Path, changed: Mapping[Place, CodeType]) -> None:
    """Let every function of the file that lives behave as changed; for good, so in a fork only."""
    found = 0
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(file):
            code = changed.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is not None:
                if each.__code__.co_freevars != code.co_freevars:
                    raise NotInFunctions
                each.__code__ = code
                found += 1
    if not found:
        raise NotInFunctions


def import_with(file: Path, code: CodeType) -> None:
    """Let the file be this code when it is imported from now on."""
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return code if self.path == str(file) else usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
