"""Report files as the core reads them: recognised by their header, then one row a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from backbeat.ingestion.errors import UnknownReport
from backbeat.ingestion.model import BadLine, Reading, ReportRow
from backbeat.ingestion.ports import OpenReport
from backbeat.kernel.months import Month
from backbeat_adapters.reports.layouts import Layout, recognised
from backbeat_adapters.reports.names import told_by
from backbeat_adapters.reports.opening import look_at
from backbeat_adapters.reports.rows import RowReader
from backbeat_adapters.reports.tables import NoHeader, Table, column_name, table
from backbeat_adapters.reports.values import Malformed


@frozen
class DiskReports:
    """Report files on this machine's disk."""

    @contextmanager
    def open(self, path: Path) -> Iterator[OpenReport]:
        """Recognise the file by its header and give access to its rows; see the port."""
        source = look_at(path)
        told = told_by(path.name)
        try:
            with table(source, recognised) as found:
                layout: Layout = found.meaning
                reading = Reading(
                    name=path.name,
                    sha256=source.sha256,
                    size=source.size,
                    kind=layout.kind,
                    is_adjustment=told.is_adjustment,
                    owner=told.owner,
                    month=told.month,
                    tells_month=bool({"day", "month"} & set(_places(found))),
                )
                yield _Open(reading, found)
        except NoHeader as problem:
            raise UnknownReport(file=path.name, header=problem.text) from None


@frozen
class _Open:
    """An open report."""

    reading: Reading
    table: Table

    def rows(self, month: Month | None) -> Iterator[ReportRow | BadLine]:
        """The file's rows; see the port."""
        reader = RowReader.of(self.table, self.reading, month)
        width = len(self.table.header)
        for number, cells in self.table.lines:
            if not (cells and cells[0]) and not any(cell.strip() for cell in cells):
                continue
            if len(cells) != width and not _padded(cells, width):
                yield BadLine(number, f"{len(cells)} columns where the header has {width}")
                continue
            try:
                row = reader.row(number, cells)
            except Malformed:
                yield BadLine(number, reader.problem(cells))
                continue
            if row is not None:
                yield row


def _places(table: Table) -> Iterable[str]:
    """The fields that the table has a column for."""
    layout: Layout = table.meaning
    return layout.places([column_name(cell) for cell in table.header])


def _padded(cells: list[str], width: int) -> bool:
    """Cut a row that is only longer by blank cells down to the header; False for any other."""
    if len(cells) < width or any(cell.strip() for cell in cells[width:]):
        return False
    del cells[width:]
    return True
