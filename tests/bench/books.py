"""What the rows share: installations over databases, copies of them, people with channels."""

from __future__ import annotations

import shutil
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import psycopg
from attrs import evolve
from dependency_injector import providers
from psycopg import sql
from sqlalchemy import Engine, insert
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import EarningInterval, Holding, Timeline
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.gc_tuning import tune_gc
from backbeat_adapters.sql import accounts, channels, migrations
from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS, make_engine

MONTH = Month(2025, 9)
NOW = datetime(2025, 10, 25, 9, tzinfo=UTC)
BENCH = Actor.operator("bench")
LONG_AGO = date(2025, 1, 1)


def make_box(url: str, folder: Path) -> Container:
    """An installation over the database, as commands open it, in October 2025."""
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    container = make_container(settings, Deployment(url, files=folder))
    container.timeouts.override(providers.Object(LONG_TIMEOUTS))
    for clock in (container.business_clock, container.security_clock):
        clock.override(providers.Object(FixedClock(NOW)))
    container.engine().connect().close()
    tune_gc()
    return container


def migrated(url: str) -> Engine:
    """The engine of an empty database that has become an installation's."""
    engine = make_engine(url, LONG_TIMEOUTS)
    migrations.upgrade(engine)
    return engine


def add_people(engine: Engine, creators: int, since: date = LONG_AGO) -> None:
    """So many creators, each with one approved channel of the same number that earns since a day."""
    people, registered, spans = [], [], []
    for number in range(creators):
        account = f"creator{number}"
        people.append(
            accounts.to_row(
                an_account(id=account, name=account, referral_code=f"R{number:07}", verified_at=NOW)
            )
        )
        channel = a_channel(number, owner=account)
        channel = evolve(
            channel,
            status=ChannelStatus.APPROVED,
            verification=channel.verification.passed(NOW),
            timeline=Timeline(
                AccountId(account),
                (Holding(AccountId(account), since),),
                (EarningInterval(AccountId(account), since),),
            ),
        )
        registered.append(channels.to_row(channel))
        [span] = channel.timeline.spans()
        spans.append(
            {
                "channel": channel.id,
                "platform_id": channel.platform_id,
                "owner": span.owner,
                "holder": span.holder,
                "from_day": span.from_day,
                "until": span.until,
            }
        )
    with engine.begin() as connection:
        connection.execute(insert(accounts.accounts), people)
        connection.execute(insert(channels.channels), registered)
        connection.execute(insert(channels.channel_spans), spans)


def settled_down(engine: Engine) -> None:
    """Close the database so that it can be copied, its statistics known."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        sqlite = engine.dialect.name == "sqlite"
        connection.exec_driver_sql(
            "PRAGMA wal_checkpoint(TRUNCATE)" if sqlite else "VACUUM ANALYZE"
        )
    engine.dispose()


def settled(url: str) -> None:
    """Ready a database that something was written to for being copied."""
    settled_down(make_engine(url, LONG_TIMEOUTS))


def copied(url: str, name: str = "round") -> str:
    """A copy of the database by that name; the one before it is replaced."""
    copy = _beside(url, name)
    if url.startswith("sqlite:///"):
        to = Path(copy.removeprefix("sqlite:///"))
        for old in to.parent.glob(f"{to.name}*"):
            old.unlink()
        shutil.copyfile(url.removeprefix("sqlite:///"), to)
        return copy
    with _server(url) as connection:
        new, template = sql.Identifier(name), sql.Identifier(_name(url))
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(new))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(new, template))
    return copy


def keep(url: str, name: str = "round") -> None:
    """Let the copy by that name be the database from now on, with all that was written to it."""
    copy = _beside(url, name)
    settled(copy)
    if url.startswith("sqlite:///"):
        Path(copy.removeprefix("sqlite:///")).replace(url.removeprefix("sqlite:///"))
        return
    with _server(url) as connection:
        new, former = sql.Identifier(name), sql.Identifier(_name(url))
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(former))
        connection.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(new, former))


def _beside(url: str, name: str) -> str:
    """The URL of another database of the same folder or server."""
    if url.startswith("sqlite:///"):
        return f"sqlite:///{Path(url.removeprefix('sqlite:///')).with_name(name)}.sqlite3"
    return url.replace(f"/{_name(url)}?", f"/{name}?")


def _name(url: str) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(url)["dbname"])


def _server(url: str) -> psycopg.Connection[Any]:
    """A connection to the server of a database, not to the database itself."""
    return psycopg.connect(_beside(url, "postgres"), autocommit=True)
