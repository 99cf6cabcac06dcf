"""Faults that can be planted into a Python module: where, of which kind, and what the line becomes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import frozen

COMPARISON = "comparison"
BOUNDARY = "boundary"
CONSTANT = "constant"
BOOLEAN = "boolean"
DELETED = "deleted statement"
SWAPPED = "swapped argument"
OPERATORS = (COMPARISON, BOUNDARY, CONSTANT, BOOLEAN, DELETED, SWAPPED)

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ONE_WAY = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod)
"""Operations whose operands cannot change places."""

_FOR_TYPES_ONLY = {"annotation", "returns", "decorator_list", "type_params"}
"""Parts of the tree that say nothing about behaviour, or (decorators) how a class is made."""

_NAMED_FOR_TYPES = {"TypeVar", "ParamSpec", "NewType", "cast"}
_EITHER_WAY = {
    *("min", "max", "where", "and_", "or_", "select"),
    *("isdisjoint", "union", "suppress"),
}
"""Calls whose arguments may come in any order; columns are read by their names."""

_NAMES_A_QUERY = {"cte", "alias", "subquery"}
"""Calls whose text is a name within one statement, written wherever it is read."""

_TABLES = {"table", "append_only", "counter_table", "Index"}
_SQL = re.compile(r"\b(SELECT|FROM|WHERE|AND|OR|HAVING|ON|SET|WHEN)\b")
_SQL_COMPARED = re.compile(r"(?<= )(<=|>=|<>|<|>|=)(?= )")
_IN_SQL = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "="}
_SHOWN = 60
"""Characters of a line on the left of what changes; twice as many on the right."""

_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@frozen
class Fault:
    """One fault: the `number` finds it again in the same source."""

    file: str
    number: int
    scope: str
    first: int
    last: int
    operator: str
    before: str
    after: str

    @property
    def told(self) -> str:
        """Where it is and what it does, in one line."""
        return f"{self.file}:{self.first} {self.scope} ({self.operator}): {self.before}  ->  {self.after}"


@frozen
class _Edit:
    """Other values for fields of a node, in a statement of a function or class."""

    operator: str
    holder: ast.AST
    new: Mapping[str, Any]
    node: ast.AST
    statement: ast.stmt
    scope: str

    def put(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let these stand there, and give what stood there before."""
        old = {field: getattr(self.holder, field) for field in values}
        for field, value in values.items():
            setattr(self.holder, field, value)
        return old

    @contextmanager
    def applied(self) -> Iterator[None]:
        """While the block runs."""
        old = self.put(self.new)
        yield
        self.put(old)


def faults(file: str, source: str) -> list[Fault]:
    """Every fault that can be planted into the source."""
    return [_fault(file, number, edit) for number, edit in enumerate(_edits(ast.parse(source)))]


def planted(source: str, number: int) -> ast.Module:
    """The module with that fault in it."""
    tree = ast.parse(source)
    for each, edit in enumerate(_edits(tree)):
        if each == number:
            edit.put(edit.new)
            return ast.fix_missing_locations(tree)
    raise LookupError(f"no fault {number}")


def used_at(source: str, line: int) -> set[int]:
    """Lines of functions that use what a module's own statement names there, itself or through others."""
    tree = ast.parse(source)
    named = {statement: _targets(statement) for statement in tree.body if _targets(statement)}
    names: set[str] = set()
    for statement, targets in named.items():
        if statement.lineno <= line <= (statement.end_lineno or 0):
            names |= targets
    for _ in named:
        names |= {n for each, own in named.items() if _uses(each, names) for n in own}
    functions = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
    return {place for each in functions for place in _uses(each, names)}


def _targets(statement: ast.stmt) -> set[str]:
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    return {each.id for each in targets if isinstance(each, ast.Name)}


def _uses(tree: ast.AST, names: set[str]) -> set[int]:
    found = (each for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id in names)
    return {each.lineno for each in found if isinstance(each.ctx, ast.Load)}


def _fault(file: str, number: int, edit: _Edit) -> Fault:
    line, last = edit.node.lineno, edit.node.end_lineno  # type: ignore[attr-defined]
    if edit.operator == DELETED:
        under = _header(edit.holder)
        before = under + ast.unparse(edit.node).splitlines()[0]
        return Fault(file, number, edit.scope, line, last, edit.operator, before, f"{under}pass")
    old = ast.unparse(edit.statement).splitlines()
    with edit.applied():
        new = ast.unparse(edit.statement).splitlines()
    before, after = next(pair for pair in zip(old, new, strict=False) if pair[0] != pair[1])
    before, after = _around(before.strip(), after.strip())
    return Fault(file, number, edit.scope, line, last, edit.operator, before, after)


def _header(holder: ast.AST) -> str:
    """What a statement stands under, where that is a condition or a loop."""
    if isinstance(holder, (*_DEFINITIONS, ast.Module)) or not isinstance(holder, ast.stmt):
        return ""
    return f"{ast.unparse(holder).splitlines()[0]} "


def _around(before: str, after: str) -> tuple[str, str]:
    """Both lines where they differ; a long one is cut on the left and on the right of that."""
    first = next(place for place in range(len(before) + 1) if before[:place] != after[:place])
    start = first - _SHOWN if first > 2 * _SHOWN else 0
    return before[start : first + 2 * _SHOWN], after[start : first + 2 * _SHOWN]


def _edits(tree: ast.Module) -> Iterator[_Edit]:
    for index, statement in enumerate(tree.body):
        if not _declares_a_table(statement) and not _says_how_many_at_once(statement):
            yield from _in_statement(tree, "body", index, statement, "")


def _in_statement(
    holder: ast.AST, field: str, index: int, statement: ast.stmt, scope: str
) -> Iterator[_Edit]:
    if isinstance(statement, _IMPORTS) or _is_for_types(statement) or _is_text(statement):
        return
    inner = scope
    if isinstance(statement, _DEFINITIONS):
        inner = f"{scope}.{statement.name}" if scope else statement.name
    elif _may_go(holder, field, index, statement):
        here = ast.copy_location(ast.Pass(), statement)
        new = _replaced(holder, field, index, here)
        yield _Edit(DELETED, holder, new, statement, statement, scope)
    yield from _in_node(statement, statement, inner)


def _in_node(node: ast.AST, statement: ast.stmt, scope: str) -> Iterator[_Edit]:
    place = node if isinstance(node, (ast.expr, ast.stmt)) else statement
    for operator, new in _changes(node):
        yield _Edit(operator, node, new, place, statement, scope)
    for field, value in ast.iter_fields(node):
        if field in _FOR_TYPES_ONLY or _means_nothing(node, field):
            continue
        in_list = isinstance(value, list)
        for index, child in enumerate(value if in_list else [value]):
            if isinstance(child, ast.stmt):
                yield from _in_statement(node, field, index, child, scope)
            elif isinstance(child, ast.Constant):
                for operator, other in _constants(child):
                    new = _replaced(node, field, index if in_list else None, other)
                    yield _Edit(operator, node, new, child, statement, scope)
            elif isinstance(child, ast.AST):
                yield from _in_node(child, statement, scope)


def _replaced(node: ast.AST, field: str, index: int | None, new: object) -> Mapping[str, Any]:
    """The field with that in it, or with that in one of its places."""
    if index is None:
        return {field: new}
    places = list(getattr(node, field))
    places[index] = new
    return {field: places}


def _changes(node: ast.AST) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What can become of a node: the operator, and the fields that change."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                yield COMPARISON, _replaced(node, "ops", index, _COMPARED[type(op)]())
        case ast.BoolOp(op=op):
            yield BOOLEAN, {"op": ast.Or() if isinstance(op, ast.And) else ast.And()}
        case ast.BinOp(left=left, op=op, right=right):
            if isinstance(op, _ONE_WAY) and not _is_words(left):
                yield SWAPPED, {"left": right, "right": left}
        case ast.Call(func=func, args=args, keywords=keywords):
            if _name(func) not in _NAMED_FOR_TYPES | _EITHER_WAY:
                yield from _swapped(node, "args", args, args)
                yield from _swapped(node, "keywords", keywords, [each.value for each in keywords])
    yield from _conditions(node)


def _conditions(node: ast.AST) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Conditions turned round, where no other operator does that."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        found: list[tuple[str, int | None, ast.expr]] = [("test", None, node.test)]
    elif isinstance(node, ast.comprehension):
        found = [("ifs", index, each) for index, each in enumerate(node.ifs)]
    elif isinstance(node, ast.BoolOp):
        found = [("values", index, each) for index, each in enumerate(node.values)]
    else:
        found = []
    for field, index, test in found:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield BOOLEAN, _replaced(node, field, index, test.operand)
        elif not isinstance(test, (ast.Compare, ast.BoolOp, ast.Constant)):
            yield BOOLEAN, _replaced(node, field, index, ast.UnaryOp(ast.Not(), test))


def _swapped(
    node: ast.Call, field: str, places: Sequence[Any], values: Sequence[ast.expr]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Neighbours that change places: of arguments by name their values do."""
    for first, second in zip(range(len(values)), range(1, len(values)), strict=False):
        left, right = values[first], values[second]
        if ast.Starred in {type(left), type(right)} or ast.dump(left) == ast.dump(right):
            continue
        swapped = list(places)
        if field == "args":
            swapped[first], swapped[second] = right, left
        else:
            swapped[first] = ast.keyword(places[first].arg, right)
            swapped[second] = ast.keyword(places[second].arg, left)
        yield SWAPPED, {field: swapped}


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.Constant]]:
    value = node.value
    if isinstance(value, bool):
        yield BOOLEAN, ast.copy_location(ast.Constant(not value), node)
    elif isinstance(value, int):
        yield BOUNDARY, ast.copy_location(ast.Constant(value + 1), node)
        yield BOUNDARY, ast.copy_location(ast.Constant(value - 1), node)
    elif isinstance(value, str) and not re.search(r"\s", value):
        yield CONSTANT, ast.copy_location(ast.Constant(_another(value)), node)
    elif isinstance(value, str) and _SQL.search(value):
        for found in _SQL_COMPARED.finditer(value):
            other = _IN_SQL[found.group()]
            text = value[: found.start()] + other + value[found.end() :]
            yield COMPARISON, ast.copy_location(ast.Constant(text), node)


def _another(text: str) -> str:
    """A number stays a number; words get a letter more."""
    if text[-1:].isdigit():
        return f"{text[:-1]}{(int(text[-1]) + 1) % 10}"
    return f"{text}x"


def _may_go(holder: ast.AST, field: str, index: int, statement: ast.stmt) -> bool:
    """Whether what is left still runs: a name that is never bound would be no fault but an error."""
    match statement:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Delete(targets=targets):  # a name that is let go is no act
            return not all(isinstance(each, ast.Name) for each in targets)
        case ast.AugAssign():
            return True
        case ast.Assign(targets=targets):
            return not any(isinstance(each, (ast.Name, ast.Tuple)) for each in targets)
        case ast.Return():
            last = len(getattr(holder, field)) - 1
            return not (isinstance(holder, _DEFINITIONS) and index == last)
    return False


def _declares_a_table(statement: ast.stmt) -> bool:
    """Its columns are compared with what the migrations make, whatever their order; tables of
    counters have no migrations, and what is kept in them is tried by the contracts of their stores.
    """
    value = getattr(statement, "value", None)
    return isinstance(value, ast.Call) and _name(value.func) in _TABLES


def _says_how_many_at_once(statement: ast.stmt) -> bool:
    """One more or less of what is worked off some at a time changes nothing but the time."""
    return any(name.endswith("AT_ONCE") for name in _targets(statement))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_for_types(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return _name(statement.test) == "TYPE_CHECKING"
    if isinstance(statement, ast.Assign):
        return any(_name(each) == "__all__" for each in statement.targets)
    return False


def _means_nothing(node: ast.AST, field: str) -> bool:
    """A type's name, a query's name, `strict=True` (a check that no right code reaches), and whether
    a class takes a field that nobody gives it.
    """
    if isinstance(node, ast.keyword):
        return node.arg in {"strict", "init"}
    if field != "args" or not isinstance(node, ast.Call):
        return False
    return _name(node.func) in _NAMED_FOR_TYPES | _NAMES_A_QUERY


def _is_words(node: ast.expr) -> bool:
    """A text before `%`: what follows is put into it."""
    return isinstance(node, (ast.JoinedStr, ast.Constant)) and not isinstance(
        getattr(node, "value", None), (int, float)
    )


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
