"""`backbeat track`: the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from backbeat.catalogue.errors import TrackNotFound, UnreadableCatalogue
from backbeat.catalogue.model import Category, ImportReport, RefusedRow, Track
from backbeat.catalogue.ports import TrackFilter
from backbeat.kernel.errors import plain
from backbeat.kernel.pages import PageRequest
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
)
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, note, say, show_json, show_list, show_record
from backbeat_cli.suspense import offer, words_of

app = group()

Code = Annotated[
    str,
    typer.Argument(
        help="The track's code (ISRC), however it is written.", autocompletion=completion.tracks
    ),
]


@app.command("import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A CSV or XLSX with a row for each track.")],
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take a catalogue in. Good rows are kept; bad ones are named by line, with exit code 1."""
    portal = cli_context(ctx).container.portal()
    try:
        report = portal.catalogue.import_file(file, acting(operator), dry_run=dry_run)
    except UnreadableCatalogue as refusal:
        raise Refused(f"{refusal.file}: {refusal.problem}") from None
    offered = None if dry_run else offer(portal.ingestion)
    if as_json:
        show_json({**_document(report), "releasable": offered})
    else:
        _tell(report)
        if offered is not None:
            say(words_of(offered))
    if report.refused:
        raise Refused(f"{len(report.refused)} rows refused")


@app.command("list")
def list_(
    ctx: typer.Context,
    search: Annotated[str | None, typer.Option(help="Part of the name, artist or code.")] = None,
    category: Annotated[Category | None, typer.Option(help="Only this category.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Include retired tracks.")] = False,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List the catalogue in order of codes."""
    filter = TrackFilter(search, category, retired=None if every else False)
    found = cli_context(ctx).container.portal().catalogue.page(filter, PageRequest(page, size))
    show_list([_row(track) for track in found.items], as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, code: Code, as_json: Json = False) -> None:
    """Show one track."""
    try:
        track = cli_context(ctx).container.portal().catalogue.get(code)
    except TrackNotFound:
        raise Refused(f"no such track: {code}") from None
    show_record(_facts(track), as_json=as_json)


@app.command()
def retire(
    ctx: typer.Context,
    code: Code,
    operator: Operator,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why; written to the audit.")
    ] = None,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Stop offering a track; reports may still name it."""
    catalogue = cli_context(ctx).container.portal().catalogue
    try:
        track = catalogue.get(code)
        confirm(f"Retire {track.name}?", yes=yes)
        show_record(_facts(catalogue.retire(code, acting(operator), reason)), as_json=as_json)
    except TrackNotFound:
        raise Refused(f"no such track: {code}") from None


def _tell(report: ImportReport) -> None:
    """A preview, or what was done, in words."""
    verb = "would be" if report.dry_run else "were"
    say(
        f"{report.file}: {report.added} tracks {verb} added, {report.changed} changed, "
        f"{report.unchanged} unchanged, {len(report.refused)} refused"
    )
    show_list(
        [{"column": column, "read as": meaning} for column, meaning in report.columns],
        as_json=False,
        title="columns",
    )
    if report.ignored:
        say(f"not read: {', '.join(report.ignored)}")
    show_list([_row(track) for track in report.sample], as_json=False, title="the first of them")
    for row in report.refused:
        note(str(row))


def _document(report: ImportReport) -> dict[str, object]:
    return {
        "file": report.file,
        "dry_run": report.dry_run,
        "columns": [{"column": column, "field": meaning} for column, meaning in report.columns],
        "ignored": list(report.ignored),
        "added": report.added,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "refused": [_refused(row) for row in report.refused],
        "sample": [_plain(_row(track)) for track in report.sample],
    }


def _refused(row: RefusedRow) -> dict[str, object]:
    return {"line": row.line, "reason": row.reason, "value": row.value, "problem": row.problem}


def _row(track: Track) -> Row:
    return {
        "isrc": track.isrc,
        "name": track.name,
        "artist": track.artist,
        "category": track.category,
        "seconds": track.seconds,
        "moods": sorted(track.moods),
        "ai_tags": sorted(track.ai_tags),
        "released_on": track.released_on,
    }


def _facts(track: Track) -> Row:
    return {
        **_row(track),
        "album": track.album,
        "label": track.label,
        "composer": track.composer,
        "upc": track.upc,
        "thumbnail": track.thumbnail,
        "audio_url": track.audio_url,
        "shopping": track.shopping,
        "is_flagged_new": track.is_flagged_new,
        "added_at": track.added_at and track.added_at.replace(microsecond=0),
        "retired_at": track.retired_at and track.retired_at.replace(microsecond=0),
    }


def _plain(row: Row) -> dict[str, object]:
    return {name: plain(value) for name, value in row.items()}
