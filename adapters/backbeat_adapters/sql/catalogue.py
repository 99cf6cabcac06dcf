"""The catalogue in SQL."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Insert,
    PrimaryKeyConstraint,
    Select,
    Text,
    cast,
    func,
    select,
    true,
)

from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import TrackFilter
from backbeat.catalogue.vocabulary import Tag, TagKind
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.bulk import run, step
from backbeat_adapters.sql.engine.schema import CODE, Choice, Json, table
from backbeat_adapters.sql.engine.upserts import upsert, upserting
from backbeat_adapters.sql.track_rows import from_row, to_row, tracks
from backbeat_adapters.sql.track_search import SqlTrackSearch

track_tags = table(
    "track_tags",
    Column("kind", Choice(TagKind), nullable=False),
    Column("code", CODE, nullable=False),
    Column("words", Json, nullable=False),
    PrimaryKeyConstraint("kind", "code"),
    sqlite_with_rowid=False,
)
"""The operator's own tags, and the words given to built-in ones."""

_CHUNK = 500
_AT_ONCE = 2_000


@frozen
class SqlTracks:
    """The tracks of one transaction; see the port."""

    connection: Connection

    def get(self, isrc: Isrc) -> Track | None:
        row = self.connection.execute(select(tracks).where(tracks.c.isrc == isrc)).one_or_none()
        return None if row is None else from_row(row)

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        return self._of(select(tracks), list(isrcs))

    def lock(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        """In order of code; on SQLite a transaction that writes is alone anyway."""
        return self._of(select(tracks).order_by(tracks.c.isrc).with_for_update(), sorted(isrcs))

    def _of(self, wanted: Select[Any], isrcs: Sequence[Isrc]) -> Mapping[Isrc, Track]:
        found: dict[Isrc, Track] = {}
        for chunk in in_chunks(isrcs, _CHUNK):
            rows = self.connection.execute(wanted.where(tracks.c.isrc.in_(chunk)))
            found.update((row.isrc, from_row(row)) for row in rows)
        return found

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]:
        found: set[Isrc] = set()
        for chunk in in_chunks(list(isrcs), _CHUNK):
            query = select(tracks.c.isrc).where(tracks.c.isrc.in_(chunk))
            found.update(self.connection.execute(query).scalars())
        return frozenset(found)

    def exclusive(self) -> frozenset[Isrc]:
        query = select(tracks.c.isrc).where(tracks.c.partner.is_not(None))
        return frozenset(self.connection.execute(query).scalars())

    def count_of(self, partner: str) -> int:
        query = select(func.count()).select_from(tracks).where(tracks.c.partner == partner)
        return int(self.connection.execute(query).scalar_one())

    def save(self, changed: Iterable[Track]) -> None:
        kept = list(changed)
        put = _putting(self.connection.dialect.name)
        run(self.connection, step(self.connection, put, [to_row(track) for track in kept]))
        SqlTrackSearch(self.connection).keep(kept)

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]:
        query = _wanted(select(tracks), filter)
        total = self.connection.execute(
            select(func.count()).select_from(query.subquery())
        ).scalar_one()
        rows = self.connection.execute(
            query.order_by(tracks.c.isrc).limit(request.size).offset(request.offset)
        )
        return Page([from_row(row) for row in rows], request.page, request.size, total)

    def every(self, *, retired: bool) -> Iterator[Track]:
        """In pieces, so that a large catalogue need not be held at once."""
        wanted = _wanted(select(tracks), TrackFilter(retired=None if retired else False))
        last = ""
        while True:
            piece = wanted.where(tracks.c.isrc > last).order_by(tracks.c.isrc).limit(_AT_ONCE)
            found = self.connection.execute(piece).all()
            yield from map(from_row, found)
            if len(found) < _AT_ONCE:
                return
            last = found[-1].isrc


@cache
def _putting(dialect: str) -> Insert:
    """Write tracks, in place of those with the same codes."""
    return upserting(dialect, tracks, ("isrc",), tuple(tracks.c.keys()))


@frozen
class SqlTags:
    connection: Connection

    def put(self, tag: Tag) -> None:
        words = {language.value: word for language, word in tag.words.items()}
        key = {"kind": tag.kind, "code": tag.code}
        upsert(self.connection, track_tags, key, {"words": words})

    def own(self) -> Sequence[Tag]:
        rows = self.connection.execute(
            select(track_tags).order_by(track_tags.c.kind, track_tags.c.code)
        )
        return [
            Tag(row.kind, row.code, {Language(name): word for name, word in row.words.items()})
            for row in rows
        ]

    def counts(self) -> Mapping[str, int]:
        return dict(self._counted("moods", "")) | dict(self._counted("ai_tags", "ai:"))

    def _counted(self, column: str, prefix: str) -> Iterator[tuple[str, int]]:
        each = (
            func.json_each(tracks.c[column])
            if self.connection.dialect.name == "sqlite"
            else func.jsonb_array_elements_text(tracks.c[column])
        ).table_valued("value")
        query = (
            select(each.c.value, func.count())
            .select_from(tracks.join(each, true()))
            .where(tracks.c.retired_at.is_(None), tracks.c.partner.is_(None))
            .group_by(each.c.value)
        )
        for code, count in self.connection.execute(query):
            yield f"{prefix}{code}", count


def _wanted(query: Select[Any], filter: TrackFilter) -> Select[Any]:
    if filter.search is not None:
        query = query.where(tracks.c.search.contains(filter.search.casefold(), autoescape=True))
    if filter.category is not None:
        query = query.where(tracks.c.category == filter.category)
    for address in filter.tags:
        column = tracks.c.ai_tags if address.startswith("ai:") else tracks.c.moods
        query = query.where(cast(column, Text).contains(f'"{address.removeprefix("ai:")}"'))
    if filter.shopping is not None:
        query = query.where(tracks.c.shopping.is_(filter.shopping))
    if filter.partner is not None:
        query = query.where(tracks.c.partner == filter.partner)
    if filter.retired is not None:
        retired = tracks.c.retired_at
        query = query.where(retired.is_not(None) if filter.retired else retired.is_(None))
    return query
