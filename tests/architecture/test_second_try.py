"""A whole run that a browser alone has failed is tried once more: docs/decisions/0273."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from attrs import define, field

NOXFILE = Path(__file__).parents[2] / "noxfile.py"
BROWSER = [
    "tests/browser/test_a.py::test_one[chromium]",
    "tests/browser/test_b.py::TestX::test_two",
]


class Failed(Exception):
    """What nox says of a command that failed."""


@pytest.fixture
def noxfile(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The file as nox reads it, without nox, which the tests' environment lacks."""
    nox = ModuleType("nox")
    names = {"options": SimpleNamespace(), "Session": object, "session": _session}
    nox.__dict__.update(names)
    command = ModuleType("nox.command")
    command.__dict__["CommandFailed"] = Failed
    monkeypatch.setitem(sys.modules, "nox", nox)
    monkeypatch.setitem(sys.modules, "nox.command", command)
    spec = importlib.util.spec_from_file_location("a_noxfile", NOXFILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _session(made: Any = None, **_: object) -> Any:
    return made or (lambda made: made)


@define
class Session:
    """Runs of pytest that leave these failures behind, one after the other."""

    folder: Path
    failing: list[Sequence[str]]
    ran: list[tuple[str, ...]] = field(factory=list)
    said: list[str] = field(factory=list)
    posargs: tuple[str, ...] = ()

    def create_tmp(self) -> str:
        return str(self.folder)

    def warn(self, words: str) -> None:
        self.said.append(words)

    def run(self, *words: str, env: dict[str, str]) -> None:
        self.ran.append(words)
        failed = self.failing.pop(0)
        if not failed:
            return
        remembered = self.folder / "pytest" / "v" / "cache"
        remembered.mkdir(parents=True, exist_ok=True)
        (remembered / "lastfailed").write_text(json.dumps(dict.fromkeys(failed, True)))
        raise Failed


def test_what_passes_is_run_once(noxfile: Any, tmp_path: Path) -> None:
    session = Session(tmp_path, [[]])

    noxfile._run_tests(session, {})

    assert len(session.ran) == 1
    assert session.said == []


def test_a_few_of_the_browser_are_tried_again_alone_and_named(noxfile: Any, tmp_path: Path) -> None:
    session = Session(tmp_path, [BROWSER, []])

    noxfile._run_tests(session, {})

    assert session.ran[1:] == [("pytest", *BROWSER)]
    assert all(name in words for words in session.said for name in BROWSER)
    assert "second try" in session.said[-1]


def test_who_fails_twice_has_failed(noxfile: Any, tmp_path: Path) -> None:
    session = Session(tmp_path, [BROWSER, BROWSER[:1]])

    with pytest.raises(Failed):
        noxfile._run_tests(session, {})

    assert "second try" not in session.said[-1]


@pytest.mark.parametrize(
    "failed",
    [
        ["tests/http/test_music.py::test_x[sqlite]"],
        [*BROWSER, "tests/core/test_portal.py::test_x"],
        [f"tests/browser/test_a.py::test_{number}" for number in range(4)],
    ],
    ids=["elsewhere", "elsewhere too", "a fourth one"],
)
def test_what_no_browser_is_to_blame_for_fails_at_once(
    failed: list[str], noxfile: Any, tmp_path: Path
) -> None:
    session = Session(tmp_path, [failed])

    with pytest.raises(Failed):
        noxfile._run_tests(session, {})

    assert len(session.ran) == 1


def test_who_broke_before_any_test_fails_at_once(noxfile: Any, tmp_path: Path) -> None:
    """Nothing is remembered, neither of this run nor of one before."""
    old = tmp_path / "pytest" / "v" / "cache" / "lastfailed"
    old.parent.mkdir(parents=True)
    old.write_text(json.dumps({BROWSER[0]: True}))
    session = Session(tmp_path, [])

    def break_down(*words: str, env: dict[str, str]) -> None:
        raise Failed

    session_run = SimpleNamespace(
        run=break_down, create_tmp=session.create_tmp, warn=session.warn, posargs=()
    )
    with pytest.raises(Failed):
        noxfile._run_tests(session_run, {})
    assert session.said == []


def test_three_are_a_few(noxfile: Any) -> None:
    assert noxfile._is_worth_a_second_try(["tests/browser/test_a.py::test_x"] * 3)
    assert not noxfile._is_worth_a_second_try([])


def test_whole_asks_for_no_sample(noxfile: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(noxfile, "_check_all", lambda session, env: asked.append(env))

    noxfile.tests(None)
    noxfile.whole(None)

    assert asked == [{}, {"BACKBEAT_TEST_WHOLE": "1"}]
