"""Tries faults of Python modules, many at once: each by the tests that execute its line, the narrowest first."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from pathlib import Path, PurePath
from queue import SimpleQueue
from threading import Lock

from attrs import asdict, define, evolve, field, frozen
from tests.fakes.folders import short_folder
from tests.mutants import trying
from tests.mutants.covering import IMPORTED, Map
from tests.mutants.patches import Patch
from tests.mutants.planting import Fault, used_at
from tests.mutants.trying import ELSEWHERE, KILLED, SURVIVED, TIME, Task, Verdict

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 30.0
"""Of the processor, for the tests of one layer, as much as they took when they were traced: what
one fault is worth, whatever else the machine had to do.
"""

LONGEST = 5.0
"""Seconds of the processor that any test may take, and three times as long as it took."""


PATIENCE = 1_000
"""Seconds by the clock after which a process of its own hangs, whatever else the machine has to do."""

FIRST = 20
"""Tests that are tried first where each file of tests costs an import."""


TOLD_EVERY = 25


class Found(Enum):
    """How a fault was seen."""

    TEST = "test"
    TIME = "time"
    NOTHING = "nothing"


@frozen
class Judged:
    """A fault, how it was seen, and by what; or why it was not."""

    fault: Fault
    found: Found
    why: str


def judged(found: Sequence[Fault], made: Map, tests: Sequence[str], processes: int) -> list[Judged]:
    """Every fault tried."""
    free: SimpleQueue[Server] = SimpleQueue()
    done: list[Fault] = []
    with servers(tests, processes) as ready:
        judge = Judge(made)
        for server in ready:
            free.put(server)

        def one(fault: Fault) -> Judged:
            server = free.get()
            try:
                result = judge.judged(fault, server)
            finally:
                free.put(server)
            if result.found is Found.NOTHING:
                print(f"  survived: {fault.told}  [{result.why}]", flush=True)
            done.append(fault)
            if not len(done) % TOLD_EVERY:
                print(f"  {len(done)} of {len(found)} tried", flush=True)
            return result

        with ThreadPoolExecutor(len(ready)) as pool:
            results = list(pool.map(one, found))
    for test in sorted(judge.unsound):
        print(f"  left out, as it fails in a fork without a fault: {test}")
    return results


def sees(patch: Patch) -> bool:
    """Whether the test that a patch names fails with it; that it passes without is known."""
    task = Task(patch.file, None, [patch.test], [LONGEST], patch.text)
    return alone(task, [patch.test.partition("::")[0]]).outcome == KILLED


@define
class Server:
    """The process that has collected the tests."""

    _process: subprocess.Popen[str]

    def ask(self, task: Task) -> Verdict:
        """Try this and say what came of it."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(task)) + "\n")
        self._process.stdin.flush()
        return Verdict(**self._answer())

    def wait_until_ready(self) -> None:
        """Until it has collected its tests."""
        self._answer()

    def end(self) -> None:
        """No more tasks."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> dict[str, str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process that tries faults has ended")
        return dict(json.loads(line))


@contextmanager
def servers(tests: Sequence[str], processes: int) -> Iterator[list[Server]]:
    """So many processes that have collected these tests."""
    with tempfile.TemporaryDirectory(prefix="backbeat-mutants-", dir=short_folder()) as folder:
        started = [
            Server(
                subprocess.Popen(
                    [sys.executable, "-m", trying.PLUGIN, f"{folder}/{number}", *tests],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for number in range(processes)
        ]
        for server in started:
            server.wait_until_ready()
        try:
            yield started
        finally:
            for server in started:
                server.end()


@define
class Judge:
    """Chooses the tests of a fault, and believes a test only that passes without one."""

    made: Map
    unsound: set[str] = field(factory=set)
    _sound: set[str] = field(factory=set)
    _lock: Lock = field(factory=Lock)

    def judged(self, fault: Fault, server: Server) -> Judged:
        """Try one."""
        reached = self.made.tests_of(fault.file, range(fault.first, fault.last + 1))
        uses = (
            used_at((ROOT / fault.file).read_text(), fault.first) if reached <= {IMPORTED} else {}
        )
        # Of a module's own statement over several lines the first alone is recorded.
        if reached == {IMPORTED} or uses:
            # What is made once and kept is executed by the first test alone that asks for it.
            reached |= {IMPORTED} | self.made.tests_of(fault.file, uses)
            reached |= self.made.tests_beside(fault.file) | self._near(fault.file)
        while True:
            chosen = self._chosen(reached, fault.file)
            if not chosen:
                return Judged(fault, Found.NOTHING, "no test executes it")
            task = Task(fault.file, fault.number, chosen, self._longest(chosen))
            verdict = self._tried(task, server, imported=IMPORTED in reached)
            if verdict.outcome != KILLED or self._is_sound(verdict.test, server):
                return _judged(fault, verdict, len(chosen), len(reached))

    def _tried(self, task: Task, server: Server, *, imported: bool) -> Verdict:
        """In a fork, which is quick; alone where the fork cannot, or the import calls what differs."""
        verdict = server.ask(task)
        if verdict.outcome == KILLED or (verdict.outcome == SURVIVED and not imported):
            return verdict
        for some in (task.tests[:FIRST], task.tests[FIRST:]):
            if some and verdict.outcome in {SURVIVED, ELSEWHERE}:
                places = sorted({test.partition("::")[0] for test in some})
                verdict = alone(evolve(task, tests=some, seconds=task.seconds[: len(some)]), places)
        return verdict

    def _is_sound(self, test: str, server: Server) -> bool:
        if test in self._sound or test not in self.made.seconds:
            return True
        task = Task("", None, [test], self._longest([test]))
        if server.ask(task).outcome == SURVIVED:
            self._sound.add(test)
            return True
        with self._lock:
            self.unsound.add(test)
        return False

    def _longest(self, chosen: Iterable[str]) -> list[float]:
        return [LONGEST + 3 * self.made.seconds[test] for test in chosen]

    def _chosen(self, reached: Iterable[str], file: str) -> list[str]:
        """Those of the package first; of them, and of the rest, the narrowest of each function, then
        their other cases; as many as time allows.
        """
        near = self._near(file)
        usable = (
            test
            for test in reached
            if test in self.made.seconds and test not in self.made.failed | self.unsound
        )
        narrowest = sorted(usable, key=lambda test: (test not in near, self._cost(test)))
        first: dict[str, str] = {}
        for test in narrowest:
            first.setdefault(test.partition("[")[0], test)
        return list(self._as_time_allows(dict.fromkeys([*first.values(), *narrowest])))

    def _cost(self, test: str) -> tuple[float, str]:
        return (self.made.work[test] * self.made.breadth.get(test, 1), test)

    def _near(self, file: str) -> set[str]:
        """Tests of the package itself, which may look at tables and words without a call, and those of all words."""
        package = PurePath(file).parts[2]
        near = (f"tests/core/{package}/", "tests/core/codes/")
        return {test for test in self.made.seconds if test.startswith(near)}

    def _as_time_allows(self, tests: Iterable[str]) -> Iterator[str]:
        """What no longer fits is left out: long searches have sessions of their own."""
        left: defaultdict[str, float] = defaultdict(lambda: MOST_SECONDS)
        for test in tests:
            layer = PurePath(test).parts[1]
            if self.made.work[test] <= left[layer]:
                yield test
                left[layer] -= self.made.work[test]


def _judged(fault: Fault, verdict: Verdict, tried: int, reached: int) -> Judged:
    if verdict.outcome == SURVIVED:
        return Judged(fault, Found.NOTHING, f"{tried} of {reached} tests that execute it")
    return Judged(fault, Found.TIME if verdict.outcome == TIME else Found.TEST, verdict.test)


def alone(task: Task, places: Sequence[str]) -> Verdict:
    """Try it in a process that imports everything with the fault in it."""
    with tempfile.TemporaryDirectory(prefix="backbeat-mutant-", dir=short_folder()) as folder:
        Path(folder, trying.ASKED).write_text(json.dumps(asdict(task)))
        told = Path(folder, trying.TOLD)
        words = ["-q", "-x", "-p", trying.PLUGIN, "-p", "no:cacheprovider", "-n", "0", *places]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *words, f"--basetemp={folder}/tests"],
            cwd=ROOT,
            env={**os.environ, trying.FOLDER: folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return Verdict(TIME)
        if code == NOTHING_RUN:
            raise RuntimeError(f"no test of {task.tests[0]} and others ran")
        if code == 0:
            return Verdict(SURVIVED)
        return Verdict(KILLED, told.read_text() if told.exists() else "(it cannot be imported)")


NOTHING_RUN = 5
"""What pytest ends with then."""
