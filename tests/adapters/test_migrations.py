"""The migrations lead from nothing to the tables of the code, on both databases.

When this fails after a change of tables: `python -m backbeat_adapters.sql.migrations MESSAGE`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import DBAPIError
from tests.conftest import Database
from tests.fakes.postgres import Postgres

from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.jobs.model import Job
from backbeat_adapters.sql.accounts import last_seen
from backbeat_adapters.sql.engine.engines import WRITER, make_counters_engine, make_engine
from backbeat_adapters.sql.engine.schema import APPEND_ONLY, metadata
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import told
from backbeat_adapters.sql.jobs.engine import SqlJobEngine
from backbeat_adapters.sql.migrations import (
    counters_drift,
    drift,
    renew_counters,
    revision_of,
    upgrade,
)
from backbeat_adapters.sql.migrations.refusals import MigrationRefused
from backbeat_adapters.sql.notifications import notifications
from backbeat_adapters.sql.schema_version import newest
from backbeat_adapters.sql.track_claims import asset_tracks, video_claims


def _nothing(request: pytest.FixtureRequest, folder: Path, name: str) -> Iterator[Engine]:
    if request.param == "sqlite":
        url = f"sqlite:///{folder / f'{name}.sqlite3'}"
    else:
        server: Postgres = request.getfixturevalue("_postgres")
        url = server.create_database(f"{name}_{folder.name}")
    engine = make_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database in which there is nothing."""
    yield from _nothing(request, tmp_path, "empty")


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    """A database that the migrations made, and one made of the code's tables as they stand."""
    for migrated in _nothing(request, tmp_path, "migrated"):
        upgrade(migrated)
        for made in _nothing(request, tmp_path, "made"):
            writer = made.connect().execution_options(**WRITER)
            with writer as connection, connection.begin():
                metadata.create_all(connection)
            yield migrated, made


def test_an_empty_database_comes_to_what_the_code_expects(empty: Engine) -> None:
    assert revision_of(empty) is None

    upgrade(empty)

    assert revision_of(empty) == newest()
    assert drift(empty) == []


def conditions(engine: Engine) -> dict[tuple[str, str], str]:
    """What checks require and which rows partial indexes have: `drift` sees neither."""
    found = inspect(engine)
    told = {}
    for table in metadata.tables:
        for check in found.get_check_constraints(table):
            told[table, str(check["name"])] = check["sqltext"]
        for index in found.get_indexes(table):
            for option, where in index.get("dialect_options", {}).items():
                if option.endswith("_where"):
                    told[table, str(index["name"])] = str(where)
    return {key: " ".join(text.split()) for key, text in told.items()}


def test_checks_and_partial_indexes_are_those_of_the_code(both: tuple[Engine, Engine]) -> None:
    migrated, made = map(conditions, both)

    assert ("withdrawals", "uq_withdrawals_one_pending") in made
    assert ("ledger_balances", "ck_ledger_balances_debt") in made
    assert migrated == made


def test_counters_are_no_difference(own_database: Engine) -> None:
    """On PostgreSQL they stand in the same database, once a server has run."""
    counters = make_counters_engine(own_database.url)

    assert drift(own_database) == []
    assert counters_drift(counters) == []
    counters.dispose()


def test_counters_of_another_shape_are_named_and_made_anew(own_database: Engine) -> None:
    counters = make_counters_engine(own_database.url)
    with counters.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(text("ALTER TABLE limit_hits ADD COLUMN odd INTEGER"))
        connection.execute(text("DROP INDEX ix_limit_hits_until"))

    differences = counters_drift(counters)

    assert any("odd" in each for each in differences)
    assert any("ix_limit_hits_until" in each for each in differences)
    assert drift(own_database) == []
    upgrade(own_database)
    renew_counters(counters)
    assert counters_drift(counters) == []
    counters.dispose()


def test_counters_that_fit_keep_their_rows(own_database: Engine) -> None:
    counters = make_counters_engine(own_database.url)
    with counters.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(last_seen.insert(), {"session": "s1", "at": SystemClock().now()})

    renew_counters(counters)

    with counters.connect() as connection:
        assert connection.execute(select(last_seen.c.session)).scalars().all() == ["s1"]
    counters.dispose()


def test_a_second_upgrade_changes_nothing(own_database: Engine) -> None:
    upgrade(own_database)

    assert drift(own_database) == []


def test_append_only_tables_are_guarded_by_the_migrations_too(own_database: Engine) -> None:
    guarded = [table.name for table in metadata.sorted_tables if table.info.get(APPEND_ONLY)]
    assert "audit" in guarded
    with own_database.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO audit (id, recorded_at, at, actor_kind, actor, action, target,"
                " before, after, digest) VALUES ('1', '2025-01-01T00:00:00.000000Z',"
                " '2025-01-01T00:00:00.000000Z', 'system', 'x', 'x', 'x', '{}', '{}', 'x')"
            )
        )
    with pytest.raises(DBAPIError, match="append-only"), own_database.begin() as connection:
        connection.execute(text("DELETE FROM audit"))


def test_jobs_work_after_the_migrations(own_database: Engine) -> None:
    transactions = SqlTransactions(own_database, SystemClock(), TimeOrderedIds())
    with transactions.begin() as books:
        books.jobs.enqueue("greet", {})

    assert isinstance(SqlJobEngine(transactions).claim(), Job)


def test_what_somebody_changed_by_hand_is_named(own_database: Engine) -> None:
    with own_database.begin() as connection:
        connection.execute(text("DROP TABLE dead_job"))
        connection.execute(text("ALTER TABLE notifications ADD COLUMN odd INTEGER"))

    differences = drift(own_database)

    assert "add_table dead_job" in differences
    assert any("odd" in difference for difference in differences)


LED_TO = {
    "/dashboard": {"kind": "dashboard"},
    "/manage-channel": {"kind": "channels"},
    "/withdrawal/report": {"kind": "earnings"},
    "/withdrawal/list": {"kind": "withdrawals"},
    "/withdrawal/info": {"kind": "payment_info"},
    "/withdrawal/bonus_point/2025-09-20#e1": {
        "kind": "entry",
        "type": "bonus_point",
        "date": "2025-09-20",
        "entry": "e1",
    },
    "/no/page#of ours": None,
    None: None,
}


def test_notifications_lead_where_they_led(first_database: Engine) -> None:
    with first_database.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(
            text(
                "INSERT INTO notification (id, account, type, subject, facts, link, created_at, read)"
                " VALUES (:id, 'mina', 'notice', 'notice', '{}', :link, '2025-09-01', :read)"
            ),
            [{"id": f"n{at}", "link": link, "read": False} for at, link in enumerate(LED_TO)],
        )

    upgrade(first_database)

    with first_database.connect() as connection:
        found = connection.execute(select(notifications.c.target).order_by(notifications.c.id))
        assert list(found.scalars()) == list(LED_TO.values())
    assert drift(first_database) == []


ROW = (
    "INSERT INTO report_rows (month, day_of_month, platform, kind, owner, key, file, line, day,"
    " channel, video, country, isrc, asset, adjustment, views, engaged_views, premium_views,"
    " watch_millis, rated_views, rate_weight, revenue_nanos, ads_nanos, premium_nanos) VALUES"
    " ('2025-09', :day, 'youtube', :kind, 'Label', :key, 1, 1, :date,"
    " 'UC1', :video, 'KR', :isrc, :asset, 'None', 0, 0, 0, 0, 0, 0, :nanos, 0, 0)"
)


def test_claims_are_added_up_from_the_rows_that_are_there(first_database: Engine) -> None:
    """What stood of videos and tracks without a month is not kept: the rows say it better."""
    upgrade(first_database, "0002")
    rows = [
        ("claim_raw", 5, "one", "A1", "QZBB12500001", 7),
        ("claim_raw", 6, "one", "A1", "QZBB12500001", 8),
        ("claim_raw", 6, "one", "A2", "", 9),
        ("asset_raw", 6, "", "A2", "QZBB12500002", 100),
        ("video_raw", 6, "two", "", "", 5),
    ]
    with first_database.connect().execution_options(**WRITER) as connection, connection.begin():
        for kind, day, video, asset, isrc, nanos in rows:
            values = {"kind": kind, "day": day, "date": f"2025-09-0{day}", "video": video}
            values |= {"asset": asset, "isrc": isrc, "nanos": nanos}
            connection.execute(text(ROW), values | {"key": f"{kind}{day}{asset}".encode()})

    upgrade(first_database)

    with first_database.connect() as connection:
        claimed = connection.execute(
            select(*told(video_claims)).order_by(*video_claims.primary_key)
        )
        assert [tuple(row)[1:] for row in claimed] == [
            ("one", "A1", "QZBB12500001", 2, 15),
            ("one", "A2", "", 1, 9),
        ]
        named = connection.execute(select(*told(asset_tracks)).order_by(*asset_tracks.primary_key))
        assert [tuple(row)[1:] for row in named] == [
            ("A1", "QZBB12500001", 2, 15),
            ("A2", "QZBB12500002", 1, 0),
        ]


def test_rows_that_belong_to_nobody_are_told_before_anything_is_kept(
    sqlite_database: Database,
) -> None:
    """SQLite looks at no reference while tables are made anew, so they are looked at afterwards."""
    lost = "INSERT INTO fee_rates (account, rate, from_day) VALUES ('nobody', 0.1, '2025-09-01')"
    with sqlite_database.engine.connect().execution_options(**WRITER) as connection:
        connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            connection.exec_driver_sql(lost)
    sqlite_database.engine.dispose()

    with pytest.raises(MigrationRefused, match="1 rows of fee_rates belong to rows"):
        upgrade(sqlite_database.engine)


def test_tables_kept_by_their_key_begin_with_it(sqlite_database: Database) -> None:
    """SQLite 3.40's integrity check sees nulls in such tables where other columns come first."""
    with sqlite_database.engine.connect() as connection:
        tables = connection.execute(
            text("SELECT name FROM pragma_table_list WHERE wr = 1 AND schema = 'main'")
        ).scalars()
        keys = {
            name: connection.execute(
                text("SELECT pk FROM pragma_table_info(:name) ORDER BY cid"), {"name": name}
            )
            .scalars()
            .all()
            for name in tables
        }
    assert "report_rows" in keys
    assert {
        name: places
        for name, places in keys.items()
        if list(places[: max(places)]) != list(range(1, max(places) + 1))
    } == {}
