"""No error of a database tells what was written or asked for (SEC-7), on SQLite and PostgreSQL."""

from __future__ import annotations

import io
import logging
import traceback
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import DBAPIError
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.standins import FixedClock, counting_ids

from backbeat_adapters.sql.accounts import accounts, to_row
from backbeat_adapters.sql.engine.error_redaction import values_hidden
from backbeat_adapters.sql.engine.transactions import SqlTransactions

CANARY = "canary.bird@example.org"


def told(error: BaseException) -> str:
    """Everything that a log, or somebody who prints the error, would show of it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.error("%s %r", error, error, exc_info=error)
    return stream.getvalue() + "".join(traceback.format_exception(error))


def test_a_value_that_is_there_already_is_not_told(database: Database, clock: FixedClock) -> None:
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    with transactions.begin() as books:
        books.accounts.add(an_account(email=CANARY))

    again = to_row(an_account(id="another", name="another", referral_code="X", email=CANARY))
    with pytest.raises(DBAPIError) as raised, transactions.begin() as books:
        books.connection.execute(accounts.insert().values(again))

    assert "canary" not in told(raised.value)
    assert "email_key" in told(raised.value)


def test_a_value_that_does_not_fit_is_not_told(database: Database) -> None:
    question = {
        "sqlite": text("SELECT json_extract(:given, '$.x')"),
        "postgresql": text("SELECT CAST(:given AS bigint)"),
    }[database.kind]

    with pytest.raises(DBAPIError) as raised, database.engine.connect() as connection:
        connection.execute(question, {"given": CANARY})

    assert "canary" not in told(raised.value)


def test_a_mistake_in_a_question_is_still_told(database: Database) -> None:
    with pytest.raises(DBAPIError, match="no_such_table"), database.engine.connect() as connection:
        connection.execute(select(text("1 FROM no_such_table")))


def test_a_row_that_cannot_be_laid_ready_is_not_told(postgresql_database: Database) -> None:
    def lay(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.execute("CREATE TEMPORARY TABLE laid (amount bigint)")
        with (
            values_hidden(),
            driver.cursor() as cursor,
            cursor.copy("COPY laid FROM STDIN") as copy,
        ):
            copy.write_row([CANARY])

    with postgresql_database.engine.connect() as connection, pytest.raises(psycopg.Error) as raised:
        lay(connection)

    assert "canary" not in told(raised.value)
    assert raised.value.sqlstate == "22P02"
