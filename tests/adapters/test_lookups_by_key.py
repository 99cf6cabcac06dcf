"""What is asked of many keys at once is looked up by the index of the key: no table is read whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    event,
    insert,
    select,
    text,
)
from tests.conftest import Database

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.payouts.model import Attempt
from backbeat_adapters.sql import ledger
from backbeat_adapters.sql.engine.keys import with_keys
from backbeat_adapters.sql.payouts import SqlAttempts, payout_steps
from backbeat_adapters.sql.withdrawals import SqlWithdrawals

BOX: Any = None
"""Nothing is found, so nothing is opened."""

MANY = [(f"account-{n % 7}", f"withdrawal-{n}") for n in range(500)]
OWNERS = {WithdrawalId(withdrawal): AccountId(account) for account, withdrawal in MANY}
ATTEMPTS = [
    Attempt(AccountId(account), WithdrawalId(withdrawal), 1, 1, place, Money.of("1.00"), ())
    for place, (account, withdrawal) in enumerate(MANY)
]
NUMBERS = [(account, number) for number, (account, _) in enumerate(MANY)]

SEALED = (ledger.ledger_postings, ledger.ledger_entries, ledger.ledger_allocations)

LookUp = Callable[[Connection], object]


def _parts(of: Table) -> LookUp:
    return lambda on: ledger._parts(on, of, NUMBERS)


LOOKUPS: dict[str, tuple[str, tuple[str, ...], LookUp]] = {
    "withdrawals": (
        "withdrawals",
        ("account", "id"),
        lambda on: SqlWithdrawals(on, BOX).get_all(OWNERS),
    ),
    "uses": (
        "withdrawal_uses",
        ("account", "withdrawal"),
        lambda on: SqlWithdrawals(on, BOX)._used(MANY),
    ),
    "attempts": (
        "payout_attempts",
        ("account", "withdrawal"),
        lambda on: SqlAttempts(on).of(OWNERS),
    ),
    "open attempts": (
        "payout_attempts",
        ("account", "withdrawal"),
        lambda on: SqlAttempts(on)._open(OWNERS),
    ),
    "steps": (
        "payout_steps",
        ("account", "withdrawal", "number"),
        lambda on: SqlAttempts(on)._steps([(*key, 1) for key in MANY]),
    ),
    "numbers of steps": (
        "payout_steps",
        ("account", "withdrawal", "number"),
        lambda on: SqlAttempts(on)._known_steps(ATTEMPTS),
    ),
} | {each.name: (each.name, ("account", "number"), _parts(each)) for each in SEALED}


CHOICE = {table for table, _, _ in LOOKUPS.values()} - {"payout_steps", "ledger_postings"}
"""Of several indexes PostgreSQL chooses by what is in the table, which is nothing here."""


@contextmanager
def heard(connection: Connection) -> Iterator[list[tuple[str, Any]]]:
    asked: list[tuple[str, Any]] = []

    def hear(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", hear)
    yield asked
    event.remove(connection, "before_cursor_execute", hear)


def plan(connection: Connection, table: str, statement: str, parameters: Any) -> list[str]:
    if connection.dialect.name == "sqlite":
        steps = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [step.detail for step in steps]
    # As if never counted: a table that is known to be empty is read in any way.
    never = text("UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relname = :table")
    connection.execute(never, {"table": table})
    # An empty table is read whole unless that is made dear; one without the index still is.
    for way in ("seqscan", "hashjoin", "mergejoin"):
        connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
    return list(connection.exec_driver_sql(f"EXPLAIN {statement}", parameters).scalars())


@pytest.mark.parametrize("what", LOOKUPS)
def test_five_hundred_keys_are_looked_up(database: Database, what: str) -> None:
    table, columns, look_up = LOOKUPS[what]
    with database.engine.connect() as connection:
        with heard(connection) as asked:
            look_up(connection)
        [(statement, parameters)] = [each for each in asked if f"FROM {table}" in each[0]]
        steps = plan(connection, table, statement, parameters)

    if database.engine.dialect.name == "sqlite":
        read = next(step for step in steps if table in step)
        assert read.startswith(f"SEARCH {table} USING ")
        assert read.endswith(f" ({' AND '.join(f'{column}=?' for column in columns)})")
        return
    [read] = [step for step in steps if f" on {table} " in step]
    assert "Seq Scan" not in read
    if table in CHOICE:
        return
    [found_by] = [step for step in steps if "Index Cond" in step]
    assert all(f"({column} = " in found_by for column in columns)


def test_no_keys_find_nothing(database: Database) -> None:
    key = (payout_steps.c.account, payout_steps.c.withdrawal, payout_steps.c.number)
    with database.engine.connect() as connection:
        found = connection.execute(with_keys(connection, select(payout_steps), key, []))
        assert found.all() == []


def test_a_key_given_twice_finds_its_row_once(database: Database) -> None:
    said = Table(
        "said", MetaData(), Column("who", String), Column("number", Integer), prefixes=["TEMPORARY"]
    )
    with database.engine.connect() as connection:
        said.create(connection)
        connection.execute(insert(said), [{"who": "ann", "number": 1}, {"who": "ann", "number": 2}])
        key = (said.c.who, said.c.number)
        twice = with_keys(connection, select(said.c.number), key, [("ann", 2), ("ann", 2)])
        assert connection.execute(twice).scalars().all() == [2]
        connection.rollback()
