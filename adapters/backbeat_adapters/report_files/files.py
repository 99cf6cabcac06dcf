"""Report files as the core reads them: recognised by their header, then one row a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from attrs import frozen

from backbeat.kernel.months import Month
from backbeat.platforms.layouts import Layout
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import recognised, told_by
from backbeat.report_files.errors import UnknownReport
from backbeat.report_files.model import BadLine, Block, Reading
from backbeat.report_files.ports import OpenReport
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.rows import RowReader
from backbeat_adapters.report_files.tables import Line, NoHeader, Table, column_name, table
from backbeat_adapters.report_files.values import Malformed

BLOCK = 500
"""So many lines are read at a time, column by column. Fewer than make Python look for garbage."""


@frozen
class DiskReports:
    @contextmanager
    def open(self, path: Path) -> Iterator[OpenReport]:
        """Recognise the file by its header and give access to its rows; see the port."""
        source = look_at(path)
        try:
            with table(source, recognised) as found:
                layout: Layout = found.meaning
                told = told_by(layout.kind, path.name)
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
    reading: Reading
    table: Table

    def blocks(self, platform: Platform, month: Month | None) -> Iterator[Block]:
        """The file's rows; see the port."""
        reader = RowReader.of(self.table, self.reading, platform, month)
        while lines := list(islice(self.table.lines, BLOCK)):
            yield _block(reader, lines)


def _block(reader: RowReader, lines: Sequence[Line]) -> Block:
    try:
        return Block(reader.rows(lines), ())
    except Malformed:
        pass
    good, bad = [], []
    for line in lines:
        try:
            reader.rows([line])
        except Malformed:
            bad.append(BadLine(line[0], reader.problem(line[1])))
        else:
            good.append(line)
    return Block(reader.rows(good), bad)


def _places(table: Table) -> Iterable[str]:
    """The fields that the table has a column for."""
    layout: Layout = table.meaning
    return layout.places([column_name(cell) for cell in table.header])
