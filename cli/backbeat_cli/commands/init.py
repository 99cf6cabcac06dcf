"""`backbeat init`: a configuration file and a database to begin with."""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from sqlalchemy import make_url

from backbeat_adapters.container import make_container
from backbeat_adapters.settings import DEFAULT_FILE, FILE_VARIABLE, load, template
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_cli.app import Globals
from backbeat_cli.context import OPERATOR_VARIABLE, Yes, acting, system_user
from backbeat_cli.failures import Refused
from backbeat_cli.groups import single
from backbeat_cli.output import say

app = single()

_KEY_BYTES = 32


def _zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError):
        raise typer.BadParameter(f"{text} is no time zone, such as Asia/Seoul") from None
    return text


@app.command()
def init(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Option(help="The portal's name.")] = None,
    url: Annotated[str | None, typer.Option(help="Its address, such as https://...")] = None,
    business_tz: Annotated[
        str | None, typer.Option(help="The time zone of its days and months.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="The database: sqlite:////file or postgresql://...")
    ] = None,
    sender: Annotated[str | None, typer.Option(help="The sender of its mails.")] = None,
    keep_korean: Annotated[
        bool | None,
        typer.Option(
            help="Remember Korean for those who chose it; otherwise it lasts for one visit."
        ),
    ] = None,
    simplified_units: Annotated[
        bool | None, typer.Option(help="Simplified Chinese counts in 万 and 亿, not in 萬 and 億.")
    ] = None,
    yes: Yes = False,
) -> None:
    """Write a commented configuration file and create the database.

    It asks for what is not given; with --yes it takes the defaults instead.
    """
    file = _file(ctx)
    if file.exists():
        raise Refused(f"{file} already exists; remove it or name another with --config")
    here = file.parent.absolute()
    asked = {
        "site.name": _ask("The portal's name (site.name)", name, "Backbeat", yes=yes),
        "site.url": _ask("Its address (site.url)", url, "http://127.0.0.1:8000", yes=yes),
        "business_tz": _zone(
            _ask("Time zone of its days (business_tz)", business_tz, "UTC", yes=yes)
        ),
        "database_url": _ask(
            "Database (database_url)", database, f"sqlite:///{here}/backbeat.sqlite3", yes=yes
        ),
        "mail.sender": _ask("Sender of mails (mail.sender)", sender, "no-reply@localhost", yes=yes),
    }
    chosen = _languages(keep_korean, simplified_units, yes=yes)
    key = base64.b64encode(secrets.token_bytes(_KEY_BYTES)).decode()
    made: dict[str, object] = {"files": str(here / "files"), "secret_keys": (key,)}
    text = template(made | asked | chosen)
    _create_database(asked["database_url"])
    _write(file, text)
    _seed_policies(file, asked["database_url"])
    say(f"wrote {file} and created {make_url(asked['database_url']).render_as_string()}")
    say("the file holds the key to the stored secrets: keep a copy of it elsewhere")
    say("next: backbeat doctor, backbeat serve, backbeat worker")


def _languages(
    keep_korean: bool | None, simplified_units: bool | None, *, yes: bool
) -> dict[str, object]:
    """The settings of languages that are to be on; those that stay off are not written."""
    asked = {
        "i18n.keep_saved_korean": _confirm(
            "Does Korean stay for who chose it? Otherwise the next visit starts in English "
            "(i18n.keep_saved_korean)",
            keep_korean,
            yes=yes,
        ),
        "formatting.simplified_units": _confirm(
            "Does simplified Chinese count in 万 and 亿? Otherwise in 萬 and 億 "
            "(formatting.simplified_units)",
            simplified_units,
            yes=yes,
        ),
    }
    return {name: True for name, is_on in asked.items() if is_on}


def _file(ctx: typer.Context) -> Path:
    arguments = ctx.find_root().obj
    named = arguments.config if isinstance(arguments, Globals) else None
    return named or Path(os.environ.get(FILE_VARIABLE) or DEFAULT_FILE)


def _ask(question: str, given: str | None, default: str, *, yes: bool) -> str:
    if given is not None:
        return given
    return default if yes else str(typer.prompt(question, default=default))


def _confirm(question: str, given: bool | None, *, yes: bool) -> bool:
    """The answer; no by default, as in the settings."""
    if given is not None:
        return given
    return not yes and typer.confirm(question, default=False)


def _create_database(url: str) -> None:
    load({"BACKBEAT_DATABASE_URL": url}, None)
    engine = make_engine(url)
    try:
        migrations.upgrade(engine)
    finally:
        engine.dispose()


def _seed_policies(file: Path, url: str) -> None:
    """Make the first values of the rules that touch money from the configuration (POLICY-2)."""
    configuration = load(os.environ | {"BACKBEAT_DATABASE_URL": url}, file)
    container = make_container(configuration.settings, configuration.deployment)
    try:
        container.portal().policies.seed(acting(os.environ.get(OPERATOR_VARIABLE) or system_user()))
    finally:
        container.engine().dispose()


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    # It holds secrets: readable by its owner alone from the first byte on.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
