"""Tables in files: rows of texts with their line numbers, from CSV of any dialect or XLSX."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen

from backbeat.platforms.layouts import column_name
from backbeat_adapters.report_files.agreed import HEADER_WITHIN, MAX_COLUMNS
from backbeat_adapters.report_files.opening import Source, is_workbook, text_lines
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
    """Parted by semicolons, where a comma may be a decimal sign: amounts with one are refused."""


class Header(list[str]):
    """The names of a line that may be a header, and where it stands: by which sign its cells are
    parted in a text, on which sheet of a workbook."""

    def __init__(
        self, cells: Sequence[str], delimiter: str | None = None, sheet: str | None = None
    ) -> None:
        super().__init__(map(column_name, cells))
        self.delimiter = delimiter
        self.sheet = sheet


@contextmanager
def table(source: Source, recognise: Callable[[Header], Any]) -> Iterator[Table]:
    """The first table of the file whose header `recognise` knows (given names, it returns no None).

    Refuses a file without one: `recognise` is asked about the first lines, with every delimiter,
    and about every sheet of a workbook.
    """
    if is_workbook(source):
        yield from _sheet(source, recognise)
        return
    with text_lines(source) as lines:
        head = list(islice(lines, HEADER_WITHIN))
        found = _find(source, head, recognise)
        yield _below(source, found, head, lines)


class NoHeader(ValueError):
    """No line looked like a known header; `text` is the likeliest, to be shown."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class _Found(NamedTuple):
    meaning: Any
    header: list[str]
    delimiter: str
    above: int
    """How many lines stand above the header."""


def _find(source: Source, head: Sequence[str], recognise: Callable[[Header], Any]) -> _Found:
    for index in range(len(head)):
        for delimiter in DELIMITERS:
            header = _cells(source, head[index:], delimiter, index)
            if len(header) > MAX_COLUMNS:
                continue
            meaning = recognise(Header(header, delimiter=delimiter))
            if meaning is not None:
                return _Found(meaning, header, delimiter, index)
    likeliest = max(head, key=lambda line: max(map(line.count, DELIMITERS)), default="")
    raise NoHeader(_shown(likeliest))


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
            # A quoted cell may hold line ends: the row is named by the line it begins on.
            number = found.above + reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as problem:
                raise source.refused(f"line {number}: {problem}") from None
            yield number, cells

    return Table(found.meaning, found.header, numbered(), decimal_comma=found.delimiter == ";")


def _sheet(source: Source, recognise: Callable[[Header], Any]) -> Iterator[Table]:
    best = ""
    with open_workbook(source) as book:
        for sheet, head in book.heads():
            for above, cells in enumerate(head):
                meaning = recognise(Header(cells, sheet=sheet))
                if meaning is not None:
                    below = islice(enumerate(book.rows(), 1), above + 1, None)
                    yield Table(meaning, cells, _filled(below, cells))
                    return
                best = max(best, ", ".join(filter(None, cells)), key=len)
        raise NoHeader(_shown(best))


def _filled(rows: Iterator[Line], header: Sequence[str]) -> Iterator[Line]:
    """Sheets leave out the blank cells at a row's end."""
    for number, cells in rows:
        yield number, cells + [""] * (len(header) - len(cells))


def _shown(line: str) -> str:
    return " ".join(line.split())[:200]
