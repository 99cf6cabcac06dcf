"""`backbeat db`: the database's schema."""

from __future__ import annotations

import typer

from backbeat_adapters.sql import migrations
from backbeat_cli.desk import Json, Operator, acting, desk
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import say, show_json

app = group()


@app.command()
def upgrade(ctx: typer.Context, operator: Operator) -> None:
    """Bring the database to the newest schema; it is made when there is none.

    Rules that touch money get their first value from the configuration where they have none.
    """
    engine = desk(ctx).box.engine()
    before = migrations.revision_of(engine)
    migrations.upgrade(engine)
    after = migrations.revision_of(engine)
    say(f"schema {after}" if before == after else f"schema {before or 'none'} -> {after}")
    seeded = desk(ctx).box.policies().seed(acting(operator))
    if seeded:
        say(f"{seeded} rules have their first value from the configuration: backbeat policy show")


@app.command()
def check(ctx: typer.Context, as_json: Json = False) -> None:
    """Tell whether the schema is the newest and is what the program expects."""
    engine = desk(ctx).box.engine()
    present, newest = migrations.revision_of(engine), migrations.newest_revision()
    differences = migrations.drift(engine) if present == newest else []
    if as_json:
        show_json({"schema": present, "newest": newest, "differences": differences})
    if present != newest:
        raise Refused(f"schema {present or 'none'}, newest {newest}: run backbeat db upgrade")
    if differences:
        raise Refused(f"{len(differences)} differences: {'; '.join(differences[:5])}")
    if not as_json:
        say(f"schema {present}, as it should be")
