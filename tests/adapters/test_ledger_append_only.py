"""No row of the ledger is ever changed or removed (INTEG-1, LEDGER-2)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from sqlalchemy.exc import DBAPIError
from tests.conftest import Database
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions

MINA = AccountId("mina")
ACT = ActContext(
    Actor.operator("ann"), date(2025, 10, 20), datetime(2025, 10, 20, tzinfo=UTC), "agreed"
)
TABLES = ("ledger_transactions", "ledger_entries", "ledger_postings", "ledger_allocations")


@pytest.fixture
def written(database: Database) -> Database:
    with SqlTransactions(database.engine, FixedClock(), counting_ids()).begin() as books:
        books.ledger.post(MINA, EntryType.PORTAL_PROFIT, Money.of(60), ACT, source="profit")
        books.ledger.reservations.reserve(MINA, Money.of(60), WithdrawalId("w1"), ACT)
    return database


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_rows_stay_as_they_are(written: Database, table: str, change: str) -> None:
    column = "hash" if table == "ledger_transactions" else "amount"
    value = "'0'" if column == "hash" else "1"
    with (
        written.engine.connect().execution_options(**WRITER) as connection,
        pytest.raises(DBAPIError, match="append-only"),
        connection.begin(),
    ):
        connection.exec_driver_sql(change.format(table, column, value))


def test_a_balance_is_never_negative_whoever_writes_it(written: Database) -> None:
    with (
        written.engine.connect().execution_options(**WRITER) as connection,
        pytest.raises(DBAPIError, match="available"),
        connection.begin(),
    ):
        connection.exec_driver_sql("UPDATE ledger_balances SET available = -1")
