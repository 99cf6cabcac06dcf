"""P1 to P3: a month of videos' earnings, worked out and closed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from random import Random

import psycopg
from attrs import define, evolve, field
from dependency_injector import providers
from sqlalchemy import Engine, insert, text
from tests.bench.measuring import Subject
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel, platform_id
from tests.fakes.standins import FixedClock

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import EarningInterval
from backbeat.ingestion.model import ReportFile
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ReportId
from backbeat.kernel.months import Month
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat.settlement.service import Settlements
from backbeat.videos.kinds import Kind
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.sql import accounts, channels, ingestion, migrations
from backbeat_adapters.sql.engine import UNHURRIED, make_engine
from backbeat_adapters.sql.statistics import report_files

MONTH = Month(2025, 9)
NOW = datetime(2025, 10, 25, 9, tzinfo=UTC)
BENCH = Actor.operator("bench")
OTHER_DAY = date(2025, 9, 11)
"""One channel in a hundred earns from this day on only: its month is worked out day by day."""

_FIGURES = "month, channel, video, kind, day_of_month, views, nanos"
_SAME_AS_ROWS = (
    "INSERT INTO report_rows (month, day_of_month, kind, owner, key, file, line, channel, video,"
    " country, isrc, asset, adjustment, views, engaged_views, premium_views, watch_millis,"
    " rated_views, rate_weight, revenue_nanos, ads_nanos, premium_nanos)"
    " SELECT month, day_of_month, kind, 'bench', {key}, 1, 1, channel, video, 'ZZ', '', '', '',"
    " views, views, 0, 0, 0, 0, nanos, 0, 0 FROM record_figures"
)


def make_month(url: str, rows: int, creators: int) -> None:
    """An installation with a month to close: so many videos of so many creators."""
    engine = make_engine(url, UNHURRIED)
    migrations.upgrade(engine)
    _people(engine, creators)
    _write_figures(engine, _figures(rows, creators))
    key = "CAST(video AS BLOB)" if engine.dialect.name == "sqlite" else "CONVERT_TO(video, 'UTF8')"
    with engine.begin() as connection:
        connection.execute(text(_SAME_AS_ROWS.format(key=key)))
        connection.execute(insert(report_files).values(ingestion.to_row(_file(rows))))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        sqlite = engine.dialect.name == "sqlite"
        connection.exec_driver_sql(
            "PRAGMA wal_checkpoint(TRUNCATE)" if sqlite else "VACUUM ANALYZE"
        )
    engine.dispose()


def make_box(url: str, folder: Path) -> Container:
    """An installation over the database, as commands open it."""
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    box = make_container(settings, Deployment(url, files=folder))
    box.patience.override(providers.Object(UNHURRIED))
    for clock in (box.business_clock, box.security_clock):
        clock.override(providers.Object(FixedClock(NOW)))
    return box


def _people(engine: Engine, creators: int) -> None:
    people, registered, spans = [], [], []
    for number in range(creators):
        account = f"creator{number}"
        people.append(
            accounts.to_row(
                an_account(id=account, name=account, referral_code=f"R{number:07}", verified_at=NOW)
            )
        )
        start = OTHER_DAY if number % 100 == 7 else date(2025, 1, 1)
        channel = a_channel(number, owner=account)
        channel = evolve(
            channel,
            status=ChannelStatus.APPROVED,
            verification=channel.verification.passed(NOW),
            earnings=(EarningInterval(AccountId(account), start),),
            holdings=(evolve(channel.holdings[0], from_day=start),),
        )
        registered.append(channels.to_row(channel))
        [span] = channel.spans()
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


def _figures(rows: int, creators: int) -> Iterator[tuple[object, ...]]:
    """A row a video: channels have few videos or many, and videos few views or many."""
    chance = Random("bench month")
    sizes = [chance.lognormvariate(4, 1.1) for _ in range(creators)]
    scale = rows / sum(sizes)
    month, kind = str(MONTH), Kind.OWN_MONTHLY.value
    made, due = 0, 0.0
    for number, size in enumerate(sizes):
        due += size * scale
        until = rows if number == creators - 1 else max(made + 1, round(due))
        channel, typical = platform_id(number), chance.lognormvariate(6, 1.5)
        for video in range(made, until):
            views = int(typical * chance.expovariate(1)) + 1
            yield (
                month,
                channel,
                f"v{video:010d}",
                kind,
                0,
                views,
                views * chance.randrange(900_000),
            )
        made = until


def _write_figures(engine: Engine, figures: Iterator[tuple[object, ...]]) -> None:
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        if engine.dialect.name == "sqlite":
            driver.execute("BEGIN")
            marks = ",".join("?" * 7)
            driver.executemany(f"INSERT INTO record_figures ({_FIGURES}) VALUES ({marks})", figures)
        else:
            with driver.cursor().copy(f"COPY record_figures ({_FIGURES}) FROM STDIN") as copy:
                for row in figures:
                    copy.write_row(row)
        driver.commit()


def _file(rows: int) -> ReportFile:
    return ReportFile(
        id=ReportId("1"),
        name="bench.csv",
        sha256="0" * 64,
        size=0,
        kind=Kind.OWN_MONTHLY,
        is_adjustment=False,
        owner="bench",
        first=MONTH.first,
        last=MONTH.last,
        rows=rows,
        before_start=0,
        total=Decimal(0),
        dust=Decimal(0),
        ingested_at=NOW,
        ingested_by="bench",
    )


@define(slots=False)
class WorkOut(Subject):
    """Ours: the month worked out to what everybody is owed; nothing is posted."""

    url: str
    folder: Path
    server: int | None = None
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(self.url, self.folder)
        self._box.engine().connect().close()

    def run(self) -> None:
        preview = self._box.settlements().preview(MONTH)
        assert preview.changes

    def after(self) -> None:
        self._box.engine().dispose()


@define(slots=False)
class Close(Subject):
    """Ours: the month closed, on a copy of the books; with the checks of the ledger or without."""

    url: str
    folder: Path
    checked: bool
    server: int | None = None
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(_copied(self.url), self.folder)
        self._box.engine().connect().close()

    def run(self) -> None:
        settlements: Settlements = self._box.settlements()
        if not self.checked:
            settlements = evolve(settlements, soundness=None)
        closed = settlements.close(MONTH, BENCH)
        assert closed.settlement.entries

    def after(self) -> None:
        self._box.engine().dispose()


def _copied(url: str) -> str:
    """A copy of the database; the one before it is replaced."""
    if url.startswith("sqlite:///"):
        file = Path(url.removeprefix("sqlite:///"))
        copy = file.with_name("round.sqlite3")
        for old in file.parent.glob("round.sqlite3*"):
            old.unlink()
        shutil.copyfile(file, copy)
        return f"sqlite:///{copy}"
    base = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    with psycopg.connect(url.replace(f"/{base}?", "/postgres?"), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS round")
        connection.execute(f"CREATE DATABASE round TEMPLATE {base}".encode())
    return url.replace(f"/{base}?", "/round?")
