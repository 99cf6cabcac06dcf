"""`nox -s shape` sees what it says it sees, and its stories' files are there."""

import ast
import subprocess
from pathlib import Path

import pytest
from tests.shape import __main__ as report
from tests.shape import aims, docstrings, rules
from tests.shape.aims import Measure, Missed
from tests.shape.source import Classes, Module, body_length, length, places
from tests.shape.stories import Story, _ours, declared

ROOT = Path(__file__).parents[2]


def a_module(text: str, path: str = "core/backbeat/made.py") -> Module:
    return Module(path, "core", ast.parse(text))


def faults(*modules: Module) -> dict[str, str]:
    return {place.name: fault for place, fault in docstrings.silent(modules)}


def test_the_files_of_the_stories_are_there() -> None:
    assert {story.name for story in declared(ROOT)} == {"withdrawal", "dashboard", "close"}


@pytest.mark.parametrize(
    "said", ["The paid withdrawals.", "Pay a withdrawal.", "What is paid by it.", "See `Payer`."]
)
def test_a_docstring_that_repeats_the_name_is_found(said: str) -> None:
    module = a_module(
        f'class Withdrawals:\n    def pay(self):\n        """{said}"""\n        return 1'
    )

    assert "Withdrawals.pay" in faults(module)


@pytest.mark.parametrize(
    "said", ["Pay, in cents.", "Pay by 24.", "Pay once, whoever asks again.", "Pay or `Refusal`."]
)
def test_a_docstring_with_a_fact_stays(said: str) -> None:
    module = a_module(f'def pay():\n    """{said}"""\n    return 1')

    assert faults(module) == {}


def test_a_copy_of_what_the_protocol_says_is_found_and_the_protocols_stays() -> None:
    said = '"""Nobody else moves this balance until the block ends."""'
    adapter = a_module(f"class SqlLedger:\n    def lock(self):\n        {said}\n        return 1")
    port = a_module(f"class Store(Protocol):\n    def lock(self):\n        {said}")

    assert faults(adapter, port) == {"SqlLedger.lock": "is a copy"}


def test_what_the_program_shows_to_people_is_left_alone() -> None:
    command = '@app.command("list")\ndef listed():\n    """List."""\n    return 1'
    settings = a_module('class Mail:\n    """Mail."""\n    x = 1', "core/backbeat/settings.py")

    assert faults(a_module(command), settings) == {}
    view = a_module('class AccountView:\n    """An account."""\n    x = 1')
    assert [*docstrings.silent([view], {"AccountView": "An account."})] == []
    assert faults(view) == {"AccountView": "repeats its name"}


def test_inherited_methods_of_ours_count_and_overridden_ones_count_once() -> None:
    base = a_module(
        "class Base:\n    def a(self): ...\n    def b(self): ...", "core/backbeat/base.py"
    )
    below = a_module(
        "from backbeat.base import Base\nclass Below(Base, dict):\n    def b(self): ...\n    def c(self): ..."
    )
    found = {name: count for count, name, _ in rules.methods([base, below])}

    assert found == {"Base": 2, "Below": 3}


def test_a_function_is_as_long_as_its_code() -> None:
    (place,) = places(a_module('@cache\ndef f():\n    """Two\n    lines."""\n    return 1'))
    assert isinstance(place.node, ast.FunctionDef)

    assert length(place.node) == 2


def test_a_body_is_as_long_as_its_code_below_the_parameters() -> None:
    (place,) = places(
        a_module('def f(\n    a,\n    b,\n):\n    """Two."""\n    c = a\n    return c')
    )
    assert isinstance(place.node, ast.FunctionDef)

    assert (length(place.node), body_length(place.node)) == (6, 2)


def test_a_long_function_of_an_adapter_breaks_a_rule() -> None:
    text = "def f():\n" + "    x = 1\n" * rules.LONGEST_FUNCTION
    module = Module("adapters/backbeat_adapters/made.py", "adapters", ast.parse(text))

    assert [breach.name for breach in rules.too_long([module])] == ["f"]
    assert [*rules.too_long([a_module(text)])] == []
    just = ast.parse(text.removesuffix("    x = 1\n"))
    assert [*rules.too_long([Module(module.path, "adapters", just)])] == []


def test_a_class_of_more_methods_than_may_be_breaks_a_rule() -> None:
    methods = "".join(f"    def m{number}(self): ...\n" for number in range(rules.MOST_METHODS))
    just, big = (
        a_module(f"class Just:\n{methods}"),
        a_module(f"class Big:\n{methods}    def x(self): ..."),
    )

    assert [breach.name for breach in rules.too_many_methods([just, big])] == ["Big"]


def test_a_name_that_only_other_documents_explain_is_found_in_what_git_keeps(
    tmp_path: Path,
) -> None:
    rule, decision, case, page = f"R{12}", f"D-{10:03}", f"AC{34}", f"trust {4}"
    texts = (f"see {rule}", f"({decision}, {case})", f"{page}.2", "PAYOUT-5")
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.md").write_text(f"first\n{text}\n")
    for words in (("init", "-q"), ("add", ".")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)

    assert [breach.shown for breach in rules.references(tmp_path)] == [
        f"0.md:2 {rule}",
        f"1.md:2 {decision}, {case}",
        f"2.md:2 {page}",
    ]


def test_lengths_are_told_by_their_middle_the_ninetieth_of_a_hundred_and_the_longest() -> None:
    row = report.length_row("functions", range(20, 0, -1), "", "", 18, 20)

    assert row.now == "10 / 19 / 20"
    assert [(each.name, each.now, each.is_met) for each in row.measures] == [
        ("functions, p90", 19, False),
        ("functions, max", 20, True),
    ]


def test_a_trace_is_of_our_own_files_beside_the_kernel() -> None:
    ours = "http/backbeat_http/operation.py"
    beside = ("core/backbeat/kernel/money.py", "tests/conftest.py")

    entered = [f"{ROOT}/{path}" for path in (ours, *beside)]
    assert _ours(ROOT, [*entered, "/usr/lib/python3/json.py"]) == [ours]


def test_a_storys_aims_are_those_of_its_reading_and_two_thirds_of_its_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    story = Story("close", ["a.py", "b.py"], "tests/http/test_x.py::test_x")
    monkeypatch.setattr(report, "declared", lambda _: [story])
    monkeypatch.setattr(report, "traced", lambda *_: {story.test: ["a.py", "b.py", "c.py"]})
    _, _, aim, trace = report.STORIES["close"]

    read, entered, shared = report.story_rows()

    assert [(each.now, each.aim) for each in read.measures] == [(2, aim)]
    assert [(each.now, each.aim) for each in entered.measures] == [(3, trace * 2 // 3)]
    assert trace * 2 // 3 < trace
    assert shared.now == "3"


@pytest.mark.parametrize(("found", "code"), [([], 0), ([rules.Breach("length", "f", "f: 51")], 1)])
def test_the_session_fails_where_a_rule_is_broken(
    found: list[rules.Breach],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "exceptions.toml").write_text("")
    for where in (rules, aims):
        monkeypatch.setattr(where, "EXCEPTIONS", tmp_path / "exceptions.toml")
    monkeypatch.setattr(report, "read", lambda _: [a_module("class A:\n    def f(self): ...")])
    for part in ("length_rows", "story_rows"):
        monkeypatch.setattr(report, part, lambda *_: [])
    monkeypatch.setattr(rules, "breaches", lambda *_: found)
    monkeypatch.setattr("sys.argv", ["shape"])

    assert report.main() == code
    assert ("length: 1 to mend\n  f: 51" in capsys.readouterr().out) == bool(found)


def test_an_exception_allows_its_breach_and_one_that_nothing_needs_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listed = tmp_path / "exceptions.toml"
    listed.write_text('[[methods]]\nname = "Big"\nreason = "..."\n')
    monkeypatch.setattr(rules, "EXCEPTIONS", listed)
    big, other = (rules.Breach("methods", name, name) for name in ("Big", "Other"))

    assert rules.open_breaches([big, other]) == [other]
    assert [breach.rule for breach in rules.open_breaches([])] == ["exceptions"]


def test_protocols_are_known_with_type_parameters_too() -> None:
    module = a_module("class A(Protocol): ...\nclass B(Protocol[T]): ...\nclass C(A): ...")

    assert [node.name for _, node in Classes([module]).protocols()] == ["A", "B"]


@pytest.mark.parametrize(
    ("now", "reached", "named"),
    [
        (17, None, None),
        (18, None, "p90: 18, aim 17"),
        (24, 24, None),
        (23, 24, None),
        (25, 24, "p90: 25, reached 24"),
        (17, 24, "exceptions.toml: aim p90 is met"),
    ],
)
def test_an_aim_is_met_or_missed_for_a_reason_and_never_by_more_than_was_reached(
    now: int, reached: int | None, named: str | None
) -> None:
    missed = {} if reached is None else {"p90": Missed(reached, "options are lines")}

    found = aims.breaches([Measure("p90", now, 17)], missed)

    assert [breach.shown for breach in found] == ([named] if named else [])


def test_a_reason_for_something_that_nobody_measures_is_named() -> None:
    (found,) = aims.breaches([], {"p91": Missed(3, "?")})

    assert found.shown == "exceptions.toml: aim p91 names nothing measured"


def test_every_missed_aim_is_printed_with_its_reason() -> None:
    measures = [Measure("met", 1, 2), Measure("missed", 3, 2)]

    assert aims.reasons(measures, {"missed": Missed(3, "because")}) == ["missed: 3, aim 2: because"]
