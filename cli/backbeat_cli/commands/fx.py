"""`backbeat fx`: exchange rates of the dollar."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from backbeat.fx.model import FxRate
from backbeat.fx.rules import KEPT
from backbeat.kernel.decimals import plain_decimal
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat_adapters.report_files.opening import look_at, text_lines
from backbeat_cli.context import DryRun, Json, Operator, PageNumber, PageSize, acting, cli_context
from backbeat_cli.failures import WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import Row, note, show_list, show_record

app = group()

MaybeReason = Annotated[str | None, typer.Option("--reason", help="Why; written to the audit.")]


@app.command("set")
def set_(
    ctx: typer.Context,
    currency: Annotated[Currency, typer.Argument(help="The currency.")],
    rate: Annotated[
        str, typer.Argument(help="How much of it one dollar buys, up to six decimals.")
    ],
    operator: Operator,
    day: Annotated[
        datetime | None,
        typer.Option("--date", formats=["%Y-%m-%d"], help="The day of the rate; today by default."),
    ] = None,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Accept the rate, however far from the one before.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Set a rate for a day, replacing the one it had.

    A rate more than double or less than half of the one before needs --yes.
    """
    kept = (
        cli_context(ctx)
        .container.portal()
        .rates.set(
            currency,
            _decimal(rate),
            acting(operator),
            day=day.date() if day else None,
            reason=reason,
            sure=yes,
            dry_run=dry_run,
        )
    )
    show_record({**_row(kept), "dry_run": dry_run}, as_json=as_json)


@app.command("import")
def import_(
    ctx: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            exists=True,
            dir_okay=False,
            help="A CSV file of the European Central Bank as downloaded, compressed or not.",
        ),
    ],
    operator: Operator,
    currencies: Annotated[
        list[Currency],
        typer.Option("--currency", help="Only this currency; repeat it for several."),
    ] = [*KEPT],  # noqa: B006 - Typer makes a copy
    partial: Annotated[
        bool, typer.Option("--partial", help="Keep the good lines of a file that has bad ones.")
    ] = False,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Import the rates of an ECB file (history or daily); importing it again changes nothing.

    Rates set by hand stay. A file with a bad line is refused as a whole, and the lines are named.
    """
    with text_lines(look_at(file)) as lines:
        done = (
            cli_context(ctx)
            .container.portal()
            .rates.import_ecb(
                lines,
                acting(operator),
                currencies=currencies,
                partial=partial,
                reason=reason,
                dry_run=dry_run,
            )
        )
    for problem in done.problems:
        note(f"left out: line {problem}")
    show_record(
        {
            "read": done.read,
            "changed": done.changed,
            "kept_by_hand": done.by_hand,
            "refused": len(done.problems),
            "first": done.first,
            "last": done.last,
            "dry_run": dry_run,
        },
        as_json=as_json,
    )


@app.command("list")
def list_(
    ctx: typer.Context,
    currency: Annotated[Currency, typer.Argument(help="The currency.")] = Currency.CNY,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List rates, the newest day first."""
    found = cli_context(ctx).container.portal().rates.list(currency, PageRequest(page, size))
    show_list([_row(rate) for rate in found.items], as_json=as_json, page=found)


def _row(rate: FxRate) -> Row:
    return {
        "currency": rate.currency,
        "day": rate.day,
        "rate": rate.rate,
        "source": rate.source,
    }


def _decimal(text: str) -> Decimal:
    try:
        return plain_decimal(text)
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None
