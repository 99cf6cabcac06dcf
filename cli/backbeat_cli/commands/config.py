"""`backbeat config`: the settings in force and where each comes from."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.policies.rules import KEYS as POLICIES
from backbeat_cli.context import Json, cli_context
from backbeat_cli.groups import group
from backbeat_cli.output import show_list

app = group()


@app.command()
def show(
    ctx: typer.Context,
    section: Annotated[
        str, typer.Argument(help="Only settings that begin with this, such as withdrawal.")
    ] = "",
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what is not the default.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print every setting with its value and its origin; secrets are masked.

    A setting that is also a policy shows only its first value here; see `backbeat policy show`.
    """
    rows = [
        {
            "setting": setting.path,
            "value": setting.shown,
            "origin": setting.origin,
            "ruled_by": "policy" if setting.path in POLICIES else "configuration",
        }
        for setting in cli_context(ctx).configuration.all
        if setting.path.startswith(section) and not (changed and setting.origin == "default")
    ]
    for row in rows:
        if isinstance(row["value"], frozenset):
            row["value"] = sorted(row["value"])
        elif not isinstance(row["value"], tuple | int | type(None)):
            row["value"] = str(row["value"])
    show_list(rows, as_json=as_json)
