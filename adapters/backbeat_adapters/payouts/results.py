"""Files of results: CSV of any dialect, or a workbook, with the columns of R45 in any order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from backbeat.payouts.errors import UnknownResults
from backbeat.payouts.model import RawLine
from backbeat.payouts.results import REQUIRED
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.tables import NoHeader, Table, table

COLUMNS = (*REQUIRED, "reference", "reason")


class DiskResults:
    """Opens files of results. It fulfils `ResultFiles`."""

    @contextmanager
    def open(self, path: Path) -> Iterator[OpenResultFile]:
        """A file of results; what it is, its bytes say."""
        source = look_at(path)
        try:
            with table(source, _recognised) as found:
                yield OpenResultFile(source.name, found)
        except NoHeader as problem:
            raise UnknownResults(file=source.name, header=problem.text) from None


@frozen
class OpenResultFile:
    """A file of results whose header was recognised. It fulfils `OpenResults`."""

    name: str
    table: Table

    def lines(self) -> Iterator[RawLine]:
        """The lines below the header but blank ones."""
        places: Mapping[str, int] = self.table.meaning
        for number, cells in self.table.lines:
            told = {name: cells[at] if at < len(cells) else "" for name, at in places.items()}
            if any(cell.strip() for cell in cells):
                yield RawLine(number, told)


def _recognised(header: list[str]) -> dict[str, int] | None:
    """Where each column stands; None where the line is no header of results, or names one twice."""
    if any(header.count(name) > 1 for name in COLUMNS):
        return None
    places = {name: header.index(name) for name in COLUMNS if name in header}
    return places if set(REQUIRED) <= places.keys() else None
