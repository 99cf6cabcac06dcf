"""A copied world is as good as a fresh one, over both databases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict
from falcon.testing import TestClient
from sqlalchemy import Connection, MetaData, func, insert, select
from sqlalchemy.exc import DBAPIError
from tests.fakes import snapshots
from tests.fakes.postgres import remove_rows
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import (
    ACCOUNTS,
    MAIN,
    STRANGER,
    World,
    filled,
    make_notifications,
    populate,
)

from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat_adapters.container import Container
from backbeat_adapters.sql.accounts import accounts
from backbeat_adapters.sql.audit import audit
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.limits import limit_hits

pytestmark = pytest.mark.variants("all")

Made = tuple[dict[str, str], dict[tuple[str, str], str]]


class Copies:
    """Makes the world the first time, and copies it from then on."""

    def __init__(self, container: Container, folder: Path) -> None:
        self.container = container
        self.snapshots = Snapshots(folder)
        self.makings = 0

    def world(self) -> Made:
        return filled(self.container, self.snapshots, "world", self._make)

    def _make(self) -> Made:
        self.makings += 1
        return populate(self.container)


@pytest.fixture
def copies(container: Container, tmp_path: Path) -> Copies:
    return Copies(container, tmp_path / "snapshots")


def state(container: Container) -> tuple[Mapping[str, Any], Mapping[str, bytes]]:
    """Every row of every table, and every file."""
    found = MetaData()
    found.reflect(container.engine())
    with container.engine().connect() as connection:
        rows = {
            name: sorted(map(repr, connection.execute(select(table))))
            for name, table in found.tables.items()
        }
    files = container.deployment().files / "exports"
    return rows, {path.name: path.read_bytes() for path in files.iterdir()}


def test_what_is_counted_while_a_copy_is_made_does_not_disturb_it(
    copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hits are written down by a timer, so also between the removed rows and those put back."""
    written = copies.container.counters_engine()
    hit = insert(limit_hits).values(key="anonymous:one", hits=[], until=1)

    def count_a_hit() -> None:
        with written.begin() as counting:
            counting.execute(hit)

    def removed(connection: Connection) -> None:
        remove_rows(connection)
        count_a_hit()

    def make() -> Made:
        count_a_hit()
        return populate(copies.container)

    filled(copies.container, copies.snapshots, "counted", make)
    with written.begin() as counting:
        counting.execute(limit_hits.delete())
    monkeypatch.setattr(snapshots, "remove_rows", removed)
    filled(copies.container, copies.snapshots, "counted", make)

    with copies.container.engine().connect() as connection:
        assert connection.execute(select(func.count()).select_from(accounts)).scalar_one()


def test_a_copy_has_every_row_and_file_and_nothing_of_what_was_done_since(
    copies: Copies, client: TestClient
) -> None:
    made = copies.world()
    fresh = state(copies.container)
    main = Client(World(copies.container, client, *made), MAIN)
    main.post("member/logout")
    make_notifications(copies.container)
    (copies.container.deployment().files / "exports" / "more").touch()
    made[1]["video", MAIN] = "changed"
    assert state(copies.container) != fresh

    copied = copies.world()

    assert state(copies.container) == fresh
    assert copied[1]["video", MAIN] != "changed"
    assert copies.makings == 1


def test_everybody_of_a_copy_can_go_on(copies: Copies, client: TestClient) -> None:
    copies.world()
    world = World(copies.container, client, *copies.world())

    for name in ACCOUNTS:
        assert Client(world, name).get("member/me")["success"]
    make_notifications(copies.container)
    told = copies.container.portal().notifications.list(AccountId(STRANGER), PageRequest()).page
    assert told.total == 2
    assert len({one.id for one in told.items}) == 2


def test_rows_of_a_copy_are_guarded(copies: Copies) -> None:
    copies.world()
    copies.world()

    with (
        copies.container.engine().connect().execution_options(**WRITER) as connection,
        pytest.raises(DBAPIError, match="append-only"),
        connection.begin(),
    ):
        connection.execute(audit.delete())


def test_a_copy_is_for_one_time_alone(copies: Copies, clock: FixedClock) -> None:
    began = filled(copies.container, copies.snapshots, "now", clock.now)
    clock.move(days=1)

    assert filled(copies.container, copies.snapshots, "now", clock.now) == began + timedelta(days=1)


def test_the_world_leaves_nothing_in_memory_that_a_copy_would_lack(copies: Copies) -> None:
    before = in_memory(copies.container)

    copies.world()

    assert in_memory(copies.container) == before


def in_memory(container: Container) -> list[str]:
    parts: tuple[Any, ...] = (container.limit_store(), container.last_seen(), container.platform())
    return [repr(asdict(part, recurse=False)) for part in parts]
