"""The program over SQLite and PostgreSQL, with clocks and platform in the test's hands."""

from __future__ import annotations

import json
import logging
import shutil
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.cli.installed import run_in
from tests.http.conftest import (
    business_clock,
    client,
    container,
    files_found_once,
    platform,
    routes_worked_out_once,
    settings,
    world,
    zone,
)
from typer.testing import CliRunner

from backbeat_adapters.container import Container
from backbeat_cli.app import Globals, LazyGroup, app
from backbeat_cli.context import CliContext

__all__ = [
    "business_clock",
    "client",
    "container",
    "files_found_once",
    "platform",
    "routes_worked_out_once",
    "settings",
    "world",
    "zone",
]


@frozen
class Answer:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its document."""
        return json.loads(self.out)

    @property
    def items(self) -> list[Mapping[str, Any]]:
        """The rows of its document."""
        return list(self.json["items"])


@frozen
class Program:
    """Runs `backbeat` as the operator ann."""

    container: Container

    def __call__(self, *arguments: str, operator: str = "ann", stdin: str | None = None) -> Answer:
        """Run one command."""
        at = CliContext(Globals())
        at.container_of_any_version = self.container
        environment = {"BACKBEAT_OPERATOR": operator, "COLUMNS": "200"}
        with handlers_kept():
            result = CliRunner().invoke(app, arguments, input=stdin, obj=at, env=environment)
        return Answer(result.exit_code, result.stdout, result.stderr)


@contextmanager
def handlers_kept() -> Iterator[None]:
    """A worker that runs inside the tests' own process leaves them deaf to Ctrl-C otherwise, and
    logging to where it ran."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for each, handler in before.items():
            signal.signal(each, handler)


@pytest.fixture(scope="session", autouse=True)
def commands_made_once() -> Iterator[None]:
    """Make each command out of its functions once, not once for each call of the program."""
    make = LazyGroup.get_command
    made: dict[str, Any] = {}

    def recall(group: LazyGroup, ctx: Any, cmd_name: str) -> Any:
        if group._listing:
            return make(group, ctx, cmd_name)
        if cmd_name not in made:
            made[cmd_name] = make(group, ctx, cmd_name)
        return made[cmd_name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LazyGroup, "get_command", recall)
        yield


@pytest.fixture
def backbeat(container: Container) -> Program:
    """The program over the test's container."""
    return Program(container)


@pytest.fixture(scope="session")
def _initialised(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `backbeat init` ran."""
    folder = tmp_path_factory.mktemp("initialised")
    ran = run_in(folder, "init", "--yes")
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture
def installation(_initialised: Path, tmp_path: Path) -> Path:
    """The test's folder as `backbeat init` leaves it; its file names what is in this folder."""
    shutil.copytree(_initialised, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "backbeat.toml"
    file.write_text(file.read_text().replace(str(_initialised), str(tmp_path)))
    return tmp_path
