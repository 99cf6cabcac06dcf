"""CSV or XLSX with a header of known columns; each line is one person or channel."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from backbeat.onboarding.model import ImportLine, ImportTable
from backbeat.report_files.errors import UnreadableFile
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.tables import NoHeader, table

MOST_LINES = 20_000
"""Larger imports are split into several files."""


class DiskImports:
    """Fulfils `ImportFiles`."""

    def read(self, path: Path, known: Collection[str], needed: Collection[str]) -> ImportTable:
        """Every line of the file as texts by column; see the port."""

        def recognise(header: Sequence[str]) -> Mapping[str, int] | None:
            places = {name: at for at, name in enumerate(header) if name in known}
            return places if set(needed) <= set(places) else None

        try:
            with table(look_at(path), recognise) as found:
                places: Mapping[str, int] = found.meaning
                if len(places) < len([name for name in found.header if name.strip()]) and any(
                    found.header.count(name) > 1 for name in places
                ):
                    raise UnreadableFile(file=path.name, problem="a column stands there twice")
                lines = [
                    line
                    for number, cells in found.lines
                    if (line := _line(number, cells, places)).cells
                ]
                ignored = [
                    cell.strip()
                    for at, cell in enumerate(found.header)
                    if at not in places.values() and cell.strip()
                ]
        except NoHeader:
            sought = ", ".join(sorted(needed))
            raise UnreadableFile(
                file=path.name, problem=f"no line has the columns {sought}"
            ) from None
        if len(lines) > MOST_LINES:
            raise UnreadableFile(file=path.name, problem=f"more than {MOST_LINES:,} lines")
        return ImportTable(path.name, list(places), ignored, lines)


def _line(number: int, cells: Sequence[str], places: Mapping[str, int]) -> ImportLine:
    told = {
        name: cells[at].strip()
        for name, at in places.items()
        if at < len(cells) and cells[at].strip()
    }
    return ImportLine(number, told)
