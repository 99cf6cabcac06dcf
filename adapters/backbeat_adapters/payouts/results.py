"""Files of results: CSV of any dialect, or a workbook, in any layout that a payout method has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from backbeat.payout_methods.model import NAMING_COLUMNS, REQUIRED_COLUMNS, ResultLayout
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.errors import UnknownResults
from backbeat.payouts.model import RawLine
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.tables import NoHeader, Table, table


class DiskResults:
    """Opens files of results. It fulfils `ResultFiles`."""

    @contextmanager
    def open(self, path: Path) -> Iterator[OpenResultFile]:
        """Open a file of results; its bytes decide what kind of file it is."""
        source = look_at(path)
        try:
            with table(source, _recognised) as found:
                yield OpenResultFile(source.name, found)
        except NoHeader as problem:
            raise UnknownResults(file=source.name, header=problem.text) from None


@frozen
class _Header:
    """The position of each column, and the layout that defines it."""

    layout: ResultLayout
    places: Mapping[str, int]


@frozen
class OpenResultFile:
    """A file of results whose header was recognised. It fulfils `OpenResults`."""

    name: str
    table: Table

    def lines(self) -> Iterator[RawLine]:
        """The lines below the header except blank ones, with our own names."""
        header: _Header = self.table.meaning
        results = header.layout.results
        for number, cells in self.table.lines:
            if not any(cell.strip() for cell in cells):
                continue
            told = {
                name: cells[at] if at < len(cells) else "" for name, at in header.places.items()
            }
            result = told["result"]
            yield RawLine(
                number, {**told, "result": results.get(result.strip().casefold(), result)}
            )


def _recognised(header: list[str]) -> _Header | None:
    """The first layout that the header fits; None if the line is not a header of results."""
    for layout in METHODS.results:
        places = _places(layout, header)
        if places is not None:
            return _Header(layout, places)
    return None


def _places(layout: ResultLayout, header: list[str]) -> Mapping[str, int] | None:
    """The positions of the layout's columns; None if one is missing or named twice."""
    if any(header.count(name) > 1 for name in layout.columns.values()):
        return None
    places = {
        ours: header.index(theirs) for ours, theirs in layout.columns.items() if theirs in header
    }
    is_whole = set(REQUIRED_COLUMNS) <= places.keys() and set(NAMING_COLUMNS) & places.keys()
    return places if is_whole else None
