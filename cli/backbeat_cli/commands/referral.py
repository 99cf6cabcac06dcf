"""`backbeat referral`: who was invited by whom, and the invitations that wait for a decision."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.accounts.invitations import InvitationState
from backbeat.accounts.model import Account
from backbeat.kernel.errors import NotFound
from backbeat.kernel.pages import DEFAULT_SIZE, PageRequest
from backbeat.referral.errors import InvitationNotHeld
from backbeat.referral.model import Judged
from backbeat_cli import completion
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    Reason,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, show_act, show_list

app = group()

Friend = Annotated[
    str,
    typer.Argument(
        help="Who came by the invitation: e-mail address or id.",
        autocompletion=completion.accounts,
    ),
]


@app.command("list")
def list_(
    ctx: typer.Context,
    state: Annotated[
        InvitationState | None, typer.Option(help="Of this state alone; `held` waits for you.")
    ] = None,
    page: PageNumber = 0,
    as_json: Json = False,
) -> None:
    """List invitations, the newest first, with what they brought."""
    found = cli_context(ctx).container.portal().rewards.list(state, PageRequest(page, DEFAULT_SIZE))
    show_list([_row(each) for each in found.items], as_json=as_json, page=found)


@app.command()
def release(
    ctx: typer.Context,
    friend: Friend,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Reward a held invitation after all, closed months included."""
    at = cli_context(ctx)
    found = _found(at, friend)
    if not dry_run:
        confirm(f"Release what {found.email} brings the inviter?", yes=yes)
    try:
        given = at.container.portal().rewards.release(
            found.id, acting(operator), reason, dry_run=dry_run
        )
    except NotFound:
        raise Refused(f"{found.email} came by no invitation") from None
    except InvitationNotHeld:
        raise Refused(f"the invitation of {found.email} is not held") from None
    record: Row = {"friend": found.email, "state": "released", "rewarded": str(given)}
    show_act(record, dry_run=dry_run, as_json=as_json)


@app.command()
def refuse(
    ctx: typer.Context,
    friend: Friend,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Stop an invitation from bringing anything more; what it brought before stays."""
    at = cli_context(ctx)
    found = _found(at, friend)
    if not dry_run:
        confirm(f"Refuse what {found.email} brings the inviter?", yes=yes)
    try:
        at.container.portal().rewards.refuse(found.id, acting(operator), reason, dry_run=dry_run)
    except NotFound:
        raise Refused(f"{found.email} came by no invitation") from None
    except InvitationNotHeld:
        raise Refused(f"the invitation of {found.email} is refused already") from None
    show_act({"friend": found.email, "state": "refused"}, dry_run=dry_run, as_json=as_json)


def _found(at: CliContext, which: str) -> Account:
    return at.container.portal().account_operations.find(which)


def _row(judged: Judged) -> Row:
    invitation = judged.invitation
    return {
        "friend": invitation.friend,
        "name": judged.name_of(invitation.friend),
        "inviter": invitation.inviter,
        "inviter_name": judged.name_of(invitation.inviter),
        "joined": str(invitation.joined_on),
        "ends": str(invitation.ends_on),
        "state": invitation.state.value,
        "held_for": invitation.held_for.value if invitation.held_for else None,
        "rewarded": str(judged.rewarded),
    }
