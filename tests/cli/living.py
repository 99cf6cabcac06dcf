"""A creator over HTTP and the operator at the command line, with a platform that a person edits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import MAIN, World

from backbeat_adapters.container import Container
from backbeat_adapters.platform.simulated import SimulatedPlatform
from backbeat_adapters.platform.simulator import Simulator
from backbeat_adapters.platform.youtube import Patience, YouTube


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


@pytest.fixture(autouse=True)
def real_adapter(box: Container, platform: SimulatedPlatform) -> Iterator[None]:
    """The real adapter reads the simulated platform over HTTP."""
    with Simulator(platform) as simulator:
        youtube = YouTube("key", simulator.api, Patience(tries=1))
        with box.platform.override(providers.Object(youtube)):
            yield
        youtube.close()


def added(creator: Client, handle: str) -> Any:
    link = f"https://www.youtube.com/{handle}"
    return creator.post("channel/add", link=link, category="beauty")


def put_code(platform: SimulatedPlatform, channel: Any) -> None:
    found = platform.channel_of_handle(channel["link"].rpartition("/")[2])
    assert found is not None
    platform.edit(found.id, description=f"All about me\n\n{channel['verification']['code']}")
