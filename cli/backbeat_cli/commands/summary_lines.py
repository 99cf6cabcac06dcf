"""`backbeat report line`: lines of the payment summary that no report file accounts for."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.ledger.model import LedgerAccount
from backbeat.platforms.kinds import Sort
from backbeat.settlement.model import LinePlan, SettledLine, Treatment
from backbeat_cli import completion
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    MonthArgument,
    Operator,
    ToldReason,
    Yes,
    acting,
    cli_context,
    month_of,
)
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, progress, show_json, show_list, show_record

app = group()

LineArgument = Annotated[
    str,
    typer.Argument(
        metavar="LINE",
        help="The line as the payment summary names it.",
        autocompletion=completion.summary_lines,
    ),
]


@app.command()
def settle(
    ctx: typer.Context,
    month: MonthArgument,
    line: LineArgument,
    treatment: Annotated[
        Treatment,
        typer.Option("--as", help="Share it by the month's postings of the same sort, or keep it."),
    ],
    operator: Operator,
    sort: Annotated[
        Sort | None,
        typer.Option(help="Whose postings share it, if the line's name does not tell."),
    ] = None,
    reason: ToldReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Settle a line of a closed month without a file; `line reverse` takes it back.

    It shows what everybody gets, then asks; --dry-run shows it and ends.
    """
    at = cli_context(ctx)
    lines = at.container.portal().summary_lines
    with progress("settling") as bar:
        plan = lines.rehearse(
            month_of(month),
            line,
            treatment,
            acting(operator),
            sort=sort,
            reason=reason,
            progress=lambda done, _of, _what: bar(done),
        )
    if dry_run or not as_json:
        _show(at, plan, dry_run=dry_run, as_json=as_json)
    if dry_run:
        return
    confirm(f"Settle {plan.line.amount} USD of {plan.line.name} as {treatment}?", yes=yes)
    settled = lines.settle(plan)
    if as_json:
        _show(at, plan, dry_run=False, as_json=True)
    else:
        show_record(line_row(settled), as_json=False)


@app.command()
def reverse(
    ctx: typer.Context,
    month: MonthArgument,
    line: LineArgument,
    operator: Operator,
    reason: ToldReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Take back from everybody what was posted for a line; it can then be settled anew."""
    lines, which = cli_context(ctx).container.portal().summary_lines, month_of(month)
    standing = lines.standing(which, line)
    if dry_run:
        show_record({**line_row(standing), "dry_run": True}, as_json=as_json)
        return
    confirm(f"Take back {standing.amount} USD of {standing.name}?", yes=yes)
    undone = lines.reverse(which, line, acting(operator), reason)
    show_record({**line_row(undone), "dry_run": False}, as_json=as_json)


def line_row(line: SettledLine) -> Row:
    """A settled line as a record."""
    return {
        "month": str(line.month),
        "line": line.name,
        "revision": line.revision,
        "reversed": line.is_taken_back,
        "amount": str(line.amount),
        "as": line.treatment.value,
        "sort": line.sort and line.sort.value,
        "entries": line.entries,
        "day": line.day.isoformat(),
        "by": line.actor.id,
        "reason": line.reason,
    }


def _show(at: CliContext, plan: LinePlan, *, dry_run: bool, as_json: bool) -> None:
    head = {
        **line_row(plan.line),
        "shared": str(plan.shared),
        LedgerAccount.KEPT.value: str(plan.kept),
        "by_postings_of": str(plan.weights),
        "dry_run": dry_run,
    }
    emails = at.emails_of({owed.account for owed in plan.shares})
    postings: list[Row] = [
        {
            "account": owed.account,
            "email": emails.get(owed.account),
            "channel": owed.channel,
            "type": owed.type.value,
            "amount": str(amount),
        }
        for owed, amount in sorted(plan.shares.items())
    ]
    if as_json:
        show_json({**head, "postings": postings})
        return
    show_record(head, as_json=False)
    if postings:
        show_list(postings, as_json=False, title="postings")
