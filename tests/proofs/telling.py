"""How a proof tells what it found: a closing table, and the command that replays it."""

from __future__ import annotations

import shlex
import sys
import time
import traceback
from collections.abc import Callable, Sequence

from attrs import define, field, frozen


@frozen
class Line:
    """One thing proven, its figure, and whether it came out as it has to."""

    what: str
    figure: str
    good: bool
    seconds: float


@define
class Table:
    """The lines of one session. `replay` is the command that repeats it."""

    title: str
    replay: str
    lines: list[Line] = field(factory=list)

    def tell(self, what: str, prove: Callable[[], str]) -> None:
        """Prove something; what it answers is the figure, what it raises is the failure."""
        started = time.monotonic()
        try:
            figure, good = prove(), True
        except Exception as error:
            traceback.print_exc()
            figure, good = f"{type(error).__name__}: {error}".splitlines()[0][:200], False
        line = Line(what, figure, good, time.monotonic() - started)
        self.lines.append(line)
        print(f"... {_told(line)}", flush=True)

    def close(self) -> int:
        """Print the table; the exit code says whether everything held."""
        print(f"\n{self.title}")
        for line in self.lines:
            print(_told(line))
        bad = [line for line in self.lines if not line.good]
        print(f"{len(self.lines) - len(bad)} of {len(self.lines)} hold; to repeat: {self.replay}")
        sys.stdout.flush()
        return 1 if bad else 0


def _told(line: Line) -> str:
    mark = "ok  " if line.good else "FAIL"
    return f"{mark} {line.what:<58} {line.figure}  ({line.seconds:.1f} s)"


def replayed(session: str, words: Sequence[str]) -> str:
    """The command of a session with its arguments."""
    return f"nox -s {session}" + (f" -- {shlex.join(words)}" if words else "")
