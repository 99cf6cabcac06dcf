"""The suite of searches: tracks in four scripts, and what each query has to find among them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from backbeat.catalogue.model import Category, Track
from backbeat.kernel.ids import Isrc

_GOLDEN = Path(__file__).parents[1] / "golden"
RETIRED, EXCLUSIVE = "58", "59"
PARTNER = "partner.example"

REFUSED = [
    "",
    " ",
    "\u3000",
    "\t\n",
    "...",
    "!!!",
    "%",
    "_",
    "*",
    "\u200b",
    "🎵",
    "a" * 101,
    "夜" * 10_000,
]
"""What is no search."""


def code(number: str) -> Isrc:
    return Isrc(f"QZBB125000{number}")


def tracks(now: datetime) -> list[Track]:
    """The tracks of the suite; one is retired, one a partner's."""
    found = []
    for line in _lines("search_tracks.tsv"):
        number, title, artist, category, moods, machines = line.split("\t")
        found.append(
            Track(
                code(number),
                title,
                artist,
                Category(category),
                moods=frozenset(moods.split()),
                ai_tags=frozenset(machines.split()),
                retired_at=now if number == RETIRED else None,
                partner=PARTNER if number == EXCLUSIVE else None,
            )
        )
    return found


def queries() -> list[tuple[str, set[str]]]:
    """Each query, and the numbers of the tracks that it finds."""
    pairs = (line.rsplit("\t", 1) for line in _lines("search_queries.tsv"))
    return [(query, set(found.split()) - {"-"}) for query, found in pairs]


def _lines(name: str) -> list[str]:
    text = (_GOLDEN / name).read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line and not line.startswith("#")]
