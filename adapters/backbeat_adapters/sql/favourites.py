"""Favourites in SQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    PrimaryKeyConstraint,
    Text,
    delete,
    func,
    insert,
    or_,
    select,
)

from backbeat.catalogue.model import Track
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.schema import CODE, Instant, table
from backbeat_adapters.sql.track_rows import from_row, tracks

favourites = table(
    "favourites",
    Column("account", Text, nullable=False),
    Column("isrc", CODE, nullable=False),
    Column("added_at", Instant, nullable=False),
    PrimaryKeyConstraint("account", "isrc"),
    sqlite_with_rowid=False,
)

_CHUNK = 500
_WITH_TRACKS = favourites.join(tracks, tracks.c.isrc == favourites.c.isrc)


@frozen
class SqlFavourites:
    connection: Connection

    def add(self, account: AccountId, isrc: Isrc, at: datetime) -> None:
        self.connection.execute(insert(favourites).values(account=account, isrc=isrc, added_at=at))

    def remove(self, account: AccountId, isrc: Isrc) -> bool:
        kept = (favourites.c.account == account) & (favourites.c.isrc == isrc)
        return self.connection.execute(delete(favourites).where(kept)).rowcount > 0

    def count(self, account: AccountId, partner: str | None) -> int:
        query = select(func.count()).select_from(_WITH_TRACKS).where(*_own(account, partner))
        number: int = self.connection.execute(query).scalar_one()
        return number

    def among(self, account: AccountId, isrcs: Collection[Isrc]) -> Mapping[Isrc, datetime]:
        found: dict[Isrc, datetime] = {}
        for chunk in in_chunks(list(isrcs), _CHUNK):
            query = select(favourites.c.isrc, favourites.c.added_at).where(
                favourites.c.account == account, favourites.c.isrc.in_(chunk)
            )
            found.update(map(tuple, self.connection.execute(query)))
        return found

    def page(self, account: AccountId, partner: str | None, request: PageRequest) -> Page[Track]:
        query = select(tracks).select_from(_WITH_TRACKS).where(*_own(account, partner))
        newest = query.order_by(favourites.c.added_at.desc(), favourites.c.isrc)
        rows = self.connection.execute(newest.limit(request.size).offset(request.offset))
        found = [from_row(row) for row in rows]
        return Page(found, request.page, request.size, self.count(account, partner))

    def forget(self, account: AccountId) -> None:
        self.connection.execute(delete(favourites).where(favourites.c.account == account))


def _own(account: AccountId, partner: str | None) -> tuple[ColumnElement[bool], ...]:
    everybodys = tracks.c.partner.is_(None)
    mine = favourites.c.account == account
    if partner is None:
        return mine, everybodys
    return mine, or_(everybodys, tracks.c.partner == partner)
