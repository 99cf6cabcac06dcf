"""Tracks as rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Index, Row, Text

from backbeat.catalogue.model import Category, Track
from backbeat_adapters.sql.engine.schema import CODE, Big, Choice, Day, Flag, Instant, Json, table

tracks = table(
    "tracks",
    Column("isrc", CODE, primary_key=True),
    Column("name", Text, nullable=False),
    Column("artist", Text, nullable=False),
    Column("category", Choice(Category), nullable=False),
    Column("seconds", Big, nullable=False),
    Column("released_on", Day),
    Column("album", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("upc", Text, nullable=False),
    Column("composer", Text, nullable=False),
    Column("thumbnail", Text),
    Column("audio_url", Text),
    Column("moods", Json, nullable=False),
    Column("ai_tags", Json, nullable=False),
    Column("is_flagged_new", Flag, nullable=False),
    Column("shopping", Flag, nullable=False),
    Column("prioritized", Flag, nullable=False),
    Column("partner", Text),
    Column("added_at", Instant),
    Column("retired_at", Instant),
    Column("search", Text, nullable=False),
    Index(None, "released_on"),
)


def to_row(track: Track) -> dict[str, Any]:
    return {
        "isrc": track.isrc,
        "name": track.name,
        "artist": track.artist,
        "category": track.category,
        "seconds": track.seconds,
        "released_on": track.released_on,
        "album": track.album,
        "label": track.label,
        "upc": track.upc,
        "composer": track.composer,
        "thumbnail": track.thumbnail,
        "audio_url": track.audio_url,
        "moods": sorted(track.moods),
        "ai_tags": sorted(track.ai_tags),
        "is_flagged_new": track.is_flagged_new,
        "shopping": track.shopping,
        "prioritized": track.prioritized,
        "partner": track.partner,
        "added_at": track.added_at,
        "retired_at": track.retired_at,
        "search": track.search_text,
    }


def from_row(row: Row[Any]) -> Track:
    return Track(
        isrc=row.isrc,
        name=row.name,
        artist=row.artist,
        category=row.category,
        seconds=row.seconds,
        released_on=row.released_on,
        album=row.album,
        label=row.label,
        upc=row.upc,
        composer=row.composer,
        thumbnail=row.thumbnail,
        audio_url=row.audio_url,
        moods=frozenset(row.moods),
        ai_tags=frozenset(row.ai_tags),
        is_flagged_new=bool(row.is_flagged_new),
        shopping=bool(row.shopping),
        prioritized=bool(row.prioritized),
        partner=row.partner,
        added_at=row.added_at,
        retired_at=row.retired_at,
    )
