"""Figures kept by month on PostgreSQL: brought there and back with every figure, and found amiss."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, Engine, select, text
from tests.fakes.postgres import Postgres
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.kernel.months import Month
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.partitions import faults, months, open_months
from backbeat_adapters.sql.figures import BY_MONTH, record_figures, report_rows
from backbeat_adapters.sql.files import versions
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.temporary import creation

SEPTEMBER, OCTOBER = Month(2025, 9), Month(2025, 10)
_ROWS = """
    INSERT INTO report_rows (month, day_of_month, platform, kind, owner, key, file, line, day,
        channel, video, country, isrc, asset, adjustment, views, engaged_views, premium_views,
        watch_millis, rated_views, rate_weight, revenue_nanos, ads_nanos, premium_nanos,
        came_with, goes_with)
    SELECT month, day, 'youtube', 'claim_raw', 'Label', int4send(number), 1, number,
        (month || '-01')::date + day - 1, 'UC' || number % 3, 'v' || number, 'KR', '', '', 'None',
        number, 0, 0, 0, 0, 0, number * 1000, 0, 0, number % 2, nullif(number % 5, 1)
    FROM generate_series(1, 40) number,
        unnest(ARRAY['2025-02', '2025-09', '2025-10', '2025-12']) month,
        unnest(ARRAY[1, 28]) day
"""
_FIGURES = """
    INSERT INTO record_figures (month, channel, video, kind, day_of_month, views, nanos)
    SELECT month, 'UC1', 'v' || number, 'claim_raw', 0, number, number * 7
    FROM generate_series(1, 9) number, unnest(ARRAY['2025-09', '2026-01']) month
"""


@pytest.fixture
def engine(_postgres: Postgres) -> Iterator[Engine]:
    """An empty database of our own on PostgreSQL, at the newest revision."""
    made = make_engine(_postgres.migrated_database(f"months_{secrets.token_hex(4)}"))
    yield made
    made.dispose()


@pytest.fixture
def former(engine: Engine) -> Engine:
    """The same as the version before had it, with figures of several months in it."""
    _go_back(engine)
    with engine.begin() as connection:
        connection.execute(text(_ROWS))
        connection.execute(text(_FIGURES))
    return engine


def test_every_figure_stands_in_its_month_and_stands_again_after_the_way_back(
    former: Engine,
) -> None:
    before, made = _contents(former), _made(former)
    assert len(before["report_rows"]) == 320

    migrations.upgrade(former)

    assert _contents(former) == before
    assert migrations.drift(former) == []
    with former.connect() as connection:
        begun = {str(each) for each in months(connection, report_rows)}
        assert begun == {"2025-02", "2025-09", "2025-10", "2025-12", "2026-01"}
        assert months(connection, record_figures) == months(connection, report_rows)
        september = connection.execute(text("SELECT DISTINCT month FROM report_rows_2025_09"))
        assert september.scalars().all() == ["2025-09"]

    _go_back(former)

    assert _contents(former) == before
    assert _made(former) == made


def test_what_is_written_while_months_are_parted_comes_along(former: Engine) -> None:
    writing = former.connect()
    late = _FIGURES.replace("'UC1'", "'late'")
    writing.execute(text(late))
    with ThreadPoolExecutor(1) as pool:
        parting = pool.submit(migrations.upgrade, former)
        wait_until(lambda: _is_anybody_waiting(former), "the migration's turn")
        writing.commit()
        writing.close()
        parting.result(PATIENCE)

    with former.connect() as connection:
        found = connection.exec_driver_sql(
            "SELECT count(*) FROM record_figures WHERE channel = 'late'"
        )
        assert found.scalar() == 18


def test_the_server_knows_each_month_once_they_are_parted(former: Engine) -> None:
    migrations.upgrade(former)

    with former.connect() as connection:
        known = connection.exec_driver_sql(
            "SELECT DISTINCT tablename FROM pg_stats WHERE tablename ~ '_20[0-9]{2}_[0-9]{2}$'"
        )
        assert {"report_rows_2025_09", "record_figures_2026_01"} <= {*known.scalars()}


def test_defaults_come_along(former: Engine) -> None:
    before = _defaults(former)
    assert before

    migrations.upgrade(former)

    assert _defaults(former) == before


def test_a_row_is_kept_once_in_its_month(former: Engine) -> None:
    migrations.upgrade(former)

    with former.begin() as connection:
        again = text(_FIGURES + "ON CONFLICT DO NOTHING")
        assert connection.execute(again).rowcount == 0


def test_a_month_is_begun_while_others_read_and_write(engine: Engine) -> None:
    reading, writing = engine.connect(), engine.connect()
    with engine.begin() as connection:
        open_months(connection, BY_MONTH, [SEPTEMBER])
    with reading, writing, engine.begin() as connection:
        reading.execute(text("SELECT count(*) FROM report_rows"))
        writing.execute(text(_FIGURES.replace("'2026-01'", "'2025-09'") + "ON CONFLICT DO NOTHING"))
        connection.execute(text("SET LOCAL lock_timeout = '200ms'"))

        open_months(connection, BY_MONTH, [SEPTEMBER, OCTOBER])

        assert months(connection, report_rows) == {SEPTEMBER, OCTOBER}


def test_a_month_that_two_begin_at_once_is_begun_once(engine: Engine) -> None:
    def begin_too() -> None:
        with engine.begin() as connection:
            open_months(connection, BY_MONTH, [OCTOBER])

    with ThreadPoolExecutor(1) as pool:
        with engine.begin() as connection:
            open_months(connection, BY_MONTH, [OCTOBER])
            second = pool.submit(begin_too)
            wait_until(lambda: _is_anybody_waiting(engine), "the second one's turn")
        second.result(PATIENCE)

    with engine.connect() as connection:
        assert months(connection, report_rows) == {OCTOBER}
        assert list(faults(connection, BY_MONTH)) == []


def test_who_writes_into_months_that_are_there_waits_for_nobody_who_begins_one(
    engine: Engine,
) -> None:
    with engine.begin() as connection:
        open_months(connection, BY_MONTH, [SEPTEMBER])
    with engine.begin() as beginning, engine.begin() as writing:
        open_months(beginning, BY_MONTH, [OCTOBER])
        writing.execute(text("SET LOCAL lock_timeout = '200ms'"))

        open_months(writing, BY_MONTH, [SEPTEMBER])


def test_rows_that_go_from_several_months_go_from_each(engine: Engine) -> None:
    with engine.connect() as connection:
        open_months(connection, BY_MONTH, [SEPTEMBER, OCTOBER])
        connection.execute(text(_FIGURES.replace("'2026-01'", "'2025-10'")))
        connection.exec_driver_sql(creation(connection.dialect))
        pieces = Pieces(connection)
        versions.choose(pieces, record_figures, select(*record_figures.primary_key))

        gone = record_figures.delete().where(versions.is_chosen(pieces, record_figures))

        assert connection.execute(gone).rowcount == 18


def test_rows_that_go_are_sought_in_their_months_alone(engine: Engine) -> None:
    with engine.connect() as connection:
        open_months(connection, BY_MONTH, [SEPTEMBER, OCTOBER])
        connection.execute(text(_FIGURES.replace("'2026-01'", "'2025-10'")))
        connection.exec_driver_sql(creation(connection.dialect))
        pieces = Pieces(connection)
        of_october = select(*record_figures.primary_key).where(record_figures.c.month == OCTOBER)
        versions.choose(pieces, record_figures, of_october)
        gone = record_figures.delete().where(versions.is_chosen(pieces, record_figures))

        compiled = gone.compile(connection, compile_kwargs={"literal_binds": True})
        plan = connection.exec_driver_sql(f"EXPLAIN {compiled}").scalars().all()

        assert "record_figures_2025_10" in str(plan)
        assert "record_figures_2025_09" not in str(plan)
        assert connection.execute(gone).rowcount == 9


AMISS = {
    "DROP TABLE record_figures_2025_09": "record_figures_2025_09 is missing",
    "ALTER TABLE record_figures DETACH PARTITION record_figures_2025_09": (
        "record_figures_2025_09 is no part of record_figures"
    ),
    "CREATE TABLE report_rows_rest PARTITION OF report_rows DEFAULT": (
        "report_rows_rest is no month of report_rows: DEFAULT"
    ),
    "ALTER TABLE report_rows DETACH PARTITION report_rows_2025_09;"
    "ALTER TABLE report_rows ATTACH PARTITION report_rows_2025_09 FOR VALUES IN ('2025-08')": (
        "report_rows_2025_09 is no month of report_rows: FOR VALUES IN ('2025-08')"
    ),
    "CREATE TABLE report_rows_2025_11 (month text)": (
        "report_rows_2025_11 is no part of report_rows"
    ),
    "ALTER TABLE record_figures RENAME TO former;"
    "CREATE TABLE record_figures (LIKE former INCLUDING ALL)": "record_figures is not kept by month",
}


def test_what_is_amiss_with_months_is_told(engine: Engine) -> None:
    with engine.begin() as connection:
        open_months(connection, BY_MONTH, [SEPTEMBER])
    with engine.connect() as connection:
        for act, told in AMISS.items():
            assert list(faults(connection, BY_MONTH)) == []
            connection.exec_driver_sql(act)
            assert told in list(faults(connection, BY_MONTH))
            connection.rollback()

    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE record_figures_2025_09")
    assert migrations.drift(engine) == ["record_figures_2025_09 is missing"]


def test_tables_of_others_are_no_months_of_ours(engine: Engine) -> None:
    with engine.begin() as connection:
        open_months(connection, BY_MONTH, [SEPTEMBER])
        connection.exec_driver_sql(
            "CREATE SCHEMA other;"
            "CREATE TABLE other.report_rows (month text) PARTITION BY LIST (month);"
            "CREATE TABLE other.rest PARTITION OF other.report_rows DEFAULT"
        )
        assert list(faults(connection, BY_MONTH)) == []

    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE videos_2025_09 (id text)")
    assert any("videos_2025_09" in each for each in migrations.drift(engine))


def _go_back(engine: Engine) -> None:
    with engine.begin() as connection:
        command.downgrade(migrations._config(connection), "0017")


def _is_anybody_waiting(engine: Engine) -> bool:
    with engine.connect() as connection:
        waiting = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(waiting.scalar())


def _defaults(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        found = connection.exec_driver_sql(
            "SELECT table_name, column_name, column_default FROM information_schema.columns"
            " WHERE table_name IN ('report_rows', 'record_figures')"
            " AND column_default IS NOT NULL ORDER BY 1, 2"
        )
        return [*found.all()]


def _contents(engine: Engine) -> dict[str, list[Any]]:
    with engine.connect() as connection:
        return {of.name: _rows(connection, of.name) for of in BY_MONTH}


def _rows(connection: Connection, table: str) -> list[Any]:
    found = connection.exec_driver_sql(f"SELECT t.*::text FROM {table} t ORDER BY 1")
    return list(found.scalars())


def _made(engine: Engine) -> list[Any]:
    """Columns, keys and indexes as they are made."""
    names = [of.name for of in BY_MONTH]
    with engine.connect() as connection:
        indexes = connection.execute(
            text("SELECT indexdef FROM pg_indexes WHERE tablename = ANY(:names) ORDER BY 1"),
            {"names": names},
        ).all()
        columns = connection.execute(
            text(
                "SELECT table_name, column_name, data_type, is_nullable, column_default,"
                " collation_name FROM information_schema.columns"
                " WHERE table_name = ANY(:names) ORDER BY table_name, ordinal_position"
            ),
            {"names": names},
        ).all()
    return [*indexes, *columns]
