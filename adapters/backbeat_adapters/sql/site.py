"""Partner sites and short links in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen
from sqlalchemy import Column, Connection, Row, Text, delete, select

from backbeat.kernel.languages import Language
from backbeat.site.errors import ShortLinkTaken, SiteTaken
from backbeat.site.model import LandingWords, LinkKind, PartnerSite, ShortCode
from backbeat_adapters.sql.engine.schema import CODE, Choice, Instant, Json, table
from backbeat_adapters.sql.engine.upserts import insert_new, upsert, without_key

sites = table(
    "partner_sites",
    Column("domain", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("color_primary", Text, nullable=False),
    Column("color_primary_dim", Text, nullable=False),
    Column("exclusive_logo", Text),
    Column("mail_sender", Text),
    Column("words", Json, nullable=False),
    Column("token", Text, nullable=False),
    Column("proved_at", Instant),
)
short_links = table(
    "short_links",
    Column("code", CODE, primary_key=True),
    Column("kind", Choice(LinkKind), nullable=False),
    Column("target", Text, nullable=False),
)


@frozen
class SqlPartnerSites:
    connection: Connection

    def add(self, site: PartnerSite) -> None:
        if not insert_new(self.connection, sites, _to_row(site)):
            raise SiteTaken(domain=site.domain)

    def put(self, site: PartnerSite) -> None:
        row = _to_row(site)
        upsert(self.connection, sites, {"domain": site.domain}, without_key(sites, row))

    def by_domain(self, domain: str) -> PartnerSite | None:
        row = self.connection.execute(select(sites).where(sites.c.domain == domain)).first()
        return None if row is None else _from_row(row)

    def lock(self, domain: str) -> PartnerSite | None:
        wanted = select(sites).where(sites.c.domain == domain).with_for_update()
        row = self.connection.execute(wanted).first()
        return None if row is None else _from_row(row)

    def all(self) -> Sequence[PartnerSite]:
        rows = self.connection.execute(select(sites).order_by(sites.c.domain))
        return [_from_row(row) for row in rows]

    def remove(self, domain: str) -> None:
        self.connection.execute(delete(sites).where(sites.c.domain == domain))


def _to_row(site: PartnerSite) -> dict[str, Any]:
    words = {language.value: asdict(own) for language, own in site.words.items()}
    return {**asdict(site, recurse=False), "words": words}


def _from_row(row: Row[Any]) -> PartnerSite:
    words = {Language(language): LandingWords(**own) for language, own in row.words.items()}
    return PartnerSite(**{**row._mapping, "words": words})


@frozen
class SqlShortLinks:
    connection: Connection

    def add(self, link: ShortCode) -> None:
        if not insert_new(self.connection, short_links, asdict(link)):
            raise ShortLinkTaken(short=link.code)

    def by_code(self, code: str) -> ShortCode | None:
        wanted = select(short_links).where(short_links.c.code == code)
        row = self.connection.execute(wanted).first()
        return None if row is None else ShortCode(*row)

    def all(self) -> Sequence[ShortCode]:
        rows = self.connection.execute(select(short_links).order_by(short_links.c.code))
        return [ShortCode(*row) for row in rows]

    def remove(self, code: str) -> None:
        self.connection.execute(delete(short_links).where(short_links.c.code == code))
