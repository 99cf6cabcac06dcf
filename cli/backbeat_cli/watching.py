"""What is being done with a report file and how far it has come, for the operator who watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from backbeat.report_files import model
from backbeat.report_files.model import IntakeStep, Phase
from backbeat_cli.output import note, printable

_TENTHS = 10
_MANY_LINES = 100_000
_QUIET_SECONDS = 5


@contextmanager
def watched(label: str) -> Iterator[model.Progress]:
    """Show each phase on stderr: on a terminal as a bar that also moves while one database
    statement takes long, elsewhere as a line now and then, or no line if everything is done
    quickly.
    """
    if not sys.stderr.isatty():
        yield _SeldomLines(label).tell
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn())
    far = TextColumn("{task.fields[far]}")
    with Progress(*columns, far, TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        shown: dict[Phase, TaskID] = {}

        def tell(step: IntakeStep) -> None:
            if step.phase not in shown:
                for former in shown.values():
                    bar.remove_task(former)
                shown.clear()
                text = printable(f"{label}: {step.phase}")
                shown[step.phase] = bar.add_task(text, total=None, far="")
            bar.update(shown[step.phase], completed=step.done, total=step.of, far=_far(step))

        yield tell


@define
class _SeldomLines:
    """Prints a line for each phase and each tenth of it, but never two within seconds."""

    label: str
    _last: object = None
    _since: float = field(factory=time.monotonic)

    def tell(self, step: IntakeStep) -> None:
        tenth = step.done * _TENTHS // step.of if step.of else step.done // _MANY_LINES
        here = step.phase, tenth
        if here != self._last and time.monotonic() - self._since >= _QUIET_SECONDS:
            self._last, self._since = here, time.monotonic()
            note(f"{self.label}: {step.phase} {_far(step)}".rstrip())


def _far(step: IntakeStep) -> str:
    """The progress so far: bytes while a file is read, otherwise rows."""
    if step.of is None:
        return f"{step.done:,} lines" if step.done else ""
    if step.phase is Phase.READING:
        return f"{step.done / 1e6:,.1f} of {step.of / 1e6:,.1f} MB"
    return f"{step.done:,} of {step.of:,} rows"
