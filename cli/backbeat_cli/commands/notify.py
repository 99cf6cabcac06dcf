"""`backbeat notify`: messages that an operator sends to single people."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.kernel.errors import BadValues
from backbeat_cli import completion
from backbeat_cli.context import DryRun, Json, Operator, Yes, acting, cli_context, month_of
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import confirm, show_list

app = group()


@app.command("ask-invoice")
def ask_invoice(
    ctx: typer.Context,
    accounts: Annotated[
        list[str],
        typer.Argument(
            help="The accounts: their e-mail addresses or ids.", autocompletion=completion.accounts
        ),
    ],
    month: Annotated[
        str, typer.Option(metavar="MONTH", help="The month of the withdrawal, yyyy-MM.")
    ],
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Ask people for the invoice for their withdrawal: each gets a notification and a mail."""
    portal = cli_context(ctx).container.portal()
    wanted = month_of(month)
    found = list({each.id: each for each in map(portal.account_operations.find, accounts)}.values())
    if not dry_run and len(found) > 1:
        confirm(f"Ask {len(found)} accounts for an invoice?", yes=yes)
    try:
        portal.invoice_asking.ask(
            [each.id for each in found], wanted, acting(operator), dry_run=dry_run
        )
    except BadValues:
        raise Refused(f"{month} has not begun") from None
    rows = [{"account": each.email, "month": month, "dry_run": dry_run} for each in found]
    show_list(rows, as_json=as_json)
