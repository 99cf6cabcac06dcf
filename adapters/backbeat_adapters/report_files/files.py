"""Report files as the core reads them: recognised by their header, then one row per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

from attrs import define, evolve, field, frozen

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.layouts import Layout, column_name
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import recognised, told_by
from backbeat.report_files.conversion import Conversion, unconverted
from backbeat.report_files.layouts.errors import LayoutLacks, LayoutsFit
from backbeat.report_files.layouts.model import LayoutChoice, ReportLayout, StoredLayout
from backbeat.report_files.model import (
    BadLine,
    Block,
    Ending,
    HeaderSought,
    Reading,
    StatedTotal,
)
from backbeat.report_files.ports import NO_LAYOUTS, OpenReport
from backbeat.report_files.rules import unrecognised
from backbeat_adapters.report_files import values
from backbeat_adapters.report_files.opening import Source, look_at, text_of
from backbeat_adapters.report_files.rows import RowReader, unread
from backbeat_adapters.report_files.tables import Header, Line, NoHeader, Table, table
from backbeat_adapters.report_files.translating import Translator
from backbeat_adapters.report_files.values import Malformed

BLOCK = 500
"""How many lines are read at a time, column by column. Few enough not to trigger Python's garbage
collector.
"""

_SHOWN = 60
"""How many characters of the last line are shown if it has no line end."""


@frozen
class DiskReports:
    @contextmanager
    def open(
        self, path: Path, choice: LayoutChoice = NO_LAYOUTS, encoding: str | None = None
    ) -> Iterator[OpenReport]:
        """Recognise the file by its header and give access to its rows; see the port."""
        source = look_at(path)
        recogniser = _Recogniser(path.name, choice)
        try:
            with table(source, recogniser.meaning, partial(text_of, told=encoding)) as found:
                if isinstance(found.meaning, StoredLayout):
                    yield _OpenByLayout(_with_text(_reading_by(source, found), found), found)
                else:
                    yield _Open(_with_text(_reading(source, found), found), found)
        except NoHeader as problem:
            recogniser.require_fitting(problem.sought)
            raise unrecognised(path.name, problem.sought) from None

    def digest(self, path: Path) -> str:
        return look_at(path).sha256


@define
class _Recogniser:
    """Recognises headers; remembers why the layout that somebody chose does not fit."""

    file: str
    choice: LayoutChoice
    _nearest: list[str] | None = field(default=None, init=False)

    def meaning(self, header: Header) -> Layout | StoredLayout | None:
        chosen = self.choice.chosen
        if isinstance(chosen, StoredLayout):
            return chosen if self._fits(chosen.layout, header) else None
        known = recognised(header)
        if isinstance(chosen, Kind):
            return known if known is not None and known.kind == chosen else None
        fitting = [
            stored
            for stored in self.choice.layouts
            if _stands_where(stored.layout, header) and stored.layout.is_exactly(header)
        ]
        if known is not None and not fitting:
            return known
        if len(fitting) + (known is not None) > 1:
            names = [stored.name for stored in fitting]
            names += [known.kind.value] if known is not None else []
            raise LayoutsFit(file=self.file, layouts=sorted(names))
        return fitting[0] if fitting else None

    def require_fitting(self, found: HeaderSought) -> None:
        """If a layout was chosen, refuse with the columns that the most similar line lacks."""
        if found.text and isinstance(self.choice.chosen, StoredLayout):
            raise LayoutLacks(
                file=self.file,
                layout=self.choice.chosen.name,
                problems=self._nearest or ["no such sheet, or no text parted by its delimiter"],
                header=found.text,
                questions=[] if found.bad_byte is None else [found.bad_byte.question],
            )

    def _fits(self, layout: ReportLayout, header: Header) -> bool:
        if not _stands_where(layout, header):
            return False
        problems = layout.problems(header)
        if self._nearest is None or len(problems) < len(self._nearest):
            self._nearest = problems
        return not problems


def _stands_where(layout: ReportLayout, header: Header) -> bool:
    """Whether the line has the separator, or is on the sheet, that the layout says."""
    if header.sheet is not None:
        return layout.sheet in (None, header.sheet)
    return layout.sheet is None and layout.delimiter in (None, header.delimiter)


def _reading(source: Source, found: Table) -> Reading:
    layout: Layout = found.meaning
    names = [column_name(cell) for cell in found.header]
    for place in layout.places(names).values():
        if names.count(names[place]) > 1:
            # As with layouts of one's own: money would depend on their order.
            raise source.refused(f"two columns {found.header[place].strip()!r}")
    told = told_by(layout.kind, source.name)
    return Reading(
        name=source.name,
        sha256=source.sha256,
        size=source.size,
        kind=layout.kind,
        is_adjustment=told.is_adjustment,
        owner=told.owner,
        month=told.month,
        tells_month=bool({"day", "month"} & set(_places(found))),
        unread=unread(found),
        above=found.above,
    )


def _reading_by(source: Source, found: Table) -> Reading:
    stored: StoredLayout = found.meaning
    layout = stored.layout
    return Reading(
        name=source.name,
        sha256=source.sha256,
        size=source.size,
        kind=layout.kind,
        tells_month=layout.date is not None,
        layout=stored,
        recognised=layout.is_exactly([column_name(cell) for cell in found.header]),
        unread=layout.unread(found.header),
    )


def _with_text(reading: Reading, found: Table) -> Reading:
    """The reading of a text, with its encoding; that of a workbook as it is."""
    text = found.text
    if text is None:
        return reading
    return evolve(reading, encoding=text.name, encoding_told=text.is_told, bad_byte=text.bad)


@define
class _Open:
    reading: Reading
    table: Table
    _reader: RowReader | None = field(default=None, init=False)

    @property
    def position(self) -> int | None:
        """How far it was read; see the port."""
        return _position(self.table)

    @property
    def ending(self) -> Ending:
        """What the end of the file shows; see the port."""
        reader = self._reader
        if reader is None:
            return _ending(self.table)
        total = reader.totals[-1] if reader.totals else None
        return evolve(_ending(self.table, total), blanks=reader.blanks)

    def blocks(
        self,
        platform: Platform,
        month: Month | None,
        conversion: Conversion | None = None,  # noqa: ARG002 - the platforms' files are in dollars
    ) -> Iterator[Block]:
        """The file's rows; see the port."""
        reader = self._reader = RowReader.of(self.table, self.reading, platform, month)
        while lines := list(islice(self.table.lines, BLOCK)):
            yield _block(reader, lines)


@define
class _OpenByLayout:
    reading: Reading
    table: Table
    _translator: Translator | None = field(default=None, init=False)

    @property
    def position(self) -> int | None:
        return _position(self.table)

    @property
    def ending(self) -> Ending:
        """What the end of the file shows, as far as the file was read."""
        translator = self._translator
        if translator is None:
            return _ending(self.table)
        return evolve(
            _ending(self.table, translator.stated),
            lacks_total=translator.lacks_total,
            blanks=translator.blanks,
        )

    def blocks(
        self, platform: Platform, month: Month | None, conversion: Conversion | None = None
    ) -> Iterator[Block]:
        """The file's rows, translated first; see the port."""
        stored: StoredLayout = self.table.meaning
        translator = self._translator = Translator(
            stored.layout, self.table.header, conversion or Conversion(unconverted), month
        )
        reader = RowReader.of(translator.table, self.reading, platform, month)
        while lines := list(islice(self.table.lines, BLOCK)):
            good, bad = translator.lines(lines)
            rows, unreadable = _block(reader, good)
            named = [BadLine(line, translator.by_column(text)) for line, text in unreadable]
            yield Block(rows, sorted([*bad, *named]))


def _position(table: Table) -> int | None:
    return None if table.read is None else table.read.position()


def _ending(table: Table, total: StatedTotal | None = None) -> Ending:
    read = table.read
    if read is None:
        return Ending(total=total)
    text = values.title(read.last)[-_SHOWN:]
    return Ending(read.number, text, is_ended=read.is_ended, total=total)


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
