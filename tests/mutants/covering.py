"""Which tests execute which line: a plugin of pytest writes it down, and it is read here.

The plugin works in each process of pytest-xdist; the folder it writes to is named by the environment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from attrs import frozen
from coverage import Coverage, CoverageData

ROOT = Path(__file__).parents[2]
FOLDER = "BACKBEAT_TEST_MUTANTS_MAP"
SOURCES = ("core/backbeat", "adapters/backbeat_adapters")
IMPORTED = ""
"""The context of what is executed before the first test: imports, and what they call."""


class Writer:
    """Traces the tests of one process."""

    def __init__(self, folder: Path) -> None:
        """Begin before anything of ours is imported."""
        self._file = folder / str(os.getpid())
        self._seconds: dict[str, float] = {}
        self._work: dict[str, float] = {}
        self._failed: set[str] = set()
        self._coverage = Coverage(
            data_file=str(self._file.with_suffix(".lines")),
            config_file=False,
            source=[str(ROOT / each) for each in SOURCES],
        )
        self._coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """What is executed now is executed by this test."""
        self._coverage.switch_context(item.nodeid)
        before = time.process_time()
        yield
        self._work[item.nodeid] = time.process_time() - before
        self._coverage.switch_context(IMPORTED)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """How long it took, and whether it passed."""
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write it down."""
        self._coverage.stop()
        self._coverage.save()
        told = {"seconds": self._seconds, "work": self._work, "failed": sorted(self._failed)}
        self._file.with_suffix(".json").write_text(json.dumps(told))


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Trace in the processes that run tests, before any conftest.py imports something of ours.

    The process that deals the tests out runs none.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        early_config.pluginmanager.register(Writer(Path(os.environ[FOLDER])))


@frozen
class Map:
    """Who executes a line, how long a test takes by the clock and of the processor, how many lines
    it executes; and who failed.
    """

    lines: Mapping[str, Mapping[int, frozenset[str]]]
    seconds: Mapping[str, float]
    work: Mapping[str, float]
    breadth: Mapping[str, int]
    failed: frozenset[str]

    def tests_of(self, file: str, lines: Iterable[int]) -> frozenset[str]:
        """Those that execute one of the lines; `IMPORTED` where the import does."""
        of_file = self.lines.get(file, {})
        return frozenset().union(*(of_file.get(line, frozenset()) for line in lines))

    def tests_beside(self, file: str) -> frozenset[str]:
        """For what only the import executes: those that execute anything of its file, else of its package."""
        package = str(Path(file).parent)
        for files in ([file], [each for each in self.lines if str(Path(each).parent) == package]):
            found = frozenset().union(
                *(tests for each in files for tests in self.lines.get(each, {}).values())
            )
            if found - {IMPORTED}:
                return found
        return frozenset({IMPORTED})


def make(folder: Path, tests: Sequence[str], processes: int) -> None:
    """Run the tests and write down what each executes."""
    making = folder.with_name(f"{folder.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    words = ["-q", "-p", __name__, "-p", "no:cacheprovider", "-p", "no:playwright"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *words, "-n", str(processes), *tests],
        cwd=ROOT,
        env={**os.environ, FOLDER: str(making)},
        check=False,
    )
    making.rename(folder)


def read(folder: Path) -> Map:
    """What all processes wrote."""
    lines: dict[str, dict[int, frozenset[str]]] = {}
    breadth: dict[str, int] = {}
    for data in _traced(folder):
        for file in data.measured_files():
            of_file = lines.setdefault(str(Path(file).relative_to(ROOT)), {})
            for line, tests in data.contexts_by_lineno(file).items():
                of_file[line] = of_file.get(line, frozenset()) | set(tests)
                for test in tests:
                    breadth[test] = breadth.get(test, 0) + 1
    told = [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))]
    seconds, work = (
        {name: took for each in told for name, took in each[of].items()}
        for of in ("seconds", "work")
    )
    failed = frozenset(name for each in told for name in each["failed"])
    return Map(lines, seconds, work, breadth, failed)


def _traced(folder: Path) -> Iterator[CoverageData]:
    for file in sorted(folder.glob("*.lines")):
        data = CoverageData(str(file))
        data.read()
        yield data
