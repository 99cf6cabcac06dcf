"""`nox -s shape` sees what it says it sees, and its stories' files are there."""

import ast
from pathlib import Path

import pytest
from tests.shape import aims, docstrings, rules
from tests.shape.aims import Measure, Missed
from tests.shape.source import Classes, Module, body_length, length, places
from tests.shape.stories import declared

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
