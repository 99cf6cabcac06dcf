"""Writing a catalogue as a file that can be read back unchanged."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from backbeat.catalogue.errors import UnwritableCatalogue
from backbeat.catalogue.model import Track
from backbeat_adapters.spreadsheets import clean, unformulated

COLUMNS: Mapping[str, Callable[[Track], str]] = MappingProxyType(
    {
        "ISRC": lambda track: track.isrc,
        "Title": lambda track: track.name,
        "Artist": lambda track: track.artist,
        "Album": lambda track: track.album,
        "Label": lambda track: track.label,
        "Composer": lambda track: track.composer,
        "UPC": lambda track: track.upc,
        "Category": lambda track: track.category,
        "Mood tags": lambda track: "|".join(sorted(track.moods)),
        "AI tags": lambda track: "|".join(sorted(track.ai_tags)),
        "Duration": lambda track: f"{track.seconds // 60}:{track.seconds % 60:02d}",
        "Release date": lambda track: str(track.released_on or ""),
        "Cover": lambda track: track.thumbnail or "",
        "Preview URL": lambda track: track.audio_url or "",
        "Shopping": lambda track: "yes" if track.shopping else "",
        "New": lambda track: "yes" if track.is_flagged_new else "",
        "Prioritized": lambda track: "yes" if track.prioritized else "",
        "Partner": lambda track: track.partner or "",
    }
)
"""What is written about a track, under headings that the reader knows."""


def write(path: Path, tracks: Iterable[Track]) -> int:
    """Write the tracks as CSV (UTF-8 with its mark) or XLSX; gives their number."""
    kinds = {".csv": _write_csv, ".xlsx": _write_workbook}
    writer = kinds.get(path.suffix.lower())
    if writer is None:
        raise UnwritableCatalogue(file=path.name, problem="its name ends neither in .csv nor .xlsx")
    try:
        with _beside(path) as part:
            return writer(part, tracks)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise UnwritableCatalogue(file=path.name, problem=why) from None


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A file beside the wanted one, which replaces it once it is complete."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _rows(tracks: Iterable[Track]) -> Iterator[list[str]]:
    for track in tracks:
        yield [column(track) for column in COLUMNS.values()]


def _write_csv(path: Path, tracks: Iterable[Track]) -> int:
    written = 0
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        sheet = csv.writer(stream)
        sheet.writerow(COLUMNS)
        for row in _rows(tracks):
            sheet.writerow([unformulated(cell) for cell in row])
            written += 1
    return written


def _write_workbook(path: Path, tracks: Iterable[Track]) -> int:
    # Slow to import, and few commands write a catalogue.
    from openpyxl import Workbook  # noqa: PLC0415
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Tracks")
    sheet.append(list(COLUMNS))
    written = 0
    for row in _rows(tracks):
        cells = []
        for text in row:
            cell = WriteOnlyCell(sheet, value=clean(text))
            cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
        written += 1
    book.save(path)
    return written
