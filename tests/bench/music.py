"""The music at a catalogue's full size: searching, the first page, and taking a catalogue in."""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field
from sqlalchemy import Connection, func, insert, select, text
from tests.bench.books import BENCH, NOW, add_people, copied, make_box, migrated, settled
from tests.bench.measuring import Subject

from backbeat.catalogue.finding import Asked
from backbeat.catalogue.model import Act, Category
from backbeat.catalogue.search.query import parse
from backbeat.catalogue.service import Reading
from backbeat.catalogue.tagging import vocabulary_of
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.pages import PageRequest
from backbeat_adapters.container import Container
from backbeat_adapters.sql.favourites import favourites
from backbeat_adapters.sql.track_index import NAME, TOKENS, track_index
from backbeat_adapters.sql.track_rows import from_row, tracks
from backbeat_adapters.sql.track_search import documents
from backbeat_adapters.sql.track_shelves import homes, plays

FAVOURITES, PEOPLE = 20_000, 200
PLAYED_DAYS = 10
"""A day's plays of every track are one row: ten of a hundred thousand are a million."""

WORDS = (
    *("night", "river", "paper", "golden", "signal", "garden", "tide", "lantern", "summer", "rain"),
    *("밤하늘", "여름", "바다", "노래", "晚安", "夏天", "雨声", "桜", "夜", "late"),
)
ASKED = (
    "night",
    "golden river",
    "paper lan",
    "밤하늘",
    "여름 바다",
    "晚安",
    "夏天 雨声",
    "nigth garden",
)
"""One word, two, a beginning, three scripts, and one with an error in it."""

ROUNDS_OF_ASKING = 25
PAGE = PageRequest(0, 50)
READER = AccountId("creator0")


def make_catalogue(folder: Path, rows: int) -> Path:
    """A label's file of so many tracks."""
    chance, file = Random("music"), folder / f"catalogue{rows}.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["ISRC", "Track", "Artist", "Release Date"])
        for number in range(rows):
            name = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
            released = date(2020, 1, 1) + timedelta(number % 2000)
            artist = f"{chance.choice(WORDS)} {number % 900}"
            writer.writerow([f"QZBB1{number:07}", f"{name} {number}", artist, released])
    return file


def make_portal(url: str, folder: Path, file: Path) -> None:
    """A portal that has taken the file in, with favourites, plays, and the page that a job made."""
    engine = migrated(url)
    add_people(engine, PEOPLE)
    box = make_box(url, folder)
    take_in(box, file)
    with engine.begin() as connection:
        isrcs = list(connection.execute(select(tracks.c.isrc).order_by(tracks.c.isrc)).scalars())
        kept = [
            {
                "account": f"creator{number % PEOPLE}",
                "isrc": isrcs[number * 7 % len(isrcs)],
                "added_at": NOW,
            }
            for number in range(min(FAVOURITES, len(isrcs)))
        ]
        connection.execute(insert(favourites), kept)
        for back in range(PLAYED_DAYS):
            day = NOW.date() - timedelta(back)
            chance = Random(back)
            connection.execute(
                insert(plays),
                [
                    {"isrc": isrc, "day": day, "act": Act.PLAY, "count": chance.randrange(1, 99)}
                    for isrc in isrcs
                ],
            )
    box.portal().rankings.refresh()
    with box.transactions().begin() as books:
        while books.search.make_anew(5_000) == 5_000:
            pass
    box.engine().dispose()
    engine.dispose()
    settled(url)


def take_in(box: Container, file: Path) -> None:
    box.portal().catalogue.import_file(file, BENCH, reading=Reading(category=Category.BGM))


@define(slots=False)
class _OverPortal(Subject):
    """Something over the portal, which stays open from round to round."""

    url: str
    folder: Path
    server: int | None = None
    box: Container = field(init=False)

    def before(self) -> None:
        if not hasattr(self, "box"):
            self.box = make_box(self.url, self.folder)
            self.prepare()
            self.run()  # so that no round is the first one

    def prepare(self) -> None:
        """Work out what is asked for; this is not measured."""


class Search(_OverPortal):
    """Ours: the first page of what somebody looks for; the slowest hundredth counts."""

    on_the_wall = True

    def run(self) -> None:
        self.told = _slowest(self._each())

    def _each(self) -> Iterator[float]:
        for asked in ASKED * ROUNDS_OF_ASKING:
            began = time.perf_counter()
            found = self.box.portal().finding.search(READER, Asked(asked), PAGE)
            yield time.perf_counter() - began
            assert found.total


class IndexQuery(_OverPortal):
    """The limit: the index's own answer to the same words, and the same total."""

    on_the_wall = True
    queries: Sequence[tuple[Any, Any]] = field(init=False)

    def prepare(self) -> None:
        with self.box.transactions().look() as books:
            vocabulary = vocabulary_of(books)
        with self.box.engine().connect() as connection:
            self.queries = [_index_query(connection, parse(asked, vocabulary)) for asked in ASKED]

    def run(self) -> None:
        self.told = _slowest(self._each())

    def _each(self) -> Iterator[float]:
        for query, total in [*self.queries] * ROUNDS_OF_ASKING:
            began = time.perf_counter()
            with self.box.engine().connect() as connection:
                connection.execute(total).scalar_one()
                connection.execute(query).fetchall()
            yield time.perf_counter() - began


def _index_query(connection: Connection, query: Any) -> tuple[Any, Any]:
    forgiven = query.forgiving or query
    every = [
        [needle.tokens, *([token] for token in sorted(needle.near))] for needle in forgiven.needles
    ]
    fitting = documents.c.number.in_(track_index(connection).matching(every))
    row = select(tracks).join_from(documents, tracks, tracks.c.isrc == documents.c.isrc)
    order = (documents.c.place, documents.c.number)
    page = row.where(fitting).order_by(*order).limit(PAGE.size)
    return page, select(func.count()).select_from(documents).where(fitting)


def _slowest(seconds: Iterator[float]) -> float:
    """The 99th of a hundred."""
    every = sorted(seconds)
    return every[len(every) * 99 // 100]


class Home(_OverPortal):
    """Ours: the music's first page."""

    def run(self) -> None:
        for _ in range(ROUNDS_OF_ASKING):
            assert self.box.portal().finding.home(READER).tracks


class HomeByKey(_OverPortal):
    """The limit: the rows of that page by their keys."""

    isrcs: Sequence[Isrc] = field(init=False)

    def prepare(self) -> None:
        self.isrcs = list(self.box.portal().finding.home(READER).tracks)

    def run(self) -> None:
        for _ in range(ROUNDS_OF_ASKING):
            with self.box.engine().connect() as connection:
                connection.execute(select(homes)).fetchall()
                found = connection.execute(select(tracks).where(tracks.c.isrc.in_(self.isrcs)))
                assert len([from_row(row) for row in found]) == len(self.isrcs)


@define(slots=False)
class Import(Subject):
    """Ours: the file into an empty portal."""

    url: str
    folder: Path
    file: Path
    server: int | None = None
    box: Container = field(init=False)

    def before(self) -> None:
        self.box = make_box(copied(self.url), self.folder)

    def run(self) -> None:
        take_in(self.box, self.file)

    def after(self) -> None:
        self.box.engine().dispose()


@define(slots=False)
class PlainPass(Import):
    """The limit: the file read, and rows that are known before written to the same tables and indexes."""

    known: str = field(kw_only=True)
    rows: dict[str, list[dict[str, Any]]] = field(init=False)

    def before(self) -> None:
        super().before()
        if not hasattr(self, "rows"):
            box = make_box(self.known, self.folder)
            with box.engine().connect() as connection:
                self.rows = {
                    each.name: [dict(row._mapping) for row in connection.execute(select(each))]
                    for each in (tracks, documents)
                }
                self.rows[NAME] = [
                    dict(row._mapping) for row in connection.execute(_tokens(connection))
                ]
            box.engine().dispose()

    def run(self) -> None:
        with self.file.open(newline="", encoding="utf-8") as lines:
            assert sum(1 for _ in csv.reader(lines)) == len(self.rows["tracks"]) + 1
        with self.box.engine().begin() as connection:
            for each in (tracks, documents):
                connection.execute(insert(each), self.rows[each.name])
            connection.execute(_put_tokens(connection), self.rows[NAME])


def _tokens(connection: Connection) -> Any:
    if connection.dialect.name == "sqlite":
        return text(f"SELECT rowid AS number, tokens FROM {NAME}")
    return select(TOKENS.c.number, func.tsvector_to_array(TOKENS.c.tokens).label("tokens"))


def _put_tokens(connection: Connection) -> Any:
    if connection.dialect.name == "sqlite":
        return text(f"INSERT INTO {NAME} (rowid, tokens) VALUES (:number, :tokens)")
    return text(
        f"INSERT INTO {NAME} (number, tokens)"
        " VALUES (:number, array_to_tsvector(CAST(:tokens AS TEXT[])))"
    )
