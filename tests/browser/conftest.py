"""A real server with the built web UI, real Chromium, and both clocks in the test's hands.

A page of the web UI costs a new browser a second of fetching and compiling. So the portals of all
tests have one address, and a browser that was emptied is handed on, with one empty page left open:
its process knows the scripts.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial, wraps
from hashlib import sha256
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any, Concatenate, ParamSpec
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import StartResponse, WSGIEnvironment
from zoneinfo import ZoneInfo

import pytest
from attrs import evolve, frozen
from dependency_injector import providers
from falcon.testing import TestClient
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from tests.conftest import Database
from tests.fakes.folders import short_folder
from tests.fakes.passwords import CHEAP
from tests.fakes.platform import FakePlatform
from tests.fakes.snapshots import Made, Snapshots, content_of
from tests.fakes.standins import FixedClock
from tests.fakes.zones import elsewhere, zone_of
from tests.http.conftest import files_found_once
from tests.http.portal import NOW, PASSWORD, Portal

from backbeat.channels.platform import VideoPlatforms
from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.limits import MemoryLimits
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_http.assembly import create_app
from backbeat_http.static import STATIC

__all__ = ["files_found_once"]

CHROMIUM = os.environ.get("BACKBEAT_TEST_CHROMIUM", "chromium")
PHONE = {"width": 390, "height": 844}
WIDTHS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "laptop": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
}

QUICKLY = 0.02
"""Seconds within which a server notices that it is to stop."""

NOTHING = "/healthz"
"""An address of the portal's that loads nothing of the web UI."""

PATIENCE = 60_000
"""Milliseconds for whatever is waited for: a machine with other work to do may need them."""

HARMLESS = (
    "Failed to load resource",
    "was preloaded using link preload but not used within",
    "Service Worker registration blocked by Playwright",
)
"""What Chromium says of every refusal of the API, of a machine that took seconds to draw, and of us."""

expect.set_options(timeout=PATIENCE)

UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""What Chromium prepares for the address bar of each window, which nobody sees: half of its work."""

UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
"""What Playwright turns off; Chromium heeds the last list alone, so that ours has to repeat it."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the test does."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without Chromium they are skipped, in CI they fail."""
    browser_tests = [item for item in items if item.get_closest_marker("browser")]
    if shutil.which(CHROMIUM):
        return
    reason = f"no Chromium at {CHROMIUM}: install it or name it in the variable CHROMIUM"
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(reason)
    for item in browser_tests:
        item.add_marker(pytest.mark.skip(reason=reason))


class ShownAround(Portal):
    """Whoever gets a usable account here has seen the marks of the first walk."""

    def token_of(self, name: str = "mina") -> str:
        """Sign somebody up, prove the address, and end the walk."""
        token = super().token_of(name)
        self.post("member/settings/step.tutorial", token, value="all")
        return token


@frozen
class Site:
    """The running portal: its address, and a person's hands on the API behind it."""

    address: str
    portal: Portal
    snapshots: Snapshots

    def filled(self, name: str, make: Callable[[], Made]) -> Made:
        """Let the portal be as `make` leaves it here, with these settings and at this time."""
        container, clocks = self.portal.container, (self.portal.business, self.portal.security)
        here = sha256(content_of(container.engine())).digest()

        def make_and_tell_time() -> tuple[Made, list[datetime]]:
            return make(), [clock.now() for clock in clocks]

        made, times = self.snapshots.fill(
            (name, here, repr((container.settings(), clocks))),
            container.engine(),
            container.deployment().files,
            make_and_tell_time,
        )
        for clock, time in zip(clocks, times, strict=True):
            clock.set(time)
        return made

    def settled(self, name: str = "mina") -> str:
        """Somebody with a confirmed e-mail: the e-mail to log in with."""
        self.portal.token_of(name)
        return f"{name}@example.org"


Given = ParamSpec("Given")


def made_once(
    make: Callable[Concatenate[Site, Given], Made],
) -> Callable[Concatenate[Site, Given], Made]:
    """What many tests begin with: made for the first of them, copied for the others.

    It depends on nothing but the site and what it is given; folders are for files that are read once.
    """

    @wraps(make)
    def filled(site: Site, /, *given: Given.args, **named: Given.kwargs) -> Made:
        facts = [fact for fact in given if not isinstance(fact, Path)]
        name = f"{make.__module__}.{make.__qualname__} {facts} {named}"
        return site.filled(name, partial(make, site, *given, **named))

    return filled


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium, drawing letters the same everywhere."""
    off = ",".join((*UNSEEN, *UNWANTED))
    return {
        "executable_path": shutil.which(CHROMIUM),
        "args": ["--font-render-hinting=none", "--process-per-site", f"--disable-features={off}"],
        "env": os.environ | {"TMPDIR": str(short_folder())},
    }


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Walk a journey on each of its devices; at a commit on one of them."""
    marker = metafunc.definition.get_closest_marker("widths")
    if marker and "device" in metafunc.fixturenames:
        names = marker.args or tuple(WIDTHS)
        devices = [pytest.param(WIDTHS[name], marks=pytest.mark.variants) for name in names]
        metafunc.parametrize("device", devices, ids=names, indirect=True)


@pytest.fixture
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the visitor holds: a phone that reads English; a test or its module may say otherwise."""
    return {"viewport": PHONE, "locale": "en-US"} | getattr(request, "param", {})


@pytest.fixture(scope="module")
def zone(request: pytest.FixtureRequest) -> ZoneInfo:
    """Where the business is: in several zones, a module in one of them."""
    return zone_of(request.module.__name__)


@pytest.fixture
def browser_context_args(device: dict[str, Any], base_url: str, zone: ZoneInfo) -> dict[str, Any]:
    """A browser on the visitor's device, which stands elsewhere than the business."""
    there = elsewhere(zone).key
    fixed = {
        "base_url": base_url,
        "locale": "en-US",
        "timezone_id": there,
        "reduced_motion": "reduce",
        # Portals of all tests have one address: what one keeps for later would reach the next.
        "service_workers": "block",
    }
    return fixed | device


@pytest.fixture(scope="session")
def browsers(browser: Browser) -> dict[str, BrowserContext]:
    """The browsers of this session by their device, for as long as the program runs."""
    return {}


@pytest.fixture
def context(
    request: pytest.FixtureRequest,
    browser: Browser,
    browsers: dict[str, BrowserContext],
    browser_context_args: dict[str, Any],
    tmp_path: Path,
) -> Iterator[BrowserContext]:
    """The browser on the device: nobody is logged in, and it has seen nothing but files.

    Devices that differ in their size and colours alone share one, whose pages take these on.

    One that is recorded (`--tracing`, `--video`) is the test's own.
    """
    video, tracing = (request.config.getoption(name) for name in ("--video", "--tracing"))
    if (video, tracing) != ("off", "off"):
        filmed = {} if video == "off" else {"record_video_dir": tmp_path}
        context = request.getfixturevalue("new_context")(**filmed)
        context.new_page().goto(NOTHING)
        yield context
        return
    made_of = browser_context_args | {"viewport": PHONE, "color_scheme": "light"}
    key = repr(sorted(made_of.items()))
    if key not in browsers:
        browsers[key] = browser.new_context(**made_of)
        browsers[key].new_page().goto(NOTHING)
    context = browsers[key]
    yield context
    forget_visitor(context)


def forget_visitor(context: BrowserContext) -> None:
    """Leave one empty page open; nothing of who used the browser is there for the next."""
    for page in context.pages[1:]:
        page.close()
    context.clear_cookies()
    context.pages[0].evaluate("localStorage.clear()")


def remember(page: Page, name: str, value: str) -> None:
    """What the browser's storage holds when a page is opened."""
    page.context.pages[0].evaluate(
        "([name, value]) => localStorage.setItem(name, value)", [name, value]
    )


@pytest.fixture
def settings() -> Settings:
    """The documented defaults, with wide limits; a test module may say otherwise."""
    return Settings(limits=Limits(profile=LimitsProfile.WIDE))


@pytest.fixture
def platforms() -> VideoPlatforms:
    """Where the portal reads channels and videos; a test module may say otherwise."""
    return FakePlatform()


def _closed(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    start_response("503 Service Unavailable", [])
    return []


@pytest.fixture(scope="session")
def server() -> Iterator[WSGIServer]:
    """A free port, where the portal of each test stands in its turn."""
    with make_server("127.0.0.1", 0, _closed, _Server, _Quiet) as server:
        threading.Thread(target=server.serve_forever, args=(QUICKLY,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def site(
    server: WSGIServer,
    sqlite_database: Database,
    settings: Settings,
    zone: ZoneInfo,
    clock: FixedClock,
    small_face: Path,
    snapshots: Snapshots,
    tmp_path: Path,
    platforms: VideoPlatforms,
    files_found_once: None,
) -> Iterator[Site]:
    """The whole portal at the address; both clocks stand at `NOW`."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the web UI is not built: run nox -s browser")
    business = FixedClock(NOW, zone)
    clock.set(NOW)
    container = Container(
        settings=providers.Object(evolve(settings, business_tz=zone.key)),
        deployment=providers.Object(Deployment(sqlite_database.url, files=tmp_path / "files")),
    )
    container.engine.override(providers.Object(sqlite_database.engine))
    container.security_clock.override(providers.Object(clock))
    container.business_clock.override(providers.Object(business))
    container.platform.override(providers.Object(platforms))
    container.limit_store.override(providers.Object(MemoryLimits()))
    container.last_seen.override(providers.Object(MemoryLastSeen()))
    container.fonts.override(providers.Object(Fonts((str(small_face),))))
    container.hasher.override(providers.Object(Argon2Passwords(CHEAP)))
    app = create_app(container)
    server.set_app(app)
    yield Site(
        f"http://127.0.0.1:{server.server_port}",
        ShownAround(container, TestClient(app), business, clock),
        snapshots,
    )
    server.set_app(_closed)


@pytest.fixture
def base_url(site: Site) -> str:
    """Pages are named by their path."""
    return site.address


@pytest.fixture
def page(page: Page, device: dict[str, Any]) -> Iterator[Page]:
    """A page that must not break the Content-Security-Policy, throw, or warn."""
    faults: list[str] = []
    page.set_viewport_size(device.get("viewport", PHONE))
    page.emulate_media(color_scheme=device.get("color_scheme", "light"))

    def note(message: ConsoleMessage) -> None:
        is_fault = message.type in {"error", "warning"}
        if is_fault and not any(words in message.text for words in HARMLESS):
            faults.append(message.text)

    page.context.set_default_timeout(PATIENCE)
    page.on("console", note)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []


def log_in(page: Page, email: str, password: str = PASSWORD) -> None:
    """Fill in the form of the page that is open, and send it."""
    page.get_by_label("ID (e-mail)").fill(email)
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
