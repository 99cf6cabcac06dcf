"""`backbeat webhook`: telling partners' systems about what happens."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.accounts.errors import AccountNotFound
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import DEFAULT_SIZE, PageRequest
from backbeat.webhooks.errors import PostFailed, WebhookAddressRefused, WebhookKindUnknown
from backbeat.webhooks.model import Delivery, DeliveryState, EventId, EventKind, Webhook
from backbeat.webhooks.service import NewSecret
from backbeat_cli.board_files import shown_time
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import (
    Row,
    confirm,
    note,
    show_act,
    show_list,
    show_record,
)

app = group()

Which = Annotated[str, typer.Argument(help="The webhook's id, or its beginning; see `list`.")]


@app.command()
def add(
    ctx: typer.Context,
    url: Annotated[str, typer.Argument(help="Where events are posted to.")],
    operator: Operator,
    event: Annotated[
        list[str] | None,
        typer.Option(help="Tell of this kind of event; repeat it for several. By default, of all."),
    ] = None,
    account: Annotated[
        str | None,
        typer.Option(help="Tell only of this account (id or e-mail) and those below it."),
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Tell another system what happens, and show, this once, the secret with which it verifies
    posts.
    """
    at = cli_context(ctx)
    whose = None if account is None else _account(at, account)
    try:
        made = at.container.portal().webhooks.add(
            url, event or [], acting(operator), account=whose, dry_run=dry_run
        )
    except WebhookKindUnknown as unknown:
        known = ", ".join(each.value for each in EventKind)
        raise WrongUsage(f"no such event: {unknown.event}; --event is one of {known}") from None
    except WebhookAddressRefused as refused:
        raise Refused(f"nothing is posted to this address: {refused.why}") from None
    _show_secret(at, made, dry_run=dry_run, as_json=as_json)


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List the webhooks."""
    at = cli_context(ctx)
    webhooks = at.container.portal().webhooks.list()
    show_list([_row(at, webhook) for webhook in webhooks], as_json=as_json)


@app.command()
def show(ctx: typer.Context, webhook: Which, as_json: Json = False) -> None:
    """Show a webhook and the number of deliveries in each state, but never its secret."""
    at = cli_context(ctx)
    found = _found(at, webhook)
    counts = at.container.portal().webhooks.counts(found.id)
    told = {state.value: counts.get(state, 0) for state in DeliveryState}
    show_record({**_row(at, found), **told}, as_json=as_json)


@app.command("test")
def ping(ctx: typer.Context, webhook: Which, as_json: Json = False) -> None:
    """Post a `ping` at once and say what came back."""
    at = cli_context(ctx)
    found = _found(at, webhook)
    try:
        status = at.container.portal().webhooks.test(found.id)
    except PostFailed as failure:
        raise Refused(f"{found.url} did not take it: {failure}") from None
    show_record({"id": found.id, "url": found.url, "status": status}, as_json=as_json)


@app.command()
def rotate(
    ctx: typer.Context,
    webhook: Which,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Sign with a new secret from now on, and for 24 hours with the former one as well; it is shown once."""
    at = cli_context(ctx)
    found = _found(at, webhook)
    made = at.container.portal().webhooks.rotate(found.id, acting(operator), dry_run=dry_run)
    _show_secret(at, made, dry_run=dry_run, as_json=as_json)


@app.command()
def pause(
    ctx: typer.Context,
    webhook: Which,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Send nothing for now; what happens meanwhile waits."""
    at = cli_context(ctx)
    found = _found(at, webhook)
    after = at.container.portal().webhooks.pause(found.id, acting(operator), dry_run=dry_run)
    show_act(_row(at, after), dry_run=dry_run, as_json=as_json)


@app.command()
def resume(
    ctx: typer.Context,
    webhook: Which,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Send again, beginning with what has waited."""
    at = cli_context(ctx)
    found = _found(at, webhook)
    after = at.container.portal().webhooks.resume(found.id, acting(operator), dry_run=dry_run)
    show_act(_row(at, after), dry_run=dry_run, as_json=as_json)


@app.command()
def remove(
    ctx: typer.Context,
    webhook: Which,
    operator: Operator,
    yes: Yes = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Remove a webhook; whatever waits to be sent to it is dropped."""
    at = cli_context(ctx)
    found = _found(at, webhook)
    if not dry_run:
        confirm(f"Remove the webhook to {found.url}?", yes=yes)
    gone = at.container.portal().webhooks.remove(found.id, acting(operator), dry_run=dry_run)
    show_act(_row(at, gone), dry_run=dry_run, as_json=as_json)


@app.command()
def deliveries(
    ctx: typer.Context,
    webhook: Which,
    state: Annotated[DeliveryState | None, typer.Option(help="Only those in this state.")] = None,
    page: PageNumber = 0,
    as_json: Json = False,
) -> None:
    """List what a webhook was told or will be told, the newest first."""
    at = cli_context(ctx)
    request = PageRequest(page, DEFAULT_SIZE)
    found = at.container.portal().webhooks.deliveries(_found(at, webhook).id, request, state)
    show_list([_delivery(at, each) for each in found.items], as_json=as_json, page=found)


@app.command()
def resend(
    ctx: typer.Context,
    webhook: Which,
    operator: Operator,
    event: Annotated[str | None, typer.Argument(help="The event's id; see `deliveries`.")] = None,
    given_up: Annotated[
        bool, typer.Option("--given-up", help="Send every event that was given up.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Send one event anew, or all that were given up."""
    if (event is None) is not given_up:
        raise WrongUsage("name an event or give --given-up")
    at = cli_context(ctx)
    found = _found(at, webhook)
    meant = None if event is None else EventId(event)
    try:
        again = at.container.portal().webhooks.resend(
            found.id, acting(operator), meant, dry_run=dry_run
        )
    except NotFound:
        raise Refused(f"no such event of this webhook: {event}") from None
    show_act({"id": found.id, "resent": again}, dry_run=dry_run, as_json=as_json)


def _found(at: CliContext, which: str) -> Webhook:
    try:
        return at.container.portal().webhooks.find(which)
    except NotFound:
        raise Refused(f"no such webhook: {which}") from None


def _account(at: CliContext, which: str) -> AccountId:
    try:
        return at.container.portal().account_operations.find(which).id
    except AccountNotFound:
        raise Refused(f"no such account: {which}") from None


def _show_secret(at: CliContext, made: NewSecret, *, dry_run: bool, as_json: bool) -> None:
    # A dry run saves no secret, so it shows none.
    secret = None if dry_run else made.secret
    show_act({**_row(at, made.webhook), "secret": secret}, dry_run=dry_run, as_json=as_json)
    if not dry_run:
        note("The secret is shown this once: keep it where the other system verifies posts.")


def _row(at: CliContext, webhook: Webhook) -> Row:
    zone = at.container.portal().settings.zone
    return {
        "id": webhook.id,
        "url": webhook.url,
        "events": sorted(each.value for each in webhook.kinds),
        "account": webhook.account,
        "created": shown_time(webhook.created_at, zone),
        "paused": shown_time(webhook.paused_at, zone) if webhook.paused_at else None,
    }


def _delivery(at: CliContext, delivery: Delivery) -> Row:
    zone = at.container.portal().settings.zone
    happened = delivery.event.happening
    waits = delivery.state is DeliveryState.WAITING
    return {
        "event": delivery.event.id,
        "kind": happened.kind.value,
        "account": happened.account,
        "at": shown_time(happened.at, zone),
        "state": delivery.state.value,
        "tries": delivery.tries,
        "answer": delivery.answer,
        "next_try": shown_time(delivery.due_at, zone) if waits else None,
        "ended": shown_time(delivery.ended_at, zone) if delivery.ended_at else None,
    }
