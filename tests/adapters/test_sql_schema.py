"""The types refuse what a database would silently change, and give back what went in."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import StrEnum

import pytest
from sqlalchemy import Column, Connection, MetaData, Text, func, insert, select
from sqlalchemy.exc import DBAPIError, StatementError
from tests.conftest import Database

from backbeat.kernel.months import Month
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    Json,
    Micros,
    MonthText,
    Nanos,
    Rate,
    append_only,
    table,
)


class Fruit(StrEnum):
    APPLE = "apple"
    PEAR = "pear"


trial_metadata = MetaData()
trial = table(
    "trial",
    Column("id", Big, primary_key=True),
    Column("at", Instant),
    Column("day", Day),
    Column("month", MonthText),
    Column("micros", Micros),
    Column("nanos", Nanos),
    Column("fruit", Choice(Fruit)),
    Column("flag", Flag),
    Column("json", Json),
    Column("rate", Rate),
    Column("text", Text),
    in_metadata=trial_metadata,
)
log = append_only(
    table(
        "trial_log",
        Column("id", Big, primary_key=True),
        Column("text", Text),
        in_metadata=trial_metadata,
    )
)


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.engine.connect().execution_options(**WRITER) as connection:
        transaction = connection.begin()
        trial_metadata.create_all(connection)
        yield connection
        transaction.rollback()


def test_what_goes_wrong_in_a_statement_never_tells_its_values(connection: Connection) -> None:
    """SEC-7: the text of an error reaches the log, and a value may be a secret."""
    with pytest.raises(DBAPIError) as caught:
        connection.execute(
            insert(trial), [{"id": number, "text": "kr-110123456789"} for number in (1, 1)]
        )

    assert "110123456789" not in str(caught.value)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("at", datetime(2025, 9, 1, 0, 0, 0, 1, tzinfo=UTC)),
        ("at", datetime(1, 1, 1, tzinfo=UTC)),
        ("day", date(2024, 2, 29)),
        ("month", Month(2025, 9)),
        ("micros", 2**63 - 1),
        ("micros", -(2**63)),
        ("nanos", -1),
        ("fruit", Fruit.PEAR),
        ("flag", True),
        ("flag", False),
        ("json", {"b": [1, None, "é"], "a": {"x": True}}),
        ("rate", Decimal("0.0470")),
        ("rate", Decimal("1234567890.123456789")),
    ],
)
def test_what_goes_in_comes_out(connection: Connection, column: str, value: object) -> None:
    connection.execute(insert(trial).values(id=1, **{column: value}))

    assert connection.execute(select(trial.c[column])).scalar_one() == value


def test_an_instant_comes_back_in_utc(connection: Connection) -> None:
    seoul = timezone(timedelta(hours=9))
    connection.execute(insert(trial).values(id=1, at=datetime(2025, 9, 1, 3, tzinfo=seoul)))

    found = connection.execute(select(trial.c.at)).scalar_one()

    assert found is not None
    assert found.isoformat() == "2025-08-31T18:00:00+00:00"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("at", datetime(2025, 9, 1)),  # noqa: DTZ001 - naive on purpose
        ("day", datetime(2025, 9, 1, tzinfo=UTC)),
        ("day", "2025-09-01"),
        ("month", "2025-09"),
        ("micros", 1.5),
        ("micros", True),
        ("micros", Decimal(1)),
        ("nanos", "1"),
        ("micros", 2**63),
        ("nanos", -(2**63) - 1),
        ("fruit", "apple"),
        ("rate", 0.5),
        ("rate", Decimal("NaN")),
    ],
)
def test_what_is_no_such_value_is_refused(
    connection: Connection, column: str, value: object
) -> None:
    with pytest.raises((StatementError, OverflowError)):
        connection.execute(insert(trial).values(id=1, **{column: value}))


def test_a_sum_is_a_whole_number_on_both_databases(connection: Connection) -> None:
    connection.execute(insert(trial), [{"id": 1, "micros": 2**60}, {"id": 2, "micros": 5}])

    found = connection.execute(select(func.sum(trial.c.micros))).scalar_one()

    assert type(found) is int
    assert found == 2**60 + 5


def test_instants_sort_by_time(connection: Connection) -> None:
    moments = [datetime(2025, 9, 1, 0, 0, 0, n, tzinfo=UTC) for n in (10, 9, 999_999, 0)]
    connection.execute(insert(trial), [{"id": n, "at": at} for n, at in enumerate(moments)])

    found = connection.execute(select(trial.c.at).order_by(trial.c.at)).scalars().all()

    assert found == sorted(moments)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE trial_log SET text = 'b'",
        "DELETE FROM trial_log",
        "INSERT INTO trial_log (id, text) VALUES (1, 'b') ON CONFLICT (id) DO UPDATE SET text = 'b'",
    ],
)
def test_an_append_only_row_stays_as_it_is(connection: Connection, change: str) -> None:
    connection.execute(insert(log).values(id=1, text="a"))

    with pytest.raises(DBAPIError, match="append-only"), connection.begin_nested():
        connection.exec_driver_sql(change)

    assert connection.execute(select(log.c.text)).scalars().all() == ["a"]


def test_insert_or_replace_does_not_get_past_the_triggers(sqlite_database: Database) -> None:
    with sqlite_database.engine.connect().execution_options(**WRITER) as connection:
        with connection.begin():
            trial_metadata.create_all(connection)
            connection.execute(insert(log).values(id=1, text="a"))
        with pytest.raises(DBAPIError, match="append-only"), connection.begin():
            connection.exec_driver_sql(
                "INSERT OR REPLACE INTO trial_log (id, text) VALUES (1, 'b')"
            )


def test_truncate_does_not_get_past_the_triggers(postgresql_database: Database) -> None:
    with postgresql_database.engine.connect() as connection, connection.begin() as transaction:
        trial_metadata.create_all(connection)
        with pytest.raises(DBAPIError, match="append-only"), connection.begin_nested():
            connection.exec_driver_sql("TRUNCATE trial_log")
        transaction.rollback()


def test_strict_tables_refuse_a_wrong_type(sqlite_database: Database) -> None:
    with sqlite_database.engine.connect().execution_options(**WRITER) as connection:
        with connection.begin():
            trial_metadata.create_all(connection)
        with pytest.raises(DBAPIError, match="cannot store TEXT"), connection.begin():
            connection.exec_driver_sql("INSERT INTO trial (id, micros) VALUES (1, 'much')")
