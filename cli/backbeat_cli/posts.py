"""The commands for a kind of posts: `backbeat notice` and `backbeat event` differ only in the kind."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import evolve

from backbeat.board.model import About, Post, PostKind, PublishedSpan
from backbeat.board.publishing import PostChange, PostDraft
from backbeat.kernel.languages import FALLBACK
from backbeat.kernel.pages import PageRequest
from backbeat_cli.board_files import (
    Texts,
    begin_of,
    last_day_of,
    read_picture,
    read_texts,
    shown_time,
)
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.failures import WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import (
    Row,
    confirm,
    say,
    say_trial,
    show_act,
    show_list,
    show_record,
    trial,
)

Files = Annotated[
    list[Path],
    typer.Argument(help="Markdown, one file per language: news.en.md, news.ko.md ..."),
]
MaybeFiles = Annotated[
    list[Path] | None,
    typer.Argument(help="Markdown for the languages that change: news.ko.md ..."),
]
Which = Annotated[str, typer.Argument(help="The post's id; see `list`.")]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="The first day, or yyyy-MM-ddTHH:mm in the portal's zone, on which it is seen.",
    ),
]
Until = Annotated[str | None, typer.Option("--until", help="The last day on which it is seen.")]
Endless = Annotated[bool, typer.Option("--no-until", help="Remove its last day.")]
Pinned = Annotated[
    bool | None,
    typer.Option("--pin/--no-pin", help="Put it first in its list and in every page's header."),
]
AboutOption = Annotated[
    About | None, typer.Option("--about", help="Show the reader's own data below the text: payout.")
]
Thumbnail = Annotated[Path | None, typer.Option(help="A picture for the list and for previews.")]


def commands_for(kind: PostKind) -> typer.Typer:
    """`add`, `edit`, `list` and `retire` for one kind."""
    app = group()
    for begin in (_adding, _editing, _listing, _retiring):
        begin(app, kind)
    return app


def _adding(app: typer.Typer, kind: PostKind) -> None:
    @app.command()
    def add(
        ctx: typer.Context,
        files: Files,
        operator: Operator,
        begin: From = None,
        until: Until = None,
        pin: Pinned = None,
        about: AboutOption = None,
        thumbnail: Thumbnail = None,
        dry_run: DryRun = False,
        as_json: Json = False,
    ) -> None:
        """Publish a post, now or later; everybody is notified once it can be seen."""
        at = cli_context(ctx)
        portal = at.container.portal()
        texts = read_texts(files, portal.publishing)
        draft = PostDraft(
            kind=kind,
            texts=texts.drafts,
            span=PublishedSpan(
                begin_of(begin, portal.settings.zone) or portal.clock.now(), last_day_of(until)
            ),
            pinned=bool(pin),
            about=about,
            thumbnail=read_picture(thumbnail, portal.publishing) if thumbnail else None,
            pictures=texts.pictures,
        )
        post = portal.publishing.add(draft, acting(operator), dry_run=dry_run)
        _tell(at, post, texts, dry_run=dry_run, as_json=as_json)


def _editing(app: typer.Typer, kind: PostKind) -> None:
    @app.command()
    def edit(
        ctx: typer.Context,
        post: Which,
        operator: Operator,
        files: MaybeFiles = None,
        begin: From = None,
        until: Until = None,
        endless: Endless = False,
        pin: Pinned = None,
        thumbnail: Thumbnail = None,
        dry_run: DryRun = False,
        as_json: Json = False,
    ) -> None:
        """Change a post; what is not named stays, and nobody is notified again."""
        at = cli_context(ctx)
        portal = at.container.portal()
        before = portal.publishing.find(kind, post)
        texts = read_texts(files or [], portal.publishing)
        change = PostChange(
            texts=texts.drafts,
            span=changed_span(at, before.span, begin, until, endless=endless),
            pinned=pin,
            thumbnail=read_picture(thumbnail, portal.publishing) if thumbnail else None,
            pictures=texts.pictures,
        )
        if change == PostChange():
            raise WrongUsage("name what is to change: files, --from, --until, --pin, --thumbnail")
        done = portal.publishing.edit(kind, post, change, acting(operator), dry_run=dry_run)
        _tell(at, done, texts, dry_run=dry_run, as_json=as_json)


def _listing(app: typer.Typer, kind: PostKind) -> None:
    @app.command("list")
    def list_(
        ctx: typer.Context, page: PageNumber = 0, size: PageSize = 50, as_json: Json = False
    ) -> None:
        """List posts, including future and retired ones: pinned ones first, then the newest."""
        at = cli_context(ctx)
        found = at.container.portal().publishing.list(kind, PageRequest(page, size))
        show_list([_row(at, each) for each in found.items], as_json=as_json, page=found)


def _retiring(app: typer.Typer, kind: PostKind) -> None:
    @app.command()
    def retire(
        ctx: typer.Context,
        post: Which,
        operator: Operator,
        dry_run: DryRun = False,
        yes: Yes = False,
        as_json: Json = False,
    ) -> None:
        """Take a post off the board for good."""
        at = cli_context(ctx)
        publishing = at.container.portal().publishing
        found = publishing.find(kind, post)
        if not dry_run:
            confirm(f"Retire {_title(found)}?", yes=yes)
        done = publishing.retire(kind, post, acting(operator), dry_run=dry_run)
        show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


def changed_span(
    at: CliContext, span: PublishedSpan, begin: str | None, until: str | None, *, endless: bool
) -> PublishedSpan | None:
    """The span with the named days in place of its own; None if none was named."""
    if until is not None and endless:
        raise WrongUsage("--until and --no-until contradict each other")
    begins = begin_of(begin, at.container.portal().settings.zone)
    changed = evolve(
        span,
        begin=begins or span.begin,
        until=None if endless else last_day_of(until) or span.until,
    )
    return None if changed == span else changed


def state_of(at: CliContext, span: PublishedSpan, retired: object) -> str:
    """Whether readers see it: `to come`, `seen`, `over` or `retired`."""
    clock = at.container.portal().clock
    if retired is not None:
        return "retired"
    if span.begin > clock.now():
        return "to come"
    return "seen" if span.holds(clock.now(), clock.today()) else "over"


def _tell(at: CliContext, post: Post, texts: Texts, *, dry_run: bool, as_json: bool) -> None:
    """Print what was published, or would be."""
    record = _row(at, post)
    if as_json:
        show_record({**record, **trial(dry_run), "texts": _documents(texts)}, as_json=True)
        return
    show_record(record, as_json=False)
    for language, draft in texts.drafts.items():
        say(f"\n[{language}] {draft.title}")
        for line in draft.body.strip().splitlines():
            say(f"    {line}")
    for picture in texts.pictures:
        say(f"picture {picture.id}: {picture.width} x {picture.height}, {len(picture.content):,} B")
    say_trial(dry_run)


def _documents(texts: Texts) -> dict[str, Any]:
    return {
        language.value: {"title": draft.title, "body": draft.body}
        for language, draft in texts.drafts.items()
    }


def _row(at: CliContext, post: Post) -> Row:
    zone = at.container.portal().settings.zone
    return {
        "id": post.id,
        "title": _title(post),
        "state": state_of(at, post.span, post.retired_at),
        "from": shown_time(post.span.begin, zone),
        "until": post.span.until,
        "pinned": post.pinned,
        "about": post.about,
        "languages": sorted(post.texts),
    }


def _title(post: Post) -> str:
    return post.text(FALLBACK).title
