"""How the result of importing a file of people or channels is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from backbeat.onboarding.model import Fault, ImportDone
from backbeat_cli.failures import Refused, lines_of
from backbeat_cli.output import note, say_trial, show_json, show_record, trial

ImportFile = Annotated[
    Path, typer.Argument(help="A CSV (UTF-8) or XLSX whose first line names the columns.")
]

SHOWN = 50
"""How many faults are named on a terminal; `--json` has all of them."""


def show_import(done: ImportDone, *, dry_run: bool, as_json: bool) -> None:
    """Print what was taken over, or every fault by line and column; faults end with code 1."""
    record = {
        "lines": done.lines,
        "accounts": done.accounts,
        "payees": done.payees,
        "openings": done.openings,
        "opened": str(done.opened),
        "channels": done.channels,
    }
    if not done.is_kept:
        if as_json:
            show_json({"lines": done.lines, "faults": [_fault(each) for each in done.faults]})
        for each in done.faults[:SHOWN]:
            where = f"line {each.line}" + (f", {each.column}" if each.column else "")
            note(f"{where}: {lines_of(each.refusal)[0]}")
        raise Refused(f"{len(done.faults)} faults in {done.lines} lines; nothing was kept")
    if as_json:
        show_json({**record, **trial(dry_run)})
        return
    show_record(record, as_json=False)
    say_trial(dry_run)


def _fault(fault: Fault) -> dict[str, object]:
    refusal = fault.refusal
    return {
        "line": fault.line,
        "column": fault.column,
        "code": refusal.code,
        "reason": refusal.reason,
        "words": lines_of(refusal)[0],
    }
