"""`backbeat ledger`: statements, postings by hand, reversals, and the check of the whole ledger."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated

import typer

from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger import rules
from backbeat.ledger.integrity.model import Outcome
from backbeat.ledger.model import Balance, Entry, EntryType, Statement, StatementRow
from backbeat.ledger.service import Correction
from backbeat.members.model import Unfrozen
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
    month_of,
)
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import Row, columns, confirm, say, show_json, show_list, show_record

app = group()

Account = Annotated[
    str,
    typer.Argument(
        help="The account: its e-mail address, its id or the id's beginning.",
        autocompletion=completion.accounts,
    ),
]
NeededReason = Annotated[
    str,
    typer.Option("--reason", help="Why; written to the audit and shown to the people concerned."),
]
Since = Annotated[
    datetime | None,
    typer.Option("--from", formats=["%Y-%m-%d"], help="From this day of posting on."),
]
Until = Annotated[
    datetime | None, typer.Option("--to", formats=["%Y-%m-%d"], help="Up to this day.")
]


frozen = group(no_args_is_help=False)
app.add_typer(
    frozen,
    name="frozen",
    help="List what deleted accounts still have, pay it or move it: until then it stays theirs.",
)


@frozen.callback(invoke_without_command=True)
def list_frozen(ctx: typer.Context, as_json: Json = False) -> None:
    """List what deleted accounts still have; it stays theirs until it is paid or moved."""
    if ctx.invoked_subcommand is not None:
        return
    found = cli_context(ctx).container.portal().frozen_balances.list()
    rows = columns(
        found,
        id=lambda one: one.account.id,
        email=lambda one: one.account.email,
        manager=lambda one: one.account.manager,
        deleted_at=lambda one: one.account.status_since,
        available=lambda one: one.balance.available,
        in_flight=lambda one: one.balance.in_flight,
        debt=lambda one: one.balance.debt,
    )
    show_list(rows, as_json=as_json)


@frozen.command("pay")
def pay_frozen(
    ctx: typer.Context,
    account: Account,
    reference: Annotated[
        str,
        typer.Option("--note", help="How to find the payment again, such as the bank's reference."),
    ],
    reason: NeededReason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Record that a deleted account was paid what it has, in whole cents."""
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    if not dry_run:
        confirm(f"Was all that {found.email} has available paid?", yes=yes)
    done = container.portal().frozen_balances.pay(
        found.id, reference, acting(operator), reason, dry_run=dry_run
    )
    show_record(_unfrozen(done, dry_run), as_json=as_json)


@frozen.command("move")
def move_frozen(
    ctx: typer.Context,
    account: Account,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="Who gets it: account id or e-mail address.",
            autocompletion=completion.accounts,
        ),
    ],
    reason: NeededReason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Move all that a deleted account has available to another account."""
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    target = container.portal().account_operations.find(to)
    if not dry_run:
        confirm(f"Move all that {found.email} has available to {target.email}?", yes=yes)
    done = container.portal().frozen_balances.move(
        found.id, target.id, acting(operator), reason, dry_run=dry_run
    )
    show_record(_unfrozen(done, dry_run), as_json=as_json)


@app.command()
def show(
    ctx: typer.Context,
    account: Account,
    type_: Annotated[EntryType | None, typer.Option("--type", help="Only this type.")] = None,
    since: Since = None,
    until: Until = None,
    month: Annotated[
        str | None,
        typer.Option(
            "--month", help="The whole statement of a month (yyyy-MM), by day of posting."
        ),
    ] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """Show an account's balance and statement, newest row first; a month's statement starts with
    the oldest.
    """
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    if month is not None:
        if type_ or since or until:
            raise WrongUsage("--month cannot be combined with --type, --from or --to")
        _show_month(
            container.portal().statements.show(found.id, month_of(month)), found.email, as_json
        )
        return
    rows = container.portal().account_ledger.statement(
        found.id,
        PageRequest(page, size),
        first=_day(since),
        last=_day(until),
        types=[type_] if type_ else (),
    )
    if not as_json:
        summary = container.portal().account_ledger.summary(found.id)
        show_record({"account": found.email, **_balance(summary.balance)}, as_json=False)
    show_list([_row(row) for row in rows.items], as_json=as_json, page=rows)


@app.command(context_settings={"ignore_unknown_options": True})
def post(
    ctx: typer.Context,
    account: Account,
    type_: Annotated[EntryType, typer.Argument(metavar="TYPE", help="The ledger type.")],
    amount: Annotated[
        str, typer.Argument(help="In USD, up to six decimals; negative where the type takes money.")
    ],
    reason: NeededReason,
    operator: Operator,
    points: Annotated[bool, typer.Option("--points", help="The amount is in points.")] = False,
    reference: Annotated[
        str | None, typer.Option("--note", help="A reference beside the amount, such as an event.")
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Post an amount by hand; points expire after their last day."""
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    correction = Correction(
        found.id,
        type_,
        _money(amount, container.portal().policies.on().points.per_usd if points else None),
        reference,
    )
    if not dry_run:
        confirm(f"Post {type_} {correction.amount} USD to {found.email}?", yes=yes)
    posted = container.portal().account_ledger.post(
        correction, acting(operator), reason, dry_run=dry_run
    )
    show_record(
        {
            **_entry(posted.entry),
            "balance_before": posted.before.shown,
            "balance_after": posted.after.shown,
            "dry_run": dry_run,
        },
        as_json=as_json,
    )


@app.command()
def reverse(
    ctx: typer.Context,
    which: Annotated[str, typer.Argument(help="The id of a statement row or a transaction.")],
    reason: NeededReason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Reverse a posting made by hand, a bonus or reward, an expiry or a forfeiture; each only once."""
    earnings = cli_context(ctx).container.portal().account_ledger
    if not dry_run:
        confirm(f"Reverse {which}?", yes=yes)
    mirrored = earnings.reverse(which, acting(operator), reason, dry_run=dry_run)
    show_record(
        {
            "transaction": mirrored.id,
            "reverses": mirrored.reverses,
            **_entry(mirrored.entries[0]),
            "dry_run": dry_run,
        },
        as_json=as_json,
    )


@app.command()
def check(ctx: typer.Context, as_json: Json = False) -> None:
    """Read the whole ledger and prove its invariants; exit code 1 when one does not hold."""
    report = cli_context(ctx).container.portal().integrity.check()
    findings = [f"{each.invariant}: {each.what}" for each in report.findings]
    if as_json:
        show_json(
            {
                "transactions": report.transactions,
                "entries": report.entries,
                "unsealed": report.unsealed,
                "checks": [_outcome(each) for each in report.outcomes],
                "findings": findings,
            }
        )
    else:
        show_list([_outcome(each) for each in report.outcomes], as_json=False)
        say(
            f"{report.transactions} transactions, {report.entries} statement rows,"
            f" {report.unsealed} transactions since the last checkpoint"
        )
        for line in findings:
            say(line)
    if findings:
        raise Refused(f"the ledger does not add up: {len(findings)} findings")


def _unfrozen(done: Unfrozen, dry_run: bool) -> Row:
    return {
        "account": done.account.email,
        "to": done.to and done.to.email,
        "amount": done.amount,
        **_balance(done.left),
        "dry_run": dry_run,
    }


def _show_month(statement: Statement, email: str, as_json: bool) -> None:
    """Print a month's statement: the opening balance, the sums by type, the rows and the closing
    balance.
    """
    sums: Row = {
        "account": email,
        "month": statement.month,
        "until": statement.until,
        "currency": statement.closing.currency,
        "opening": statement.opening,
        "types": {each.type: each.amount for each in statement.types},
        "closing": statement.closing,
    }
    rows = [_row(row) for row in statement.rows]
    if as_json:
        show_record({**sums, "movements": rows}, as_json=True)
    else:
        show_record(sums, as_json=False)
        show_list(rows, as_json=False)


def _outcome(outcome: Outcome) -> Row:
    return {
        "check": outcome.invariant,
        "name": outcome.name,
        "status": outcome.status,
        "findings": len(outcome.findings),
        "title": outcome.title,
    }


def _row(row: StatementRow) -> Row:
    channel = row.channel
    return {
        **_entry(row.entry),
        "channel_name": channel and channel.name,
        "platform": channel and channel.platform.name,
    }


def _entry(entry: Entry) -> Row:
    return {
        "id": entry.id,
        "date": entry.day,
        "type": entry.type,
        "amount": entry.amount,
        "month": entry.month,
        "correction": entry.correction,
        "expires_on": entry.expires_on,
        "channel": entry.channel,
        "note": entry.note,
    }


def _balance(balance: Balance) -> Row:
    return {
        "balance": balance.shown,
        "available": balance.available,
        "in_flight": balance.in_flight,
        "debt": balance.debt,
    }


def _day(given: datetime | None) -> date | None:
    return given.date() if given else None


def _money(text: str, per_usd: int | None) -> Money:
    try:
        if per_usd is None:
            return Money.of(text)
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None
    if not re.fullmatch(r"-?[0-9]{1,1000}", text):
        raise WrongUsage(f"not a whole number of points: {text[:40]!r}")
    return rules.worth(int(text), per_usd)
