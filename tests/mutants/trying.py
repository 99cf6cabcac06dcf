"""Runs chosen tests with a fault planted: a plugin of pytest.

Where the environment names a fault, it is imported and the chosen tests run until one fails. Else the
process collects the tests once and then reads tasks, one a line: each is tried in a fork of its own,
whose functions behave as the fault says, and answered with one line.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import json
import os
import resource
import select
import signal
import sys
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, TextIO

import pytest
from attrs import asdict, frozen
from hypothesis import Phase, settings
from tests.fakes.searches import UNHURRIED
from tests.mutants.planting import planted
from tests.mutants.swapping import NotInFunctions, changed_functions, import_with, swap

PLUGIN = "tests.mutants.trying"
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
ROOT = Path(__file__).parents[2]
FOLDER = "BACKBEAT_TEST_MUTANT"
"""Names the folder of the one fault of this process: what is asked, and what is told."""

ASKED, TOLD = "asked", "told"
MOST_MEMORY = 8 << 30

BEGINS = b"."
ENDED = "(the process ended)"
KILLED, SURVIVED, TIME, ELSEWHERE = "killed", "survived", "time", "elsewhere"


@frozen
class Task:
    """A fault by its number or as the whole text of its file; the tests, and the seconds each may take."""

    file: str
    number: int | None
    tests: Sequence[str]
    seconds: Sequence[float]
    text: str | None = None


@frozen
class Verdict:
    """What came of it, and the test that failed."""

    outcome: str
    test: str = ""


def mutated(task: Task) -> ast.Module | str:
    """The module as the task wants it."""
    if task.text is not None:
        return task.text
    source = (ROOT / task.file).read_text()
    return source if task.number is None else planted(source, task.number)


def _compiled(file: Path, source: ast.Module | str) -> Any:
    return compile(source, str(file), "exec", dont_inherit=True)


class Choice:
    """Keeps the chosen tests, in their order, and says which failed."""

    def __init__(self, task: Task, told: Path) -> None:
        """Plant the fault before anything of ours is imported."""
        self._task, self._told = task, told
        file = ROOT / task.file
        import_with(file, _compiled(file, mutated(task)))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The narrowest first."""
        places = {name: place for place, name in enumerate(self._task.tests)}
        chosen = [(places.get(i.nodeid, places.get(i.nodeid.partition("[")[0])), i) for i in items]
        found = [(place, item) for place, item in chosen if place is not None]
        items[:] = [item for _, item in sorted(found, key=itemgetter(0))]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The first failure is enough."""
        if report.failed and not self._told.exists():
            self._told.write_text(report.nodeid)


class Server:
    """Tries faults in forks of the process that has collected all tests."""

    def __init__(self, asked: TextIO, answers: TextIO) -> None:
        """Tasks come here and are answered there."""
        self._asked, self._answers = asked, answers
        self._failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """In a fork: the first failure is what counts."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests, serve."""
        items = {item.nodeid: item for item in session.items}
        self._warm_up(items)
        gc.collect()
        gc.freeze()
        self._say({"ready": len(items)})
        for line in self._asked:
            self._say(asdict(self._try(items, Task(**json.loads(line)))))
        return True

    def _warm_up(self, items: dict[str, pytest.Item]) -> None:
        """Start what all tests share, by a test of each database; nothing of it may fail."""
        others = list(items.values())
        for kind in ("memory", "sqlite", "postgresql"):
            chosen = [each for each in others if each.nodeid.endswith(f"[{kind}]")][:1]
            for item in chosen:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=far_from(item, others))
        if self._failed:
            raise pytest.UsageError(f"{self._failed} fails without a fault")

    def _say(self, told: object) -> None:
        self._answers.write(json.dumps(told) + "\n")
        self._answers.flush()

    def _try(self, items: dict[str, pytest.Item], task: Task) -> Verdict:
        heard, said = os.pipe()
        child = os.fork()
        if not child:
            os.close(heard)
            self._be(items, task, said)
        os.close(said)
        try:
            return _verdict(heard, child, 10 * max(task.seconds))
        finally:
            os.close(heard)

    def _be(self, items: dict[str, pytest.Item], task: Task, said: int) -> None:
        """Be the fork: plant, run, tell, and end without a word to anybody else."""
        os.setpgid(0, 0)
        gc.unfreeze()
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        verdict = Verdict(KILLED, ENDED)
        try:
            if task.number is not None:
                _swap(task)
            verdict = self._run([items[name] for name in task.tests], task.seconds, said)
        except NotInFunctions:
            verdict = Verdict(ELSEWHERE)
        finally:
            os.write(said, json.dumps(asdict(verdict)).encode())
            os._exit(0)

    def _run(self, chosen: Sequence[pytest.Item], seconds: Sequence[float], said: int) -> Verdict:
        _forget_connections(chosen)
        for item, after, most in zip(chosen, [*chosen[1:], None], seconds, strict=True):
            os.write(said, BEGINS)
            signal.setitimer(signal.ITIMER_PROF, most)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after or item)
            if self._failed:
                return Verdict(KILLED, self._failed)
        return Verdict(SURVIVED)


def far_from(item: pytest.Item, others: Sequence[pytest.Item]) -> pytest.Item:
    """A test with as little in common as there is: what it has in common stays set up.

    A fork whose test lies elsewhere than what stands would fail without a fault.
    """
    above = item.listchain()
    return min(others, key=lambda each: len({*each.listchain()} & {*above}))


def _swap(task: Task) -> None:
    file = ROOT / task.file
    before = _compiled(file, ast.parse(file.read_text()))
    swap(file, changed_functions(before, _compiled(file, mutated(task))))


def _forget_connections(chosen: Sequence[pytest.Item]) -> None:
    """A connection of the process that forks is none of the fork's; rows of a fork that was ended go."""
    from sqlalchemy import Engine
    from tests.fakes.postgres import empty

    for each in gc.get_objects():
        if isinstance(each, Engine):
            each.dispose(close=False)
            if each.dialect.name == "postgresql" and any("postgresql" in i.nodeid for i in chosen):
                empty(each)


def _verdict(heard: int, child: int, seconds: float) -> Verdict:
    """What the fork says last; it says something whenever a test begins.

    A test may take its seconds of the processor, and ten times the most of them where it waits.
    """
    text = b""
    while select.select([heard], [], [], seconds)[0]:
        part = os.read(heard, 65536)
        text += part
        if not part or b"}" in part:
            break
    else:
        _end(child)
        return Verdict(TIME)
    verdict = text.strip(BEGINS)
    if verdict:
        _end(child)
        return Verdict(**json.loads(verdict))
    _, status = os.waitpid(child, 0)
    took_too_long = os.waitstatus_to_exitcode(status) == -signal.SIGPROF
    return Verdict(TIME) if took_too_long else Verdict(KILLED, ENDED)


def _end(child: int) -> None:
    """End the fork and everything that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """One fault, or a server of many; before anything of ours is imported."""
    _do_not_shorten()
    folder = os.environ.get(FOLDER)
    if folder:
        task = Task(**json.loads(Path(folder, ASKED).read_text()))
        early_config.pluginmanager.register(Choice(task, Path(folder, TOLD)))
    else:
        answers = os.fdopen(os.dup(1), "w")
        asked = os.fdopen(os.dup(0), "r")
        with open(os.devnull, "r+") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
        early_config.pluginmanager.register(Server(asked, answers))


def _do_not_shorten() -> None:
    """That a search finds something is all that is asked; nothing of it is kept."""
    searching = settings(settings.get_profile(UNHURRIED), phases=PHASES, database=None)
    settings.register_profile(UNHURRIED, searching)


def serve(folder: Path, tests: Sequence[str]) -> int:
    """Collect these and serve until the tasks end."""
    words = ["-q", "-p", PLUGIN, "-p", "no:cacheprovider", "-p", "no:playwright", "-n", "0"]
    return int(pytest.main([*words, "--capture=no", f"--basetemp={folder}", *tests]))


if __name__ == "__main__":
    sys.exit(serve(Path(sys.argv[1]), sys.argv[2:]))
