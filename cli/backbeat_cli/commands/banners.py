"""`backbeat banner`: the rolling banners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from backbeat.board.errors import Unpublishable
from backbeat.board.model import Banner, PublishedSpan
from backbeat.board.publishing import BannerChange, BannerDraft
from backbeat.kernel.languages import FALLBACK, Language
from backbeat_cli.board_files import begin_of, last_day_of, read_picture, shown_time
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, show_act, show_list
from backbeat_cli.posts import Endless, From, Until, changed_span, state_of

app = group()

Which = Annotated[str, typer.Argument(help="The banner's id; see `list`.")]
Titles = Annotated[
    list[str],
    typer.Option(
        "--title", help='Its words in one language; repeat it for each: --title "en=Autumn".'
    ),
]
MaybeTitles = Annotated[
    list[str] | None, typer.Option("--title", help="Words that change; see `add`.")
]
Link = Annotated[
    str, typer.Option(help="Where it leads: a path of the portal, or an https address.")
]
Order = Annotated[int, typer.Option(help="Lower numbers come first.")]


@app.command()
def add(
    ctx: typer.Context,
    image: Annotated[Path, typer.Argument(help="A picture, about 1200 x 420: PNG, JPEG, WebP.")],
    title: Titles,
    link: Link,
    operator: Operator,
    order: Order = 0,
    begin: From = None,
    until: Until = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Add a rolling banner, shown now or later."""
    at = cli_context(ctx)
    portal = at.container.portal()
    draft = BannerDraft(
        titles=_titles(title),
        picture=read_picture(image, portal.publishing),
        link=link,
        order=order,
        span=PublishedSpan(
            begin_of(begin, portal.settings.zone) or portal.clock.now(), last_day_of(until)
        ),
    )
    try:
        banner = portal.publishing.add_banner(draft, acting(operator), dry_run=dry_run)
    except Unpublishable as fault:
        raise Refused(str(fault)) from None
    show_act(_row(at, banner), dry_run=dry_run, as_json=as_json)


@app.command()
def edit(
    ctx: typer.Context,
    banner: Which,
    operator: Operator,
    image: Annotated[Path | None, typer.Option(help="Another picture.")] = None,
    title: MaybeTitles = None,
    link: Annotated[str | None, typer.Option(help="Where it leads.")] = None,
    order: Annotated[int | None, typer.Option(help="Lower numbers come first.")] = None,
    begin: From = None,
    until: Until = None,
    endless: Endless = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Change a banner; what is not named stays."""
    at = cli_context(ctx)
    publishing = at.container.portal().publishing
    before = publishing.find_banner(banner)
    change = BannerChange(
        titles=_titles(title or []),
        picture=read_picture(image, publishing) if image else None,
        link=link,
        order=order,
        span=changed_span(at, before.span, begin, until, endless=endless),
    )
    if change == BannerChange():
        raise WrongUsage(
            "name what is to change: --image, --title, --link, --order, --from, --until"
        )
    try:
        done = publishing.edit_banner(banner, change, acting(operator), dry_run=dry_run)
    except Unpublishable as fault:
        raise Refused(str(fault)) from None
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List banners in their order, including future and retired ones."""
    at = cli_context(ctx)
    found = at.container.portal().publishing.banners()
    show_list([_row(at, banner) for banner in found], as_json=as_json)


@app.command()
def retire(
    ctx: typer.Context,
    banner: Which,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Remove a banner for good."""
    at = cli_context(ctx)
    publishing = at.container.portal().publishing
    found = publishing.find_banner(banner)
    if not dry_run:
        confirm(f"Retire {found.title(FALLBACK)}?", yes=yes)
    done = publishing.retire_banner(banner, acting(operator), dry_run=dry_run)
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


def _titles(texts: list[str]) -> dict[Language, str]:
    """`ko=...` split into the language and its words; anything else is wrong usage."""
    known = {language.value: language for language in Language}
    titles: dict[Language, str] = {}
    for text in texts:
        tag, equals, words = text.partition("=")
        if not equals or tag not in known or known[tag] in titles:
            raise WrongUsage(f"--title is LANGUAGE=WORDS, once for each of {', '.join(known)}")
        titles[known[tag]] = words.strip()
    return titles


def _row(at: CliContext, banner: Banner) -> Row:
    zone = at.container.portal().settings.zone
    return {
        "id": banner.id,
        "title": banner.title(FALLBACK),
        "state": state_of(at, banner.span, banner.retired_at),
        "order": banner.order,
        "link": banner.link,
        "from": shown_time(banner.span.begin, zone),
        "until": banner.span.until,
        "languages": sorted(banner.titles),
    }
