"""`backbeat payout`: files for banks and PayPal, and what they answered (PAYOUT-2, PAYOUT-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from backbeat.kernel.errors import BadValues, Refusal, plain
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.languages import FALLBACK
from backbeat.kernel.money import Currency
from backbeat.payout_methods.model import FileForm, MethodTerms, PayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.batches import BatchExport, BatchRequest, CreatedBatch, HeldBack
from backbeat.payouts.model import Attempt, Batch, Standing
from backbeat.payouts.results import BookedLine, Outcome, Progress, RefusedLine, Result
from backbeat.payouts.service import Line
from backbeat.withdrawals.errors import DestinationHeld
from backbeat.withdrawals.model import AttemptState
from backbeat_adapters.payouts import disk
from backbeat_cli import completion
from backbeat_cli.context import (
    After,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Reason,
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
    progress,
    say,
    say_trial,
    show_json,
    show_list,
    show_record,
    trial,
)
from backbeat_cli.payout_files import MaybeFileKind

if TYPE_CHECKING:  # loading it takes longer than everything else that help and completion need
    from backbeat_adapters.container import Container

app = group()

_HIGHEST = 2**31 - 1

BatchNumber = Annotated[
    int,
    typer.Argument(
        help="The batch, by its number.",
        min=1,
        max=_HIGHEST,
        autocompletion=completion.payout_batches,
    ),
]
Which = Annotated[
    str,
    typer.Argument(
        help="The withdrawal: its id or invoice number, or the beginning of one.",
        autocompletion=completion.withdrawals,
    ),
]
MaybeReason = Annotated[str | None, typer.Option("--reason", help="Why; audited.")]

_WAYS = {
    "paid": AttemptState.SETTLED,
    "returned": AttemptState.RETURNED,
    "sent": AttemptState.SENT,
}


@app.command()
def export(
    ctx: typer.Context,
    operator: Operator,
    withdrawals: Annotated[
        list[str] | None,
        typer.Argument(help="Only these withdrawals; if none are named, all that can be paid."),
    ] = None,
    method: MaybeFileKind = None,
    form: Annotated[
        FileForm | None,
        typer.Option("--format", help="The format, if this kind of file comes in several."),
    ] = None,
    currency: Annotated[
        Currency | None, typer.Option(help="Only this currency; otherwise a batch for each.")
    ] = None,
    due_by: Annotated[
        datetime | None,
        typer.Option("--due-by", formats=["%Y-%m-%d"], help="Due on that day or before."),
    ] = None,
    batch: Annotated[
        int | None,
        typer.Option(
            help="Write the files of this batch again, exactly as they were.", min=1, max=_HIGHEST
        ),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--into", file_okay=False, help="The folder to write into.")
    ] = Path(),
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Write what waits to be paid into files to hand over; `payout methods` lists the kinds.

    From then on each of these withdrawals is on its way: it can neither be exported again nor
    rejected until its result is known. What has to wait is listed with its reason.
    """
    container = cli_context(ctx).container
    if (batch is None) == (method is None):
        raise WrongUsage("give --method, or --batch to write the files of a batch again")
    if batch is not None:
        created = BatchExport((container.portal().payout_batches.again(batch),), ())
    elif method is not None:
        order = BatchRequest(
            method, form, currency, _day(due_by), _found(container, withdrawals or ())
        )
        created = container.portal().payout_batches.export(order, acting(operator), dry_run=dry_run)
    paths = [] if dry_run else [_kept(each, folder) for each in created.batches]
    _show_export(created, [str(path) for own in paths for path in own], as_json, dry_run)
    if withdrawals and created.held:
        raise Refused(f"{len(created.held)} of {len(set(withdrawals))} held back")


@app.command()
def methods(ctx: typer.Context, as_json: Json = False) -> None:
    """List the registered payout methods: what each costs, asks for, and which files carry it."""
    settings = cli_context(ctx).container.portal().policies.on()
    rows = [_method(each, each.terms(settings.withdrawal, settings.fees)) for each in METHODS]
    show_list(rows, as_json=as_json)


@app.command("list")
def list_(
    ctx: typer.Context,
    state: Annotated[
        AttemptState | None, typer.Option(help="Only batches with a payout in this state.")
    ] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    after: After = None,
    as_json: Json = False,
) -> None:
    """List batches, the newest first, with how many of their payouts are in which state."""
    found = cli_context(ctx).container.portal().payouts.list(state, page_request(page, size, after))
    rows = [_standing(each) for each in found.items]
    show_list(rows, as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, batch: BatchNumber, as_json: Json = False) -> None:
    """Show a batch: its files, and the state of every payout in it."""
    standing, lines = cli_context(ctx).container.portal().payouts.show(batch)
    facts = {**_standing(standing), **_files(standing.batch)}
    rows = [_line(each) for each in lines]
    if as_json:
        show_json(plain({**facts, "payouts": rows}))
        return
    show_record(facts, as_json=False)
    show_list(rows, as_json=False, title="payouts")


@app.command()
def sent(
    ctx: typer.Context,
    batch: BatchNumber,
    operator: Operator,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Record that a batch's files were handed to the bank or to PayPal."""
    moved = (
        cli_context(ctx)
        .container.portal()
        .payouts.sent(batch, acting(operator), reason=reason, dry_run=dry_run)
    )
    _show_moved(moved, as_json, dry_run)


@app.command()
def uncertain(
    ctx: typer.Context,
    batch: BatchNumber,
    operator: Operator,
    reason: Reason,
    withdrawals: Annotated[
        list[str] | None, typer.Argument(help="Only these of its withdrawals.")
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Record that nobody knows whether a batch was sent: its payouts stop until resolved."""
    container = cli_context(ctx).container
    moved = container.portal().payouts.uncertain(
        batch, acting(operator), reason, only=_found(container, withdrawals or ()), dry_run=dry_run
    )
    _show_moved(moved, as_json, dry_run)


@app.command()
def cancel(
    ctx: typer.Context,
    batch: BatchNumber,
    operator: Operator,
    reason: Reason,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Cancel a batch whose files were never handed over; delete the files first."""
    if not dry_run:
        confirm(
            f"Were the files of batch {batch} never handed over, and have they been deleted?",
            yes=yes,
        )
    moved = (
        cli_context(ctx)
        .container.portal()
        .payouts.cancel(batch, acting(operator), reason, dry_run=dry_run)
    )
    _show_moved(moved, as_json, dry_run)


@app.command()
def resolve(
    ctx: typer.Context,
    withdrawal: Which,
    operator: Operator,
    reason: Reason,
    way: Annotated[str, typer.Option("--as", help="What became of it: paid, returned or sent.")],
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Record what became of a payout that is on its way, from your own knowledge.

    `returned` frees the withdrawal for another attempt: use it only when no money can arrive.
    """
    if way not in _WAYS:
        raise WrongUsage(f"--as is one of {', '.join(_WAYS)}")
    container = cli_context(ctx).container
    found = container.portal().withdrawal_decisions.find(withdrawal).withdrawal
    if not dry_run:
        confirm(f"Record {found.paid.net} {found.currency} as {way}?", yes=yes)
    moved = container.portal().payouts.resolve(
        found.id, _WAYS[way], acting(operator), reason, dry_run=dry_run
    )
    _show_moved([moved], as_json, dry_run)


@app.command("import-result")
def import_result(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="CSV or XLSX with the columns of results.")],
    operator: Operator,
    partial: Annotated[
        bool, typer.Option("--partial", help="Book the good lines even if others are refused.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Book what a bank or PayPal answered: paid, returned or unclaimed.

    Nothing is booked while a line is refused, unless --partial is given. Importing the same file
    again changes nothing, and goes on where it broke off.
    """
    container = cli_context(ctx).container
    with container.result_files().open(file) as results, _counted() as counted:
        outcome = container.portal().payout_results.take(
            results, acting(operator), partial=partial, dry_run=dry_run, progress=counted
        )
    _show_outcome(outcome, as_json, dry_run)
    if outcome.refused:
        lines = (outcome.refused, outcome.booked, outcome.unchanged, outcome.left)
        total = sum(len(each) for each in lines)
        raise Refused(f"{len(outcome.refused)} of {total} lines refused; {_rest(outcome)}")


@contextmanager
def _counted() -> Iterator[Progress]:
    """Shows how many lines are booked; if the import breaks off, says what remains booked."""
    booked = 0
    with progress("booked") as tell:

        def hear(done: int) -> None:
            nonlocal booked
            booked = done
            tell(done)

        try:
            yield hear
        except BaseException:
            if booked:
                note(f"{booked} lines are booked; the same file again goes on from there")
            raise


def _rest(outcome: Outcome) -> str:
    if outcome.left:
        booked, left = len(outcome.booked), len(outcome.left)
        return f"they changed meanwhile: {booked} were booked before, {left} are left"
    return "the others were booked" if outcome.kept else "nothing was booked"


def _kept(batch: CreatedBatch, folder: Path) -> list[Path]:
    """Where the files are; if they cannot be written to disk, say that they can be made again."""
    try:
        return [disk.keep(file, folder) for file in batch.files]
    except OSError as problem:
        again = f"backbeat payout export --batch {batch.batch.number}"
        raise Refused(
            f"batch {batch.batch.number} was made but its files could not be written: {problem}; "
            f"write them elsewhere with: {again} --into FOLDER"
        ) from problem


def _found(container: Container, names: Sequence[str]) -> tuple[WithdrawalId, ...]:
    decisions = container.portal().withdrawal_decisions
    return tuple(decisions.find(name).withdrawal.id for name in names)


def _day(moment: datetime | None) -> date | None:
    return moment.date() if moment else None


def _show_export(export: BatchExport, paths: Sequence[str], as_json: bool, dry_run: bool) -> None:
    batches = [{**_batch(each.batch), **_files(each.batch)} for each in export.batches]
    held = [_held(each) for each in export.held]
    if as_json:
        show_json(plain({"items": batches, "held": held, "written": list(paths), **trial(dry_run)}))
        return
    if dry_run:
        say("a dry run: nothing was changed, and no file was written")
    if batches:
        show_list(batches, as_json=False)
    else:
        say("nothing to export")
    for path in paths:
        say(f"written: {path}")
    if held:
        show_list(held, as_json=False, title="held back")


def _show_moved(moved: Sequence[Attempt], as_json: bool, dry_run: bool) -> None:
    rows = [attempt_row(each) for each in moved]
    if as_json:
        show_json(plain({"items": rows, **trial(dry_run)}))
        return
    say_trial(dry_run)
    show_list(rows, as_json=False)


def _show_outcome(outcome: Outcome, as_json: bool, dry_run: bool) -> None:
    booked = [_booked(each) for each in outcome.booked]
    refused = [_refused(each) for each in outcome.refused]
    if as_json:
        unchanged, left = len(outcome.unchanged), len(outcome.left)
        lines = {"items": booked, "unchanged": unchanged, "refused": refused}
        show_json(plain({**lines, "kept": outcome.kept, "left": left, **trial(dry_run)}))
        return
    say_trial(dry_run)
    if booked:
        show_list(booked, as_json=False, title="booked" if outcome.kept else "would be booked")
    if outcome.unchanged:
        say(f"{len(outcome.unchanged)} lines were known before: nothing changed")
    if not booked and not outcome.unchanged and not refused:
        say("no lines in the file")
    for each in refused:
        note(f"line {each['line']}: {each['withdrawal']}: {each['refused']}")
    if any(isinstance(each.refusal, BadValues) for each in outcome.refused):
        results = " or ".join(Result)
        note(f"cells: result {results}; amount as 1234.50; currency as USD; date as yyyy-MM-dd")


def _method(method: PayoutMethod, terms: MethodTerms) -> Row:
    return {
        "method": method.name,
        "name": method.title[FALLBACK],
        "currencies": sorted(method.currencies),
        "flat_fee_usd": terms.flat_fee,
        "fee_rate": terms.fee_rate,
        "minimum_usd": terms.minimum,
        "minimum_basis": terms.basis if terms.minimum is not None else None,
        "ledger": method.outside,
        "files": [f"{kind.name} ({', '.join(kind.forms)})" for kind in method.files],
        "fields": list(method.fields),
    }


def _batch(batch: Batch) -> Row:
    return {
        "batch": batch.number,
        "date": batch.made_on,
        "method": batch.kind.name,
        "currency": batch.currency,
        "payouts": batch.count,
        "total": batch.total,
        "made_by": batch.made_by,
    }


def _files(batch: Batch) -> Row:
    return {
        "files": [file.name for file in batch.files],
        "sha256": [file.sha256 for file in batch.files],
    }


def _standing(standing: Standing) -> Row:
    counts = {state.value: standing.states.get(state, 0) for state in AttemptState}
    return {**_batch(standing.batch), **counts}


def _held(each: HeldBack) -> Row:
    withdrawal = each.withdrawal
    why = each.refusal
    return {
        "withdrawal": withdrawal.id,
        "net": withdrawal.paid.net,
        "currency": withdrawal.currency,
        "due_on": withdrawal.due_on,
        "reason": why.reason or str(why.code),
        "held_until": why.held_until if isinstance(why, DestinationHeld) else None,
        "refused": _words(why),
    }


def attempt_row(attempt: Attempt) -> Row:
    step = attempt.steps[-1]
    return {
        "attempt": attempt.reference,
        "batch": attempt.batch,
        "amount": attempt.amount,
        "currency": attempt.amount.currency,
        "state": attempt.state,
        "on": step.on,
        "by": step.by,
        "reference": step.reference,
        "reason": step.reason,
    }


def _line(line: Line) -> Row:
    owner = line.owner
    return {**attempt_row(line.attempt), "account": owner.email if owner else None}


def _booked(booked: BookedLine) -> Row:
    return {"line": booked.line, **attempt_row(booked.attempt)}


def _refused(refused: RefusedLine) -> Row:
    return {
        "line": refused.line,
        "withdrawal": refused.name,
        "code": refused.refusal.code,
        "reason": refused.refusal.reason,
        "refused": _words(refused.refusal),
    }


def _words(refusal: Refusal) -> str:
    return lines_of(refusal)[0]
