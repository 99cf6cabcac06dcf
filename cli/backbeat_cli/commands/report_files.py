"""`backbeat report`: the platform's report files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import evolve

from backbeat.figures.rules import usd
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import plain
from backbeat.kernel.ids import PlatformChannelId, ReportId
from backbeat.kernel.languages import FALLBACK
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.platforms import registry
from backbeat.platforms.kinds import Kind, Role
from backbeat.report_files.errors import (
    BadLines,
    FileAsks,
    FileRefused,
    UndoRefused,
    UnknownReport,
)
from backbeat.report_files.layouts.errors import LayoutLacks
from backbeat.report_files.layouts.model import LayoutUse
from backbeat.report_files.model import (
    COMPLETE,
    ENCODINGS,
    Answers,
    Changes,
    Doubt,
    Grouping,
    Outcome,
    Question,
    Reconciled,
    ReportFile,
    Shown,
    SuspenseFilter,
    UnmatchedLine,
)
from backbeat.report_files.service import Ingestion
from backbeat_cli import completion, report_refusals
from backbeat_cli.commands import report_layouts, summary_lines
from backbeat_cli.context import (
    DryRun,
    Json,
    MonthArgument,
    Operator,
    PageNumber,
    PageSize,
    Yes,
    acting,
    cli_context,
    encoding_of,
    month_of,
    platform_of,
)
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.intake import (
    blank_amounts,
    show_intake,
    summary_lists,
    summary_row,
    summary_sums,
    tell_summary,
)
from backbeat_cli.output import (
    Row,
    confirm,
    exact,
    exact_usd,
    note,
    say,
    show_act,
    show_json,
    show_list,
    show_record,
)
from backbeat_cli.stopping import stoppable
from backbeat_cli.suspense import cause_rows, offer, sums_of, waiting_row, words_of
from backbeat_cli.watching import watched

app = group()
app.add_typer(report_layouts.app, name="layout", help="Your own layouts for other files.")
app.add_typer(
    summary_lines.app,
    name="line",
    help="Lines of the payment summary that no report file accounts for.",
)

_MOST_LISTED = 10
_ASKING = FileAsks | BadLines | UnknownReport | LayoutLacks
"""Refusals that may also ask the operator something."""
_MOST_WAITING = 50

Files = Annotated[list[Path], typer.Argument(help="Report files, compressed or not.")]
MaybeMonth = Annotated[
    str | None, typer.Option("--month", help="The files' month (yyyy-MM), if they name none.")
]
MaybeOwner = Annotated[
    str | None,
    typer.Option("--owner", help="The content owner, if the file's name does not tell it."),
]
MaybeLayout = Annotated[
    str | None,
    typer.Option(
        "--layout",
        help="Read by this layout of yours, or as this kind.",
        autocompletion=completion.report_layouts,
    ),
]
Replace = Annotated[
    bool, typer.Option("--replace", help="The file replaces everything of its kind and period.")
]
Complete = Annotated[
    bool, typer.Option("--complete", help="The files are whole, though they may look cut off.")
]
MaybeEncoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        help="How files are written that are neither UTF-8 nor UTF-16: "
        f"{', '.join(ENCODINGS)}. Remembered for their owner.",
        autocompletion=lambda: list(ENCODINGS),
    ),
]
MaybePlatform = Annotated[
    str | None,
    typer.Option(
        "--platform",
        help="The platform of the channels in a file of the open format; YouTube if left out.",
        autocompletion=completion.platforms,
    ),
]
OnlyPlatform = Annotated[
    str | None,
    typer.Option("--platform", help="Only this platform's.", autocompletion=completion.platforms),
]
MaybeReason = Annotated[str | None, typer.Option("--reason", help="Why; written to the audit.")]
Which = Annotated[
    str,
    typer.Argument(
        help="The file: its number, see `list`.", autocompletion=completion.report_files
    ),
]


@app.command()
def ingest(
    ctx: typer.Context,
    files: Files,
    operator: Operator,
    month: MaybeMonth = None,
    owner: MaybeOwner = None,
    platform: MaybePlatform = None,
    layout: MaybeLayout = None,
    replace: Replace = False,
    complete: Complete = False,
    encoding: MaybeEncoding = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take in report files, each as a whole or not at all. If one is refused, the others go on.

    For a file that may be damaged the command asks first, on a terminal; elsewhere the file is
    refused, and the option that answers the question is named.
    """
    ingestion = cli_context(ctx).container.portal().ingestion
    take_in = partial(
        _taken_in,
        ingestion,
        by=acting(operator),
        month=_month(month),
        owner=owner,
        platform=platform,
        layout=layout,
        replace=replace,
        dry_run=dry_run,
    )
    answers = Answers(complete, encoding_of(encoding))
    outcomes: list[Outcome] = []
    refused: list[dict[str, object]] = []
    stopped = None
    for path in files:
        newest = _newest(ingestion)
        try:
            with stoppable():
                outcome = take_in(path, answers=answers, may_ask=not as_json and sys.stdin.isatty())
        except FileRefused as refusal:
            refused.append(_refused(path, refusal, as_json=as_json))
            continue
        except (KeyboardInterrupt, typer.Abort):
            stopped = _stopped(path, ingestion, newest)
            break
        outcomes.append(outcome)
        if not as_json:
            _tell(outcome)
    if as_json:
        show_json({"items": [*map(_document, outcomes)], "refused": refused, "stopped": stopped})
    if stopped is not None:
        raise Refused(stopped)
    if refused:
        raise Refused(f"{len(refused)} of {len(files)} files refused; nothing of them was stored")


@app.command("list")
def list_(
    ctx: typer.Context,
    platform: OnlyPlatform = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List the files taken in, the newest first."""
    found = (
        cli_context(ctx)
        .container.portal()
        .ingestion.page(PageRequest(page, size), platform_of(platform))
    )
    show_list([_row(file) for file in found.items], as_json=as_json, page=found)


@app.command()
def show(
    ctx: typer.Context,
    which: Annotated[str, typer.Argument(help="A file's number, or a month (yyyy-MM).")],
    by: Annotated[Grouping, typer.Option(help="What to group by.")] = Grouping.CHANNEL,
    kind: Annotated[str | None, typer.Option(help="Only this kind of report.")] = None,
    as_json: Json = False,
) -> None:
    """Show what a file, or all files of a month, contained, including rows in suspense."""
    portal = cli_context(ctx).container.portal()
    ingestion, only = portal.ingestion, _kind(kind)
    if which.isdecimal():
        file = ingestion.get(ReportId(which))
        lines = ingestion.shown(by, report=file.id, kind=only)
        head: Row = {**_row(file), **_remarks(file)}
        of = Month.of(file.first) if file.kind.is_summary and file.first else None
    else:
        of = month_of(which)
        lines = ingestion.shown(by, month=of, kind=only)
        head = {"month": of}
    summary = None if of is None else portal.summary_lines.compare(of)
    items, totals = [_line(line, by) for line in lines], _totals(lines)
    if as_json:
        listed = {"items": items, "totals": totals, **summary_lists(summary)}
        lists = {name: [_plain(row) for row in rows] for name, rows in listed.items()}
        sums = {} if summary is None else summary_sums(summary.every)
        show_json({**_plain(head), "by": by.value, **sums, **lists})
        return
    show_record(head, as_json=False)
    show_list([_with_words(row, by) for row in items], as_json=False)
    show_list(totals, as_json=False, title="totals")
    tell_summary(summary)


@app.command()
def month(
    ctx: typer.Context,
    which: MonthArgument,
    as_json: Json = False,
) -> None:
    """Show what was expected for a month and what came, beside the month before, and what looks
    odd.
    """
    intake = cli_context(ctx).container.portal().intakes.of(month_of(which))
    show_intake(intake, as_json=as_json)


@app.command()
def suspense(
    ctx: typer.Context,
    operator: Operator,
    month: Annotated[str | None, typer.Option(help="Only this month (yyyy-MM).")] = None,
    report: Annotated[str | None, typer.Option(help="Only this file.")] = None,
    channel: Annotated[
        list[str] | None,
        typer.Option(help="Only this channel (its key); may be repeated."),
    ] = None,
    release: Annotated[
        list[str] | None,
        typer.Option(
            help="Book the rows that wait for this channel (its key) or track code; may be repeated."
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Book all rows whose channel and track are known by now.")
    ] = False,
    reason: MaybeReason = None,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """List what waits in suspense, and what would release it; or book what can be booked now."""
    ingestion = cli_context(ctx).container.portal().ingestion
    file = ingestion.get(ReportId(report)).id if report is not None else None
    of = SuspenseFilter(file, _month(month), [PlatformChannelId(each) for each in channel or ()])
    if release and every:
        raise WrongUsage("name what is released, or give --all")
    if release or every:
        _release(ingestion, release or None, of, acting(operator), reason, yes=yes, as_json=as_json)
        return
    _show_suspense(ingestion, of, as_json=as_json)


@app.command()
def undo(
    ctx: typer.Context,
    which: Which,
    operator: Operator,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Put everything back as it was before a file; impossible once a close has used it."""
    ingestion = cli_context(ctx).container.portal().ingestion
    with _undo_told():
        file = ingestion.undoable(ReportId(which))
    if dry_run:
        show_act(_row(file), dry_run=True, as_json=as_json)
        return
    confirm(f"Undo {file.name} ({file.rows} rows)?", yes=yes)
    try:
        with _undo_told(), stoppable(), watched(file.name) as tell:
            undone = ingestion.undo(file.id, acting(operator), reason, progress=tell)
    except KeyboardInterrupt:
        is_undone = ingestion.get(file.id).undone_at is not None
        became = "was undone by then" if is_undone else "stands as it did"
        raise Refused(f"stopped by Ctrl-C: {file.name} {became}") from None
    show_record(_row(undone), as_json=as_json)


def _release(
    ingestion: Ingestion,
    names: Sequence[str] | None,
    of: SuspenseFilter,
    by: Actor,
    reason: str | None,
    *,
    yes: bool,
    as_json: bool,
) -> None:
    """Once the operator has agreed, book what waits for these names, or everything that can be
    booked.
    """
    if names is None:
        seen = sums_of(ingestion.releasable(of))
        what = f"all that can be booked now, {seen['rows']} rows with {seen['revenue_usd']} USD"
    else:
        what = f"everything waiting for {', '.join(names)}"
    confirm(f"Book {what}?", yes=yes)
    before = ingestion.releasable(of)
    try:
        with stoppable(), watched("suspense") as tell:
            released = ingestion.release(names, by, reason, of=of, progress=tell)
    except KeyboardInterrupt:
        became = "nothing" if ingestion.releasable(of) == before else "all of it"
        raise Refused(f"stopped by Ctrl-C: {became} was booked") from None
    facts = {"rows": released.rows, "revenue_usd": exact_usd(released.nanos)}
    show_record({"released": ", ".join(names or ["all"]), **facts}, as_json=as_json)


def _show_suspense(ingestion: Ingestion, of: SuspenseFilter, *, as_json: bool) -> None:
    lines = ingestion.unmatched(of)
    items, causes = [waiting_row(line) for line in lines], cause_rows(lines)
    finer = ingestion.dust()
    if as_json:
        listed = {"items": plain(items), "causes": plain(causes)}
        show_json({**listed, "finer_than_nano": exact(finer)})
        return
    show_list(items[:_MOST_WAITING], as_json=False)
    if len(items) > _MOST_WAITING:
        say(f"and {len(items) - _MOST_WAITING} more with smaller sums: --json lists all")
    if causes:
        show_list(causes, as_json=False, title="by cause")
    offered = offer(ingestion)
    if offered is not None:
        say(words_of(offered))
    if finer:
        say(f"below a nano-dollar, over all files: {exact(finer)} USD")


def _taken_in(
    ingestion: Ingestion, path: Path, *, answers: Answers, may_ask: bool, **order: Any
) -> Outcome:
    """Take one file in; if it asks something and somebody is there to answer, try again with the
    answers.
    """
    while True:
        try:
            with watched(path.name) as tell:
                return ingestion.ingest(path, answers=answers, progress=tell, **order)
        except FileAsks as asked:
            if not may_ask:
                raise
            answers = _answered(path, asked, answers)


def _newest(ingestion: Ingestion) -> ReportFile | None:
    return next(iter(ingestion.page(PageRequest(0, 1)).items), None)


def _stopped(path: Path, ingestion: Ingestion, before: ReportFile | None) -> str:
    """What became of the file that was being taken in at Ctrl-C: it is in as a whole or not at all."""
    now = _newest(ingestion)
    if now is None or now.name != path.name or (before is not None and before.id == now.id):
        return f"stopped by Ctrl-C: nothing of {path.name} was stored, nor of the files after it"
    return f"stopped by Ctrl-C: {path.name} was in by then, as report {now.id}; none after it"


def _answered(path: Path, asked: FileAsks, answers: Answers) -> Answers:
    """The operator's answers to what a file asks; the refusal itself if an answer is no."""
    for question in asked.questions:
        note(f"{path.name}: {report_refusals.words_of(question)}")
    if any(question.doubt is Doubt.ENCODING for question in asked.questions):
        told = typer.prompt("Which encoding is it (--encoding; blank: none)", default="")
        if not told.strip():
            raise asked
        answers = evolve(answers, encoding=encoding_of(told))
    if any(question.answer == COMPLETE for question in asked.questions):
        if not typer.confirm("Is the file whole all the same (--complete)?"):
            raise asked
        answers = evolve(answers, complete=True)
    return answers


def _refused(path: Path, refusal: FileRefused, *, as_json: bool) -> dict[str, object]:
    lines = report_refusals.words(refusal)
    if not as_json:
        for line in lines:
            note(f"{path.name}: {line}")
    told = {"file": str(path), "reason": refusal.reason, "refused": lines}
    asked = refusal.questions if isinstance(refusal, _ASKING) else ()
    return {**told, "questions": [_question(each) for each in asked]}


def _question(question: Question) -> dict[str, object]:
    return {
        "reason": question.doubt.value,
        "answer": question.answer,
        "question": report_refusals.words_of(question),
        "facts": plain(question.facts),
    }


def _tell(outcome: Outcome) -> None:
    """Print in words what became of a file."""
    file, changes = outcome.file, outcome.file.changes
    if outcome.known:
        say(f"{file.name}: 0 changes; it is already in, as report {file.id}")
        return
    what = "would be stored" if outcome.dry_run else f"stored as report {file.id}"
    start = f", {file.before_start} before start" if file.before_start else ""
    say(
        f"{file.name}: {file.platform.title[FALLBACK]}, {file.kind}, {file.rows} rows, {file.stored} stored{start} ({what})"
    )
    if file.layout is not None:
        for line in _read_by(file.layout):
            say(f"  {line}")
    say(f"  {_changes(changes)}")
    say(f"  {', '.join(_money(file))}")
    for remark in _remarked(file):
        say(f"  {remark}")
    if changes.superseded:
        say(f"  {changes.superseded} rows are not counted: the platform's own figures exist")
    if outcome.unmatched:
        _tell_unmatched(outcome.unmatched)
    for check in outcome.reconciliation:
        if not check.agrees:
            say(f"  summary: {_difference(check)}")


def _read_by(use: LayoutUse) -> Iterator[str]:
    """Say by which layout a file was read, and what that came to."""
    rows = "row" if use.skipped == 1 else "rows"
    skipped = f", {use.skipped} {rows} skipped" if use.skipped else ""
    yield f"layout {use.name}, version {use.version}{skipped}"
    for currency, amount in use.amounts.items():
        rates = {each.rate.rate for each in use.rates if each.rate.currency is currency}
        by = ""
        if rates:
            many = f"{min(rates)} to {max(rates)}" if len(rates) > 1 else f"{min(rates)}"
            by = f", at {many} a dollar"
        yield f"{exact(amount)} {currency}{by}"


def _money(file: ReportFile) -> list[str]:
    total = f"total {exact(file.total)} USD"
    if file.role is Role.CHECK:
        return [total, "kept for comparison only"]
    if file.role is Role.VIEWS:
        return [total]
    waiting = usd(file.changes.suspense_nanos) + file.dust
    return [
        total,
        f"booked {exact_usd(file.changes.booked_nanos)}",
        f"in suspense {exact(waiting)}",
    ]


def _remarked(file: ReportFile) -> list[str]:
    """Print what was noticed about the file apart from its rows."""
    remarks = file.remarks
    told = []
    if remarks.encoding is not None:
        said = ", as told for this owner" if remarks.encoding_told else ""
        told.append(f"read as {remarks.encoding}{said}")
    if remarks.unread:
        more = len(remarks.unread) - _MOST_LISTED
        listed = ", ".join(remarks.unread[:_MOST_LISTED])
        told.append(f"columns not read: {listed}{f' and {more} more' if more > 0 else ''}")
    if remarks.blanks:
        told.append(blank_amounts(remarks))
    if file.changes.duplicates:
        told.append(f"{file.changes.duplicates} lines had the key of another line: added up")
    if remarks.other_months:
        months = ", ".join(f"{month} ({rows})" for month, rows in remarks.other_months.items())
        told.append(f"rows of other months than the file's: {months}")
    if remarks.answered:
        told.append(f"taken in as whole, though it asked: {', '.join(remarks.answered)}")
    return told


def _changes(changes: Changes) -> str:
    if not changes.any:
        return "0 changes"
    parts = [
        f"{count} {word}"
        for count, word in (
            (changes.added, "added"),
            (changes.changed, "changed"),
            (changes.removed, "removed"),
            (changes.unchanged, "unchanged"),
        )
        if count
    ]
    return ", ".join(parts)


def _tell_unmatched(lines: Sequence[UnmatchedLine]) -> None:
    say(f"  unmatched: {len(lines)}")
    for line in lines[:_MOST_LISTED]:
        say(
            f"    {line.reason} {line.name or '(none)'}: "
            f"{line.rows} rows, {line.views} views, {exact_usd(line.nanos)} USD"
        )
    if len(lines) > _MOST_LISTED:
        say(f"    and {len(lines) - _MOST_LISTED} more: see `backbeat report suspense`")


def _difference(check: Reconciled) -> str:
    if check.found is None:
        return f"{check.name}: {exact(check.stated)} USD has no file"
    return f"{check.name}: {exact(check.stated)} stated, {exact(check.found)} found"


@contextmanager
def _undo_told() -> Iterator[None]:
    try:
        yield
    except UndoRefused as refusal:
        raise Refused(_undo_words(refusal)) from None


def _undo_words(refusal: UndoRefused) -> str:
    match refusal.problem:
        case "undone":
            return f"report {refusal.report} has already been undone"
        case "settled":
            return f"a close has used report {refusal.report}; use `backbeat settle adjust`"
    return f"report {refusal.later} came after it: undo that first"


def _document(outcome: Outcome) -> dict[str, object]:
    """What became of a file, as a document for scripts."""
    return {
        **_plain({**_row(outcome.file), **_remarks(outcome.file)}),
        "conversion": _conversion(outcome.file),
        "known": outcome.known,
        "dry_run": outcome.dry_run,
        "changes": 0 if outcome.known else _count(outcome.file.changes),
        "unmatched": [_plain(waiting_row(line)) for line in outcome.unmatched],
        "reconciliation": [_plain(summary_row(check)) for check in outcome.reconciliation],
    }


def _conversion(file: ReportFile) -> dict[str, object] | None:
    """A file's totals in its own currencies, and the rates by which they were converted."""
    use = file.layout
    if use is None:
        return None
    rates = [
        {
            "currency": each.rate.currency.value,
            "day": str(each.day),
            "rate": str(each.rate.rate),
            "rate_day": str(each.rate.day),
            "source": each.rate.source,
        }
        for each in use.rates
    ]
    totals = {currency.value: exact(amount) for currency, amount in use.amounts.items()}
    return {"totals": totals, "rates": rates, "skipped": use.skipped}


def _count(changes: Changes) -> int:
    return changes.added + changes.changed + changes.removed


def _row(file: ReportFile) -> Row:
    changes = file.changes
    return {
        "id": file.id,
        "file": file.name,
        "platform": file.platform.name,
        "kind": file.kind,
        "role": file.role,
        "adjustment": file.is_adjustment,
        "layout": file.layout and file.layout.name,
        "layout_version": file.layout and file.layout.version,
        "owner": file.owner,
        "first": file.first,
        "last": file.last,
        "rows": file.rows,
        "stored": file.stored,
        "before_start": file.before_start,
        **_counts(changes),
        "total_usd": exact(file.total),
        "booked_usd": exact_usd(changes.booked_nanos),
        "suspense_usd": exact(usd(changes.suspense_nanos) + file.dust),
        "checked_usd": exact_usd(changes.checked_nanos),
        "released": changes.released,
        "released_usd": exact_usd(changes.released_nanos),
        "ingested_at": file.ingested_at.replace(microsecond=0),
        "ingested_by": file.ingested_by,
        "undone_at": file.undone_at and file.undone_at.replace(microsecond=0),
        "settled": file.settled,
    }


def _remarks(file: ReportFile) -> Row:
    remarks = file.remarks
    return {
        "encoding": remarks.encoding,
        "encoding_told": remarks.encoding_told,
        "unread_columns": list(remarks.unread),
        "other_months": dict(remarks.other_months),
        "blank_amounts": dict(remarks.blanks),
        "days": remarks.days,
        "answered": list(remarks.answered),
    }


def _counts(changes: Changes) -> Row:
    return {
        "added": changes.added,
        "changed": changes.changed,
        "unchanged": changes.unchanged,
        "removed": changes.removed,
        "duplicates": changes.duplicates,
        "superseded": changes.superseded,
        "suspended": changes.suspended,
    }


def _line(line: Shown, by: Grouping) -> Row:
    figures = line.figures
    return {
        "kind": line.kind,
        by.value: line.name,
        "rows": line.rows,
        "views": figures.views,
        "engaged_views": figures.engaged_views,
        "premium_views": figures.premium_views,
        "revenue_usd": exact_usd(figures.revenue_nanos),
        "ads_usd": exact_usd(figures.ads_nanos),
        "premium_usd": exact_usd(figures.premium_nanos),
    }


def _with_words(row: Row, by: Grouping) -> Row:
    """Where people read, a row without a known track says so in words; JSON leaves the name blank."""
    if by is Grouping.ISRC and not row[by.value]:
        return {**row, by.value: "track not known yet"}
    return row


def _totals(lines: Sequence[Shown]) -> list[Row]:
    return [
        {
            "kind": kind,
            "rows": sum(line.rows for line in lines if line.kind is kind),
            "views": sum(line.figures.views for line in lines if line.kind is kind),
            "revenue_usd": exact_usd(
                sum(ln.figures.revenue_nanos for ln in lines if ln.kind is kind)
            ),
        }
        for kind in dict.fromkeys(line.kind for line in lines)
    ]


def _month(text: str | None) -> Month | None:
    return None if text is None else month_of(text)


def _kind(text: str | None) -> Kind | None:
    if text is None:
        return None
    try:
        return registry.kind_named(text)
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None


def _plain(row: Row) -> dict[str, object]:
    return {name: plain(value) for name, value in row.items()}
