"""What is particular to a payout method stands in its own modules and nowhere else.

No layer asks which method it has before it: not the core, not the adapters, not the edge, not the
web UI. `docs/how-to/payout-method.md` says where each part belongs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from backbeat.payout_methods.registry import METHODS

ROOT = Path(__file__).parents[2]
NAMES = {*METHODS.names, *(kind.name for kind in METHODS.files)}
OWN_MODULES = {f"backbeat.payout_methods.{name}" for name in METHODS.names}

OWN_PYTHON = (
    "core/backbeat/payout_methods",
    "adapters/backbeat_adapters/payouts",
    # Old revisions speak of the methods that there were.
    "adapters/backbeat_adapters/sql/migrations",
)
MAY_IMPORT = {
    "adapters/backbeat_adapters/demo/sample_data.py": "chooses a method for a sample account; it asks nobody for theirs",
    "core/backbeat/public.py": "names the forms for services that embed the core; it asks for no method",
}
"""Who imports a method's module besides the registry, and why."""

OWN_WEB = "webui/src/features/withdrawals/methods"

_IN_SQL = re.compile(rf"'({'|'.join(sorted(NAMES))})'")
_IN_WEB = re.compile(rf"""["'`]({"|".join(sorted(NAMES))})["'`]""")
_GENERATED = {"generated.ts", "generated-base.ts", "resources.gen.ts"}


def python_files() -> Iterator[Path]:
    for folder in ("core", "adapters", "http", "cli"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not file.relative_to(ROOT).as_posix().startswith(OWN_PYTHON):
                yield file


def web_files() -> Iterator[Path]:
    for file in sorted((ROOT / "webui" / "src").rglob("*.ts*")):
        is_own = file.relative_to(ROOT).as_posix().startswith(OWN_WEB)
        if not is_own and file.name not in _GENERATED:
            yield file


def asked_in_python(source: str) -> list[str]:
    """Where a source asks which method it has: comparisons, matches, calls, tables by name, SQL."""
    return [
        f"line {node.lineno}: {ast.unparse(node)[:80]}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.expr | ast.pattern) and _asks(node)
    ]


def _asks(node: ast.AST) -> bool:
    match node:
        case ast.Compare():
            return any(_is_method(each) for each in (node.left, *node.comparators))
        case ast.MatchValue():
            return _is_method(node.value)
        case ast.Dict():
            return any(key is not None and _is_method(key) for key in node.keys)
        case ast.Subscript():
            return _is_method(node.slice)
        case ast.Call():
            return any(_is_method(each) for each in node.args)
        case ast.Constant(value=str() as text):
            return bool(_IN_SQL.search(text))
    return False


def _is_method(node: ast.expr) -> bool:
    """The name of a method, or a list of such."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_is_method(each) for each in node.elts)
    return isinstance(node, ast.Constant) and node.value in NAMES


def imported(source: str) -> set[str]:
    """The modules of methods that a source imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return found & OWN_MODULES


def asked_in_web(source: str) -> list[str]:
    """The lines that name a method."""
    return [line.strip() for line in source.splitlines() if _IN_WEB.search(line)]


def told(files: Iterator[Path], find: Callable[[str], Iterable[str]]) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}: {what}"
        for file in files
        for what in find(file.read_text(encoding="utf-8"))
    ]


def test_nobody_asks_which_method_it_is() -> None:
    assert len(list(python_files())) > 200
    assert told(python_files(), asked_in_python) == []


def test_nobody_imports_a_methods_module_but_the_registry() -> None:
    others = (file for file in python_files() if _place(file) not in MAY_IMPORT)
    assert told(others, imported) == []


def test_whoever_may_import_one_does() -> None:
    importing = {
        _place(file) for file in python_files() if imported(file.read_text(encoding="utf-8"))
    }
    assert importing == set(MAY_IMPORT)


def _place(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def test_no_screen_asks_which_method_it_is() -> None:
    assert len(list(web_files())) > 100
    assert told(web_files(), asked_in_web) == []


@pytest.mark.parametrize(
    "source",
    [
        "fee = flat if method == 'bank' else part",
        "if 'paypal' != withdrawal.method: pass",
        "is_bank = method in ('bank', 'pain001')",
        "match method:\n    case 'paypal':\n        pass",
        "fees = {'bank': flat, 'paypal': part}",
        "fee = fees['paypal']",
        "fee = METHODS.named('paypal', 'the settings').terms(withdrawal, fees).fee(amount)",
        "is_bank = method.startswith('bank')",
        "sql = \"CASE w.method WHEN 'bank' THEN 1 END\"",
    ],
)
def test_every_way_of_asking_is_found(source: str) -> None:
    assert asked_in_python(source) != []


def test_importing_in_either_way_is_found() -> None:
    for source in (
        "from backbeat.payout_methods.bank import BANK",
        "from backbeat.payout_methods import paypal",
        "import backbeat.payout_methods.bank",
    ):
        assert imported(source) != set()


@pytest.mark.parametrize(
    "line",
    [
        'const fee = method === "paypal" ? rate : flat;',
        "switch (method) { case 'bank': return 1; }",
        "const quote = useQuery({ method: `bank` });",
    ],
)
def test_every_way_of_asking_on_a_screen_is_found(line: str) -> None:
    assert asked_in_web(line) == [line]
