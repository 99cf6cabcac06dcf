"""`backbeat points`: reward lots, in points; each lapses after its last day (POINT-1, POINT-6)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from backbeat.kernel.pages import PageRequest
from backbeat.ledger import rules
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction, HeldLot
from backbeat_cli import completion
from backbeat_cli.context import (
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.groups import group
from backbeat_cli.output import (
    Row,
    confirm,
    say_trial,
    show_json,
    show_list,
    show_record,
    trial,
)

app = group()


class Reward(StrEnum):
    BONUS_POINT = EntryType.BONUS_POINT
    CPV_BONUS = EntryType.CPV_BONUS


@app.command()
def grant(
    ctx: typer.Context,
    account: Annotated[
        str,
        typer.Argument(
            help="The account: its e-mail address or id.", autocompletion=completion.accounts
        ),
    ],
    points: Annotated[int, typer.Argument(min=1, help="How many points.")],
    reason: Annotated[
        str,
        typer.Option(
            "--reason", help="Why; written to the audit and shown to the people concerned."
        ),
    ],
    operator: Operator,
    type_: Annotated[Reward, typer.Option("--type", help="For what.")] = Reward.BONUS_POINT,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Grant points: a lot of its own, usable up to its last day."""
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    if not dry_run:
        confirm(f"Grant {points:,} points to {found.email}?", yes=yes)
    worth = rules.worth(points, container.portal().policies.on().points.per_usd)
    correction = Correction(found.id, EntryType(type_.value), worth)
    posted = container.portal().account_ledger.post(
        correction, acting(operator), reason, dry_run=dry_run
    )
    show_record(
        {
            "id": posted.entry.id,
            "account": found.email,
            "type": posted.entry.type,
            "points": points,
            "amount": posted.entry.amount,
            "expires_on": posted.entry.expires_on,
            "balance_after": posted.after.shown,
            "dry_run": dry_run,
        },
        as_json=as_json,
    )


@app.command("list")
def list_(
    ctx: typer.Context,
    account: Annotated[
        str | None,
        typer.Argument(
            help="Only this account: its e-mail address or id.",
            autocompletion=completion.accounts,
        ),
    ] = None,
    until: Annotated[
        datetime | None,
        typer.Option("--until", formats=["%Y-%m-%d"], help="Only lots that expire up to this day."),
    ] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List the lots that have something left, the first to expire first."""
    container = cli_context(ctx).container
    lots = container.portal().account_ledger.lots(
        PageRequest(page, size),
        account=container.portal().account_operations.find(account).id if account else None,
        until=until.date() if until else None,
    )
    show_list([_row(each) for each in lots.items], as_json=as_json, page=lots)


@app.command()
def expire(
    ctx: typer.Context,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Expire every lot whose last day is over, as the worker does every hour."""
    if not dry_run:
        confirm("Expire the lots whose last day is over?", yes=yes)
    lapsed = (
        cli_context(ctx)
        .container.portal()
        .account_ledger.expire_lots(acting(operator), dry_run=dry_run)
    )
    rows = [{"account": each.account, "amount": str(each.amount)} for each in lapsed]
    if as_json:
        show_json({"items": rows, **trial(dry_run)})
        return
    say_trial(dry_run)
    show_list(rows, as_json=False)


def _row(held: HeldLot) -> Row:
    lot = held.lot
    return {
        "id": lot.entry.id,
        "account": held.owner.email if held.owner else None,
        "type": lot.entry.type,
        "granted_on": lot.entry.day,
        "points": held.points,
        "amount": lot.free,
        "expires_on": lot.expires_on,
    }
