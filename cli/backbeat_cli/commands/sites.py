"""`backbeat site`: the partners that the portal appears as."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import asdict

from backbeat.board.model import PictureId
from backbeat.kernel.languages import Language
from backbeat.kernel.toml_texts import LONGEST, NoToml, TomlText
from backbeat.site.errors import (
    DomainUnproved,
    LogoElsewhere,
    OwnDomain,
    SiteInUse,
    SiteNotFound,
    SiteTaken,
    UnreadableColour,
)
from backbeat.site.model import LandingWords, PartnerSite
from backbeat.site.preview import preview_of
from backbeat.site.rules import TOKEN_PATH, picture_of
from backbeat.site.service import Look
from backbeat_cli.board_files import read_picture
from backbeat_cli.context import CliContext, DryRun, Json, Operator, Yes, acting, cli_context
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, note, say, show_act, show_json, show_list, show_record

app = group()

Domain = Annotated[str, typer.Argument(help="The partner's domain, such as partner.example.")]
Color = Annotated[str | None, typer.Option(help="Its colour, as #rrggbb.")]
ColorDim = Annotated[
    str | None,
    typer.Option(help="Its colour when pointed at; by default it is derived from --color."),
]
Logo = Annotated[
    str | None, typer.Option(help="Its logo: an https address or a path of the portal.")
]
LogoFile = Annotated[
    Path | None, typer.Option(help="Its logo as a file, which is imported: PNG, JPEG, WebP.")
]
MailSender = Annotated[
    str | None,
    typer.Option(help="The sender of mails to its people, if it is not the partner's name."),
]
Words = Annotated[
    Path | None,
    typer.Option(help="A TOML file with [en], [ko], [zh-CN] or [zh-TW]: title and lead of each."),
]


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List the partner sites."""
    at = cli_context(ctx)
    sites = at.container.portal().sites.all()
    show_list([_row(site) for site in sites], as_json=as_json)


@app.command()
def show(ctx: typer.Context, domain: Domain, as_json: Json = False) -> None:
    """Show a partner site, and what its domain has to answer."""
    at = cli_context(ctx)
    with _told(domain):
        site = at.container.portal().sites.get(domain)
    words = {language.value: asdict(own) for language, own in site.words.items()}
    show_record({**_row(site), "token": site.token, "words": words}, as_json=as_json)


@app.command()
def add(
    ctx: typer.Context,
    domain: Domain,
    name: Annotated[str, typer.Argument(help="What the partner is called.")],
    operator: Operator,
    color: Color = None,
    color_dim: ColorDim = None,
    logo: Logo = None,
    logo_file: LogoFile = None,
    mail_sender: MailSender = None,
    words: Words = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Describe a partner's site; it is shown once `site prove` has found its token.

    Tracks can be the partner's own from then on.
    """
    at = cli_context(ctx)
    with _told(domain):
        look = _look(at, None, color, color_dim, logo, logo_file, mail_sender, words)
        sites = at.container.portal().sites
        site = sites.add(domain, name, look, acting(operator), dry_run=dry_run)
    show_act(_row(site), dry_run=dry_run, as_json=as_json)
    if not dry_run:
        note(
            f"point {site.domain} at this portal, or let it answer {site.token} at {TOKEN_PATH}; "
            f"then: backbeat site prove {site.domain}"
        )


@app.command()
def edit(
    ctx: typer.Context,
    domain: Domain,
    operator: Operator,
    name: Annotated[str | None, typer.Option(help="What the partner is called.")] = None,
    color: Color = None,
    color_dim: ColorDim = None,
    logo: Logo = None,
    logo_file: LogoFile = None,
    mail_sender: MailSender = None,
    words: Words = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Change a partner site's name, colours, logo, mails or words."""
    at = cli_context(ctx)
    with _told(domain):
        look = _look(at, name, color, color_dim, logo, logo_file, mail_sender, words)
        site = at.container.portal().sites.edit(domain, look, acting(operator), dry_run=dry_run)
    show_act(_row(site), dry_run=dry_run, as_json=as_json)


@app.command()
def preview(
    ctx: typer.Context,
    domain: Domain,
    output: Annotated[Path | None, typer.Option(help="Write a page that shows it.")] = None,
    as_json: Json = False,
) -> None:
    """Show what a site will look like before anybody sees it: its colours and their contrast."""
    at = cli_context(ctx)
    with _told(domain):
        site = at.container.portal().sites.get(domain)
    rows: list[Row] = [
        {**asdict(pair), "ratio": f"{pair.ratio:.2f}"} for pair in site.palette.pairs()
    ]
    if output is not None:
        try:
            output.write_text(preview_of(site, _shown_anywhere(at, site)), encoding="utf-8")
        except OSError as error:
            raise Refused(f"{output}: {error.strerror or error}") from None
    if as_json:
        show_json({"domain": site.domain, "pairs": rows, "file": str(output) if output else None})
        return
    show_list(rows, as_json=False, title=f"{site.name}, {site.domain}")
    if output is not None:
        say(f"open {output} in a browser")


@app.command()
def check(ctx: typer.Context, domain: Domain, as_json: Json = False) -> None:
    """Ask a site's domain for its token and change nothing; code 1 where it does not answer it."""
    at = cli_context(ctx)
    with _told(domain):
        proof = at.container.portal().sites.check(domain)
    row = {**_row(proof.site), "asked": proof.address, "problem": proof.problem}
    show_record(row, as_json=as_json)
    if proof.problem is not None:
        raise Refused(f"{proof.site.domain}: {proof.problem}")


@app.command()
def prove(
    ctx: typer.Context,
    domain: Domain,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Show a site under its domain, if that answers the token."""
    at = cli_context(ctx)
    with _told(domain):
        site = at.container.portal().sites.prove(domain, acting(operator), dry_run=dry_run)
    show_act(_row(site), dry_run=dry_run, as_json=as_json)


@app.command()
def remove(
    ctx: typer.Context,
    domain: Domain,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Take a site away; its people see the portal's own look. No track may be its own any more."""
    at = cli_context(ctx)
    if not dry_run:
        confirm(f"Remove the partner site {domain}?", yes=yes)
    with _told(domain):
        site = at.container.portal().sites.remove(domain, acting(operator), dry_run=dry_run)
    show_act(_row(site), dry_run=dry_run, as_json=as_json)


@contextmanager
def _told(domain: str) -> Iterator[None]:
    """Turn the refusal of a site into a sentence."""
    try:
        yield
    except SiteNotFound:
        raise Refused(f"no such partner site: {domain}") from None
    except SiteTaken as taken:
        raise Refused(f"there is a partner site {taken.domain} already") from None
    except OwnDomain as own:
        raise Refused(f"{own.domain} is the portal's own domain") from None
    except UnreadableColour as found:
        raise Refused(
            f"{found.text} on {found.colour} has a contrast of {found.ratio}:1, "
            "and text needs 4.5:1: choose another --color-dim, or none"
        ) from None
    except LogoElsewhere as found:
        raise Refused(
            f"{found.host} is none of site.image_hosts: allow it there, or give --logo-file"
        ) from None
    except SiteInUse as used:
        raise Refused(
            f"{used.tracks} tracks are of {used.domain} alone: `backbeat track list --partner "
            f"{used.domain}` shows them, `track mark --partner ''` makes them everybody's"
        ) from None
    except DomainUnproved as unproved:
        raise Refused(f"{unproved.domain}: {unproved.problem}") from None
    except ValueError as problem:
        raise WrongUsage(str(problem)) from None


def _look(
    at: CliContext,
    name: str | None,
    color: str | None,
    color_dim: str | None,
    logo: str | None,
    logo_file: Path | None,
    mail_sender: str | None,
    words: Path | None,
) -> Look:
    if logo and logo_file:
        raise WrongUsage("--logo and --logo-file are two ways to name one logo")
    return Look(
        name=name,
        color_primary=color,
        color_primary_dim=color_dim,
        logo=logo,
        picture=read_picture(logo_file, at.container.portal().publishing) if logo_file else None,
        mail_sender=mail_sender,
        words=_words(words) if words else None,
    )


def _words(file: Path) -> dict[Language, LandingWords]:
    """The words in a file; anything else in it is refused by name."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            told = TomlText.of(opened.read(LONGEST + 1)).told_in
        return {Language(language): _of_language(own) for language, own in told.items()}
    except OSError as error:
        raise Refused(f"{file}: {error.strerror or error}") from None
    except (NoToml, ValueError) as problem:
        raise Refused(f"{file}: {problem}") from None


def _of_language(own: Any) -> LandingWords:
    if not isinstance(own, dict) or set(own) != {"title", "lead"}:
        raise ValueError("each language has a title and a lead, and nothing else")
    return LandingWords(str(own["title"]), str(own["lead"]))


def _shown_anywhere(at: CliContext, site: PartnerSite) -> str | None:
    """The logo's full address, for a page outside the portal."""
    name = picture_of(site.exclusive_logo)
    if name is None:
        return site.exclusive_logo
    picture = at.container.portal().board.picture(PictureId(name))
    return f"data:{picture.media_type};base64,{b64encode(picture.content).decode()}"


def _row(site: PartnerSite) -> Row:
    row = {name: fact for name, fact in asdict(site).items() if name not in {"token", "words"}}
    return {**row, "languages": sorted(site.words)}
