"""`backbeat worker`: does the jobs."""

from __future__ import annotations

import signal
import threading
from typing import Annotated

import typer
from sqlalchemy import Engine

from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import require_ours
from backbeat_cli.context import cli_context
from backbeat_cli.groups import single
from backbeat_cli.output import note
from backbeat_http.log import to_stderr

app = single()

_PAUSE = 1.0
"""Seconds between two tries to reach a database that does not answer."""


@app.command()
def worker(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Run what is due, then end.")] = False,
    revive: Annotated[
        bool, typer.Option("--revive", help="First queue the dead jobs again.")
    ] = False,
    threads: Annotated[
        int, typer.Option(min=1, max=32, help="How many jobs run at the same time.")
    ] = 4,
) -> None:
    """Run the jobs until stopped (Ctrl+C, SIGTERM); a running job is finished first."""
    to_stderr()
    stopped = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda _number, _frame: stopped.set())
    at = cli_context(ctx)
    at.require_platform_file()
    if not (once or revive):
        _await_database(at.container_of_any_version.engine(), stopped)
    if stopped.is_set():
        return
    at_work = at.container.portal().worker
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


def _await_database(engine: Engine, stopped: threading.Event) -> None:
    """Wait until the database answers, as it may start after the worker; refuse another version."""
    told = False
    while not stopped.is_set():
        try:
            require_ours(engine)
        except DatabaseUnavailable as error:
            if not told:
                note(f"the database does not answer yet: {error}")
            told = True
            stopped.wait(_PAUSE)
        else:
            return
