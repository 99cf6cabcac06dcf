"""The demo's parts, wired from its folder: the sample data, time that passes, the site."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from wsgiref.types import WSGIApplication

from attrs import frozen

from backbeat_adapters.container import Container, make_container
from backbeat_adapters.demo.clock import MovedClock
from backbeat_adapters.demo.pages import DemoPages, LogIn
from backbeat_adapters.demo.paths import DemoPaths
from backbeat_adapters.demo.sample_data import OPERATOR, PASSWORD, PEOPLE, SampleData
from backbeat_adapters.demo.simulated import SimulatedPlatform
from backbeat_adapters.demo.simulator import Simulator
from backbeat_adapters.settings import load
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS

Tell = Callable[[str], None]
MakeApp = Callable[[Container], WSGIApplication]


class MonthPassing(Exception):
    pass


@frozen
class DemoRuntime:
    """One demo; its configuration must have been written."""

    paths: DemoPaths

    def container(self) -> Container:
        configuration = load({}, self.paths.config)
        return make_container(configuration.settings, configuration.deployment, LONG_TIMEOUTS)

    def make_sample_data(self, platform_port: int, tell: Tell) -> None:
        migrations.upgrade(self.container().engine())
        self.container().portal().policies.seed(OPERATOR)
        with Simulator(SimulatedPlatform(self.paths.platform), port=platform_port, invent=True):
            self._sample_data().make(tell)
            self.container().portal().worker.run_once()
        self.paths.ready.touch()

    def upgrade(self) -> None:
        """Bring a demo that an earlier version made to this one's schema; nothing where it has it."""
        migrations.upgrade(self.container().engine())

    def advance(self, tell: Tell) -> None:
        """Let a month pass; raises `MonthPassing` while another one is."""
        with self._alone():
            self._sample_data().advance(tell)

    def site(
        self, make_app: MakeApp, platform_port: int, commands: Sequence[tuple[str, str]]
    ) -> WSGIApplication:
        """The application with the demo's own page in front; made in the process that serves."""
        configuration = load({}, self.paths.config)
        container = make_container(configuration.settings, configuration.deployment)
        return DemoPages(
            make_app(container),
            self.paths.mails,
            self.paths.texts,
            [LogIn(person.email, PASSWORD, person.who) for person in PEOPLE],
            commands,
            f"http://127.0.0.1:{platform_port}/",
            container.business_clock().today,
            self._advanced,
        )

    def _sample_data(self) -> SampleData:
        container = self.container()
        clock = MovedClock(self.paths.clock, container.zone())
        return SampleData(
            container, clock, SimulatedPlatform(self.paths.platform), self.paths.reports
        )

    def _advanced(self) -> str:
        told: list[str] = []
        try:
            self.advance(told.append)
        except MonthPassing as passing:
            return str(passing)
        return told[-1]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.paths.folder / "advance.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise MonthPassing("a month is passing already: wait for its end") from None
            yield
