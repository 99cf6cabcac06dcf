"""The demo's parts, wired from its folder: the world, time that passes, the site."""

from __future__ import annotations

import fcntl
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from wsgiref.types import WSGIApplication

from attrs import frozen

from backbeat_adapters.container import Container, make_container
from backbeat_adapters.demo.clock import MovedClock
from backbeat_adapters.demo.world import OPERATOR, PASSWORD, PEOPLE, DemoWorld
from backbeat_adapters.platforms.simulated import SimulatedPlatform
from backbeat_adapters.platforms.simulator import Simulator
from backbeat_adapters.settings import load
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS
from backbeat_cli.demo.home import DemoHome
from backbeat_cli.demo.pages import DemoPages, LogIn
from backbeat_cli.failures import Refused
from backbeat_http.assembly import create_app

Tell = Callable[[str], None]


@frozen
class Stage:
    """One demo; its configuration must have been written."""

    home: DemoHome

    def container(self) -> Container:
        """A container over the demo's configuration."""
        configuration = load({}, self.home.config)
        return make_container(configuration.settings, configuration.deployment, LONG_TIMEOUTS)

    def make_world(self, platform_port: int, tell: Tell) -> None:
        """Make the sample world, and mark it as complete."""
        migrations.upgrade(self.container().engine())
        self.container().policies().seed(OPERATOR)
        with Simulator(SimulatedPlatform(self.home.platform), platform_port, invent=True):
            self._world().make(tell)
            self.container().worker().run_once()
        self.home.ready.touch()

    def advance(self, tell: Tell) -> None:
        """Let a month pass; raises `Refused` while another one is passing."""
        with self._alone():
            self._world().advance(tell)

    def site(self, platform_port: int) -> WSGIApplication:
        """The application with the demo's own page in front; made in the process that serves."""
        configuration = load({}, self.home.config)
        container = make_container(configuration.settings, configuration.deployment)
        return DemoPages(
            create_app(container),
            self.home.mails,
            [LogIn(person.email, PASSWORD, person.who) for person in PEOPLE],
            self.commands(),
            f"http://127.0.0.1:{platform_port}/",
            container.business_clock().today,
            self._advanced,
        )

    def commands(self) -> Sequence[tuple[str, str]]:
        """The operator's acts of a first walk, ready to be pasted."""
        backbeat = f"{shlex.join(_program())} --config {shlex.quote(str(self.home.config))}"
        return (
            ("Who waits for approval?", f"{backbeat} channel list --status pending"),
            ("Approve them", f"{backbeat} channel approve --all --yes"),
            ("Who asked for money?", f"{backbeat} withdrawal list --status pending"),
            ("Pay them all", f"{backbeat} withdrawal pay --due-by 2099-12-31 --yes"),
            ("Check the ledger", f"{backbeat} ledger check"),
        )

    def advance_line(self) -> str:
        """The command that lets a month pass."""
        return (
            f"{shlex.join(_program())} demo advance --folder {shlex.quote(str(self.home.folder))}"
        )

    def _world(self) -> DemoWorld:
        container = self.container()
        clock = MovedClock(self.home.clock, container.zone())
        return DemoWorld(container, clock, SimulatedPlatform(self.home.platform), self.home.reports)

    def _advanced(self) -> str:
        told: list[str] = []
        try:
            self.advance(told.append)
        except Refused as refused:
            return str(refused)
        return told[-1]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.home.folder / "advance.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused("a month is already passing: wait until it has passed") from None
            yield


def _program() -> Sequence[str]:
    """What to type, from whatever folder, to run this very program."""
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return (sys.executable, "-m", "backbeat_cli")
    found = shutil.which(started.name)
    return (str(Path(found or started).absolute()),)
