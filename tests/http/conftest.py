"""The whole application over SQLite and PostgreSQL, with a world of accounts in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment
from zoneinfo import ZoneInfo

import pytest
from attrs import evolve
from dependency_injector import providers
from falcon import routing
from falcon.testing import TestClient
from tests.conftest import Database
from tests.fakes.passwords import CHEAP
from tests.fakes.platform import FakePlatform
from tests.fakes.routing import RoutesOnce
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.fakes.tax import FakeAuthority
from tests.fakes.zones import zone_of
from tests.http.portal import NOW, Portal
from tests.http.world import (
    ACCOUNTS,
    EVERYBODY,
    World,
    filled,
    make_invoices,
    populate,
)

from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.limits import MemoryLimits
from backbeat.settings import Features, Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_http.assembly import create_app
from backbeat_http.static import STATIC, _Files


@pytest.fixture
def settings() -> Settings:
    """The documented defaults, with wide limits and every call switched on; a test module may say
    otherwise."""
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        features=Features(
            campaigns=True,
            consent=True,
            events=True,
            phone=True,
            programs=True,
            tax=True,
            video_review=True,
        ),
    )


@pytest.fixture
def zone(request: pytest.FixtureRequest) -> ZoneInfo:
    """Where the business is: journeys are made in several zones, in turns."""
    if "journey" in request.module.__name__:
        return zone_of(request.node.nodeid)
    return ZoneInfo("UTC")


@pytest.fixture
def business_clock(zone: ZoneInfo) -> FixedClock:
    """The business clock of the test; `clock` is the security clock."""
    return FixedClock(zone=zone)


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
    zone: ZoneInfo,
    small_face: Path,
    tmp_path: Path,
) -> Container:
    """Every part of Backbeat over a database of each kind, its clocks in the test's hands."""
    container = Container(
        settings=providers.Object(evolve(settings, business_tz=zone.key)),
        deployment=providers.Object(Deployment(database.url, files=tmp_path)),
    )
    container.engine.override(providers.Object(database.engine))
    container.security_clock.override(providers.Object(clock))
    container.business_clock.override(providers.Object(business_clock))
    container.platform.override(providers.Object(platform))
    container.authorities.override(providers.Object({"KR": FakeAuthority()}))
    container.limit_store.override(providers.Object(MemoryLimits()))
    container.last_seen.override(providers.Object(MemoryLastSeen()))
    container.fonts.override(providers.Object(Fonts((str(small_face),))))
    container.hasher.override(providers.Object(Argon2Passwords(CHEAP)))
    return container


@pytest.fixture
def client(
    container: Container, files_found_once: None, routes_worked_out_once: None
) -> TestClient:
    """A client of the whole application, which is put together when it is first called."""
    app = lru_cache(maxsize=1)(partial(create_app, container))

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return app()(environ, start_response)

    return TestClient(answer)


@pytest.fixture(scope="session")
def files_found_once() -> Iterator[None]:
    """Look for the files of the built web UI once, not once for each application."""
    search = _Files.update_files_dictionary
    found: dict[str, object] = {}

    def recall(files: _Files, root: str, prefix: str) -> None:
        if Path(root) != STATIC:
            search(files, root, prefix)
            return
        if not found:
            search(files, root, prefix)
            found.update(files.files)
        files.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Files, "update_files_dictionary", recall)
        yield


@pytest.fixture(scope="session")
def routes_worked_out_once() -> Iterator[None]:
    """Work out the routes once, not once for each application."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "DefaultRouter", RoutesOnce)
        yield


@pytest.fixture
def world(
    request: pytest.FixtureRequest,
    container: Container,
    client: TestClient,
    snapshots: Snapshots,
) -> World:
    """The application with one account of every rank, and what else the test asks for."""
    is_billed = "billed" in request.fixturenames
    people = EVERYBODY if "kin" in request.fixturenames else ACCOUNTS

    def make() -> tuple[dict[str, str], dict[tuple[str, str], str]]:
        tokens, things = populate(container, people)
        return tokens, things | (make_invoices(container, people) if is_billed else {})

    name = f"{'billed' if is_billed else 'world'} of {len(people)}"
    return World(container, client, *filled(container, snapshots, name, make))


@pytest.fixture
def billed(world: World) -> World:
    """The world with an invoice for everybody; its ledger is not whole, so no month is closed."""
    return world


@pytest.fixture
def kin() -> None:
    """Siblings of those who have none, and somebody who is suspended, are in the world."""


@pytest.fixture
def portal(
    container: Container, client: TestClient, business_clock: FixedClock, clock: FixedClock
) -> Portal:
    """The application as a person uses it; both clocks stand at `tests.http.portal.NOW`."""
    business_clock.set(NOW)
    clock.set(NOW)
    return Portal(container, client, business_clock, clock)
