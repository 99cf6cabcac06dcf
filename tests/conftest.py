"""Fixtures every suite shares: databases to run on, and transactions over each kind of storage."""

from __future__ import annotations

import gc
import secrets
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from attrs import frozen
from tests.fakes.postgres import NEWEST, Postgres, unchanged_tables
from tests.fakes.searches import search_unhurried
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE
from tests.proofs.samples import (
    DATABASES,
    SESSION,
    Case,
    case_of,
    commit,
    is_whole,
    left_out,
    proofs_of_requirements,
)

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from backbeat.memory.books import MemoryTransactions
    from backbeat_adapters.sql.engine.transactions import SqlTransactions


FIRST = "0001"
"""The first revision of the schema."""

TESTS = Path(__file__).parent
LONGEST = ("proofs", "browser", "adapters", "cli", "http")
"""Suites whose files take many seconds each."""

SUITES = {
    "browser": Case("", tests=4),
    "cli": Case("", variants=True, differs_in=DATABASES),
    "http": Case("", variants=True, differs_in=DATABASES),
}
"""What is sampled of every test of a suite: of what lies over the storage one database at each commit, of what
needs a browser and proves no requirement every fourth test."""

LEFT_OUT = "left out"
_LEFT_OUT = pytest.StashKey[dict[str, int]]()

search_unhurried()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in the background so, and the programs of the tests would be deaf too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many cells of the authorisation matrix, hostile requests and networks were tried, and how
    many of these with moves."""
    for tried in ("cells", "hostile requests", "random networks", "random networks with moves"):
        count = sum(
            int(str(value))
            for report in terminalreporter.stats.get("passed", [])
            for name, value in getattr(report, "user_properties", [])
            if name == tried
        )
        if count:
            terminalreporter.write_line(f"{tried} tried: {count}")
    for suite, count in sorted(terminalreporter.config.stash.get(_LEFT_OUT, {}).items()):
        terminalreporter.write_line(f"left to nox -s {SESSION} from tests/{suite}: {count}")


def pytest_report_header() -> str:
    """Say where what is sampled can be repeated, and run whole."""
    if is_whole():
        return "no samples: everything is tried"
    return f"samples by the commit {commit()}; all of it: nox -s {SESSION}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take a sample of variants; begin with the suites that take long, so that no worker is left alone
    with one of their files."""
    if not is_whole():
        _leave_out(config, items)
    items.sort(key=_turn)


def _leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a file that is named nothing is left out."""
    asked = {argument.partition("::")[0] for argument in config.args}
    named = {(config.invocation_params.dir / path).resolve() for path in asked}
    sampled = [item for item in items if item.path not in named]
    cases = [case_of(item, SUITES.get(_suite(item), Case(""))) for item in sampled]
    others = left_out(cases, commit(), proofs_of_requirements())
    unwanted = [item for item in sampled if item.nodeid in others]
    if not unwanted:
        return
    config.hook.pytest_deselected(items=unwanted)
    items[:] = [item for item in items if item.nodeid not in others]
    counted = dict(Counter(_suite(item) for item in unwanted))
    config.stash[_LEFT_OUT] = counted
    if hasattr(config, "workeroutput"):
        config.workeroutput[LEFT_OUT] = counted


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker has collected the same."""
    if LEFT_OUT in getattr(node, "workeroutput", {}):
        node.config.stash[_LEFT_OUT] = node.workeroutput[LEFT_OUT]


def _suite(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).parts[0]


def _turn(item: pytest.Item) -> int:
    suite = _suite(item)
    return LONGEST.index(suite) if suite in LONGEST else len(LONGEST)


def pytest_collection() -> None:
    """Let no search for garbage look through the thousands of tests: they stay to the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


@frozen
class Database:
    """An empty, migrated database of one kind: its URL and an engine on it."""

    kind: str
    url: str
    engine: Engine


@pytest.fixture
def clock() -> FixedClock:
    """The security clock of the test: it stands until the test moves it."""
    return FixedClock()


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for the session. When it cannot start, the test errs: never a skip."""
    with Postgres.running() as server:
        yield server


@pytest.fixture(scope="session")
def _postgres_engine(_postgres: Postgres) -> Iterator[Engine]:
    from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS, make_engine

    engine = make_engine(_postgres.migrated_database("backbeat_test"), LONG_TIMEOUTS)
    with unchanged_tables(engine):
        yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file that every test copies."""
    return _migrated_file(tmp_path_factory.mktemp("sqlite") / "template.sqlite3")


@pytest.fixture(scope="session")
def _sqlite_of_the_first_revision(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file as the first migration leaves it."""
    return _migrated_file(tmp_path_factory.mktemp("sqlite") / "first.sqlite3", FIRST)


def _migrated_file(path: Path, revision: str = NEWEST) -> Path:
    from backbeat_adapters.sql.engine.engines import make_engine
    from backbeat_adapters.sql.migrations import upgrade

    engine = make_engine(f"sqlite:///{path}")
    upgrade(engine, revision)
    engine.dispose()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # What the migrations left free would be copied too, and written into before a file grows.
        connection.execute("VACUUM")
    return path


@pytest.fixture(scope="session")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> Snapshots:
    """What many tests begin with, made once."""
    return Snapshots(tmp_path_factory.mktemp("snapshots"))


@pytest.fixture(scope="session")
def small_face(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A font file with the letters of our own papers."""
    from tests.fakes.faces import make_face

    return make_face(tmp_path_factory.mktemp("faces") / "boxes.ttf")


def make_database(kind: str, request: pytest.FixtureRequest) -> Iterator[Database]:
    """An empty database of that kind, thrown away or emptied after the test."""
    from sqlalchemy import event
    from tests.fakes.postgres import empty

    from backbeat_adapters.sql.engine.engines import make_engine

    if kind == "postgresql":
        engine = request.getfixturevalue("_postgres_engine")
        yield Database(kind, engine.url.render_as_string(hide_password=False), engine)
        empty(engine)
        return
    path = request.getfixturevalue("tmp_path") / "backbeat.sqlite3"
    shutil.copyfile(request.getfixturevalue("_sqlite_template"), path)
    engine = make_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _wait_for_each_other)
    engine.update_execution_options(compiled_cache=_COMPILED, sqlite_patience=PATIENCE)
    yield Database(kind, f"sqlite:///{path}", engine)
    engine.dispose()


class _Compiled(dict[tuple[Any, ...], Any]):
    """Statements as SQLite's SQL, compiled once for the engines of all tests.

    SQLAlchemy's keys begin with the engine's own dialect; of these there is one kind here.
    """

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], statement: Any) -> None:
        super().__setitem__(key[1:], statement)


_COMPILED = _Compiled()


def _wait_for_each_other(driver: sqlite3.Connection, _entry: object) -> None:
    """No test here is about a power cut, nor about how long a writer waits for another."""
    driver.execute("PRAGMA synchronous=OFF")
    driver.execute(f"PRAGMA busy_timeout={PATIENCE * 1000:.0f}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The test runs on SQLite and on PostgreSQL."""
    yield from make_database(request.param, request)


@pytest.fixture
def sqlite_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """For what is about SQLite alone."""
    yield from make_database("sqlite", request)


@pytest.fixture
def postgresql_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """For what is about PostgreSQL alone."""
    yield from make_database("postgresql", request)


@pytest.fixture(params=["sqlite", "postgresql"])
def own_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database at the newest revision, whose tables the test may change."""
    yield from _copied_database(request, tmp_path, NEWEST, "_sqlite_template")


@pytest.fixture(params=["sqlite", "postgresql"])
def first_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database at the first revision, whose tables the test may change."""
    yield from _copied_database(request, tmp_path, FIRST, "_sqlite_of_the_first_revision")


def _copied_database(
    request: pytest.FixtureRequest, folder: Path, revision: str, template: str
) -> Iterator[Engine]:
    from backbeat_adapters.sql.engine.engines import make_engine

    if request.param == "sqlite":
        file = folder / "own.sqlite3"
        shutil.copyfile(request.getfixturevalue(template), file)
        engine = make_engine(f"sqlite:///{file}")
    else:
        server: Postgres = request.getfixturevalue("_postgres")
        engine = make_engine(server.migrated_database(f"own_{secrets.token_hex(4)}", revision))
    yield engine
    engine.dispose()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def transactions(
    request: pytest.FixtureRequest, clock: FixedClock
) -> Iterator[MemoryTransactions | SqlTransactions]:
    """The test runs over every implementation of the storage ports: a contract test."""
    from backbeat.memory.books import MemoryTransactions
    from backbeat_adapters.sql.engine.transactions import SqlTransactions

    if request.param == "memory":
        yield MemoryTransactions.empty(clock, counting_ids())
        return
    for made in make_database(request.param, request):
        yield SqlTransactions(made.engine, clock, counting_ids())
