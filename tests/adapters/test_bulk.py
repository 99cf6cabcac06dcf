"""Statements at the driver's own speed do what SQLAlchemy would do with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from backbeat.accounts.model import Role
from backbeat.notifications.model import Subject
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.engine.upserts import upserting
from backbeat_adapters.sql.notifications import notifications

NOON = datetime(2025, 10, 20, 12, tzinfo=UTC)
ADD = insert(notifications)
READ = (
    update(notifications)
    .where(notifications.c.account == bindparam("of"), notifications.c.read.is_(False))
    .values(read=True)
)
COUNT = select(func.count()).select_from(notifications)

pytestmark = pytest.mark.parametrize(
    "transactions", ["sqlite", "postgresql"], indirect=True, ids=lambda kind: f"on {kind}"
)
sizes = pytest.mark.parametrize("count", [1, 3, bulk.MANY + 1])


def rows(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"n{number}",
            "account": f"mina{number}",
            "type": Subject.FIXED_PROFIT.type,
            "subject": Subject.FIXED_PROFIT,
            "facts": {"amount": '1 "and" \\ more\t€', "of": [number, None]},
            "target": {"place": "earnings", "of": [None, number]} if number % 2 else None,
            "created_at": NOON,
            "read": False,
        }
        for number in range(count)
    ]


def run(transactions: SqlTransactions, statement: Any, values: Sequence[Any]) -> bulk.Done:
    with transactions.begin() as books:
        made = bulk.step(books.connection, statement, values)
        [done] = bulk.run(books.connection, made)
        return done


@sizes
def test_rows_are_kept_as_their_columns_say(transactions: SqlTransactions, count: int) -> None:
    assert run(transactions, ADD, rows(count)).rowcount == count

    with transactions.look() as books:
        kept = books.connection.execute(select(notifications)).mappings().all()
    assert sorted(map(dict, kept), key=lambda row: row["id"]) == sorted(
        rows(count), key=lambda row: row["id"]
    )


@sizes
def test_a_row_that_is_there_is_replaced_where_the_statement_says_so(
    transactions: SqlTransactions, count: int
) -> None:
    run(transactions, ADD, rows(count))
    columns = tuple(notifications.c.keys())
    with transactions.look() as books:
        put = upserting(books.connection.dialect.name, notifications, ("account", "id"), columns)

    assert run(transactions, put, [row | {"read": True} for row in rows(count)]).rowcount == count

    with transactions.look() as books:
        kept = books.connection.execute(select(notifications.c.read)).scalars().all()
    assert kept == [True] * count


@sizes
def test_it_counts_what_was_changed(transactions: SqlTransactions, count: int) -> None:
    run(transactions, ADD, rows(count))
    wanted = [{"of": row["account"]} for row in rows(count)]
    assert run(transactions, READ, [*wanted, {"of": "nobody"}]).rowcount == count
    assert run(transactions, READ, wanted).rowcount == 0


def test_steps_run_in_order_and_nothing_runs_without_rows(transactions: SqlTransactions) -> None:
    with transactions.begin() as books:
        connection = books.connection
        added, read, counted = bulk.run(
            connection,
            bulk.step(connection, ADD, rows(2)),
            bulk.step(connection, READ, []),
            bulk.step(connection, COUNT, [{}]),
        )
    assert (added.rowcount, read.rowcount, list(counted.found)) == (2, 0, [(2,)])


@sizes
def test_a_value_of_another_type_is_refused(transactions: SqlTransactions, count: int) -> None:
    wrong = [*rows(count)[:-1], {**rows(count)[-1], "subject": Role.MAIN}]
    with pytest.raises(TypeError):
        run(transactions, ADD, wrong)


@sizes
def test_what_the_database_refuses_is_told_without_values(
    transactions: SqlTransactions, count: int
) -> None:
    import psycopg

    run(transactions, ADD, rows(count))
    with pytest.raises((IntegrityError, psycopg.IntegrityError)) as refused:
        run(transactions, ADD, rows(count))
    assert "n0" not in str(refused.value)
    with transactions.look() as books:
        assert books.connection.execute(COUNT).scalar_one() == count


@pytest.mark.parametrize("count", [0, 1, 3, bulk.MANY + 1])
def test_rows_by_place_are_kept_as_rows_by_name_are(
    transactions: SqlTransactions, count: int
) -> None:
    names = tuple(rows(1)[0])
    with transactions.begin() as books:
        made = bulk.prepared(books.connection, ADD)
        columns = made.transposed(names, [tuple(each.values()) for each in rows(count)])
        bulk.run(books.connection, made.step(columns, count))
    with transactions.look() as books:
        found = books.connection.execute(select(notifications).order_by(notifications.c.id))
        kept = [{name: row[name] for name in names} for row in found.mappings()]

    assert kept == sorted(rows(count), key=lambda each: str(each["id"]))


def test_rows_by_place_are_refused_as_rows_by_name_are(transactions: SqlTransactions) -> None:
    with transactions.look() as books:
        made = bulk.prepared(books.connection, ADD)
        with pytest.raises(TypeError, match="an instant has a time zone"):
            made.transposed(["id", "created_at"], [("n1", NOON.replace(tzinfo=None))])
