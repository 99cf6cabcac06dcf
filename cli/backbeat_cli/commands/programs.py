"""`backbeat program`: programs of the board, their terms, and the channels that applied."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated

import typer

from backbeat.kernel.pages import PageRequest
from backbeat.programs.errors import ProgramRefused
from backbeat.programs.model import ApplicationState, Program, ProgramApplication
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Reason,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.failures import feature_told
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, show_act, show_list

app = group()

FIELDS = {
    "apply_until": "not before apply_from",
    "until": "the post is seen until a day before these; see backbeat event edit --until",
}
"""What each part of a term has to be."""

_told = partial(
    feature_told, "programs", "no such program or application", ProgramRefused, fields=FIELDS
)

Which = Annotated[str, typer.Argument(help="The program's post; see `backbeat event list`.")]
Channel = Annotated[str, typer.Argument(help="The channel's id; see `applications`.")]
DAY = ["%Y-%m-%d"]


@app.command("open")
def open_(
    ctx: typer.Context,
    post: Which,
    apply_from: Annotated[datetime, typer.Option(formats=DAY, help="The first day to apply.")],
    apply_until: Annotated[datetime, typer.Option(formats=DAY, help="The last day to apply.")],
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Begin a program's next term, or move the days of one that has not begun."""
    at = cli_context(ctx)
    office = at.container.portal().program_office
    begin, until = apply_from.date(), apply_until.date()
    with _told(why="channels may still apply in the term before"):
        done = office.open(post, begin, until, acting(operator), dry_run=dry_run)
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


@app.command("list")
def list_(
    ctx: typer.Context, page: PageNumber = 0, size: PageSize = 50, as_json: Json = False
) -> None:
    """List programs with their newest terms."""
    at = cli_context(ctx)
    found = at.container.portal().program_office.list(PageRequest(page, size))
    show_list([_row(at, each) for each in found.items], as_json=as_json, page=found)


@app.command()
def applications(
    ctx: typer.Context,
    post: Which,
    state: Annotated[ApplicationState | None, typer.Option(help="Only those in a state.")] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List the channels that applied to a program, the oldest application first."""
    at = cli_context(ctx)
    with _told():
        found = at.container.portal().program_office.applications(
            post, state, PageRequest(page, size)
        )
    show_list(_applications(at, found.items), as_json=as_json, page=found)


@app.command()
def approve(
    ctx: typer.Context,
    post: Which,
    channel: Channel,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take a channel into the program; who applied is told."""
    at = cli_context(ctx)
    with _told(why=f"no application of {channel} is waiting"):
        done = at.container.portal().program_office.approve(
            post, channel, acting(operator), dry_run=dry_run
        )
    show_act(*_applications(at, [done]), dry_run=dry_run, as_json=as_json)


@app.command()
def deny(
    ctx: typer.Context,
    post: Which,
    channel: Channel,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Turn a channel's application down; who applied is told why."""
    at = cli_context(ctx)
    with _told(why=f"no application of {channel} is waiting"):
        done = at.container.portal().program_office.deny(
            post, channel, acting(operator), reason, dry_run=dry_run
        )
    show_act(*_applications(at, [done]), dry_run=dry_run, as_json=as_json)


@app.command()
def end(
    ctx: typer.Context,
    post: Which,
    channel: Channel,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Take a channel out of the program; who applied is told why."""
    at = cli_context(ctx)
    if not dry_run:
        confirm(f"Take {channel} out of the program?", yes=yes)
    with _told(why=f"{channel} is not in the program"):
        done = at.container.portal().program_office.end(
            post, channel, acting(operator), reason, dry_run=dry_run
        )
    show_act(*_applications(at, [done]), dry_run=dry_run, as_json=as_json)


def _row(at: CliContext, program: Program) -> Row:
    return {
        "id": program.id,
        "term": program.term,
        "state": program.state(at.container.portal().clock.today()).value,
        "apply_from": program.apply_from.isoformat(),
        "apply_until": program.apply_until.isoformat(),
    }


def _applications(at: CliContext, found: Sequence[ProgramApplication]) -> list[Row]:
    emails = at.emails_of(each.account for each in found)
    names = at.channel_names(each.channel for each in found)
    return [
        {
            "channel": each.channel,
            "channel_name": names.get(each.channel),
            "account": each.account,
            "email": emails.get(each.account),
            "term": each.term,
            "state": each.state.value,
            "applied_on": each.applied_on.isoformat(),
            "reason": each.reason,
        }
        for each in found
    ]
