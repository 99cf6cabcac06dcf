"""What `nox -s mutants` plants, draws and believes; the run itself takes longer than tests may."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from subprocess import Popen
from types import FunctionType
from typing import cast

import pytest
from tests.mutants import drawing, patches, planting
from tests.mutants.covering import IMPORTED, Map
from tests.mutants.drawing import Equivalent
from tests.mutants.judging import LONGEST, Found, Judge, Server, servers
from tests.mutants.planting import Fault
from tests.mutants.swapping import NotInFunctions, changed_functions
from tests.mutants.trying import KILLED, SURVIVED, Task, Verdict

ROOT = Path(__file__).parents[2]
RULE = "core/backbeat/fx/rules.py"

SOURCE = '''
"""Words."""
LIMIT = 3

def fee(amount: int, rate: int = 5) -> int:
    """More words."""
    if amount < LIMIT and not rate:
        raise ValueError("too small")
    note(amount, rate)
    return amount - rate

class Rule:
    name: str = "flat"

    def __call__(self, amount: int) -> bool:
        return max(amount, 1) == self.at
'''


def _changes(source: str) -> Counter[tuple[str, str]]:
    return Counter((fault.operator, fault.after) for fault in planting.faults("rule.py", source))


def test_each_operator_plants_what_it_is_named_for() -> None:
    found = _changes(SOURCE)
    assert set(found) == {
        ("boundary", "LIMIT = 4"),
        ("boundary", "LIMIT = 2"),
        ("boundary", "def fee(amount: int, rate: int=6) -> int:"),
        ("boundary", "def fee(amount: int, rate: int=4) -> int:"),
        ("boundary", "return max(amount, 2) == self.at"),
        ("boundary", "return max(amount, 0) == self.at"),
        ("comparison", "if amount <= LIMIT and (not rate):"),
        ("comparison", "return max(amount, 1) != self.at"),
        ("boolean", "if amount < LIMIT or not rate:"),
        ("boolean", "if amount < LIMIT and rate:"),
        ("constant", "name: str = 'flatx'"),
        ("deleted statement", "if amount < LIMIT and (not rate): pass"),
        ("deleted statement", "pass"),
        ("swapped argument", "note(rate, amount)"),
        ("swapped argument", "return rate - amount"),
    }


def test_a_comparison_in_sql_is_planted_too_and_words_are_not() -> None:
    found = _changes('rows("SELECT 1 FROM t WHERE a < 1 AND b = 2", f"{x} is wrong: a < b")')
    assert set(found) >= {
        ("comparison", "rows('SELECT 1 FROM t WHERE a <= 1 AND b = 2', f'{x} is wrong: a < b')"),
        ("comparison", "rows('SELECT 1 FROM t WHERE a < 1 AND b <> 2', f'{x} is wrong: a < b')"),
    }
    assert [operator for operator, _ in found].count("comparison") == 2
    assert not [after for operator, after in found if operator == "constant"]


def test_a_planted_module_differs_by_its_one_fault() -> None:
    for fault in planting.faults("rule.py", SOURCE):
        planted = planting.planted(SOURCE, fault.number)
        assert compile(planted, "rule.py", "exec") != compile(SOURCE, "rule.py", "exec")
    with pytest.raises(LookupError):
        planting.planted(SOURCE, 1000)


def _code(fault: Fault | None) -> object:
    tree = planting.planted(SOURCE, fault.number) if fault else SOURCE
    return compile(tree, "rule.py", "exec")


def test_a_fault_in_a_function_is_put_into_the_function_that_lives() -> None:
    space: dict[str, object] = {"note": lambda *_: None}
    before = compile(SOURCE, "rule.py", "exec")
    exec(before, space)
    fee = space["fee"]
    assert isinstance(fee, FunctionType)
    assert fee(9) == 4
    swapped = next(each for each in planting.faults("rule.py", SOURCE) if "rate - am" in each.after)
    after = compile(planting.planted(SOURCE, swapped.number), "rule.py", "exec")
    changed = changed_functions(before, after)
    assert [name for name, _ in changed] == ["fee"]
    fee.__code__ = next(iter(changed.values()))
    assert fee(9) == -4


@pytest.mark.parametrize("after", ["LIMIT = 4", "rate: int=6", "'flatx'"])
def test_a_fault_outside_of_functions_needs_the_import(after: str) -> None:
    before = compile(SOURCE, "rule.py", "exec")
    fault = next(each for each in planting.faults("rule.py", SOURCE) if after in each.after)
    with pytest.raises(NotInFunctions):
        changed_functions(
            before, compile(planting.planted(SOURCE, fault.number), "rule.py", "exec")
        )


@pytest.mark.parametrize(
    "source",
    [
        "for one, other in zip(a, b, strict=True): pass",
        'found = rows.cte("found")',
        'x = t.alias("x")',
        "ROWS_AT_ONCE = 500",
        "held: int = field(init=False)",
    ],
)
def test_what_changes_nothing_anybody_could_see_is_not_planted(source: str) -> None:
    operators = {operator for operator, _ in _changes(source)}
    assert operators <= {"swapped argument"}


def test_what_uses_a_constant_is_found_through_other_constants() -> None:
    source = "A = 1\nB = A + 1\nC = 2\n\ndef f():\n    return B\n\ndef g():\n    return C\n"
    assert [planting.used_at(source, line) for line in (1, 2, 3, 6)] == [{6}, {6}, {9}, set()]


def test_the_order_of_errors_that_are_let_pass_is_no_fault() -> None:
    found = planting.faults("rule.py", "def f():\n    with suppress(A, B):\n        note(1, 2)\n")
    assert [each.before for each in found if each.operator == planting.SWAPPED] == ["note(1, 2)"]


@pytest.mark.parametrize("made_by", ["table", "append_only", "counter_table"])
def test_columns_of_a_table_are_not_planted_in_whatever_makes_it(made_by: str) -> None:
    table = f'hits = {made_by}("hits", Column("until", Big, nullable=False, index=True))\n'
    assert planting.faults("limits.py", table) == []
    assert planting.faults("limits.py", table.replace(made_by, "note")) != []


def test_a_table_over_several_lines_is_tried_by_the_tests_that_use_it() -> None:
    """Only the first line of such a statement is recorded when its module is imported."""
    file = "core/backbeat/accounts/browsers.py"
    lines = (ROOT / file).read_text().splitlines()
    place = lines.index('    ("Windows", r"Windows"),') + 1
    test = "tests/core/accounts/test_login_notices.py::test_browsers_are_named_by_known_names_only"
    recorded = {lines.index("_SYSTEMS = (") + 1: frozenset({IMPORTED})}
    recorded[lines.index("def browser_of(agent: str) -> str:") + 5] = frozenset({test})
    made = Map({file: recorded}, {test: 0.1}, {test: 0.1}, {}, frozenset())

    class Seeing(Server):
        def ask(self, task: Task) -> Verdict:
            return Verdict(KILLED, task.tests[0]) if task.number else Verdict(SURVIVED)

    fault = Fault(file, 1, "", place, place, planting.CONSTANT, "a", "b")
    seen = Judge(made).judged(fault, Seeing(cast("Popen[str]", None)))
    assert (seen.found, seen.why) == (Found.TEST, test)


def test_each_layer_has_seconds_of_its_own_for_a_fault() -> None:
    work = {f"tests/{layer}/t.py::{n}": 20.0 for layer in ("core", "http") for n in "ab"}
    waited = dict.fromkeys(work, 90.0)
    made = Map({RULE: {1: frozenset(work)}}, waited, work, {}, frozenset())
    chosen = Judge(made)._chosen(work, RULE)
    assert sorted(chosen) == ["tests/core/t.py::a", "tests/http/t.py::a"]


def test_tests_of_the_package_come_first_then_the_narrowest() -> None:
    own, narrow, wide = (
        "tests/core/fx/t.py::own",
        "tests/core/a.py::narrow",
        "tests/core/a.py::wide",
    )
    breadth = {own: 900, narrow: 1, wide: 30}
    took = dict.fromkeys(breadth, 1.0)
    made = Map({RULE: {1: frozenset(breadth)}}, took, took, breadth, frozenset())
    assert Judge(made)._chosen([wide, narrow, own], RULE) == [own, narrow, wide]


def test_a_test_passes_in_a_fork_without_a_fault_wherever_it_lies() -> None:
    """What was tried before the forks, to warm up, stands in nobody's way."""
    beside, far = ("fx", "inquiries"), "tests/core/fx/test_rates.py"
    places = [*(f"tests/adapters/test_{each}_contract.py" for each in beside), far]
    tests = [
        f"{places[0]}::test_a_rate_comes_back_as_it_was[memory]",
        f"{far}::test_the_same_file_twice_changes_nothing",
    ]
    with servers(places, 1) as [server]:
        told = [server.ask(Task("", None, [test], [LONGEST])) for test in tests]
    assert [each.outcome for each in told] == [SURVIVED, SURVIVED]


def _fault(number: int, operator: str) -> Fault:
    return Fault("rule.py", number, "", 1, 1, operator, "a", f"b{number}")


def test_the_seed_alone_decides_what_is_drawn_and_each_operator_has_its_turn() -> None:
    found = [_fault(n, planting.SWAPPED) for n in range(90)]
    found += [_fault(n, planting.BOOLEAN) for n in range(90, 100)]
    drawn = drawing.drawn(found, "a", 20)
    assert drawn == drawing.drawn(reversed(found), "a", 20)
    assert drawn != drawing.drawn(found, "b", 20)
    assert Counter(fault.operator for fault in drawn) == {
        planting.SWAPPED: 10,
        planting.BOOLEAN: 10,
    }
    assert len(drawing.drawn(found, "a", 1000)) == len(found)


def test_what_is_known_to_change_nothing_is_told_apart() -> None:
    known = Equivalent("rule.py", "", planting.BOOLEAN, "a", "b1", "because")
    tried, same = drawing.split([_fault(1, planting.BOOLEAN), _fault(2, planting.BOOLEAN)], [known])
    assert [fault.number for fault in tried] == [2]
    assert [fault.number for fault in same] == [1]


def test_each_known_equivalent_of_python_is_still_there_and_has_a_reason() -> None:
    known = [each for each in drawing.equivalents() if each.file.endswith(".py")]
    files = {each.file for each in known}
    found = [f for file in files for f in planting.faults(file, (ROOT / file).read_text())]
    assert [each for each in known if not any(each.is_(fault) for fault in found)] == []
    assert [each for each in known if len(each.reason.split()) < 5] == []


def test_every_patch_fits_and_names_a_test_that_there_is() -> None:
    missing = [each.name for each in patches.patches() if not _is_there(each.test)]
    assert missing == []


def _is_there(test: str) -> bool:
    if test.startswith("webui/"):
        file, _, name = test.partition(": ")
        return name in (ROOT / file).read_text()
    file, _, name = test.partition("::")
    return f"def {name}(" in (ROOT / file).read_text()


def test_a_patch_that_no_longer_fits_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (patches.FOLDER / "span_one_longer.patch").read_text()
    (tmp_path / "stale.patch").write_text(text.replace("\n ", "\n other"))
    monkeypatch.setattr(patches, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="stale.patch no longer fits"):
        patches.patches()


def test_packages_of_money_sessions_and_limits_are_planted_in() -> None:
    files = {str(file.relative_to(ROOT)) for file in drawing.python_files()}
    for each in (
        "core/backbeat/ledger/rules.py",
        "core/backbeat/accounts/sessions.py",
        "core/backbeat/limits/rules.py",
        "adapters/backbeat_adapters/sql/ledger.py",
    ):
        assert each in files
    assert all((ROOT / each).is_file() for each in files)
    assert all(file.is_file() for file in drawing.web_files())
