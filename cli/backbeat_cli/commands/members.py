"""`backbeat member`: the accounts below an account, and the account that each stands under."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated

import typer

from backbeat.members.model import Member
from backbeat.members.moves import Move, Moved
from backbeat.settlement.rate_previews import RatePreview
from backbeat_cli import completion
from backbeat_cli.context import (
    After,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Reason,
    Yes,
    acting,
    cli_context,
    page_request,
)
from backbeat_cli.failures import WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, show_list, show_record

app = group()

Manager = Annotated[
    str,
    typer.Argument(
        help="The account above them: its e-mail address, its id, or the id's beginning.",
        autocompletion=completion.accounts,
    ),
]


@app.command("list")
def list_(
    ctx: typer.Context,
    account: Manager,
    search: Annotated[
        str | None, typer.Option(help="Part of the e-mail address or nickname.")
    ] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    after: After = None,
    as_json: Json = False,
) -> None:
    """List the accounts directly below an account, the newest first."""
    portal = cli_context(ctx).container.portal()
    above = portal.account_operations.find(account)
    found = portal.members.below(above.id, page_request(page, size, after), search=search)
    show_list([_row(member) for member in found.items], as_json=as_json, page=found)


@app.command()
def export(
    ctx: typer.Context,
    account: Manager,
    file: Annotated[
        Path, typer.Argument(help="The CSV file to write; an existing file is never replaced.")
    ],
) -> None:
    """Write everybody below an account to a CSV, which its manager can import again."""
    portal = cli_context(ctx).container.portal()
    content = portal.member_files.told(portal.account_operations.find(account).id)
    try:
        with file.open("xb") as out:
            out.write(content)
    except FileExistsError:
        raise WrongUsage(f"there is a file already: {file}") from None


@app.command()
def move(
    ctx: typer.Context,
    account: Annotated[
        str,
        typer.Argument(
            help="Who is moved: its e-mail address, its id, or the id's beginning.",
            autocompletion=completion.accounts,
        ),
    ],
    under: Annotated[
        str,
        typer.Option(help="The account to move it under.", autocompletion=completion.accounts),
    ],
    reason: Reason,
    operator: Operator,
    from_day: Annotated[
        datetime | None,
        typer.Option(
            "--from",
            formats=["%Y-%m-%d"],
            help="Its first day there, within this month; today by default.",
        ),
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option(help="What the new manager keeps from that day on, such as 0.10."),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Move an account and all below it under another one; earlier days stay with the former one."""
    portal = cli_context(ctx).container.portal()
    moved, above = portal.account_operations.find(account), portal.account_operations.find(under)
    if not dry_run:
        confirm(f"Move {moved.email} below {above.email}?", yes=yes)
    wanted = Move(
        moved.id, above.id, from_day.date() if from_day else None, _rate(rate) if rate else None
    )
    done = portal.member_moves.move(wanted, acting(operator), reason, dry_run=dry_run)
    show_record(_moved(done) | {"dry_run": dry_run}, as_json=as_json)


def _moved(done: Moved) -> dict[str, object]:
    return {
        "account": done.account.email,
        "before": done.before.email,
        "after": done.after.email,
        "from": done.from_day,
        "fee_rate": done.rate,
        "channels": done.channels,
    }


@app.command("rate")
def rate_(
    ctx: typer.Context,
    account: Annotated[
        str,
        typer.Argument(
            help="Whose rate: e-mail address, id, or the id's beginning.",
            autocompletion=completion.accounts,
        ),
    ],
    rate: Annotated[str, typer.Argument(help="What the account above keeps, such as 0.10.")],
    operator: Operator,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why; written to the audit.")
    ] = None,
    preview: Annotated[
        bool,
        typer.Option(
            "--preview",
            help="Show what it would have changed in the newest closed month; set nothing.",
        ),
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Set what the account above keeps of a member, or show first what that changes."""
    portal = cli_context(ctx).container.portal()
    member = portal.account_operations.find(account)
    if preview:
        show_record(_previewed(portal.rate_previews.of(member.id, _rate(rate))), as_json=as_json)
        return
    if not reason:
        raise WrongUsage("say why: --reason TEXT, or look first: --preview")
    done = portal.members.agree(member.id, _rate(rate), acting(operator), reason, dry_run=dry_run)
    show_record({**_row(done), "dry_run": dry_run}, as_json=as_json)


def _previewed(told: RatePreview) -> Row:
    sides = {
        f"{side}_{when}": getattr(found, side)
        for side in ("manager", "member", "below")
        for when, found in (("before", told.before), ("after", told.after))
    }
    return {
        "fee_rate": told.rate,
        "next_fee_rate": told.wanted,
        "next_fee_from": told.from_day,
        "month": told.month,
        **sides,
    }


def _rate(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise WrongUsage(f"not a rate: {text[:40]!r}; it is a fraction such as 0.10") from None


def _row(member: Member) -> Row:
    account, coming = member.account, member.next_rate
    return {
        "id": account.id,
        "email": account.email,
        "nickname": account.name,
        "permission": account.permission,
        "permission_flag": account.permission_flag,
        "fee_rate": member.rate,
        "next_fee_rate": coming.rate if coming else None,
        "next_fee_from": coming.from_day if coming else None,
        "channels": member.channels,
        "members": member.members,
        "status": account.status,
        "created_at": account.created_at,
    }
