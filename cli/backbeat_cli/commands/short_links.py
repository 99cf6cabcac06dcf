"""`backbeat short`: short links, `/r/CODE`."""

from __future__ import annotations

from typing import Annotated

import typer
from attrs import asdict

from backbeat.kernel.errors import NotFound
from backbeat.site.errors import ShortLinkTaken, ShortTargetUnknown
from backbeat.site.model import LinkKind, ShortCode
from backbeat_cli.context import CliContext, DryRun, Json, Operator, acting, cli_context
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import Row, show_act, show_list

app = group()

Code = Annotated[str, typer.Argument(help="The part behind /r/, such as autumn.")]


@app.command()
def add(
    ctx: typer.Context,
    code: Code,
    kind: Annotated[
        LinkKind, typer.Argument(help="Somebody's invitation, a track, or a page of the portal.")
    ],
    target: Annotated[
        str, typer.Argument(help="The referral code, the track code, or the page's address.")
    ],
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make a short address lead to a place within the portal."""
    at = cli_context(ctx)
    try:
        link = at.container.portal().short_links.add(
            code, kind, target, acting(operator), dry_run=dry_run
        )
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None
    except ShortLinkTaken as taken:
        raise Refused(f"there is a short link {taken.short} already") from None
    except ShortTargetUnknown as unknown:
        raise Refused(f"there is no {_THINGS[kind]} {unknown.target}") from None
    show_act(_row(at, link), dry_run=dry_run, as_json=as_json)


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List the short links."""
    at = cli_context(ctx)
    links = at.container.portal().short_links.all()
    show_list([_row(at, link) for link in links], as_json=as_json)


@app.command()
def remove(
    ctx: typer.Context,
    code: Code,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Remove a short link; its address is not found from then on."""
    at = cli_context(ctx)
    try:
        link = at.container.portal().short_links.remove(code, acting(operator), dry_run=dry_run)
    except NotFound:
        raise Refused(f"no such short link: {code}") from None
    show_act(_row(at, link), dry_run=dry_run, as_json=as_json)


_THINGS = {LinkKind.REFERRAL: "account with the referral code", LinkKind.TRACK: "track"}


def _row(at: CliContext, link: ShortCode) -> Row:
    address = f"{at.container.portal().settings.site.url.rstrip('/')}/r/{link.code}"
    return {**asdict(link), "address": address}
