"""Report files as the core reads them: recognised by their header, then one row a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

from attrs import define, field, frozen

from backbeat.kernel.months import Month
from backbeat.platforms.layouts import Layout
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import recognised, told_by
from backbeat.report_files.model import (
    BadLine,
    Block,
    Ending,
    Reading,
    StatedTotal,
)
from backbeat.report_files.ports import OpenReport
from backbeat.report_files.rules import unrecognised
from backbeat_adapters.report_files import values
from backbeat_adapters.report_files.opening import look_at, text_of
from backbeat_adapters.report_files.rows import RowReader, unread
from backbeat_adapters.report_files.tables import Line, NoHeader, Table, column_name, table
from backbeat_adapters.report_files.values import Malformed

BLOCK = 500
"""So many lines are read at a time, column by column. Fewer than make Python look for garbage."""

_SHOWN = 60
"""So many characters of the last line are shown where it is not ended."""


@frozen
class DiskReports:
    @contextmanager
    def open(self, path: Path, encoding: str | None = None) -> Iterator[OpenReport]:
        """Recognise the file by its header and give access to its rows; see the port."""
        source = look_at(path)
        try:
            with table(source, recognised, partial(text_of, told=encoding)) as found:
                layout: Layout = found.meaning
                text = found.text
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
                    encoding=None if text is None else text.name,
                    encoding_told=text is not None and text.is_told,
                    bad_byte=None if text is None else text.bad,
                    unread=unread(found),
                    above=found.above,
                )
                yield _Open(reading, found)
        except NoHeader as problem:
            raise unrecognised(path.name, problem.sought) from None


@define
class _Open:
    reading: Reading
    table: Table
    _totals: list[StatedTotal] = field(factory=list, init=False)

    @property
    def ending(self) -> Ending:
        """What the end of the file shows; see the port."""
        total = self._totals[-1] if self._totals else None
        read = self.table.read
        if read is None:
            return Ending(total=total)
        text = values.title(read.last)[-_SHOWN:]
        return Ending(read.number, text, is_ended=read.is_ended, total=total)

    def blocks(self, platform: Platform, month: Month | None) -> Iterator[Block]:
        """The file's rows; see the port."""
        reader = RowReader.of(self.table, self.reading, platform, month)
        self._totals = reader.totals
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
