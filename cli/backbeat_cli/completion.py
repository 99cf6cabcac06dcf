"""What the shell offers while a command is typed: ids and addresses from the database.

Statuses, kinds and currencies are known without it. Whatever goes wrong, nothing is offered and
nothing is said: there may be no database, no configuration, and somebody only wants to type on.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import typer

from backbeat_adapters.settings import load
from backbeat_adapters.sql import completion_queries

Offers: TypeAlias = Callable[[typer.Context, str], list[tuple[str, str]]]
"""What may be typed on, each with what it is."""

_PARTING = frozenset(" \t\\\"'`$&|;<>()*?[]#~!{}")


def offering(of: completion_queries.Names) -> Offers:
    """Names of those rows that begin as typed, within what was typed before where they say so."""

    def offer(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        # A command that completes nothing is no failure of the command: any exception will do.
        with suppress(Exception):
            file = ctx.find_root().params.get("config")
            url = load(os.environ, file).deployment.database_url
            within = str(ctx.params.get(of.within, ""))
            found = completion_queries.names(url, of, incomplete, within)
            return [(_as_typed(name), told) for name, told in found]
        return []

    return offer


def _as_typed(name: str) -> str:
    """Bash takes what is offered as it stands, and blanks would part it; the others quote it."""
    if os.environ.get("_BACKBEAT_COMPLETE") != "complete_bash":
        return name
    return "".join(f"\\{letter}" if letter in _PARTING else letter for letter in name)


accounts = offering(completion_queries.ACCOUNTS)
channels = offering(completion_queries.CHANNELS)
withdrawals = offering(completion_queries.WITHDRAWALS)
tracks = offering(completion_queries.TRACKS)
report_layouts = offering(completion_queries.REPORT_LAYOUTS)
report_files = offering(completion_queries.REPORT_FILES)
payout_batches = offering(completion_queries.PAYOUT_BATCHES)
summary_lines = offering(completion_queries.SUMMARY_LINES)


def platforms(incomplete: str) -> list[str]:
    # Imported here: the help of the program must not wait for the core.
    from backbeat.platforms.registry import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]
