"""The process that reads a workbook: `python -m backbeat_adapters.report_files.sheets FILE`.

A workbook may be built to use up memory and time whatever its directory says (FILE-22), so it is
read by a process of its own, which the system ends when it uses too much of either.

The process writes one JSON text per line: the head of each sheet and, if its input then says `rows`
instead of `next`, every row of that sheet. `workbooks` is the other side. It imports as little as
it can, so that there is little to attack.
"""

from __future__ import annotations

import json
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from itertools import islice
from math import ceil
from pathlib import Path
from time import process_time
from typing import Any

if __name__ == "__main__":
    # openpyxl loads it where it is installed: with its threads there is no address space left.
    sys.modules["numpy"] = None  # type: ignore[assignment]

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from backbeat_adapters.report_files.agreed import HEADER_WITHIN, MAX_COLUMNS, ROWS

MAX_CELL = 32_767
"""Characters that a cell may hold, by the format's own rules."""

MEMORY = 150 << 20
"""Bytes of address space: rows are never kept in memory, only the table of texts is."""
CPU_SECONDS = 2
CPU_SECONDS_A_MEBIBYTE = 6
"""Seconds beyond `CPU_SECONDS`, by the file's size: a mebibyte of rows takes about three."""
START = 0.3
"""CPU seconds in which an ordinary machine starts this process."""
MOST_TIMES_SLOWER = 4
"""As slow as a machine may count: a start may also take long because nothing is compiled yet."""

BROKEN = (
    InvalidFileException,
    zipfile.BadZipFile,
    zlib.error,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    SyntaxError,
    OSError,
    EOFError,
    RecursionError,
)
"""What openpyxl raises for files that are not workbooks; XML errors are SyntaxErrors, entities
ValueErrors.
"""


class Refused(Exception):
    """The workbook can't be read; the text says why."""


def main() -> None:
    """Read the workbook that is named as the one argument."""
    path = Path(sys.argv[1])
    _limit(path.stat().st_size)
    try:
        _tell_all(path)
    except MemoryError:
        _say({"refused": "reading it takes more memory than a file of its size may"})
    except Refused as problem:
        _say({"refused": str(problem)})
    except BrokenPipeError:
        # The other side has stopped reading.
        sys.stderr.close()


def _tell_all(path: Path) -> None:
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except BROKEN as problem:
        raise Refused(f"the workbook can't be read: {type(problem).__name__}") from None
    for sheet in book.worksheets:
        _say({"sheet": str(sheet.title), "head": list(islice(_rows(sheet), HEADER_WITHIN))})
        if sys.stdin.readline().strip() == ROWS:
            for cells in _rows(sheet):
                _say(cells)
            break
    _say(None)


def _say(what: object) -> None:
    sys.stdout.write(json.dumps(what, ensure_ascii=True, separators=(",", ":")) + "\n")
    if not isinstance(what, list):
        sys.stdout.flush()


def seconds_for(size: int, start: float) -> int:
    """The CPU seconds, its start included, in which a workbook of so many bytes has to be read.

    A machine that took longer to `start` this process gets as many times longer for the rest.
    """
    slower = min(max(start / START, 1), MOST_TIMES_SLOWER)
    return ceil((CPU_SECONDS + size * CPU_SECONDS_A_MEBIBYTE / (1 << 20)) * slower)


def _limit(size: int) -> None:
    """Let the system end this process if the workbook is a trap; Windows has no such limits."""
    with suppress(ImportError):
        import resource  # noqa: PLC0415 - not everywhere

        seconds = seconds_for(size, process_time())
        for what, limit in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            # macOS refuses to limit the address space.
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (limit, limit))


def _rows(sheet: Any) -> Iterator[list[str]]:
    # What a sheet says about its size cannot be trusted: one cell at XFD1048576 is enough to
    # inflate it.
    try:
        sheet.reset_dimensions()
        rows = sheet.iter_rows(values_only=True)
    except BROKEN as problem:
        raise Refused(f"the workbook can't be read: {type(problem).__name__}") from None
    number = 0
    while True:
        number += 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except BROKEN as problem:
            raise Refused(f"row {number}: {type(problem).__name__}") from None
        if len(cells) > MAX_COLUMNS and any(cell is not None for cell in cells[MAX_COLUMNS:]):
            raise Refused(f"row {number} has more than {MAX_COLUMNS} columns")
        texts = [cell_text(cell) for cell in cells[:MAX_COLUMNS]]
        if any(len(text) > MAX_CELL for text in texts):
            raise Refused(f"row {number} has a cell of more than {MAX_CELL} characters")
        yield texts


def cell_text(value: object) -> str:
    """A cell as the text that a person sees: whole numbers without `.0`, days as `yyyy-MM-dd`."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
        case date() | time():
            return value.isoformat()
        case timedelta():
            minutes, seconds = divmod(int(value.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
    return str(value)


if __name__ == "__main__":
    main()
