"""Tables in files: rows of texts with their line numbers, from CSV of any dialect or XLSX."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve, frozen

from backbeat.platforms.layouts import column_name
from backbeat.report_files.model import HeaderSought
from backbeat_adapters.report_files.agreed import HEADER_WITHIN, MAX_COLUMNS
from backbeat_adapters.report_files.opening import (
    Lines,
    Source,
    Text,
    guessed,
    is_workbook,
    text_lines,
)
from backbeat_adapters.report_files.workbooks import open_workbook

DELIMITERS = (",", "\t", ";", "|")


Line: TypeAlias = tuple[int, list[str]]
"""A row of a table: its line (or row) number in the file, and its cells as text."""


@frozen
class Table:
    """A table whose header was recognised: what the header means, its cells, and the rows below."""

    meaning: Any
    header: list[str]
    lines: Iterator[Line]
    decimal_comma: bool = False
    """Whether cells are separated by semicolons, so that a comma may be a decimal sign; amounts
    with one are refused.
    """
    text: Text | None = None
    """How its text is decoded; None for a workbook."""
    read: Lines | None = None
    above: Sequence[Line] = ()
    """The lines above the header."""


class Header(list[str]):
    """The names in a line that may be a header, and where it was found: with which separator in a
    text, or on which sheet of a workbook.
    """

    def __init__(
        self, cells: Sequence[str], delimiter: str | None = None, sheet: str | None = None
    ) -> None:
        super().__init__(map(column_name, cells))
        self.delimiter = delimiter
        self.sheet = sheet


@contextmanager
def table(
    source: Source,
    recognise: Callable[[Header], Any],
    decoded: Callable[[Source], Text] = guessed,
) -> Iterator[Table]:
    """The first table of the file whose header `recognise` knows (given names, it returns no None).

    Refuses a file without one: `recognise` is asked about the first lines, with every delimiter,
    and about every sheet of a workbook.
    """
    if is_workbook(source):
        yield from _sheet(source, recognise)
        return
    text = decoded(source)
    with text_lines(source, text) as read:
        lines = iter(read)
        head = list(islice(lines, HEADER_WITHIN))
        try:
            found = _find(source, head, recognise)
        except NoHeader as problem:
            raise NoHeader(evolve(problem.sought, bad_byte=text.bad)) from None
        below = _below(source, found, head, lines)
        yield evolve(below, text=text, read=read)


class NoHeader(ValueError):
    """No line looked like a known header; `text` is the likeliest one, to be shown."""

    def __init__(self, sought: HeaderSought) -> None:
        super().__init__(sought.text)
        self.text = sought.text
        self.sought = sought


class _Found(NamedTuple):
    meaning: Any
    header: list[str]
    delimiter: str
    above: int
    """How many lines are above the header."""


def _find(source: Source, head: Sequence[str], recognise: Callable[[Header], Any]) -> _Found:
    for index in range(len(head)):
        for delimiter in DELIMITERS:
            header = _cells(source, head[index:], delimiter, index)
            if len(header) > MAX_COLUMNS:
                continue
            meaning = recognise(Header(header, delimiter=delimiter))
            if meaning is not None:
                return _Found(meaning, header, delimiter, index)
    number, likeliest = max(
        enumerate(head), key=lambda line: max(map(line[1].count, DELIMITERS)), default=(0, "")
    )
    delimiter = max(DELIMITERS, key=likeliest.count)
    raise _no_header(number + 1, likeliest, _cells(source, head[number:], delimiter, number))


def _no_header(number: int, text: str, cells: Sequence[str]) -> NoHeader:
    shown = " ".join(text.split())[:200]
    return NoHeader(HeaderSought(shown, number, tuple(cells), tuple(map(column_name, cells))))


def _cells(source: Source, lines: Sequence[str], delimiter: str, index: int) -> list[str]:
    try:
        return next(csv.reader(lines, delimiter=delimiter), [])
    except csv.Error as problem:
        raise source.refused(f"line {index + 1}: {problem}") from None


def _below(source: Source, found: _Found, head: Sequence[str], lines: Iterator[str]) -> Table:
    def rest() -> Iterator[str]:
        yield from head[found.above :]
        yield from lines

    reader = csv.reader(rest(), delimiter=found.delimiter)
    next(reader)

    def numbered() -> Iterator[Line]:
        while True:
            # A quoted cell may contain line ends; a row is named by the line on which it begins.
            number = found.above + reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as problem:
                raise source.refused(f"line {number}: {problem}") from None
            yield number, cells

    above = csv.reader(head[: found.above], delimiter=found.delimiter)
    return Table(
        found.meaning,
        found.header,
        numbered(),
        decimal_comma=found.delimiter == ";",
        above=[*enumerate(above, 1)],
    )


def _sheet(source: Source, recognise: Callable[[Header], Any]) -> Iterator[Table]:
    line, best = 1, list[str]()
    with open_workbook(source) as book:
        for sheet, head in book.heads():
            for above, cells in enumerate(head):
                meaning = recognise(Header(cells, sheet=sheet))
                if meaning is not None:
                    below = islice(enumerate(book.rows(), 1), above + 1, None)
                    titles = [*enumerate(head[:above], 1)]
                    yield Table(meaning, cells, _filled(below, cells), above=titles)
                    return
                if len(_told(cells)) > len(_told(best)):
                    line, best = above + 1, cells
        raise _no_header(line, _told(best), best)


def _filled(rows: Iterator[Line], header: Sequence[str]) -> Iterator[Line]:
    """Sheets leave out the blank cells at the end of a row."""
    for number, cells in rows:
        yield number, cells + [""] * (len(header) - len(cells))


def _told(cells: Sequence[str]) -> str:
    return ", ".join(filter(None, cells))
