"""`backbeat withdrawal`: the payout queue (WITHDRAW-19, PAYOUT-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated

import typer

from backbeat.accounts.model import Account
from backbeat.kernel.errors import Refusal, plain
from backbeat.kernel.money import Currency, Money, total
from backbeat.payouts.model import Attempt
from backbeat.withdrawals.decisions import Decisions, Queued
from backbeat.withdrawals.model import (
    AgreedTerms,
    CreditNote,
    ListedWithdrawal,
    UsedEntry,
    Withdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_cli import completion
from backbeat_cli.context import (
    After,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Yes,
    acting,
    cli_context,
    page_request,
)
from backbeat_cli.failures import Refused, WrongUsage, lines_of
from backbeat_cli.groups import group
from backbeat_cli.output import (
    Row,
    confirm,
    note,
    say_trial,
    show_json,
    show_list,
    show_record,
    trial,
)

app = group()

Which = Annotated[
    str,
    typer.Argument(
        help="The withdrawal: its id, its invoice number, or the beginning; or a former paper's number.",
        autocompletion=completion.withdrawals,
    ),
]
Several = Annotated[
    list[str],
    typer.Argument(help="The withdrawals; see `show`.", autocompletion=completion.withdrawals),
]
MaybeReason = Annotated[str | None, typer.Option("--reason", help="Why; audited.")]
DueBy = Annotated[
    datetime | None,
    typer.Option("--due-by", formats=["%Y-%m-%d"], help="Due on that day or before."),
]


@app.command("list")
def list_(
    ctx: typer.Context,
    status: Annotated[WithdrawalStatus | None, typer.Option(help="Only this status.")] = None,
    account: Annotated[
        str | None,
        typer.Option(
            help="Only of this account: its id or e-mail address.",
            autocompletion=completion.accounts,
        ),
    ] = None,
    due_by: DueBy = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    after: After = None,
    as_json: Json = False,
) -> None:
    """List withdrawals, the newest first; `--status pending` is the payout queue."""
    container = cli_context(ctx).container
    filter = WithdrawalFilter(
        account=container.portal().account_operations.find(account).id if account else None,
        status=status,
        due_by=_day(due_by),
    )
    found = container.portal().withdrawal_decisions.list(filter, page_request(page, size, after))
    rows = [
        {
            **_row(each.withdrawal, each.owner, each.to or "unreadable"),
            "credit_notes": [note.number for note in each.withdrawal.credit_notes],
        }
        for each in found.items
    ]
    show_list(rows if as_json else _in_table(rows), as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, withdrawal: Which, as_json: Json = False) -> None:
    """Show one withdrawal: its full destination, what it is made of, its terms, attempts and
    papers.
    """
    container = cli_context(ctx).container
    found = container.portal().withdrawal_decisions.find(withdrawal)
    facts, entries = _facts(found), [_entry(use) for use in found.withdrawal.uses]
    steps = [
        row
        for each in container.portal().payouts.attempts(found.withdrawal.id)
        for row in _steps(each)
    ]
    notes = [_credit_note(each) for each in found.credit_notes]
    if as_json:
        lists = {"entries": entries, "attempts": steps, "credit_notes": notes}
        show_json(plain({**facts, **lists}))
        return
    show_record(facts, as_json=False)
    show_list(entries, as_json=False, title="made of")
    if steps:
        show_list(steps, as_json=False, title="attempts to pay")
    if notes:
        show_list(notes, as_json=False, title="credit notes")


@app.command()
def approve(
    ctx: typer.Context,
    withdrawals: Several,
    operator: Operator,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Approve amounts that need two operators; the other operator pays them."""
    decisions = cli_context(ctx).container.portal().withdrawal_decisions

    def approved(which: Withdrawal) -> Withdrawal:
        return decisions.approve(which.id, acting(operator), reason=reason, dry_run=dry_run)

    _each(decisions, withdrawals, approved, dry_run=dry_run, as_json=as_json)


@app.command()
def pay(
    ctx: typer.Context,
    operator: Operator,
    withdrawals: Annotated[
        list[str] | None,
        typer.Argument(help="The withdrawals; see `show`.", autocompletion=completion.withdrawals),
    ] = None,
    due_by: DueBy = None,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Record that money was paid today. If one is refused, the others go on."""
    decisions = cli_context(ctx).container.portal().withdrawal_decisions
    if (due_by is None) == (not withdrawals):
        raise WrongUsage("name withdrawals, or give --due-by")
    last_day = _day(due_by)
    ids = (
        [each.withdrawal.id for each in decisions.due(last_day)] if last_day else withdrawals or []
    )
    if ids and not dry_run:
        confirm(_question(decisions, ids), yes=yes)

    def paid(which: Withdrawal) -> Withdrawal:
        return decisions.pay(which.id, acting(operator), reason=reason, dry_run=dry_run)

    _each(decisions, ids, paid, dry_run=dry_run, as_json=as_json)


@app.command()
def reject(
    ctx: typer.Context,
    withdrawal: Which,
    reason: Annotated[str, typer.Option("--reason", help="Why; shown to the owner and audited.")],
    operator: Operator,
    recover: Annotated[
        bool | None,
        typer.Option("--recover/--no-recover", help="Whether the money returns to its owner."),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Refuse to pay, for good; a credit note cancels the invoice."""
    if recover is None:
        raise WrongUsage("say what becomes of the money: --recover or --no-recover")
    gives_back = recover
    decisions = cli_context(ctx).container.portal().withdrawal_decisions
    found = decisions.find(withdrawal)
    if not dry_run:
        fate = "returns to the balance" if gives_back else "is forfeited"
        confirm(f"Reject {found.withdrawal.id}? {_money(found.withdrawal)} {fate}.", yes=yes)

    def rejected(which: Withdrawal) -> Withdrawal:
        return decisions.reject(
            which.id, acting(operator), reason, recover=gives_back, dry_run=dry_run
        )

    _each(decisions, [found.withdrawal.id], rejected, dry_run=dry_run, as_json=as_json)


def _each(
    decisions: Decisions,
    ids: Sequence[str],
    act: Callable[[Withdrawal], Withdrawal],
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    done: list[Row] = []
    refused: list[dict[str, str]] = []
    for which in ids:
        try:
            found = decisions.find(which)
            acted = act(found.withdrawal)
            done.append(_row(acted, found.owner, acted.destination.masked))
        except Refusal as refusal:
            refused.append({"withdrawal": which, "refused": lines_of(refusal)[0]})
    if as_json:
        items = [plain(row) for row in done]
        show_json({"items": items, "refused": refused, **trial(dry_run)})
    else:
        say_trial(dry_run)
        if done or not refused:
            show_list(_in_table(done), as_json=False)
        for each in refused:
            note(f"{each['withdrawal']}: {each['refused']}")
    if refused:
        raise Refused(f"{len(refused)} of {len(ids)} refused")


def _question(decisions: Decisions, ids: Sequence[str]) -> str:
    """What is about to be paid, with a sum for each currency."""
    found = [decisions.find(which).withdrawal for which in ids]
    counts = Counter(each.currency for each in found)
    sums = " and ".join(
        f"{_sum(found, currency)} {currency.value}" for currency in sorted(counts, reverse=True)
    )
    return f"Write down {len(found)} withdrawals as paid, {sums}?"


def _sum(withdrawals: Sequence[Withdrawal], currency: Currency) -> Money:
    return total((each.paid.net for each in withdrawals if each.currency is currency), currency)


def _money(withdrawal: Withdrawal) -> str:
    return f"{withdrawal.usd.total} USD"


def _day(moment: datetime | None) -> date | None:
    return moment.date() if moment else None


def _row(withdrawal: Withdrawal | ListedWithdrawal, owner: Account | None, to: str) -> Row:
    return {
        "id": withdrawal.id,
        "date": withdrawal.requested_on,
        "account": owner.email if owner else withdrawal.account,
        "method": withdrawal.method,
        "to": to,
        "total_usd": withdrawal.usd.total,
        "fee": withdrawal.paid.fee,
        "net": withdrawal.paid.net,
        "currency": withdrawal.currency,
        "status": withdrawal.status,
        "due_on": withdrawal.due_on,
        "held_until": withdrawal.held_until,
        "payouts_locked": owner is not None and owner.has_payouts_locked,
        "approved_by": withdrawal.approved_by,
        "paid_on": withdrawal.paid_on,
        "invoice": withdrawal.invoice,
    }


def _in_table(rows: Sequence[Row]) -> list[Row]:
    """What fits on a line of the terminal; `show` and `--json` have the rest."""
    return [{**{name: row[name] for name in _COLUMNS}, **_held(row)} for row in rows]


def _held(row: Row) -> Row:
    return {"held_until": "locked"} if row["payouts_locked"] else {}


_COLUMNS = (
    "id",
    "date",
    "account",
    "method",
    "net",
    "currency",
    "status",
    "due_on",
    "held_until",
    "approved_by",
)


def _facts(queued: Queued) -> dict[str, object]:
    """Everything that is stored about it, with the destination in full, because somebody has to pay
    it.
    """
    withdrawal, rate = queued.withdrawal, queued.withdrawal.rate
    row = dict(_row(withdrawal, queued.owner, ""))
    del row["to"]
    return {
        **row,
        "account_id": withdrawal.account,
        **withdrawal.destination.details(),
        "fx_rate": rate.rate if rate else None,
        "fx_day": rate.day if rate else None,
        "fx_source": rate.source if rate else None,
        **_terms(withdrawal.terms),
        "bill_on": withdrawal.bill_on,
        "reason": withdrawal.reason,
        "credit_note": withdrawal.credit_note,
    }


def _terms(terms: AgreedTerms) -> dict[str, object]:
    return {
        "minimum_usd": terms.minimum,
        "flat_fee_usd": terms.method.flat_fee,
        "fee_rate": terms.method.fee_rate,
        "method_minimum_usd": terms.method.minimum,
        "method_minimum_basis": terms.method.basis,
        "windows": terms.windows,
        "payout_rule": terms.payout_rule,
        "payout_days": terms.payout_days,
    }


def _steps(attempt: Attempt) -> list[Row]:
    """A row for each state that an attempt has been in."""
    return [
        {
            "attempt": attempt.reference,
            "batch": attempt.batch,
            "amount": attempt.amount,
            "state": step.state,
            "on": step.on,
            "by": step.by,
            "reference": step.reference,
            "reason": step.reason,
        }
        for step in attempt.steps
    ]


def _credit_note(note: CreditNote) -> Row:
    return {"number": note.number, "corrects": note.corrects, "issued_on": note.issued_on}


def _entry(use: UsedEntry) -> dict[str, object]:
    return {
        "entry": use.entry,
        "type": use.type,
        "month": use.month,
        "correction": use.correction,
        "line": use.line,
        "amount_usd": use.amount,
    }
