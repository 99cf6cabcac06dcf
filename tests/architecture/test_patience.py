"""Tests and proofs wait for conditions, never for seconds, and force nothing."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from tests.fakes.folders import short_folder

TESTS = Path(__file__).parents[1]
HERE = "architecture/test_patience.py"

SLEEPERS = {
    "fakes/waiting.py": "looks again after a moment whether what it waits for came true",
    "proofs/proxy.py": "looks again whether the portal has left a client",
    "browser/held.py": "looks again whether anything but what is held is under way",
    "fakes/canned.py": "plays a server that answers late or byte by byte",
    "proofs/listeners.py": "hears no faster than sound is played",
    "looks/__main__.py": "takes pictures of what has come to rest",
    "vitals/__main__.py": "measures until a page has come to rest",
    "vitals/demo.py": "looks again whether the demo answers",
}
"""The only modules that may sleep, and why."""


@cache
def calls() -> Sequence[tuple[str, ast.Call]]:
    return [*_calls()]


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(TESTS.rglob("*.py")):
        name = str(path.relative_to(TESTS))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield name, node


def called(call: ast.Call) -> str:
    """The last word of what is called: `sleep` of `time.sleep(1)`."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def named(call: ast.Call, name: str) -> ast.expr | None:
    return next((word.value for word in call.keywords if word.arg == name), None)


def test_nothing_sleeps_but_what_has_a_reason() -> None:
    sleeping = {name for name, call in calls() if called(call) in {"sleep", "wait_for_timeout"}}

    assert sleeping == set(SLEEPERS)


def test_nothing_is_forced() -> None:
    forced = [
        f"{name}:{call.lineno}"
        for name, call in calls()
        if (force := named(call, "force")) is not None
        and isinstance(force, ast.Constant)
        and force.value is True
    ]

    assert forced == []


def test_who_waits_for_something_to_happen_has_the_patience_of_all() -> None:
    """`event.wait(5)` fails on a machine with other work to do; `PATIENCE` stands there instead."""
    impatient = [
        f"{name}:{call.lineno}"
        for name, call in calls()
        if called(call) in {"wait", "join", "result", "communicate", "urlopen", "get"}
        and (
            (called(call) in {"wait", "join", "result"} and any(map(is_number, call.args)))
            or ((limit := named(call, "timeout")) is not None and is_number(limit))
        )
        and name not in ALLOWED
    ]

    assert impatient == []


ALLOWED = {
    "looks/__main__.py": "a tool: what never answers is told, not waited for",
    "vitals/alone.py": "a tool: what never answers is told, not waited for",
    "vitals/demo.py": "looks again after a moment whether the demo answers",
    "vitals/__main__.py": "a tool: what never answers is told, not waited for",
    "proofs/listeners.py": "a dashboard that takes a minute is a failure",
    "bench/files.py": "looks again after a moment whether the intake has ended",
    "proofs/outages.py": "looks again after a moment whether the request has ended",
    "adapters/test_backups.py": "gives a second backup the time to do harm; slower does none",
}


def test_no_search_has_a_deadline() -> None:
    assert hypothesis.settings.default is not None
    assert hypothesis.settings.default.deadline is None
    hurried = [
        f"{name}:{call.lineno}"
        for name, call in calls()
        if (deadline := named(call, "deadline")) is not None
        and not (isinstance(deadline, ast.Constant) and deadline.value is None)
    ]

    assert hurried == []


def test_a_folder_for_sockets_is_short_wherever_the_checkout_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/" + "long/" * 30)

    assert len(str(short_folder())) <= 40
    assert short_folder().is_dir()
