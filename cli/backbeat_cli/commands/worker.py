"""`backbeat worker`: does the jobs."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from backbeat_cli.desk import desk
from backbeat_cli.groups import single
from backbeat_cli.output import note

app = single()


@app.command()
def worker(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Do what is due, then end.")] = False,
    threads: Annotated[
        int, typer.Option(min=1, max=32, help="How many jobs are done at the same time.")
    ] = 4,
) -> None:
    """Do the jobs until told to stop (Ctrl+C, SIGTERM); a job under way is finished first."""
    at_work = desk(ctx).box.worker()
    if once:
        tally = at_work.run_once()
        note(f"{tally.done} jobs done, {tally.failed} failed")
        return
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda _number, _frame: at_work.stop())
    note(f"working with {threads} threads")
    at_work.run(threads)
