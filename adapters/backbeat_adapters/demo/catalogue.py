"""A sample catalogue as the sheet a library would send."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from pathlib import Path
from random import Random

from openpyxl import Workbook

from backbeat.kernel.ids import Isrc
from backbeat.kernel.months import Month
from backbeat_adapters.demo.songs import compose

COLUMNS = ("ISRC", "Title", "Artist", "Category", "Mood", "Duration", "Release date", "Shopping")
_FIRST = ("Neon", "Paper", "Slow", "Golden", "Midnight", "Rooftop", "Velvet", "Tiny")
_SECOND = ("Tides", "Lantern", "Parade", "Signals", "Garden")
_ARTISTS = ("Hana Field", "Kite Theory", "The Late Trains", "Yoru & Co", "Min-ji Oh")
_MOODS = ("calm", "bright", "exciting", "cheerful", "touching", "atmospheric", "funny", "edm")
_CATEGORIES = ("bgm", "bgm", "pop", "ost")
_SHOPPING_EACH = 6


def sample_isrcs() -> list[Isrc]:
    """The codes of the sample catalogue's tracks."""
    count = len(_FIRST) * len(_SECOND)
    return [Isrc(f"QZBB1{26:02d}{number:05d}") for number in range(1, count + 1)]


def partner_isrcs() -> list[Isrc]:
    """The codes of the tracks that are the demo's partner's alone."""
    return [Isrc(f"QZBB1{26:02d}{number:05d}") for number in range(201, 205)]


def write_catalogue(path: Path) -> Path:
    """Write the sample catalogue as an XLSX file."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Tracks")
    sheet.append(COLUMNS)
    chance = Random("catalogue")
    names = product(_FIRST, _SECOND)
    for number, (isrc, (first, second)) in enumerate(zip(sample_isrcs(), names, strict=True)):
        moods = " | ".join(sorted(chance.sample(_MOODS, 2)))
        seconds = compose(isrc).seconds
        released = Month(2026, 1).first + timedelta(chance.randrange(260))
        sheet.append(
            (
                isrc,
                f"{first} {second}",
                chance.choice(_ARTISTS),
                chance.choice(_CATEGORIES),
                moods,
                f"{seconds // 60}:{seconds % 60:02d}",
                released.isoformat(),
                "" if number % _SHOPPING_EACH else "yes",
            )
        )
    book.save(path)
    return path
