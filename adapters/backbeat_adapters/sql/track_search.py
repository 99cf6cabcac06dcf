"""Finding tracks in SQL: an index names the candidates, the stored texts decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    Insert,
    Integer,
    PrimaryKeyConstraint,
    Select,
    Text,
    and_,
    bindparam,
    case,
    false,
    func,
    literal,
    or_,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import Wanted
from backbeat.catalogue.search.document import Document, tag_token
from backbeat.catalogue.search.folding import VERSION
from backbeat.catalogue.search.query import Match, Needle, Place, Query
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.bulk import Columns, prepared, run
from backbeat_adapters.sql.engine.schema import CODE, Big, table
from backbeat_adapters.sql.files.temporary import analyze
from backbeat_adapters.sql.track_index import TOKENS, Alternatives, track_index
from backbeat_adapters.sql.track_rows import from_row, tracks

documents = table(
    "track_documents",
    Column("number", Big, nullable=False, autoincrement=False),
    Column("isrc", CODE, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("artist", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("run", Text, nullable=False),
    Column("initials", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("place", Big, nullable=False),
    Column("version", Big, nullable=False),
    PrimaryKeyConstraint("number"),
    Index(None, "place", "number"),
)
"""The texts that a search looks through. `number` is the code as a number, in the same order."""

UNPLACED = 2**62
"""The place of tracks that came after places were given."""

_CHUNK = 500
_TEXTS = ("isrc", "name", "artist", "words", "run", "initials", "tags")
_HAYSTACKS = {
    Place.RUN: documents.c.run,
    Place.WORDS: documents.c.words,
    Place.INITIALS: documents.c.initials,
}
_OFFERED = tracks.join(documents, documents.c.isrc == tracks.c.isrc)


def number_of(isrc: Isrc) -> int:
    """A track code as a number: unique, and in the order of the codes."""
    return int(isrc, base=36)


@frozen
class SqlTrackSearch:
    """Finds tracks in one transaction; see the port."""

    connection: Connection

    def keep(self, changed: Sequence[Track]) -> None:
        """Store the texts by which these tracks are found."""
        index = track_index(self.connection)
        put = prepared(self.connection, _putting(self.connection.dialect.name))
        for chunk in in_chunks(changed, _CHUNK):
            made = [(number_of(track.isrc), Document.of(track)) for track in chunk]
            run(self.connection, put.step(_columns(made), len(made)))
            index.put([index.row(number, document.tokens) for number, document in made])

    def page(self, wanted: Wanted, request: PageRequest) -> Page[Track]:
        query, total = self._counted(wanted)
        found = self._tracks(query.limit(request.size).offset(request.offset))
        return Page(found, request.page, request.size, total)

    def following(self, wanted: Wanted, after: Isrc, size: int) -> Page[Track]:
        query, total = self._counted(wanted)
        order = _order(wanted)
        stood = self.connection.execute(
            select(*order).select_from(_OFFERED).where(documents.c.isrc == after)
        ).one_or_none()
        if stood is None:
            return Page([], 0, size, total)
        beyond = tuple_(*order) > tuple_(*map(literal, stood))
        return Page(self._tracks(query.where(beyond).limit(size)), 0, size, total)

    def rank(self, isrcs: Iterable[Isrc]) -> None:
        places = {number_of(isrc): place for place, isrc in enumerate(isrcs)}
        placed = select(documents.c.number, documents.c.place).where(documents.c.place != UNPLACED)
        before = {row.number: row.place for row in self.connection.execute(placed)}
        gone = dict.fromkeys(before.keys() - places.keys(), UNPLACED)
        changed = {
            number: place
            for number, place in (places | gone).items()
            if before.get(number) != place
        }
        rows = [{"key": number, "at": place} for number, place in changed.items()]
        put = update(documents).where(documents.c.number == bindparam("key"))
        for chunk in in_chunks(rows, _CHUNK):
            self.connection.execute(put.values(place=bindparam("at")), chunk)

    def make_anew(self, limit: int) -> int:
        old = or_(documents.c.version.is_(None), documents.c.version != VERSION)
        query = (
            select(tracks)
            .select_from(tracks.outerjoin(documents, documents.c.isrc == tracks.c.isrc))
            .where(old)
            .limit(limit)
        )
        found = [from_row(row) for row in self.connection.execute(query)]
        self.keep(found)
        if len(found) < limit:
            # After the last piece: a planner that does not know of an import would look at every
            # track.
            for each in (tracks, documents, TOKENS):
                analyze(self.connection, each)
        return len(found)

    def _counted(self, wanted: Wanted) -> tuple[Select[Any], int]:
        """The tracks in order and their number: as asked for, else with an error forgiven."""
        query, total = self._asked(wanted, wanted.query)
        forgiving = wanted.query and wanted.query.forgiving
        if total or forgiving is None:
            return query, total
        return self._asked(wanted, forgiving)

    def _asked(self, wanted: Wanted, asked: Query | None) -> tuple[Select[Any], int]:
        fitting = [*_fitting(wanted), *self._meeting(asked, wanted.tags)]
        query = select(tracks).select_from(_OFFERED).where(*fitting)
        counted = select(func.count()).select_from(_OFFERED).where(*fitting)
        total: int = self.connection.execute(counted).scalar_one()
        return query.order_by(*_order(wanted)), total

    def _meeting(self, asked: Query | None, tags: Iterable[str]) -> Iterable[ColumnElement[bool]]:
        """The index has all tokens of a word that is there, though they may stand elsewhere."""
        index = track_index(self.connection)
        needles = asked.needles if asked else ()
        words = [_alternatives(needle) for needle in needles]
        every: list[Alternatives] = [*words, *([[tag_token(address)]] for address in tags)]
        if every:
            yield documents.c.number.in_(index.matching(every))
        for needle in needles:
            there = [_in(needle), *_tagged(needle)]
            if needle.near:
                nearly = [[token] for token in sorted(needle.near)]
                there.append(documents.c.number.in_(index.matching([nearly])))
            yield or_(*there)

    def _tracks(self, query: Select[Any]) -> list[Track]:
        return [from_row(row) for row in self.connection.execute(query)]


@cache
def _putting(dialect: str) -> Insert:
    """Write documents; an existing one keeps its place in lists."""
    new = (sqlite if dialect == "sqlite" else postgresql).insert(documents)
    told = {each.name: new.excluded[each.name] for each in documents.c}
    del told["number"], told["place"]
    made: Insert = new.on_conflict_do_update(index_elements=["number"], set_=told)
    return made


def _columns(made: Sequence[tuple[int, Document]]) -> Columns:
    """Texts and numbers, which drivers take as they are."""
    return {
        "number": [number for number, _ in made],
        "place": [UNPLACED] * len(made),
        "version": [VERSION] * len(made),
        **{name: [getattr(document, name) for _, document in made] for name in _TEXTS},
    }


def _alternatives(needle: Needle) -> list[Sequence[str]]:
    return [needle.tokens, *([token] for token in (*needle.tag_tokens, *sorted(needle.near)))]


def _fitting(wanted: Wanted) -> Iterable[ColumnElement[bool]]:
    yield tracks.c.retired_at.is_(None)
    everybodys = tracks.c.partner.is_(None)
    own = tracks.c.partner == wanted.partner
    if wanted.exclusive:
        yield own if wanted.partner is not None else false()
    else:
        yield everybodys if wanted.partner is None else or_(everybodys, own)
    if wanted.category is not None:
        yield tracks.c.category == wanted.category
    if wanted.new is not None:
        yield or_(tracks.c.is_flagged_new, tracks.c.released_on.between(*wanted.new))
    if wanted.shopping:
        yield tracks.c.shopping


def _order(wanted: Wanted) -> list[ColumnElement[Any]]:
    chosen = [case((tracks.c.prioritized, 0), else_=1)] if wanted.prioritized else []
    asked = wanted.query
    matched = [_match(asked)] if asked is not None else []
    return [*chosen, *matched, documents.c.place, documents.c.number]


def _match(query: Query) -> ColumnElement[int]:
    """As `Query.match` says."""
    whole, row = literal(query.whole), documents.c
    code = func.lower(row.isrc)
    words = [
        _in(needle) if needle.place is not Place.INITIALS else false() for needle in query.needles
    ]
    return case(
        (or_(row.name == whole, row.artist == whole, code == whole), int(Match.WHOLE)),
        (
            or_(*(_begins(text, query.whole) for text in (row.name, row.artist, code))),
            int(Match.BEGINNING),
        ),
        (_holds(row.run, query.whole), int(Match.PHRASE)),
        (and_(true(), *words), int(Match.WORDS)),
        else_=int(Match.OTHER),
    )


def _begins(text: ColumnElement[str], whole: str) -> ColumnElement[bool]:
    return func.substr(text, 1, len(whole)) == whole


def _holds(text: ColumnElement[str], part: str) -> ColumnElement[bool]:
    """Whether a text has a part, letter by letter: no wildcards, no collation."""
    return holding(text, part) > 0


def _in(needle: Needle) -> ColumnElement[bool]:
    return _holds(_HAYSTACKS[needle.place], needle.text)


def _tagged(needle: Needle) -> Iterable[ColumnElement[bool]]:
    return (_holds(documents.c.tags, f" {address} ") for address in needle.tags)


class holding(GenericFunction[int]):  # noqa: N801 - named as SQL will have it
    """The first position of a part in a text, from 1; 0 if it is not there."""

    type = Integer()
    inherit_cache = True


@compiles(holding, "sqlite")
def _on_sqlite(element: holding, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(holding, "postgresql")
def _on_postgresql(element: holding, compiler: Any, **options: Any) -> str:
    return f"strpos({compiler.process(element.clauses, **options)})"
