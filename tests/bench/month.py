"""P1 to P3: a month of videos' earnings, worked out and closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random

from attrs import define, evolve, field
from sqlalchemy import Engine, bindparam, insert, text
from tests.bench.books import (
    BENCH,
    MONTH,
    NOW,
    add_people,
    copied,
    make_box,
    migrated,
    settled_down,
)
from tests.bench.measuring import Subject
from tests.fakes.channels import platform_id

from backbeat.kernel.ids import ReportId
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.report_files.model import ReportFile
from backbeat_adapters.container import Container
from backbeat_adapters.sql.channels import SqlChannels
from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS, make_engine
from backbeat_adapters.sql.engine.partitions import open_months
from backbeat_adapters.sql.engine.schema import Day
from backbeat_adapters.sql.figures import BY_MONTH, report_files
from backbeat_adapters.sql.files.report_files import to_row

_FIGURES = "month, channel, video, kind, day_of_month, views, nanos"
_SAME_AS_ROWS = (
    "INSERT INTO report_rows (month, day_of_month, platform, kind, owner, key, file, line, channel,"
    " video, country, isrc, asset, adjustment, views, engaged_views, premium_views, watch_millis,"
    " rated_views, rate_weight, revenue_nanos, ads_nanos, premium_nanos)"
    " SELECT month, day_of_month, 'youtube', kind, 'bench', {key}, 1, 1, channel, video, 'ZZ', '', '', '',"
    " views, views, 0, 0, 0, 0, nanos, 0, 0 FROM record_figures"
)

_ESTIMATES = text(
    "INSERT INTO video_days (channel, day, video, views, engaged_views, premium_views,"
    " watch_millis, rated_views, rate_weight, revenue_nanos, ads_nanos, premium_nanos)"
    " SELECT channel, :day, video, (views + :place) / 29, 0, 0, 0, 0, 0,"
    " nanos / (29 + (views + :place) % 7), nanos / 37, nanos / 200"
    " FROM record_figures WHERE channel = :channel AND month = '2025-09'"
).bindparams(bindparam("day", type_=Day))
OTHER_DAY = date(2025, 9, 11)


def make_month(url: str, rows: int, creators: int) -> None:
    """An installation with a month to close: so many videos of so many creators."""
    engine = migrated(url)
    add_people(engine, creators)
    add_month(engine, rows, creators)
    settled_down(engine)


def add_month(engine: Engine, rows: int, channels: int) -> None:
    """A month's file of so many videos of so many channels."""
    with engine.begin() as connection:
        open_months(connection, BY_MONTH, [MONTH])
    _write_figures(engine, _figures(rows, channels))
    key = "CAST(video AS BLOB)" if engine.dialect.name == "sqlite" else "CONVERT_TO(video, 'UTF8')"
    with engine.begin() as connection:
        connection.execute(text(_SAME_AS_ROWS.format(key=key)))
        connection.execute(insert(report_files).values(to_row(_file(rows))))


def divide_some(url: str, creators: int) -> None:
    """From now on one channel in a hundred earns since the 11th only: its month is divided.

    Its videos have estimates of each day, by which they are.
    """
    engine = make_engine(url, LONG_TIMEOUTS)
    with engine.begin() as connection:
        known = SqlChannels(connection)
        for number in range(7, creators, 100):
            [channel] = known.claims(platform_id(number))
            [earning], [holding] = channel.timeline.earnings, channel.timeline.holdings
            known.save(
                evolve(
                    channel,
                    timeline=evolve(
                        channel.timeline,
                        earnings=(evolve(earning, from_day=OTHER_DAY),),
                        holdings=(evolve(holding, from_day=OTHER_DAY),),
                    ),
                )
            )
            theirs = {"channel": channel.platform_id}
            for day in MONTH.days:
                connection.execute(_ESTIMATES, theirs | {"day": day, "place": day.day})
    settled_down(engine)


def _figures(rows: int, creators: int) -> Iterator[tuple[object, ...]]:
    """One row per video: channels have few videos or many, and videos few views or many."""
    chance = Random("bench month")
    sizes = [chance.lognormvariate(4, 1.1) for _ in range(creators)]
    scale = rows / sum(sizes)
    month, kind = str(MONTH), OWN_MONTHLY.value
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
        kind=OWN_MONTHLY,
        platform=YOUTUBE,
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

    def run(self) -> None:
        preview = self._box.portal().settlements.preview(MONTH)
        assert preview.changes

    def after(self) -> None:
        self._box.engine().dispose()


@define(slots=False)
class Close(Subject):
    """Ours: the month closed on a copy of the books, with the days of its videos."""

    url: str
    folder: Path
    server: int | None = None
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(copied(self.url), self.folder)

    def run(self) -> None:
        closed = self._box.portal().settlements.close(MONTH, BENCH)
        assert closed.settlement.entries

    def after(self) -> None:
        self._box.engine().dispose()
