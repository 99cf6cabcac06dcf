"""Signed consents in SQL, each with the text that was read."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from sqlalchemy import Column, Connection, Index, Text, delete, insert, select

from backbeat.consents.model import Consent, ConsentId, ConsentText
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat_adapters.sql.engine.schema import Choice, Instant, table

consents = table(
    "consents",
    Column("id", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("language", Choice(Language), nullable=False),
    Column("title", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("signed_at", Instant, nullable=False),
    Column("address", Text, nullable=False),
    Index("ix_consents_account", "account", "signed_at", "id"),
)


@frozen
class SqlConsents:
    connection: Connection

    def add(self, consent: Consent) -> None:
        self.connection.execute(
            insert(consents).values(
                id=consent.id,
                account=consent.account,
                version=consent.text.version,
                language=consent.text.language,
                title=consent.text.title,
                body=consent.text.body,
                name=consent.name,
                signed_at=consent.signed_at,
                address=consent.address,
            )
        )

    def all_of(self, account: AccountId) -> Sequence[Consent]:
        wanted = (
            select(consents)
            .where(consents.c.account == account)
            .order_by(consents.c.signed_at, consents.c.id)
        )
        return [
            Consent(
                id=ConsentId(row.id),
                account=AccountId(row.account),
                text=ConsentText(row.version, row.language, row.title, row.body),
                name=row.name,
                signed_at=row.signed_at,
                address=row.address,
            )
            for row in self.connection.execute(wanted)
        ]

    def remove_all_of(self, account: AccountId) -> None:
        self.connection.execute(delete(consents).where(consents.c.account == account))
