"""`backbeat member`: the accounts below an account."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.members.model import Member
from backbeat_cli import completion
from backbeat_cli.context import After, Json, PageNumber, PageSize, cli_context, page_request
from backbeat_cli.groups import group
from backbeat_cli.output import Row, show_list

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
