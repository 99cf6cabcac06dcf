"""What was kept before platforms had names is YouTube's, and nothing of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import (
    Boolean,
    Connection,
    Date,
    DateTime,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    Numeric,
    Table,
    inspect,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB

from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.ids import ChannelId, ReportId, VideoId
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions

CHANNEL = "UCabcdefghijklmnopqrstuQ"
ROW = {"month": "2025-09", "owner": "Label", "key": b"0123456789abcdef", "channel": CHANNEL}
TABLES = ("channels", "videos", "report_files", "report_rows", "replaced_rows")


@pytest.fixture
def before(first_database: Engine) -> Engine:
    """A database of the first revision, with a row in each table that gets the column."""
    with first_database.connect().execution_options(**WRITER) as connection, connection.begin():
        fill(connection)
    return first_database


def fill(connection: Connection) -> None:
    tables = MetaData()
    tables.reflect(connection)

    def add(name: str, **values: object) -> None:
        row = {**_blank(tables.tables[name]), **values}
        connection.execute(tables.tables[name].insert().values(row))

    sqlite = connection.dialect.name == "sqlite"
    when = "2025-09-01T09:00:00.000000Z" if sqlite else datetime(2025, 9, 1, 9, tzinfo=UTC)
    day = "2025-09-05" if sqlite else date(2025, 9, 5)
    nothing, changes = ("[]", "{}") if sqlite else ([], {})
    add("accounts", id="mina")
    add(
        *("channels",),
        id="c1",
        platform_id=CHANNEL,
        link="https://www.youtube.com/@mina",
        owner="mina",
        holder="mina",
        category="game",
        status="approved",
        holdings='[["mina", "2025-09-01"]]' if sqlite else [["mina", "2025-09-01"]],
        earnings=nothing,
        history=nothing,
        registered_at=when,
    )
    add("videos", id="V1", channel=CHANNEL, published_on=day)
    add(
        *("report_files",),
        id=1,
        kind="claim_raw",
        owner="Label",
        changes=changes,
        total="1.5",
        dust="0",
        ingested_at=when,
    )
    add("report_rows", kind="claim_raw", file=1, day_of_month=5, **ROW)
    add("replaced_rows", replaced_by=1, kind="own_daily", file=1, day_of_month=5, **ROW)


def _blank(table: Table) -> dict[str, Any]:
    """Something in every column that has to have something."""
    return {
        column.name: _something(column.type)
        for column in table.columns
        if not column.nullable and column.server_default is None
    }


def _something(kind: object) -> object:
    kinds: Mapping[type, object] = {
        Boolean: False,
        Integer: 0,
        Numeric: 0,
        LargeBinary: b"k",
        DateTime: datetime(2025, 9, 1, tzinfo=UTC),
        Date: date(2025, 9, 1),
        JSONB: {},
    }
    return next((value for type_, value in kinds.items() if isinstance(kind, type_)), "x")


def contents(engine: Engine) -> dict[str, list[dict[str, object]]]:
    tables = MetaData()
    with engine.connect() as connection:
        tables.reflect(connection, only=TABLES)
        return {
            name: [dict(row._mapping) for row in connection.execute(select(tables.tables[name]))]
            for name in TABLES
        }


def test_everything_kept_is_youtubes_and_stays_as_it_was(before: Engine) -> None:
    kept = contents(before)

    migrations.upgrade(before, "0002")

    assert contents(before) == {
        name: [{**row, "platform": "youtube"} for row in rows] for name, rows in kept.items()
    }
    migrations.upgrade(before)
    assert migrations.drift(before) == []


def test_a_rows_key_begins_with_its_platform(before: Engine) -> None:
    migrations.upgrade(before, "0002")

    for name in ("report_rows", "replaced_rows"):
        key = inspect(before).get_pk_constraint(name)["constrained_columns"]
        assert key[-4:] == ["platform", "kind", "owner", "key"]
        assert key[-6:-4] == ["month", "day_of_month"]


def test_what_was_kept_can_be_read(before: Engine) -> None:
    migrations.upgrade(before)

    transactions = SqlTransactions(before, SystemClock(), TimeOrderedIds())
    with transactions.look() as books:
        channel, video = books.channels.get(ChannelId("c1")), books.videos.get(VideoId("V1"))
        file = books.reports.get(ReportId("1"))
    assert channel is not None
    assert video is not None
    assert file is not None
    assert channel.platform is video.platform is file.platform is YOUTUBE


def test_a_new_row_has_to_say_its_platform(before: Engine) -> None:
    migrations.upgrade(before)

    columns = {each["name"]: each for each in inspect(before).get_columns("channels")}
    assert columns["platform"]["nullable"] is False
    assert columns["platform"]["default"] is None


def test_sqlite_keeps_its_tables_strict_and_by_key(before: Engine) -> None:
    migrations.upgrade(before)
    if before.dialect.name != "sqlite":
        return

    with before.connect() as connection:
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master")
        made = {name: str(text) for name, text in found if name in TABLES}
    assert all("STRICT" in made[name] for name in TABLES)
    assert all("WITHOUT ROWID" in made[name] for name in ("videos", "report_rows"))
