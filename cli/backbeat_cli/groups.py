"""How the Typer objects of the commands are made, so that all of them behave alike."""

from __future__ import annotations

from typing import Any

import typer

_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    # Help is plain text, because Rich's help takes four times as long to appear.
    "rich_markup_mode": None,
}


def group(**more: Any) -> typer.Typer:
    """A noun with verbs below it: `app = group()`, then `@app.command()` for each verb."""
    made = typer.Typer(**(_PLAIN | {"no_args_is_help": True} | more))

    @made.callback()
    def _noun() -> None:
        # Without a callback, Typer would turn a noun with a single verb into that verb.
        pass

    return made


def single(**more: Any) -> typer.Typer:
    """A command without verbs below it."""
    return typer.Typer(**(_PLAIN | more))
