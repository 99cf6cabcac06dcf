"""CSV files for people: whatever a text contains, a spreadsheet shows it and never runs it
(EXPORT-6).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from backbeat.kernel.errors import plain

RUN_BY_SHEETS = tuple("=+-@\t\r\n\0＝＋－＠")
"""Beginnings of texts that some spreadsheet reads as a formula."""


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A header and its rows in UTF-8, with the byte order mark by which spreadsheets recognise it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([cell_of(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def cell_of(value: object) -> str:
    """A value as text; a text that a spreadsheet would run gets an apostrophe in front."""
    if value is None:
        return ""
    text = str(plain(value))
    runs = isinstance(value, str) and text.startswith(RUN_BY_SHEETS)
    return f"'{text}" if runs else text


def text_of(cell: str) -> str:
    """A cell as it was before `cell_of` protected it."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(RUN_BY_SHEETS) else cell
