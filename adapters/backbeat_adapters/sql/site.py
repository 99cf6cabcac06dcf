"""Partner sites in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import asdict, frozen
from sqlalchemy import Column, Connection, Text, delete, insert, select

from backbeat.site.model import PartnerSite
from backbeat_adapters.sql.engine.schema import table

sites = table(
    "partner_sites",
    Column("domain", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("color_primary", Text, nullable=False),
    Column("color_primary_dim", Text, nullable=False),
    Column("exclusive_logo", Text),
)


@frozen
class SqlPartnerSites:
    connection: Connection

    def put(self, site: PartnerSite) -> None:
        self.connection.execute(delete(sites).where(sites.c.domain == site.domain))
        self.connection.execute(insert(sites).values(asdict(site)))

    def by_domain(self, domain: str) -> PartnerSite | None:
        row = self.connection.execute(select(sites).where(sites.c.domain == domain)).first()
        return None if row is None else PartnerSite(*row)

    def all(self) -> Sequence[PartnerSite]:
        rows = self.connection.execute(select(sites).order_by(sites.c.domain))
        return [PartnerSite(*row) for row in rows]
