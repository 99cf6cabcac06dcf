"""Payout methods in stored data: terms of the version before, and names that nobody knows."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text
from tests.cli.conftest import Program
from tests.conftest import Database
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.fakes.withdrawals import BANK, MINA, PAYPAL, a_withdrawal
from tests.http.calling import Client
from tests.http.conftest import (
    business_clock,
    client,
    container,
    files_found_once,
    platform,
    routes_worked_out_once,
    settings,
    world,
    zone,
)
from tests.http.world import MAIN, World

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger.integrity.rules import check
from backbeat.payout_methods.errors import UnknownPayoutMethod
from backbeat.payout_methods.model import MethodTerms
from backbeat.payout_methods.registry import METHODS
from backbeat.settings import MinimumBasis
from backbeat.withdrawals.model import PaymentDetails
from backbeat_adapters.container import Container
from backbeat_adapters.settings import load
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.migrations.final_keys import methods as step
from backbeat_adapters.sql.migrations.refusals import MigrationRefused
from backbeat_adapters.sql.unregistered import unknown_methods
from backbeat_adapters.sql.withdrawals import method_terms
from backbeat_cli.health.model import Level, Patient
from backbeat_cli.health.storage import CHECKS

pytestmark = pytest.mark.variants("databases")

__all__ = [
    "business_clock",
    "client",
    "container",
    "files_found_once",
    "platform",
    "routes_worked_out_once",
    "settings",
    "world",
    "zone",
]

UNKNOWN = r"payout method 'giro', which is not registered: run the version that has it, or add"


# -- the version before


def add(engine: Engine, number: int, method: str, **changes: Any) -> None:
    """A withdrawal as the first revision kept it."""
    row = {
        "id": f"w{number}",
        "account": f"a{number}",
        "requested_on": "2025-10-25",
        "requested_at": "2025-10-25T09:00:00.000000Z",
        "method": method,
        "destination": "plain:{}",
        "currency": "USD",
        "minimum": 20_000_000,
        "bank_minimum": 100_000_000,
        "bank_fee": 20_000_000,
        "paypal_rate": "0.047",
        "bank_minimum_basis": "last_settled_month",
        "windows": "[[25,-1]]",
        "payout_rule": "bill_plus_days",
        "payout_days": 10,
        "bill_on": "2025-10-31",
        "due_on": "2025-11-10",
        "invoice": f"INV-2025-{number:06}",
        "status": "pending",
        **{f"{of}_{part}": 1 for of in ("usd", "paid") for part in ("total", "fee", "net")},
        **changes,
    }
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            row["paypal_rate"] = Decimal(str(row["paypal_rate"]))
            for name in ("requested_on", "bill_on", "due_on"):
                row[name] = date.fromisoformat(str(row[name]))
            row["requested_at"] = datetime.fromisoformat(str(row["requested_at"]))
        values = ", ".join(
            "CAST(:windows AS JSONB)"
            if name == "windows" and connection.dialect.name == "postgresql"
            else f":{name}"
            for name in row
        )
        connection.execute(
            text(f"INSERT INTO withdrawals ({', '.join(row)}) VALUES ({values})"), row
        )


def kept(engine: Engine) -> dict[str, MethodTerms]:
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT id, method_terms FROM withdrawals ORDER BY id"))
        return {
            name: method_terms(json.loads(terms) if isinstance(terms, str) else terms)
            for name, terms in rows
        }


def everything(engine: Engine) -> dict[str, tuple[list[Any], list[str], list[str]]]:
    """Every table with its columns, its indexes and its rows."""
    found = inspect(engine)
    with engine.connect() as connection:
        return {
            name: (
                [(column["name"], str(column["type"])) for column in found.get_columns(name)],
                sorted(str(index["name"]) for index in found.get_indexes(name)),
                sorted(map(repr, connection.execute(text(f"SELECT * FROM {name}")))),
            )
            for name in found.get_table_names()
        }


def test_each_withdrawal_keeps_the_terms_that_it_went_by(first_database: Engine) -> None:
    add(first_database, 1, "bank")
    add(first_database, 2, "bank", bank_fee=12_345_678, bank_minimum_basis="requested_amount")
    add(first_database, 3, "paypal")
    add(first_database, 4, "paypal", paypal_rate="0.10")

    migrations.upgrade(first_database)

    assert kept(first_database) == {
        "w1": MethodTerms(
            flat_fee=Money.of("20.00"),
            minimum=Money.of("100.00"),
            basis=MinimumBasis.LAST_SETTLED_MONTH,
        ),
        "w2": MethodTerms(flat_fee=Money.of("12.345678"), minimum=Money.of("100.00")),
        "w3": MethodTerms(fee_rate=Decimal("0.047")),
        "w4": MethodTerms(fee_rate=Decimal("0.10")),
    }
    with first_database.connect() as connection:
        row = connection.execute(text("SELECT * FROM withdrawals WHERE id = 'w1'")).mappings().one()
    assert not {"bank_minimum", "bank_fee", "paypal_rate", "bank_minimum_basis"} & row.keys()
    assert (row["minimum"], row["invoice"]) == (20_000_000, "INV-2025-000001")


def test_more_rows_than_are_read_at_once_are_all_kept(
    first_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step, "_AT_ONCE", 2)
    for number in range(5):
        add(first_database, number, "paypal")

    migrations.upgrade(first_database)

    assert len(kept(first_database)) == 5


def test_an_unknown_method_stops_the_migration_and_nothing_is_changed(
    first_database: Engine,
) -> None:
    add(first_database, 1, "paypal")
    add(first_database, 2, "giro")

    was = everything(first_database)

    named = "withdrawal w2 names the payout method 'giro'; this schema knew bank and paypal only"
    with pytest.raises(MigrationRefused, match=named) as refused:
        migrations.upgrade(first_database)

    assert "correct the row, or restore a backup, and upgrade again" in str(refused.value)
    assert migrations.revision_of(first_database) == "0001"
    assert everything(first_database) == was


def test_accounts_and_batches_of_an_unknown_method_come_through_and_are_told(
    first_database: Engine,
) -> None:
    with first_database.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO payees (account, method, destination, updated_at)"
                " VALUES ('ann', 'giro', 'plain:{}', '2025-10-25T09:00:00.000000Z')"
            )
        )
        connection.execute(
            text(
                "INSERT INTO payout_batches (number, method, form, currency, made_on, made_at,"
                " made_by) VALUES (1, 'giro', 'csv', 'USD', '2025-11-06',"
                " '2025-11-06T09:00:00.000000Z', 'ann')"
            )
        )

    migrations.upgrade(first_database)

    of_accounts, of_batches = unknown_methods(first_database)
    assert of_accounts.startswith(f"account ann names the {UNKNOWN}")
    assert of_batches.startswith("payout batch 1 names")


# -- names that nobody knows


@pytest.fixture
def odd(database: Database) -> SqlTransactions:
    """A withdrawal and two accounts whose method somebody's other version knew."""
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.payment_details.put(PaymentDetails(MINA, PAYPAL, NOON))
        books.payment_details.put(PaymentDetails(AccountId("ann"), BANK, NOON))
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE withdrawals SET method = 'giro'"))
        connection.execute(text("UPDATE payment_details SET method = 'giro'"))
    return transactions


def test_a_withdrawal_of_an_unknown_method_is_refused_by_its_name(odd: SqlTransactions) -> None:
    with (
        pytest.raises(UnknownPayoutMethod, match=f"withdrawal w1 names the {UNKNOWN}"),
        odd.look() as books,
    ):
        books.withdrawals.get(MINA, WithdrawalId("w1"))


def test_a_destination_of_an_unknown_method_is_refused_by_its_account(odd: SqlTransactions) -> None:
    with (
        pytest.raises(UnknownPayoutMethod, match=f"account mina names the {UNKNOWN}"),
        odd.look() as books,
    ):
        books.payment_details.get(MINA)


def test_the_database_is_asked_for_every_unknown_method(
    odd: SqlTransactions, database: Database
) -> None:
    of_accounts, of_withdrawals = unknown_methods(database.engine)

    assert of_accounts.startswith("account ann (and 1 more) names the payout method 'giro'")
    assert of_withdrawals.startswith("withdrawal w1 names the payout method 'giro'")


def test_the_check_of_the_ledger_names_it(odd: SqlTransactions) -> None:
    with odd.look() as books:
        report = check(books.integrity)

    assert any(
        finding.invariant == "I11"
        and "withdrawal w1 names the payout method 'giro'" in finding.what
        for finding in report.findings
    )


def test_commands_say_what_and_where_and_how_to_mend_it(
    odd: SqlTransactions, container: Container
) -> None:
    backbeat = Program(container)

    shown = backbeat("withdrawal", "show", "w1")
    listed = backbeat("withdrawal", "list")
    checked = backbeat("db", "check")
    told = backbeat("db", "check", "--json")

    assert listed.code == 0
    assert "giro" in listed.out
    for answer in (shown, checked):
        assert answer.code == 1
        assert "withdrawal w1 names the payout method 'giro'" in answer.err
        assert "register it" in answer.err
        assert "unexpected" not in answer.err
    assert len(told.json["unknown_methods"]) == 2


def test_the_doctor_names_whose_it_is_and_how_to_mend_it(
    odd: SqlTransactions, container: Container
) -> None:
    check = next(each for each in CHECKS if each.name == "payout methods")

    of_accounts, of_withdrawals = check.look(Patient(load({}, None), container))

    assert of_accounts.found.startswith("account ann (and 1 more) names the payout method 'giro'")
    assert of_withdrawals.found.startswith("withdrawal w1 names the payout method 'giro'")
    for finding in (of_accounts, of_withdrawals):
        assert finding.level is Level.FAULT
        assert "add its module and register it" in finding.cure


@pytest.mark.parametrize(
    ("path", "query"),
    [("withdrawal/info", {}), ("withdrawal/quote", {"method": "paypal", "currency": "USD"})],
)
def test_people_are_told_that_it_is_unavailable_and_the_log_says_why(
    world: World,
    database: Database,
    caplog: pytest.LogCaptureFixture,
    path: str,
    query: dict[str, str],
) -> None:
    creator = Client(world, MAIN)
    details = {"account_name": "Mina Kim", "account_email": "mina@example.org"}
    assert creator.post("withdrawal/info.register", method="paypal", **details)["success"]
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payment_details SET method = 'giro'"))

    refused = creator.get(path, **query)

    assert (refused["code"], refused["details"]["reason"]) == (1, "unavailable")
    assert creator._send("GET", path, params=query).status_code == 503
    assert "names the payout method 'giro', which is not registered" in caplog.text


def test_a_batch_of_an_unknown_kind_of_file_is_refused_by_its_number(database: Database) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with database.engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO payout_batches (number, method, form, currency, made_on, made_at,"
                " made_by) VALUES (1, 'giro', 'csv', 'USD', '2025-11-06',"
                " '2025-11-06T09:00:00.000000Z', 'ann')"
            )
        )

    with (
        pytest.raises(UnknownPayoutMethod, match=f"payout batch 1 names the {UNKNOWN}"),
        transactions.look() as books,
    ):
        books.batches.get(1)
    [told] = unknown_methods(database.engine)
    assert told.startswith("payout batch 1 names")


def test_batches_of_every_registered_kind_of_file_are_known(database: Database) -> None:
    """A kind of file may be called otherwise than the method that it pays by."""
    with database.engine.begin() as connection:
        for number, kind in enumerate(METHODS.files, start=1):
            connection.execute(
                text(
                    "INSERT INTO payout_batches (number, method, form, currency, made_on, made_at,"
                    " made_by) VALUES (:number, :kind, :form, 'USD', '2025-11-06',"
                    " '2025-11-06T09:00:00.000000Z', 'ann')"
                ),
                {"number": number, "kind": kind.name, "form": kind.forms[0].value},
            )

    assert {kind.name for kind in METHODS.files} > set(METHODS.names)
    assert unknown_methods(database.engine) == []
