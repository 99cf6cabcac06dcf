"""Operators find accounts and channels by any part of their names; on PostgreSQL no row is read in vain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel

from backbeat.accounts.ports import AccountFilter
from backbeat.channels.ports import ChannelFilter
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.accounts import SqlAccounts
from backbeat_adapters.sql.channels import SqlChannels
from backbeat_adapters.sql.engine.grams import INDEXES
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.migrations import drift

NAMES = ("Frieda", "李小龙", "50% off_", "ab", "김민아", "a b", "x")
_CROWDED = """
    UPDATE pg_class SET reltuples = 100000, relpages = 1
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("ied", {"Frieda"}),
        ("FRI", {"Frieda"}),
        ("李小", {"李小龙"}),
        ("小龙", {"李小龙"}),
        ("龙", {"李小龙"}),
        ("민아", {"김민아"}),
        ("% o", {"50% off_"}),
        ("f_", {"50% off_"}),
        ("_", {"50% off_"}),
        ("f%f", set()),
        ("a_b", set()),
        ("abc", set()),
        ("mn", set()),
    ],
)
def test_a_part_of_a_name_finds_whoever_has_it(
    transactions: MemoryTransactions | SqlTransactions, search: str, found: set[str]
) -> None:
    with transactions.begin() as books:
        books.accounts.add(an_account(id="owner", name="owner"))
        for number, name in enumerate(NAMES):
            books.channels.add(a_channel(number, name=name))
    with transactions.look() as books:
        page = books.channels.page(ChannelFilter(search=search), PageRequest())

    assert {channel.name for channel in page.items} == found


def test_an_account_is_found_by_address_or_name(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    with transactions.begin() as books:
        for number, (name, email) in enumerate(
            [("mina", "a@b.example"), ("hao", "mina@c.example")]
        ):
            code = f"CODE000{number}"
            account = an_account(id=f"a{number}", name=name, email=email, referral_code=code)
            books.accounts.add(account)

    def found(search: str) -> set[str]:
        with transactions.look() as books:
            page = books.accounts.list(AccountFilter(search=search), PageRequest())
        return {account.name for account in page.items}

    assert found("min") == {"mina", "hao"}
    assert found("@C.EX") == {"hao"}
    assert found("m") == {"mina", "hao"}
    assert found(" a1 ") == {"hao"}
    assert found(" ") == {"mina", "hao"}
    assert found("nobody") == set()


@pytest.fixture
def crowded(postgresql_database: Database) -> Iterator[Connection]:
    """A connection for which PostgreSQL believes every table to have 100,000 rows."""
    with postgresql_database.engine.connect() as connection:
        connection.exec_driver_sql(_CROWDED)
        yield connection
        connection.rollback()


BELOW = AccountFilter(managers=frozenset(AccountId(f"m{n}") for n in range(61)), search="mina")


def test_a_search_below_many_managers_reads_no_table_whole(database: Database) -> None:
    """A network's search: by the managers' index or the search's, whatever the crowd is."""
    asked: list[tuple[str, Any]] = []

    def hear(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    with database.engine.connect() as connection:
        if database.kind == "postgresql":
            connection.exec_driver_sql(_CROWDED)
        event.listen(connection, "before_cursor_execute", hear)
        SqlAccounts(connection).list(BELOW, PageRequest())
        event.remove(connection, "before_cursor_execute", hear)
        explain = "EXPLAIN QUERY PLAN"
        if database.kind == "postgresql":
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            explain = "EXPLAIN"
        plans = [
            "\n".join(str(line) for line in connection.exec_driver_sql(f"{explain} {sql}", values))
            for sql, values in asked
            if sql.startswith("SELECT")
        ]
        connection.rollback()

    assert len(plans) == 2
    for plan in plans:
        assert "Seq Scan" not in plan
        assert "SCAN accounts" not in plan
        assert "ix_accounts_manager" in plan or "_grams" in plan


@pytest.mark.parametrize(
    ("search", "parts"), [("min", ["min"]), ("mina", ["ina", "min"]), ("mi", ["mi"])]
)
@pytest.mark.parametrize("listed", ["accounts", "channels"])
def test_a_search_reads_no_table_whole(
    crowded: Connection, listed: str, search: str, parts: list[str]
) -> None:
    """The index is asked for rows that have every part of what is sought."""
    asked: list[tuple[str, Any]] = []

    def hear(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(crowded, "before_cursor_execute", hear)
    if listed == "accounts":
        SqlAccounts(crowded).list(AccountFilter(search=search), PageRequest())
    else:
        SqlChannels(crowded).page(ChannelFilter(search=search), PageRequest())
    event.remove(crowded, "before_cursor_execute", hear)

    assert len(asked) == 2
    # A table with few rows is read whole unless that is made dear; without an index it still is.
    crowded.exec_driver_sql("SET LOCAL enable_seqscan = off")
    for statement, parameters in asked:
        assert parts in [*parameters.values()]
        plan = crowded.exec_driver_sql(f"EXPLAIN {statement}", parameters).scalars().all()
        assert "Seq Scan" not in "\n".join(plan)
        assert any("_grams @> " in line for line in plan)


def test_an_index_that_is_gone_is_named(own_database: Engine) -> None:
    if own_database.dialect.name == "sqlite":
        assert drift(own_database) == []
        return
    with own_database.begin() as connection:
        for name in INDEXES:
            connection.exec_driver_sql(f"DROP INDEX {name}")

    assert drift(own_database) == [f"{name} is missing" for name in INDEXES]
