"""`backbeat report layout`: the operator's own layouts of report files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from backbeat.figures.rules import usd
from backbeat.report_files.errors import FileRefused
from backbeat.report_files.layouts.definition import read_layout
from backbeat.report_files.layouts.errors import LayoutNotFound, LayoutRefused
from backbeat.report_files.layouts.model import ReportLayout, StoredLayout
from backbeat.report_files.layouts.service import Listed, Preview
from backbeat.report_files.model import ENCODINGS, ReportRow
from backbeat_cli.context import (
    Json,
    Operator,
    acting,
    cli_context,
    encoding_of,
    month_of,
    text_of,
)
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, note, say, show_json, show_list, show_record
from backbeat_cli.report_refusals import words, words_of

app = group()

LayoutFile = Annotated[Path, typer.Argument(help="The layout: a TOML file.")]

_MOST_LISTED = 10


@app.command()
def check(
    ctx: typer.Context,
    file: LayoutFile,
    sample: Annotated[
        Path | None, typer.Argument(help="A report file, to see how it would be read.")
    ] = None,
    month: Annotated[
        str | None, typer.Option(help="The sample's month (yyyy-MM), if its rows tell none.")
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            help="How the sample is written, if neither in UTF-8 nor in UTF-16: "
            f"{', '.join(ENCODINGS)}.",
            autocompletion=lambda: list(ENCODINGS),
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List everything that is wrong with a layout; with a sample, show how it would be read.

    Nothing is stored, and no amount is converted.
    """
    with _told_by_line():
        layout = read_layout(text_of(file), file.name)
    if sample is None:
        show_record(_facts(layout), as_json=as_json)
        return
    try:
        preview = (
            cli_context(ctx)
            .container.portal()
            .report_layouts.preview(
                layout, sample, month_of(month) if month else None, encoding_of(encoding)
            )
        )
    except FileRefused as refusal:
        raise Refused(f"{sample.name}: {'; '.join(words(refusal))}") from None
    if as_json:
        show_json({**_facts(layout), "sample": _sample(preview)})
    else:
        show_record(_facts(layout), as_json=False)
        _tell(sample, preview)
    if preview.bad:
        raise Refused(f"{len(preview.bad)} lines of {sample.name} can't be read")


@app.command()
def add(ctx: typer.Context, file: LayoutFile, operator: Operator, as_json: Json = False) -> None:
    """Store a layout as the next version of its name. Adding the same one again changes nothing."""
    with _told_by_line():
        added = (
            cli_context(ctx)
            .container.portal()
            .report_layouts.add(text_of(file), acting(operator), file.name)
        )
    stored = added.stored
    if as_json:
        show_json({**_version(stored), "new": added.is_new})
    elif added.is_new:
        say(f"{stored.name}: version {stored.version} added, its rows are of kind {stored.kind}")
    else:
        say(f"{stored.name}: 0 changes; it is already in, as version {stored.version}")


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List the layouts, every version, with the files that they read."""
    listed = cli_context(ctx).container.portal().report_layouts.list()
    show_list([_listed(each) for each in listed], as_json=as_json)


@app.command()
def show(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="The layout's name.")],
    version: Annotated[
        int | None, typer.Option(min=1, help="Which version; the newest if left out.")
    ] = None,
) -> None:
    """Print a layout's file as it was added."""
    try:
        stored = cli_context(ctx).container.portal().report_layouts.get(name, version)
    except LayoutNotFound as refusal:
        known = ", ".join(refusal.known) or "none is kept"
        raise Refused(f"no such layout or version: {name}; {known}") from None
    typer.echo(stored.text, nl=not stored.text.endswith("\n"))


@contextmanager
def _told_by_line() -> Iterator[None]:
    """Everything that is wrong with a layout, one line for each fault."""
    try:
        yield
    except LayoutRefused as refusal:
        for problem in refusal.problems:
            note(f"{refusal.file}: {problem}")
        count = len(refusal.problems)
        raise Refused(f"{count} {'thing is' if count == 1 else 'things are'} wrong") from None


def _tell(sample: Path, preview: Preview) -> None:
    skipped = f", {preview.skipped} skipped" if preview.skipped else ""
    say(f"{sample.name}: {preview.rows} rows{skipped}")
    show_list([_row(row) for row in preview.first], as_json=False, title="first rows")
    for currency, amount in sorted(preview.amounts.items()):
        say(f"total {_plain(amount)} {currency}")
    if preview.unread:
        say(f"columns that nobody reads: {', '.join(preview.unread)}")
    if not preview.recognised:
        say("its header is not exactly the layout's: ingest needs --layout")
    for question in preview.asked:
        note(words_of(question))
    for bad in preview.bad[:_MOST_LISTED]:
        note(str(bad))


def _sample(preview: Preview) -> dict[str, object]:
    return {
        "rows": preview.rows,
        "skipped": preview.skipped,
        "first": [
            {key: _text_of(value) for key, value in _row(row).items()} for row in preview.first
        ],
        "totals": {currency: _plain(amount) for currency, amount in preview.amounts.items()},
        "unread": list(preview.unread),
        "recognised": preview.recognised,
        "bad": [str(bad) for bad in preview.bad],
        "asked": [words_of(question) for question in preview.asked],
    }


def _text_of(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)


def _row(row: ReportRow) -> Row:
    return {
        "line": row.line,
        "day or month": str(row.day or row.month),
        "channel": row.channel,
        "video": row.video,
        "track": row.isrc,
        "country": row.country,
        "title": row.title,
        "views": row.figures.views,
        "revenue": _plain(usd(row.figures.revenue_nanos) + row.dust),
    }


def _plain(amount: Decimal) -> str:
    """The number without zeros at the end, but with at least two decimals."""
    text = f"{amount:f}"
    whole, _, places = text.partition(".")
    return f"{whole}.{places.rstrip('0').ljust(2, '0')}"


def _facts(layout: ReportLayout) -> Row:
    return {
        "name": layout.name,
        "platform": layout.platform.name,
        "role": layout.role.value,
        "sort": layout.sort and layout.sort.value,
        "kind": layout.kind.value,
        "currency": layout.currency.value if layout.currency else None,
        "key": list(layout.key),
    }


def _version(stored: StoredLayout) -> dict[str, object]:
    return {
        "name": stored.name,
        "version": stored.version,
        "platform": stored.layout.platform.name,
        "role": stored.layout.role.value,
        "sort": stored.layout.sort and stored.layout.sort.value,
        "kind": stored.kind.value,
        "added_at": stored.added_at.replace(microsecond=0).isoformat(),
        "added_by": stored.added_by,
    }


def _listed(listed: Listed) -> Row:
    return {**_version(listed.stored), "files": list(listed.files)}
