"""Reading at the driver's own speed finds what SQLAlchemy would find, and says what it would say."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Integer, Text, bindparam, cast, delete, event, func, insert, literal, select

from backbeat.notifications.model import Subject
from backbeat_adapters.sql.engine.engines import let_write
from backbeat_adapters.sql.engine.keys import is_given, keys_given, with_given_keys
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, outages
from backbeat_adapters.sql.engine.reading import row_of, rows_of
from backbeat_adapters.sql.engine.schema import Big, Day, Rate
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import channel_days
from backbeat_adapters.sql.notifications import notifications
from backbeat_adapters.sql.standing import Act, ChangeState, Standing, report_changes

NOON = datetime(2025, 10, 20, 12, tzinfo=UTC)
OF = select(notifications).where(notifications.c.account == bindparam("of"))
ALL = select(notifications.c.id).order_by(notifications.c.id)

on_both = pytest.mark.parametrize(
    "transactions", ["sqlite", "postgresql"], indirect=True, ids=lambda kind: f"on {kind}"
)
on_sqlite = pytest.mark.parametrize("transactions", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("transactions", ["postgresql"], indirect=True)


def notes(*names: str) -> list[dict[str, Any]]:
    return [
        {
            "id": f"n{number}",
            "account": name,
            "type": Subject.FIXED_PROFIT.type,
            "subject": Subject.FIXED_PROFIT,
            "facts": {"amount": '1 "and" \\ more\t€ 100 %'},
            "target": None,
            "created_at": NOON,
            "read": number % 2 == 0,
        }
        for number, name in enumerate(names)
    ]


def keep(transactions: SqlTransactions, *names: str) -> None:
    with transactions.begin() as books:
        books.connection.execute(insert(notifications), notes(*names))


@on_both
def test_rows_are_those_that_sqlalchemy_finds(transactions: SqlTransactions) -> None:
    keep(transactions, "mina", "kai")

    with transactions.look() as books:
        [found] = rows_of(books.connection, OF, {"of": "mina"})
        [expected] = books.connection.execute(OF, {"of": "mina"})

    assert found._asdict() == dict(expected._mapping)
    assert (found.subject, found.read, found.created_at) == (Subject.FIXED_PROFIT, True, NOON)


@on_both
def test_values_and_columns_pass_through_their_types(transactions: SqlTransactions) -> None:
    asked = select(
        bindparam("day", type_=Day).label("day"),
        cast(bindparam("rate", type_=Rate), Rate).label("rate"),
        literal("100 %", Text).label("text"),
    )

    with transactions.look() as books:
        found = row_of(books.connection, asked, {"day": date(2025, 1, 2), "rate": Decimal("0.10")})

        assert (found.day, found.rate, found.text) == (date(2025, 1, 2), Decimal("0.10"), "100 %")
        with pytest.raises(TypeError):
            row_of(books.connection, asked, {"day": NOON, "rate": Decimal("0.10")})


@on_both
def test_a_sum_of_whole_numbers_is_whole(transactions: SqlTransactions) -> None:
    """PostgreSQL adds them up to a decimal."""
    asked = select(func.sum(literal(7, Big())).label("whole"))
    with transactions.look() as books:
        found = row_of(books.connection, asked).whole, books.connection.scalar(asked)

    assert found == (7, 7)
    assert {type(each) for each in found} == {int}


@on_both
def test_one_row_at_most_is_one(transactions: SqlTransactions) -> None:
    keep(transactions, "mina", "mina", "kai")

    with transactions.look() as books:
        assert row_of(books.connection, OF, {"of": "kai"}).account == "kai"
        assert row_of(books.connection, OF, {"of": "nobody"}) is None
        with pytest.raises(ValueError, match="one row at most"):
            row_of(books.connection, OF, {"of": "mina"})


@on_both
@pytest.mark.parametrize("wanted", [[], ["mina"], ["mina", "k'ai\"", "nobody", "미나"]])
def test_a_list_is_one_value(transactions: SqlTransactions, wanted: list[str]) -> None:
    keep(transactions, "mina", "k'ai\"", "미나", "lee")

    with transactions.look() as books:
        dialect = books.connection.dialect.name
        query = ALL.add_columns(notifications.c.account).where(
            is_given(dialect, notifications.c.account, "wanted")
        )
        found = rows_of(books.connection, query, {"wanted": wanted})

    assert {row.account for row in found} == set(wanted) - {"nobody"}


@on_both
def test_keys_of_several_columns_find_their_rows_once(transactions: SqlTransactions) -> None:
    keep(transactions, "mina", "kai", "lee")
    keys = [("n0", "mina"), ("n0", "mina"), ("n1", "mina"), ("n2", "lee")]

    with transactions.look() as books:
        dialect = books.connection.dialect.name
        query = with_given_keys(dialect, ALL, (notifications.c.id, notifications.c.account))
        found = rows_of(books.connection, query, keys_given(dialect, keys))

    assert [row.id for row in found] == ["n0", "n2"]


@on_both
def test_it_belongs_to_the_transaction(transactions: SqlTransactions) -> None:
    with pytest.raises(RuntimeError):
        write_read_and_fail(transactions)

    with transactions.look() as books:
        assert rows_of(books.connection, ALL) == []


def write_read_and_fail(transactions: SqlTransactions) -> None:
    with transactions.begin() as books:
        books.connection.execute(insert(notifications), notes("mina"))
        assert len(rows_of(books.connection, ALL)) == 1
        raise RuntimeError


@on_both
def test_listeners_hear_of_it(transactions: SqlTransactions) -> None:
    heard: list[str] = []

    def hear(_c: object, _u: object, statement: str, *_: object) -> None:
        heard.append(statement)

    event.listen(transactions.engine, "before_cursor_execute", hear)
    try:
        with transactions.look() as books:
            rows_of(books.connection, ALL)
    finally:
        event.remove(transactions.engine, "before_cursor_execute", hear)

    assert sum("FROM notifications" in each for each in heard) == 1


def test_what_the_driver_says_of_an_outage_is_one() -> None:
    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorname = "SQLITE_BUSY"

    with pytest.raises(DatabaseUnavailable), outages():
        raise locked


@on_postgresql
def test_an_error_quotes_no_value(transactions: SqlTransactions) -> None:
    number = select(cast(cast(bindparam("text", type_=Text), Text), Integer))

    with pytest.raises(Exception, match="22P02") as refused, transactions.look() as books:
        rows_of(books.connection, number, {"text": "a secret"})

    assert "secret" not in str(refused.value)


@on_sqlite
def test_who_reads_cannot_write_whoever_had_the_connection_before(
    transactions: SqlTransactions,
) -> None:
    for number in range(2):
        with pytest.raises(DatabaseUnavailable, match="readonly"):
            write_while_reading(transactions)
        keep(transactions, *["mina"] * (number + 1))
        with transactions.begin() as books:
            books.connection.execute(delete(notifications))


def write_while_reading(transactions: SqlTransactions) -> None:
    with transactions.look() as books:
        books.connection.execute(insert(notifications), notes("mina"))


@on_sqlite
def test_a_connection_is_told_only_what_is_new(transactions: SqlTransactions) -> None:
    with transactions.engine.connect() as connection:
        pooled = connection.connection
        said: list[str] = []
        pooled.driver_connection.set_trace_callback(said.append)  # type: ignore[union-attr]
        for may in (True, True, False, False, True):
            let_write(pooled, may=may)
        pooled.driver_connection.set_trace_callback(None)  # type: ignore[union-attr]

    assert said[-2:] == ["PRAGMA query_only=ON", "PRAGMA query_only=OFF"]
    assert len(said) <= 3


@on_both
@pytest.mark.parametrize("state", [None, ChangeState.ARRIVING, ChangeState.SHOWN])
def test_the_same_change_has_the_same_condition(
    transactions: SqlTransactions, state: ChangeState | None
) -> None:
    if state is not None:
        change = {"number": 7, "act": Act.INGEST, "file": 1, "state": state}
        with transactions.begin() as books:
            books.connection.execute(insert(report_changes), change)

    with transactions.look() as books:
        conditions = {id(Standing(books.connection).of(channel_days)) for _ in range(3)}
        counted = rows_of(
            books.connection,
            select(func.count().label("n"))
            .select_from(channel_days)
            .where(Standing(books.connection).of(channel_days)),
        )

    assert len(conditions) == 1
    assert counted[0].n == 0
