"""The whole application over SQLite and PostgreSQL, with a world of accounts in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from dependency_injector import providers
from falcon.testing import TestClient
from tests.conftest import Database
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock
from tests.http.portal import NOW, Portal
from tests.http.world import World, make_invoices, make_world

from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.limits import MemoryLimits
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.passwords import CHEAP, Argon2Passwords
from backbeat_http.assembly import create_app


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many cells of the authorisation matrix and how many hostile requests were tried."""
    for tried in ("cells", "hostile requests"):
        count = sum(
            int(str(value))
            for report in terminalreporter.stats.get("passed", [])
            for name, value in getattr(report, "user_properties", [])
            if name == tried
        )
        if count:
            terminalreporter.write_line(f"{tried} tried: {count}")


@pytest.fixture
def settings() -> Settings:
    """The documented defaults, with wide limits; a test module may say otherwise."""
    return Settings(limits=Limits(profile=LimitsProfile.WIDE))


@pytest.fixture
def business_clock() -> FixedClock:
    """The business clock of the test; `clock` is the security clock."""
    return FixedClock()


@pytest.fixture
def platform() -> FakePlatform:
    """The video platform of the test."""
    return FakePlatform()


@pytest.fixture
def container(
    database: Database,
    settings: Settings,
    clock: FixedClock,
    business_clock: FixedClock,
    platform: FakePlatform,
    tmp_path: Path,
) -> Container:
    """Every part of Backbeat over a database of each kind, its clocks in the test's hands."""
    container = Container(
        settings=providers.Object(settings),
        deployment=providers.Object(Deployment(database.url, files=tmp_path)),
    )
    container.engine.override(providers.Object(database.engine))
    container.security_clock.override(providers.Object(clock))
    container.business_clock.override(providers.Object(business_clock))
    container.platform.override(providers.Object(platform))
    container.limit_store.override(providers.Object(MemoryLimits()))
    container.last_seen.override(providers.Object(MemoryLastSeen()))
    container.hasher.override(providers.Object(Argon2Passwords(CHEAP)))
    return container


@pytest.fixture
def client(container: Container) -> TestClient:
    """A client of the whole application."""
    return TestClient(create_app(container))


@pytest.fixture
def world(container: Container, client: TestClient) -> World:
    """The application with one account of every rank."""
    return make_world(container, client)


@pytest.fixture
def billed(world: World) -> World:
    """The world with an invoice for everybody; its ledger is not whole, so no month is closed."""
    world.things.update(make_invoices(world.container))
    return world


@pytest.fixture
def portal(
    container: Container, client: TestClient, business_clock: FixedClock, clock: FixedClock
) -> Portal:
    """The application as a person uses it; both clocks stand at `tests.http.portal.NOW`."""
    business_clock.set(NOW)
    clock.set(NOW)
    return Portal(container, client, business_clock, clock)
