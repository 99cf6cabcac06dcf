"""`backbeat track`: the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from backbeat.catalogue.errors import (
    TrackNotFound,
    UnknownPartner,
    UnreadableCatalogue,
    UnwritableCatalogue,
)
from backbeat.catalogue.layout import read_catalogue_layout
from backbeat.catalogue.model import Category, ImportReport, RefusedRow, Track
from backbeat.catalogue.ports import TrackFilter
from backbeat.catalogue.service import Marks, Reading
from backbeat.catalogue.vocabulary import Vocabulary
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
    encoding_of,
    text_of,
)
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.media_files import PICTURES, files_of, media_facts, take_in
from backbeat_cli.output import Row, confirm, note, progress, say, show_json, show_list, show_record
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
    category: Annotated[
        Category, typer.Option(help="The category of a new track whose row names none.")
    ] = Category.BGM,
    encoding: Annotated[
        str | None, typer.Option(help="How a text that is neither UTF-8 nor UTF-16 is read.")
    ] = None,
    layout: Annotated[
        Path | None,
        typer.Option(
            help="A TOML file that says which column is what; by default the column names tell."
        ),
    ] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Also write what came of it to this file, as plain text.")
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Import a catalogue. Good rows are kept; bad ones are named by line, with exit code 1."""
    portal = cli_context(ctx).container.portal()
    try:
        reading = Reading(
            category,
            encoding_of(encoding),
            read_catalogue_layout(text_of(layout), layout.name) if layout else None,
        )
        with progress(file.name) as tell:
            report = portal.catalogue.import_file(
                file, acting(operator), dry_run=dry_run, reading=reading, progress=tell
            )
    except UnreadableCatalogue as refusal:
        raise Refused(f"{refusal.file}: {refusal.problem}") from None
    offered = None if dry_run else offer(portal.ingestion)
    if summary is not None:
        _write(summary, "".join(f"{line}\n" for line in in_words(report)))
    if as_json:
        show_json({**_document(report), "releasable": offered})
    else:
        _tell(report)
        if offered is not None:
            say(words_of(offered))
    if report.refused:
        raise Refused(f"{len(report.refused)} rows refused")


@app.command()
def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="Where to; its name ends in .csv or .xlsx.")],
    every: Annotated[bool, typer.Option("--all", help="Include retired tracks.")] = False,
    as_json: Json = False,
) -> None:
    """Write the catalogue to a file that `track import` takes back."""
    catalogue = cli_context(ctx).container.portal().catalogue
    try:
        with progress(file.name) as tell:
            written = catalogue.export(file, retired=every, progress=tell)
    except UnwritableCatalogue as refusal:
        raise Refused(f"{refusal.file}: {refusal.problem}") from None
    show_record({"file": file.name, "tracks": written}, as_json=as_json)


@app.command()
def audio(
    ctx: typer.Context,
    path: Annotated[
        Path, typer.Argument(help="An audio file or a folder of them; names have track codes.")
    ],
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Import previews: they are cut, measured and made equally loud. Bad files are named, with exit
    code 1.
    """
    intake = cli_context(ctx).container.portal().media_intake
    files = files_of(path, without=PICTURES)
    take_in(intake.take_audio, path, files, acting(operator), dry_run=dry_run, as_json=as_json)


@app.command()
def cover(
    ctx: typer.Context,
    path: Annotated[
        Path, typer.Argument(help="A picture or a folder of them; names have track codes.")
    ],
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Import covers: PNG, JPEG and WebP. Bad files are named, with exit code 1."""
    intake = cli_context(ctx).container.portal().media_intake
    files = files_of(path, only=PICTURES)
    take_in(intake.take_covers, path, files, acting(operator), dry_run=dry_run, as_json=as_json)


@app.command("list")
def list_(
    ctx: typer.Context,
    search: Annotated[str | None, typer.Option(help="Part of the name, artist or code.")] = None,
    category: Annotated[Category | None, typer.Option(help="Only this category.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(help="Only with this tag; several must all be there.")
    ] = None,
    shopping: Annotated[
        bool | None, typer.Option("--shopping/--no-shopping", help="Only shopping sounds, or none.")
    ] = None,
    partner: Annotated[str | None, typer.Option(help="Only this partner's.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Include retired tracks.")] = False,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List the catalogue in order of codes."""
    portal = cli_context(ctx).container.portal()
    filter = TrackFilter(
        search,
        category,
        retired=None if every else False,
        tags=[_address(portal.tagging.vocabulary(), word) for word in tag or ()],
        shopping=shopping,
        partner=partner,
    )
    found = portal.catalogue.page(filter, PageRequest(page, size))
    show_list([_row(track) for track in found.items], as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, code: Code, as_json: Json = False) -> None:
    """Show one track."""
    portal = cli_context(ctx).container.portal()
    try:
        track = portal.catalogue.get(code)
    except TrackNotFound:
        raise Refused(f"no such track: {code}") from None
    media = media_facts(*portal.media_intake.kept_of(track.isrc))
    show_record({**_facts(track), **media}, as_json=as_json)


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


@app.command()
def restore(
    ctx: typer.Context,
    code: Code,
    operator: Operator,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why; written to the audit.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Offer a retired track again."""
    catalogue = cli_context(ctx).container.portal().catalogue
    try:
        show_record(_facts(catalogue.bring_back(code, acting(operator), reason)), as_json=as_json)
    except TrackNotFound:
        raise Refused(f"no such track: {code}") from None


@app.command()
def mark(
    ctx: typer.Context,
    code: Code,
    operator: Operator,
    category: Annotated[Category | None, typer.Option(help="What it is for.")] = None,
    shopping: Annotated[
        bool | None, typer.Option("--shopping/--no-shopping", help="On the shelf of shopping.")
    ] = None,
    new: Annotated[
        bool | None, typer.Option("--new/--no-new", help="Among new releases whatever its date.")
    ] = None,
    prioritized: Annotated[
        bool | None, typer.Option("--prioritized/--no-prioritized", help="The operator's choice.")
    ] = None,
    partner: Annotated[
        str | None,
        typer.Option(help="The partner whose people alone may use it; '' for everybody's."),
    ] = None,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why; written to the audit.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Set what the operator decides about a track: its category, its shelves, and whose it is."""
    catalogue = cli_context(ctx).container.portal().catalogue
    marks = Marks(category, shopping, new, prioritized, partner)
    try:
        track = catalogue.mark(code, marks, acting(operator), reason)
    except TrackNotFound:
        raise Refused(f"no such track: {code}") from None
    except UnknownPartner as refusal:
        raise Refused(f"no such partner site: {refusal.partner}") from None
    show_record(_facts(track), as_json=as_json)


def in_words(report: ImportReport) -> list[str]:
    """The result of an import, line by line, in words that can be mailed to the label."""
    verb = "would be" if report.dry_run else "were"
    lines = [
        f"{report.file}: {report.added} tracks {verb} added, {report.changed} changed, "
        f"{report.unchanged} unchanged, {len(report.refused)} refused"
    ]
    if report.encoding not in (None, "utf-8"):
        lines.append(f"read as {report.encoding}")
    if report.ignored:
        lines.append(f"not read: {', '.join(report.ignored)}")
    if report.unknown_tags:
        told = ", ".join(f"{word} ({count})" for word, count in report.unknown_tags.items())
        lines.append(f"no such tag, left out: {told}; `backbeat tag add` adds one")
    return [*lines, *map(str, report.refused)]


def _tell(report: ImportReport) -> None:
    """Print what an import would do, or did."""
    words = in_words(report)
    for line in words[: len(words) - len(report.refused)]:
        say(line)
    show_list(
        [{"column": column, "read as": meaning} for column, meaning in report.columns],
        as_json=False,
        title="columns",
    )
    show_list([_row(track) for track in report.sample], as_json=False, title="the first of them")
    for row in report.refused:
        note(str(row))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Refused(f"{path.name}: {problem.strerror}") from None


def _address(vocabulary: Vocabulary, word: str) -> str:
    tag = vocabulary.at(word)
    if tag is None:
        raise Refused(f"no such tag: {word}; `backbeat tag list` shows them")
    return tag.address


def _document(report: ImportReport) -> dict[str, object]:
    return {
        "file": report.file,
        "dry_run": report.dry_run,
        "columns": [{"column": column, "field": meaning} for column, meaning in report.columns],
        "ignored": list(report.ignored),
        "unknown_tags": dict(report.unknown_tags),
        "encoding": report.encoding,
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
        "prioritized": track.prioritized,
        "partner": track.partner,
        "added_at": track.added_at and track.added_at.replace(microsecond=0),
        "retired_at": track.retired_at and track.retired_at.replace(microsecond=0),
    }


def _plain(row: Row) -> dict[str, object]:
    return {name: plain(value) for name, value in row.items()}
