"""`backbeat worker`: does the jobs."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from backbeat_cli.context import cli_context
from backbeat_cli.groups import single
from backbeat_cli.output import note
from backbeat_http.log import to_stderr

app = single()


@app.command()
def worker(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Run what is due, then end.")] = False,
    revive: Annotated[
        bool, typer.Option("--revive", help="First queue the dead jobs again.")
    ] = False,
    threads: Annotated[
        int, typer.Option(min=1, max=32, help="How many jobs are done at the same time.")
    ] = 4,
) -> None:
    """Run the jobs until stopped (Ctrl+C, SIGTERM); a running job is finished first."""
    to_stderr()
    at_work = cli_context(ctx).container.portal().worker
    if revive:
        dead = at_work.engine.dead()
        for job in dead:
            at_work.engine.revive(job.id)
        note(f"{len(dead)} jobs queued again")
    if once:
        tally = at_work.run_once()
        note(f"{tally.done} jobs done, {tally.failed} failed")
        return
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda _number, _frame: at_work.stop())
    note(f"working with {threads} threads")
    at_work.run(threads)
