"""`backbeat inquiry`: what creators propose in the partnership form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from backbeat.inquiries.model import Inquiry
from backbeat.kernel.errors import NotFound
from backbeat.kernel.pages import DEFAULT_SIZE, PageRequest
from backbeat_cli.board_files import shown_time
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, say, show_act, show_list, show_record
from backbeat_cli.private_files import write_private

app = group()

Which = Annotated[str, typer.Argument(help="The inquiry's id; see `list`.")]


@app.command("list")
def list_(
    ctx: typer.Context,
    closed: Annotated[bool, typer.Option("--closed", help="Include closed ones.")] = False,
    page: PageNumber = 0,
    as_json: Json = False,
) -> None:
    """List inquiries, the newest first; only open ones unless --closed is given."""
    at = cli_context(ctx)
    found = at.container.portal().inquiries.list(PageRequest(page, DEFAULT_SIZE), closed=closed)
    show_list([_row(at, inquiry) for inquiry in found.items], as_json=as_json, page=found)


@app.command()
def show(
    ctx: typer.Context,
    inquiry: Which,
    attachment: Annotated[
        Path | None,
        typer.Option(help="Write the attachment into this file, which must not exist yet."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show an inquiry with its text, and save its attachment."""
    at = cli_context(ctx)
    inquiries = at.container.portal().inquiries
    found = _found(at, inquiry)
    if attachment is not None:
        if found.attached is None:
            raise Refused("nothing is attached to this inquiry")
        write_private(attachment, inquiries.file(inquiry).content)
    show_record(
        {**_row(at, found), "contact": found.contact, "content": found.content}, as_json=as_json
    )
    if attachment is not None and not as_json:
        say(f"wrote {attachment}")


@app.command()
def close(
    ctx: typer.Context,
    inquiry: Which,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Close an inquiry as answered."""
    at = cli_context(ctx)
    _found(at, inquiry)
    done = at.container.portal().inquiries.close(inquiry, acting(operator), dry_run=dry_run)
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


def _found(at: CliContext, which: str) -> Inquiry:
    try:
        return at.container.portal().inquiries.find(which)
    except NotFound:
        raise Refused(f"no such inquiry: {which}") from None


def _row(at: CliContext, inquiry: Inquiry) -> Row:
    zone = at.container.portal().settings.zone
    attached = inquiry.attached
    return {
        "id": inquiry.id,
        "title": inquiry.title,
        "account": inquiry.account,
        "sent": shown_time(inquiry.sent_at, zone),
        "closed": shown_time(inquiry.closed_at, zone) if inquiry.closed_at else None,
        "attachment": attached.name if attached else None,
        "media_type": attached.media_type if attached else None,
        "bytes": attached.size if attached else None,
    }
