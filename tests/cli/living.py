"""A creator over HTTP and the operator at the command line, with a platform that a person edits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from dependency_injector import providers
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.portal import PASSWORD, Portal
from tests.http.world import MAIN, World

from backbeat_adapters.container import Container
from backbeat_adapters.demo.simulated import SimulatedPlatform
from backbeat_adapters.demo.simulator import Simulator
from backbeat_adapters.platforms.choosing import Platforms
from backbeat_adapters.platforms.youtube import Patience, YouTube


@pytest.fixture
def platform(tmp_path: Path) -> SimulatedPlatform:
    """The simulated platform, as the person at its page changes it."""
    return SimulatedPlatform(tmp_path / "platform.sqlite3")


@pytest.fixture
def creator(
    world: World, platform: SimulatedPlatform, clock: FixedClock, business_clock: FixedClock
) -> Client:
    """A creator on the morning of 2025-09-01."""
    for each in (clock, business_clock):
        each.set(datetime(2025, 9, 1, 9, tzinfo=UTC))
    return Client(world, MAIN)


@pytest.fixture
def hands(world: World, business_clock: FixedClock, clock: FixedClock) -> Portal:
    """People's hands: they read their mail and log in."""
    return Portal(world.container, world.client, business_clock, clock)


class Stage(NamedTuple):
    """What a journey of several people is walked with."""

    world: World
    hands: Portal
    backbeat: Program
    platform: SimulatedPlatform
    clock: FixedClock
    folder: Path


@pytest.fixture
def stage(
    creator: Client,  # the morning on which it begins
    world: World,
    hands: Portal,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> Stage:
    return Stage(world, hands, backbeat, platform, business_clock, tmp_path)


@pytest.fixture(autouse=True)
def real_adapter(container: Container, platform: SimulatedPlatform) -> Iterator[None]:
    """The real adapter reads the simulated platform over HTTP."""
    with (
        Simulator(platform) as simulator,
        reader(simulator) as platforms,
        container.platform.override(providers.Object(platforms)),
    ):
        yield


@contextmanager
def reader(simulator: Simulator) -> Iterator[Platforms]:
    """The real adapter, which reads a simulated platform over HTTP."""
    youtube = YouTube("key", simulator.api, Patience(tries=1))
    yield Platforms({YouTube.kind: youtube})
    youtube.close()


def added(creator: Client, handle: str) -> Any:
    link = f"https://www.youtube.com/{handle}"
    return creator.post("channel/add", link=link, category="beauty")


def put_code(platform: SimulatedPlatform, channel: Any) -> None:
    found = platform.channel_of_handle(channel["link"].rpartition("/")[2])
    assert found is not None
    platform.edit(found.id, description=f"All about me\n\n{channel['verification']['code']}")


def approved(creator: Client, backbeat: Program, platform: SimulatedPlatform, handle: str) -> Any:
    """A verified and approved channel of the creator's."""
    if platform.channel_of_handle(handle) is None:
        platform.open_channel(handle, views=1_250_000)
    channel = added(creator, handle)
    put_code(platform, channel)
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "success"
    assert backbeat("channel", "approve", channel["id"]).code == 0
    return creator.get("channel/detail", id=channel["id"])


def estimated(
    backbeat: Program,
    platform: SimulatedPlatform,
    file: Path,
    *days: tuple[str, str, str, int],
) -> None:
    """Daily figures come in: handle, day, dollars, views."""
    rows = []
    for handle, day, dollars, views in days:
        found = platform.channel_of_handle(handle)
        assert found is not None
        rows.append(fake.daily_row(day, found.id, f"V{handle}", revenue=dollars, views=views))
    assert backbeat("report", "ingest", str(fake.own_daily(file, *rows))).code == 0


def confirmed(
    backbeat: Program,
    platform: SimulatedPlatform,
    folder: Path,
    month: str,
    dollars: Mapping[str, str],
) -> None:
    """The month's report comes in: dollars by handle."""
    rows = []
    for handle, amount in dollars.items():
        found = platform.channel_of_handle(handle)
        assert found is not None
        row = {"month": month, "channel_id": found.id, "video_id": f"V{handle}", "views": 1_000}
        rows.append(row | {"revenue_usd": amount})
    file = fake.own_monthly(folder / f"{month}.csv", *rows)
    assert backbeat("report", "ingest", str(file)).code == 0


def closed(backbeat: Program, month: str) -> None:
    assert backbeat("settle", "close", month, "--yes").code == 0


def balance(creator: Client) -> str:
    return str(creator.get("withdrawal/summary")["balance"])


def form(name: str, **more: Any) -> dict[str, Any]:
    return {"user_id": f"{name}@example.org", "password": PASSWORD, "nickname": name, **more}


def signed_in(world: World, hands: Portal, name: str) -> Client:
    """A new member that has proved its address."""
    return proved(world, hands, name, str(hands.log_in(name, PASSWORD)["token"]))


def proved(world: World, hands: Portal, name: str, token: str) -> Client:
    """Whoever holds the token proves the address, and is in the world from then on."""
    hands.post("member/email", token)
    code = hands.mailed_code(f"{name}@example.org")
    assert hands.post("member/emailverify", token, code=code).status == 200
    world.tokens[name] = token  # type: ignore[index]
    return Client(world, name)
