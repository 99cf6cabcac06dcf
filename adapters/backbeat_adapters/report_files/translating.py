"""Translates lines that an operator's layout describes into our own form, in which they are read
like any other.

Days become `yyyy-MM-dd`, numbers have a point, amounts are dollars; the parts of a row's key are
added beside it. Lines are translated once, in the order of the file; amounts are added up on the
way, for the file's totals and for the check of its total row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from operator import itemgetter
from typing import TypeVar

from attrs import define, field

from backbeat.kernel.isrc import is_isrc, normalise_isrc
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Role
from backbeat.platforms.layouts import column_name
from backbeat.report_files.conversion import Conversion
from backbeat.report_files.layouts.model import MarkedRows, ReportLayout, key_word
from backbeat.report_files.model import BadLine, StatedTotal
from backbeat_adapters.report_files import values
from backbeat_adapters.report_files.rows import cached
from backbeat_adapters.report_files.tables import Line, Table
from backbeat_adapters.report_files.values import Malformed

_NUMBERS = ("views", "engaged_views", "premium_views", "watch_minutes", "watch_seconds")

T = TypeVar("T")
Cell = Callable[[list[str]], str]
"""Makes a canonical cell from a line's cells."""


@define
class Translator:
    """Translates the lines of one file."""

    layout: ReportLayout
    header: Sequence[str]
    conversion: Conversion
    month: Month | None
    stated: StatedTotal | None = field(default=None, init=False)
    """What the file's total row says, once it was reached."""
    blanks: Counter[str] = field(factory=Counter, init=False)
    """Blank cells of amounts by column, as they are met."""
    _cells: Mapping[str, Cell] = field(init=False)
    _places: Mapping[str, int] = field(init=False)
    _total: int | None = field(default=None, init=False)
    _read_date: Callable[[str], date | Month] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._places = {column_name(name): at for at, name in enumerate(self.header)}
        self._read_date = cached(self._date)
        self._cells = dict(self._canonical())

    @property
    def table(self) -> Table:
        """The head of the table that the translated lines make."""
        return Table(self.layout.canonical(), list(self._cells), iter(()))

    def lines(self, chunk: Sequence[Line]) -> tuple[list[Line], list[BadLine]]:
        """The lines that contain rows, translated, and those that can't be translated."""
        good: list[Line] = []
        bad: list[BadLine] = []
        for number, cells in chunk:
            if any(cell.strip() for cell in cells):
                try:
                    translated = self._translated(number, self._as_wide(cells))
                except Malformed as problem:
                    bad.append(BadLine(number, str(problem)))
                else:
                    if translated is not None:
                        good.append((number, translated))
        return good, bad

    @property
    def lacks_total(self) -> bool:
        """Whether the layout expects a total row that was not found."""
        return self.layout.total is not None and self._total is None

    def by_column(self, problem: str) -> str:
        """A problem that names a field, with the name of the file's column instead."""
        told, colon, rest = problem.partition(": ")
        if not colon or told not in self._cells:
            return problem
        return f"{self._name(told)}: {rest}"

    def _translated(self, number: int, cells: list[str]) -> list[str] | None:
        total = self.layout.total
        if total is not None and self._is_marked(cells, total):
            self._total = number
            self.stated = self._stated(number, cells)
            return None
        if any(self._is_marked(cells, rows) for rows in self.layout.skip):
            self.conversion.skipped += 1
            return None
        if self._total is not None:
            raise Malformed(f"it stands below the total row of line {self._total}")
        return [cell(cells) for cell in self._cells.values()]

    def _as_wide(self, cells: list[str]) -> list[str]:
        width = len(self.header)
        if len(cells) < width or any(cell.strip() for cell in cells[width:]):
            raise Malformed(f"{len(cells)} columns where the header has {width}")
        return cells[:width]

    def _is_marked(self, cells: Sequence[str], rows: MarkedRows) -> bool:
        cell = cells[self._places[column_name(rows.column)]]
        return " ".join(cell.casefold().split()) in rows.words

    def _stated(self, number: int, cells: list[str]) -> StatedTotal | None:
        """What a total row says, beside the sum of the rows above it; None if it says nothing or
        they are in several currencies.
        """
        told = self._number("revenue", cells[self._place("revenue")])
        sums = self.conversion.amounts
        if not told or len(sums) > 1:
            return None
        values.amount(told)
        currency, found = next(iter(sums.items()), (Currency.USD, Decimal(0)))
        return StatedTotal(number, Decimal(told), found, currency)

    # -- cells

    def _canonical(self) -> Iterator[tuple[str, Cell]]:
        layout = self.layout
        for name in layout.canonical().columns:
            match name:
                case "day" | "month":
                    yield name, self._checked(name, lambda text: str(self._read_date(text)))
                case "revenue":
                    yield name, self._dollars
                case "isrc":
                    yield name, self._checked(name, cached(partial(self._named, name, _track)))
                case "channel" if layout.channel:
                    yield name, lambda _: layout.channel
                case "channel" if layout.role is not Role.CHECK:
                    yield name, self._checked(name, cached(partial(self._named, name, _channel)))
                case _ if name in _NUMBERS:
                    yield name, self._checked(name, cached(partial(self._number, name)))
                case _:
                    yield name, self._checked(name, str)
        for number, column in enumerate(layout.key_words):
            yield key_word(number), itemgetter(self._key_place(column))

    def _checked(self, name: str, read: Callable[[str], str]) -> Cell:
        place = self._place(name)
        return lambda cells: read(cells[place])

    def _dollars(self, cells: list[str]) -> str:
        number = self._number("revenue", cells[self._place("revenue")])
        if not number:
            self.blanks[self._name("revenue")] += 1
        amount = self._named("revenue", values.amount, number or "0")
        worth = self.conversion.in_usd(amount, self._currency(cells), self._rate_day(cells))
        return f"{worth or 0:f}"

    def _currency(self, cells: list[str]) -> Currency:
        if self.layout.currency is not None:
            return self.layout.currency
        text = cells[self._place("currency")].strip()
        try:
            return Currency(text.upper())
        except ValueError:
            problem = f"no such currency: {values.shown(text)}" if text else "no currency"
            raise Malformed(f"{self._name('currency')}: {problem}") from None

    def _rate_day(self, cells: list[str]) -> date:
        """The row's day, or its month's last."""
        when: date | Month | None = self.month
        if self.layout.date is not None:
            when = self._read_date(cells[self._date_place])
        if when is None:
            raise Malformed("no day, and neither the file's name nor --month tells the month")
        return when.last if isinstance(when, Month) else when

    def _date(self, text: str) -> date | Month:
        form, name = self.layout.date, self._name(self._dated)
        if form is None or not text.strip():
            raise Malformed(f"{name}: no date")
        try:
            return form.day(text) if self._dated == "day" else form.month(text)
        except ValueError as problem:
            raise Malformed(f"{name}: {problem}") from None

    def _number(self, of: str, text: str) -> str:
        try:
            return self.layout.number.plain(text)
        except ValueError as problem:
            raise Malformed(f"{self._name(of)}: {problem}") from None

    def _named(self, of: str, read: Callable[[str], T], text: str) -> T:
        """Read a cell; a fault in it is reported with the column's name."""
        try:
            return read(text)
        except Malformed as problem:
            raise Malformed(f"{self._name(of)}: {problem}") from None

    # -- places

    @property
    def _dated(self) -> str:
        return "day" if "day" in self.layout.columns else "month"

    @property
    def _date_place(self) -> int:
        return self._place(self._dated)

    def _place(self, name: str) -> int:
        return next(
            self._places[column_name(column)]
            for column in self.layout.columns[name]
            if column_name(column) in self._places
        )

    def _key_place(self, column: str) -> int:
        """The position of a key column, under any of its names."""
        if column_name(column) in self._places:
            return self._places[column_name(column)]
        return next(
            self._place(name)
            for name, names in self.layout.columns.items()
            if column_name(column) in map(column_name, names)
        )

    def _name(self, of: str) -> str:
        """The file's own name for a column with a meaning."""
        if of in self.layout.columns:
            return self.header[self._place(of)].strip()
        return of


def _channel(text: str) -> str:
    if not text.strip():
        raise Malformed("no channel")
    return text


def _track(text: str) -> str:
    if text.strip() and not is_isrc(normalise_isrc(text)):
        raise Malformed(f"not a track code: {values.shown(text)}")
    return text
