"""P16: what a creator's calls cost beside ever more other people, on PostgreSQL: nox -s scale -- --people 100000.

The world of the rights' matrix is copied, row by row and by the database, until there are so many
accounts. Every reading call of one of them is made warm beside a hundredth of the crowd and beside all of
it; of each statement the pages that the database looked at are counted, which a busy machine does not change.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from attrs import fields, frozen
from dependency_injector import providers
from falcon.testing import TestClient
from sqlalchemy import Column, Connection, Engine, Table, Text, event, insert
from tests.fakes.passwords import CHEAP
from tests.fakes.postgres import Postgres
from tests.fakes.standins import FixedClock
from tests.http.authorisation import MATRIX, Rule
from tests.http.world import ACCOUNTS, MAIN, World, make_invoices, populate

from backbeat.settings import Features, Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.gc_tuning import tune_gc
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.sql.channels import channels
from backbeat_adapters.sql.engine.schema import metadata
from backbeat_adapters.sql.figures import FIGURES, channel_days, video_days
from backbeat_adapters.sql.videos import videos
from backbeat_http.assembly import create_app

NOW = datetime(2025, 10, 25, 9, tzinfo=UTC)
DAYS = 30
MOST = 1.2
"""How many times as much a call may cost beside a hundred times the crowd."""
DEEPER = 2
"""Pages a statement: the indexes of a hundred times as large a table are a level or two deeper."""
_REST = {"alembic_version", "catalogue", "sites", "partner_sites", "settlements", "policies"}
_WHOSE = {"account", "owner", "holder", "channel", "platform_id", "video", "withdrawal", "manager"}
_READS = re.compile(r"^\s*(SELECT|WITH)\b", re.IGNORECASE)

Asked = Sequence[tuple[str, Any]]


@frozen
class Seen:
    """What a call cost: statements, pages looked at, and the clock's milliseconds, the median of several."""

    statements: int
    pages: int
    millis: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a call grows with the crowd."""
    asked = _asked(arguments)
    with tempfile.TemporaryDirectory(prefix="backbeat-scale-") as folder, _world(folder) as world:
        small = _measured(world, _crowd_to(world, asked.people // 100), asked.times)
        large = _measured(world, _crowd_to(world, asked.people), asked.times)
    return _print(small, large)


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="nox -s scale --", description=__doc__)
    parser.add_argument("--people", type=int, default=100_000, help="accounts (100,000)")
    parser.add_argument("--times", type=int, default=15, help="how often each call is made")
    return parser.parse_args(arguments)


@contextmanager
def _world(folder: str) -> Iterator[World]:
    with Postgres.running() as server:
        container = _container(server.migrated_database("scale"), Path(folder))
        tokens, things = populate(container)
        things |= make_invoices(container)
        _add_figures(container.engine())
        client = TestClient(create_app(container))
        tune_gc()
        world = World(container, client, tokens, things)
        for rule in _reading():
            # Some things are made by the first request about them, and have to be there both times.
            world.send(rule.request(world, MAIN), MAIN)
        yield world
        container.engine().dispose()


def _container(url: str, folder: Path) -> Container:
    # Every call is there to be made.
    switches = Features(**{each.name: True for each in fields(Features)})
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE), features=switches)
    container = make_container(settings, Deployment(url, files=folder))
    for clock in (container.business_clock, container.security_clock):
        clock.override(providers.Object(FixedClock(NOW)))
    container.hasher.override(providers.Object(Argon2Passwords(CHEAP)))
    return container


def _add_figures(engine: Engine) -> None:
    """A month of days for every channel and video."""
    chance = Random("scale")
    days = [NOW.date() - timedelta(each + 2) for each in range(DAYS)]

    def figures() -> dict[str, int]:
        return {name: chance.randrange(1, 10**6) for name in FIGURES}

    with engine.begin() as connection:
        codes = connection.scalars(channels.select().with_only_columns(channels.c.platform_id))
        rows = [{"channel": code, "day": day} for code in codes.all() for day in days]
        connection.execute(insert(channel_days), [row | figures() for row in rows])
        known = connection.execute(videos.select().with_only_columns(videos.c.channel, videos.c.id))
        spots = [{"channel": code, "video": id_, "day": day} for code, id_ in known for day in days]
        connection.execute(insert(video_days), [row | figures() for row in spots])


# -- the crowd


def _crowd_to(world: World, people: int) -> int:
    """Copy the world until there are so many accounts; how many there are."""
    engine = world.container.engine()
    with engine.begin() as connection:
        # Copies break chains and refer to copies made later: nobody closes a month here.
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        there = connection.exec_driver_sql("SELECT count(*) FROM accounts").scalar_one()
        first, last = there // len(ACCOUNTS), people // len(ACCOUNTS) - 1
        for table in metadata.sorted_tables:
            if _is_of_people(table):
                connection.exec_driver_sql(_copying(table, first, last))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("VACUUM ANALYZE")
        connection.exec_driver_sql("RESET statement_timeout")
        found: int = connection.exec_driver_sql("SELECT count(*) FROM accounts").scalar_one()
    return found


def _is_of_people(table: Table) -> bool:
    names = {column.name for column in table.c}
    return table.name not in _REST and (
        table.name in {"accounts", "videos"} or bool(names & _WHOSE)
    )


def _copying(table: Table, first: int, last: int) -> str:
    """The statement that copies what the world has; copies are told by a colon in their ids."""
    own = {column.name for column in _naming(table)}
    names = ", ".join(f'"{column.name}"' for column in table.c)
    values = ", ".join(
        f"t.\"{column.name}\" || ':' || n" if column.name in own else f't."{column.name}"'
        for column in table.c
    )
    key = next(iter(sorted(own)), None)
    originals = f"WHERE position(':' in t.\"{key}\") = 0" if key else ""
    return (
        f'INSERT INTO "{table.name}" ({names}) SELECT {values}'
        f' FROM "{table.name}" t, generate_series({first}, {last}) n {originals}'
    )


def _naming(table: Table) -> list[Column[Any]]:
    """The columns that hold names of people and of what is theirs."""
    unique = [each for each in table.constraints if hasattr(each, "columns")]
    told = {column.name for each in unique for column in each.columns} | _WHOSE
    told |= {column.name for index in table.indexes if index.unique for column in index.columns}
    return [column for column in table.c if column.name in told and isinstance(column.type, Text)]


# -- what calls cost


def _measured(world: World, people: int, times: int) -> tuple[int, Mapping[str, Seen]]:
    print(f"{people:,} accounts", file=sys.stderr, flush=True)
    return people, {f"GET {rule.path}": _seen(world, rule, times) for rule in _reading()}


def _reading() -> list[Rule]:
    return [rule for rule in MATRIX if rule.method == "GET"]


def _seen(world: World, rule: Rule, times: int) -> Seen:
    request = rule.request(world, MAIN)

    def ask() -> object:
        return world.send(request, MAIN).status

    ask()
    took = []
    for _ in range(times):
        started = time.perf_counter()
        ask()
        took.append(time.perf_counter() - started)
    engine = world.container.engine()
    statements = _heard(engine, ask)
    with engine.connect() as connection:
        pages = sum(_pages(connection, *each) for each in statements)
        connection.rollback()
    return Seen(len(statements), pages, 1000 * median(took))


def _heard(engine: Engine, ask: Callable[[], object]) -> Asked:
    asked: list[tuple[str, Any]] = []

    def hear(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        if _READS.match(statement):
            asked.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", hear)
    try:
        ask()
    finally:
        event.remove(engine, "before_cursor_execute", hear)
    return asked


def _pages(connection: Connection, statement: str, parameters: Any) -> int:
    explained = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}"
    [plan] = connection.exec_driver_sql(explained, parameters).scalars()
    top = plan[0]["Plan"]
    return int(top["Shared Hit Blocks"]) + int(top["Shared Read Blocks"])


def _print(small: tuple[int, Mapping[str, Seen]], large: tuple[int, Mapping[str, Seen]]) -> int:
    (few, before), (many, after) = small, large
    print(f"| call | pages, {few:,} | {many:,} | x | ms, {few:,} | {many:,} | x | met |")
    print("|---|---|---|---|---|---|---|---|")
    grew = []
    for call, then in before.items():
        now = after[call]
        is_met = now.pages <= max(MOST * then.pages, then.pages + DEEPER * then.statements)
        grew += [] if is_met else [call]
        pages = f"{then.pages} | {now.pages} | {now.pages / max(then.pages, 1):.2f}"
        millis = f"{then.millis:.1f} | {now.millis:.1f} | {now.millis / then.millis:.2f}"
        print(f"| {call} | {pages} | {millis} | {'yes' if is_met else '**no**'} |")
    slower = median(after[call].millis / before[call].millis for call in before)
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\n{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, load {load}")
    print(
        f"{len(before) - len(grew)} of {len(before)} calls look at no more pages; time x {slower:.2f}"
    )
    return int(bool(grew))


if __name__ == "__main__":
    sys.exit(main())
