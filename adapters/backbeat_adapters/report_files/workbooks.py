"""Workbooks, read by a process of their own with limited memory and time (FILE-22).

See `sheets` for that process and its limits. It gets the file's path and none of our secrets.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, cast

from attrs import frozen

from backbeat_adapters.report_files.agreed import NEXT, ROWS
from backbeat_adapters.report_files.opening import Source

_READER = "backbeat_adapters.report_files.sheets"
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR")
_OUT_OF_TIME = "reading it takes more time than a file of its size may"


@frozen
class Workbook:
    """An open workbook: the head of one sheet after the other, then the rows of the last of them."""

    source: Source
    _process: subprocess.Popen[bytes]

    def heads(self) -> Iterator[tuple[str, list[list[str]]]]:
        """The name and the first rows of each sheet, in order; stop iterating to request the rows
        of the last one.
        """
        while (found := self._answer()) is not None:
            yield found["sheet"], found["head"]
            self._ask(NEXT)

    def rows(self) -> Iterator[list[str]]:
        """Every row of the sheet whose head was given last, including its head."""
        self._ask(ROWS)
        while (cells := self._answer()) is not None:
            yield cells

    def _ask(self, what: str) -> None:
        pipe = cast(IO[bytes], self._process.stdin)
        # If the process has ended, there is no answer either, and that is noticed.
        with suppress(BrokenPipeError):
            pipe.write(f"{what}\n".encode())
            pipe.flush()

    def _answer(self) -> Any:
        line = cast(IO[bytes], self._process.stdout).readline()
        if not line.endswith(b"\n"):
            raise self.source.refused(_last_words(self._process.wait()))
        answer = json.loads(line)
        if isinstance(answer, dict) and "refused" in answer:
            raise self.source.refused(answer["refused"])
        return answer


@contextmanager
def open_workbook(source: Source) -> Iterator[Workbook]:
    """The workbook, open until the block ends; the process ends with it."""
    command = [sys.executable, "-m", _READER, os.fspath(source.path.absolute())]
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    with subprocess.Popen(  # noqa: S603 - our own program, a path as its argument
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        try:
            yield Workbook(source, process)
        finally:
            process.kill()


def _last_words(code: int) -> str:
    """Why the process ended without an answer."""
    killed = {-signal.SIGKILL, -getattr(signal, "SIGXCPU", signal.SIGKILL)}
    return _OUT_OF_TIME if code in killed else "the workbook can't be read"
