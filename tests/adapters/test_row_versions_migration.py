"""What was kept before rows came with changes stands after it, and can be changed as ever."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, MetaData, inspect
from tests.adapters.test_platforms_migration import CHANNEL, ROW, _blank, contents, fill

from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.platforms.youtube.report_kinds import CLAIM_RAW
from backbeat.report_files.model import Grouping
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions

SEPTEMBER = Month(2025, 9)
VERSIONED = ("report_rows", "country_days", "video_days", "channel_days", "record_figures")


def test_everything_kept_stands(first_database: Engine) -> None:
    engine = first_database
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        fill(connection)
        _fill_figures(connection)
    migrations.upgrade(engine, "0002")
    kept = contents(engine)["report_rows"]

    migrations.upgrade(engine)

    assert contents(engine)["report_rows"] == [
        {**row, "came_with": 0, "goes_with": None} for row in kept
    ]
    transactions = SqlTransactions(engine, SystemClock(), TimeOrderedIds())
    channel = PlatformChannelId(CHANNEL)
    with transactions.look() as books:
        [shown] = books.report_rows.shown(Grouping.CHANNEL, month=SEPTEMBER)
        [day] = books.statistics.channel_days([channel], SEPTEMBER.first, SEPTEMBER.last)
        [figure] = books.confirmed.figures(SEPTEMBER, [CLAIM_RAW])
    assert (shown.name, shown.rows) == (CHANNEL, 1)
    assert (day.channel, day.figures.views) == (CHANNEL, 7)
    assert (figure.channel, figure.nanos) == (CHANNEL, 9)
    assert migrations.drift(engine) == []


def test_keys_end_with_the_change(first_database: Engine) -> None:
    migrations.upgrade(first_database)

    looked = inspect(first_database)
    for table in VERSIONED:
        assert looked.get_pk_constraint(table)["constrained_columns"][-1] == "came_with"
        assert f"ix_{table}_going" in {index["name"] for index in looked.get_indexes(table)}
    if first_database.dialect.name == "sqlite":
        with first_database.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() == ["ok"]


def _fill_figures(connection: Connection) -> None:
    tables = MetaData()
    tables.reflect(connection, only=["channel_days", "record_figures"])
    day = "2025-09-05" if connection.dialect.name == "sqlite" else SEPTEMBER.day(5)
    days, figures = tables.tables["channel_days"], tables.tables["record_figures"]
    connection.execute(
        days.insert().values({**_blank(days), "channel": CHANNEL, "day": day, "views": 7})
    )
    connection.execute(
        figures.insert().values(
            {
                **_blank(figures),
                "month": ROW["month"],
                "channel": CHANNEL,
                "kind": "claim_raw",
                "nanos": 9,
            }
        )
    )
