"""How the commands' Typer objects are made, so that all of them behave alike."""

from __future__ import annotations

from typing import Any

import typer

_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    # Help in plain text: Rich's help needs four times as long to come up.
    "rich_markup_mode": None,
}


def group(**more: Any) -> typer.Typer:
    """A noun with verbs below it: `app = group()`, then `@app.command()` for each verb."""
    made = typer.Typer(**(_PLAIN | {"no_args_is_help": True} | more))

    @made.callback()
    def _noun() -> None:
        # A callback keeps a noun with one verb from becoming that verb.
        pass

    return made


def single(**more: Any) -> typer.Typer:
    """A command without verbs below it."""
    return typer.Typer(**(_PLAIN | more))
