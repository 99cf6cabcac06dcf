"""Tax details in SQL: the number and the name are one sealed text, which can be opened only in its
own place (TAX-6).
"""

from __future__ import annotations

import json

from attrs import frozen
from sqlalchemy import Column, Connection, Text, delete, select

from backbeat.kernel.ids import AccountId
from backbeat.kernel.secrets import SecretBox
from backbeat.tax.model import NumberKind, TaxDetails, TaxNumber
from backbeat_adapters.sql.engine.schema import Choice, Flag, Instant, table
from backbeat_adapters.sql.engine.upserts import upsert

tax_details = table(
    "tax_details",
    Column("account", Text, primary_key=True),
    Column("country", Text, nullable=False),
    Column("kind", Choice(NumberKind), nullable=False),
    Column("sealed", Text, nullable=False),
    Column("is_proven", Flag, nullable=False),
    Column("checked_at", Instant, nullable=False),
)


@frozen
class SqlTaxDetails:
    """What accounts said for the tax office; see `TaxDetailsRepository`."""

    connection: Connection
    secrets: SecretBox

    def get(self, account: AccountId) -> TaxDetails | None:
        row = self.connection.execute(
            select(tax_details).where(tax_details.c.account == account)
        ).first()
        if row is None:
            return None
        digits, name = json.loads(self.secrets.open(row.sealed, _place(account)))
        number = TaxNumber(row.kind, digits, row.is_proven)
        return TaxDetails(account, row.country, number, name, row.checked_at)

    def put(self, details: TaxDetails) -> None:
        """Store what an account said, replacing what was known."""
        said = json.dumps([details.number.digits, details.name], ensure_ascii=False)
        values = {
            "country": details.country,
            "kind": details.number.kind,
            "sealed": self.secrets.seal(said, _place(details.account)),
            "is_proven": details.number.proven,
            "checked_at": details.checked_at,
        }
        upsert(self.connection, tax_details, {"account": details.account}, values)

    def remove(self, account: AccountId) -> None:
        self.connection.execute(delete(tax_details).where(tax_details.c.account == account))


def _place(account: AccountId) -> str:
    return f"tax:{account}:details:1"
