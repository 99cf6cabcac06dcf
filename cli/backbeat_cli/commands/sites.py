"""`backbeat site`: the partners that the portal appears as."""

from __future__ import annotations

from typing import Annotated

import typer
from attrs import asdict

from backbeat.site.errors import SiteNotFound, SiteTaken
from backbeat.site.model import PartnerSite
from backbeat_cli.context import Json, Operator, acting, cli_context
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import show_list, show_record

app = group()

Domain = Annotated[str, typer.Argument(help="The partner's domain, such as partner.example.")]
Logo = Annotated[
    str | None, typer.Option(help="Its logo: an https address or a path of the portal.")
]


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List the partner sites."""
    sites = cli_context(ctx).container.portal().sites.all()
    show_list([asdict(site) for site in sites], as_json=as_json)


@app.command()
def add(
    ctx: typer.Context,
    domain: Domain,
    name: Annotated[str, typer.Argument(help="What the partner is called.")],
    operator: Operator,
    color: Annotated[str, typer.Option(help="Its colour, as #rrggbb.")] = "#5b5bf0",
    color_dim: Annotated[str, typer.Option(help="The same, dimmed.")] = "#4343c8",
    logo: Logo = None,
    as_json: Json = False,
) -> None:
    """Let the portal appear as a partner; tracks can be its own from then on."""
    sites = cli_context(ctx).container.portal().sites
    try:
        site = PartnerSite(domain, name, color, color_dim, logo)
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None
    try:
        show_record(asdict(sites.add(site, acting(operator))), as_json=as_json)
    except SiteTaken:
        raise Refused(f"there is a partner site {site.domain} already") from None


@app.command()
def edit(
    ctx: typer.Context,
    domain: Domain,
    operator: Operator,
    name: Annotated[str | None, typer.Option(help="What the partner is called.")] = None,
    color: Annotated[str | None, typer.Option(help="Its colour, as #rrggbb.")] = None,
    color_dim: Annotated[str | None, typer.Option(help="The same, dimmed.")] = None,
    logo: Logo = None,
    as_json: Json = False,
) -> None:
    """Change a partner site's name, colours or logo."""
    told = {
        "name": name,
        "color_primary": color,
        "color_primary_dim": color_dim,
        "exclusive_logo": logo,
    }
    change = {field: value for field, value in told.items() if value is not None}
    sites = cli_context(ctx).container.portal().sites
    try:
        show_record(asdict(sites.edit(domain, change, acting(operator))), as_json=as_json)
    except SiteNotFound:
        raise Refused(f"no such partner site: {domain}") from None
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None
