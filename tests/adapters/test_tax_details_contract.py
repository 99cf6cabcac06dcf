"""Tax details: every keeper of them alike, and sealed in the database."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import select, update
from tests.conftest import Database
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.tax import NOON

from backbeat.kernel.ids import AccountId
from backbeat.tax.model import NumberKind, TaxDetails, TaxNumber
from backbeat_adapters.secrets import secret_box
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.tax import tax_details

MINA, JUN = AccountId("mina"), AccountId("jun")
FIRM = TaxDetails(MINA, "KR", TaxNumber(NumberKind.BUSINESS, "9998100015"), "Noodles (주)", NOON)


def keep(transactions: Any, *kept: TaxDetails) -> None:
    with transactions.begin() as books:
        for each in kept:
            books.tax_details.put(each)


def test_tax_details_come_back_as_they_were_kept(transactions: Any) -> None:
    person = TaxNumber(NumberKind.PERSON, "8501011000005", proven=False)
    keep(transactions, FIRM, evolve(FIRM, account=JUN, number=person))

    with transactions.look() as books:
        assert books.tax_details.get(MINA) == FIRM
        assert books.tax_details.get(JUN) == evolve(FIRM, account=JUN, number=person)
        assert books.tax_details.get(AccountId("kai")) is None


def test_a_change_replaces_them_and_removing_spares_the_others(transactions: Any) -> None:
    keep(transactions, FIRM, evolve(FIRM, name="Later"), evolve(FIRM, account=JUN))
    with transactions.look() as books:
        assert books.tax_details.get(MINA) == evolve(FIRM, name="Later")

    with transactions.begin() as books:
        books.tax_details.remove(MINA)
    with transactions.look() as books:
        assert books.tax_details.get(MINA) is None
        assert books.tax_details.get(JUN) == evolve(FIRM, account=JUN)


def test_in_the_database_they_are_sealed_and_open_at_their_place_only(database: Database) -> None:
    box = secret_box([base64.b64encode(bytes(32)).decode()])
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids(), box)
    keep(transactions, FIRM, evolve(FIRM, account=JUN))
    with database.engine.begin() as connection:
        mine = connection.execute(select(tax_details).where(tax_details.c.account == MINA)).one()
        assert not any(told in str(mine) for told in ("99981", "Noodles"))
        at = tax_details.c.account == JUN
        connection.execute(update(tax_details).where(at).values(sealed=mine.sealed))

    with transactions.look() as books:
        assert books.tax_details.get(MINA) == FIRM
        with pytest.raises(ValueError, match="belongs elsewhere"):
            books.tax_details.get(JUN)
