"""The music's first page as it was made, and what people did with tracks, in SQL."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import Column, Connection, PrimaryKeyConstraint, Text, func, select
from sqlalchemy.dialects import postgresql, sqlite

from backbeat.catalogue.model import Act, Home, Ranked
from backbeat.kernel.ids import Isrc
from backbeat_adapters.sql.engine.schema import CODE, Big, Choice, Day, Json, table
from backbeat_adapters.sql.engine.upserts import upsert
from backbeat_adapters.sql.track_rows import tracks

homes = table(
    "track_homes",
    Column("partner", Text, nullable=False),
    Column("home", Json, nullable=False),
    PrimaryKeyConstraint("partner"),
    sqlite_with_rowid=False,
)
"""The page of everybody under a blank partner, and those of partners' people."""

plays = table(
    "track_plays",
    Column("isrc", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("act", Choice(Act), nullable=False),
    Column("count", Big, nullable=False),
    PrimaryKeyConstraint("isrc", "day", "act"),
    sqlite_with_rowid=False,
)
"""Counts by track and day: they stay few however much is played."""


@frozen
class SqlShelves:
    connection: Connection

    def put(self, partner: str | None, home: Home) -> None:
        upsert(self.connection, homes, {"partner": partner or ""}, {"home": _to_json(home)})

    def of(self, partner: str | None) -> Home | None:
        kept = select(homes.c.home).where(homes.c.partner == (partner or ""))
        found = self.connection.execute(kept).scalar_one_or_none()
        return None if found is None else _from_json(found)


@frozen
class SqlPlays:
    connection: Connection

    def count(self, isrc: Isrc, day: date, act: Act) -> None:
        dialect = sqlite if self.connection.dialect.name == "sqlite" else postgresql
        first = dialect.insert(plays).values(isrc=isrc, day=day, act=act, count=1)
        self.connection.execute(
            first.on_conflict_do_update(
                index_elements=["isrc", "day", "act"], set_={"count": plays.c.count + 1}
            )
        )

    def played(self, first: date, last: date) -> Mapping[Isrc, int]:
        # The key begins with the track: of days alone SQLite would read the plays of all years.
        there = plays.c.isrc.in_(select(tracks.c.isrc))
        query = (
            select(plays.c.isrc, func.sum(plays.c.count))
            .where(there, plays.c.act == Act.PLAY, plays.c.day.between(first, last))
            .group_by(plays.c.isrc)
        )
        return {isrc: int(count) for isrc, count in self.connection.execute(query)}


def _to_json(home: Home) -> dict[str, Any]:
    return {
        "made_on": home.made_on.isoformat(),
        "first": home.first.isoformat(),
        "last": home.last.isoformat(),
        "ranking": [[place.isrc, place.rank, place.change, place.gained] for place in home.ranking],
        "new_releases": list(home.new_releases),
        "prioritized": list(home.prioritized),
        "shopping": list(home.shopping),
        "moods": [[address, list(isrcs)] for address, isrcs in home.moods.items()],
        "tagged": dict(home.tagged),
        "by_plays": home.by_plays,
        "all_new": home.all_new,
        "all_shopping": home.all_shopping,
        "all_tracks": home.all_tracks,
    }


def _from_json(kept: Mapping[str, Any]) -> Home:
    return Home(
        made_on=date.fromisoformat(kept["made_on"]),
        first=date.fromisoformat(kept["first"]),
        last=date.fromisoformat(kept["last"]),
        ranking=[Ranked(*place) for place in kept["ranking"]],
        new_releases=kept["new_releases"],
        prioritized=kept["prioritized"],
        shopping=kept["shopping"],
        moods=dict(kept["moods"]),
        tagged=kept["tagged"],
        by_plays=kept.get("by_plays", False),
        all_new=kept.get("all_new", len(kept["new_releases"])),
        all_shopping=kept.get("all_shopping", len(kept["shopping"])),
        all_tracks=kept.get("all_tracks", 0),
    )
