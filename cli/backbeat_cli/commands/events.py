"""`backbeat event`: events on the board, and who takes part in them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Annotated

import typer

from backbeat.board.model import PostId, PostKind
from backbeat.events.errors import BenefitFixed
from backbeat.events.model import Benefit, BoardEvent, Participation
from backbeat.events.rules import LEAST_BENEFIT, LEAST_PLACES
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused, WrongUsage, feature_told
from backbeat_cli.output import Row, show_act, show_list
from backbeat_cli.posts import commands_for

app = commands_for(PostKind.EVENT)

FIELDS = {
    "apply_until": "not before apply_from",
    "cancel_until": "not before apply_from",
    "places": f"at least {LEAST_PLACES}, and as many as are taken",
    "benefit": f"at least {LEAST_BENEFIT}",
    "benefit_from": "after cancel_until",
    "benefit_until": "not before benefit_from",
    "until": "the post is seen until a day before these; see backbeat event edit --until",
}
"""What each part of an event has to be."""

_told = partial(
    feature_told,
    "events",
    "no such event, or nobody can take part in it",
    BenefitFixed,
    "somebody takes part: the benefit stays, and its days only grow",
    FIELDS,
)

Which = Annotated[str, typer.Argument(help="The post's id; see `list`.")]
DAY = ["%Y-%m-%d"]


@app.command("open")
def open_(
    ctx: typer.Context,
    post: Which,
    apply_from: Annotated[datetime, typer.Option(formats=DAY, help="The first day to take part.")],
    apply_until: Annotated[datetime, typer.Option(formats=DAY, help="The last day to take part.")],
    operator: Operator,
    cancel_until: Annotated[
        datetime | None,
        typer.Option(formats=DAY, help="The last day to cancel.", show_default="--apply-until"),
    ] = None,
    places: Annotated[int | None, typer.Option(help="So many accounts may take part.")] = None,
    benefit: Annotated[
        str | None, typer.Option(help="USD that each may have once, as reward points.")
    ] = None,
    benefit_from: Annotated[
        datetime | None, typer.Option(formats=DAY, help="The first day for the benefit.")
    ] = None,
    benefit_until: Annotated[
        datetime | None, typer.Option(formats=DAY, help="The last day for the benefit.")
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Let accounts take part in an event of the board; run again, it changes days and places."""
    at = cli_context(ctx)
    event = BoardEvent(
        id=PostId(post),
        apply_from=apply_from.date(),
        apply_until=apply_until.date(),
        cancel_until=(cancel_until or apply_until).date(),
        places=places,
        benefit=_benefit(benefit, benefit_from, benefit_until),
    )
    with _told():
        done = at.container.portal().event_office.open(event, acting(operator), dry_run=dry_run)
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


@app.command()
def participants(
    ctx: typer.Context,
    post: Which,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List who takes part in an event, and who has had the benefit; the oldest first."""
    at = cli_context(ctx)
    with _told():
        found = at.container.portal().event_office.participants(post, PageRequest(page, size))
    emails = at.emails_of(each.account for each in found.items)
    names = at.channel_names(each.channel for each in found.items if each.channel is not None)
    rows = [_participant(each, emails, names) for each in found.items]
    show_list(rows, as_json=as_json, page=found)


def _benefit(amount: str | None, begin: datetime | None, until: datetime | None) -> Benefit | None:
    if amount is None and begin is None and until is None:
        return None
    if amount is None or begin is None or until is None:
        raise WrongUsage("a benefit needs --benefit, --benefit-from and --benefit-until")
    try:
        return Benefit(Money.of(amount), begin.date(), until.date())
    except ValueError:
        raise Refused(f"not an amount of USD: --benefit {amount}") from None


def _row(at: CliContext, event: BoardEvent) -> Row:
    benefit = event.benefit
    return {
        "id": event.id,
        "state": event.state(at.container.portal().clock.today()).value,
        "apply_from": event.apply_from.isoformat(),
        "apply_until": event.apply_until.isoformat(),
        "cancel_until": event.cancel_until.isoformat(),
        "places": event.places,
        "taken": event.taken,
        "benefit": None if benefit is None else str(benefit.amount),
        "benefit_from": None if benefit is None else benefit.begin.isoformat(),
        "benefit_until": None if benefit is None else benefit.until.isoformat(),
    }


def _participant(
    each: Participation, emails: Mapping[AccountId, str], names: Mapping[ChannelId, str]
) -> Row:
    return {
        "account": each.account,
        "email": emails.get(each.account),
        "channel": each.channel,
        "channel_name": None if each.channel is None else names.get(each.channel),
        "applied_on": each.applied_on.isoformat(),
        "claimed_on": None if each.claimed_on is None else each.claimed_on.isoformat(),
        "entry": each.entry,
    }
