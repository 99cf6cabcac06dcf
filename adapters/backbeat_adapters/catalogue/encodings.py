"""How a catalogue's text is decoded: found out from its bytes and its header, or asked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from backbeat.platforms.layouts import column_name
from backbeat_adapters.report_files.agreed import HEADER_WITHIN
from backbeat_adapters.report_files.opening import Source, Text, text_lines, text_of
from backbeat_adapters.report_files.tables import DELIMITERS

_EAST_ASIAN: Mapping[str, str] = {
    "cp949": "cp949 (Korean)",
    "gb18030": "gb18030 (Simplified Chinese)",
    "big5": "big5 (Traditional Chinese)",
    "shift-jis": "shift-jis (Japanese)",
}
_WESTERN = "cp1252"
_ANY = "latin-1"


Named = Callable[[Sequence[str]], int]
"""How many columns the names of a line tell; 0 where it is no header."""


def decoded(told: str | None, named: Named) -> Callable[[Source], Text]:
    """How the text of a file is decoded, whether or not the operator `told` its encoding.

    UTF-8 and UTF-16 are recognised by themselves. Of the others, the one is taken in which the
    header names the most columns; if the header does not tell and several would do, the file is
    refused with their names.
    """

    def read(source: Source) -> Text:
        text = text_of(source, told)
        if text.bad is None:
            return text
        if told is not None:
            where = f"line {text.bad.line}, column {text.bad.column}"
            raise source.refused(f"not all of it is {told} text: {where}")
        fitting = [each for each in _EAST_ASIAN if _fits(source, each)]
        return Text(_told_apart(source, fitting, named))

    return read


def _told_apart(source: Source, fitting: list[str], named: Named) -> str:
    if not fitting:
        return _WESTERN if _fits(source, _WESTERN) else _ANY
    known = {each: _columns_known(source, each, named) for each in fitting}
    most = max(known.values())
    best = [encoding for encoding, columns in known.items() if columns == most]
    if most and len(best) == 1:
        return best[0]
    names = ", ".join(_EAST_ASIAN[encoding] for encoding in best)
    raise source.refused(
        f"its text is neither UTF-8 nor UTF-16 and may be {names} or {_WESTERN} (Western): "
        "say which with --encoding"
    )


def _fits(source: Source, encoding: str) -> bool:
    return text_of(source, encoding).bad is None


def _columns_known(source: Source, encoding: str, named: Named) -> int:
    """How many columns the best header among the first lines names with non-ASCII letters."""
    with text_lines(source, Text(encoding)) as lines:
        head = list(islice(lines, HEADER_WITHIN))
    return max((named(cells) for line in head for cells in _rows(line)), default=0)


def _rows(line: str) -> Iterator[list[str]]:
    for delimiter in DELIMITERS:
        for cells in csv.reader(io.StringIO(line), delimiter=delimiter):
            yield [column_name(cell) for cell in cells]
