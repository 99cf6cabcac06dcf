"""What the shell offers while a command is typed: ids and addresses from the database.

Statuses, kinds and currencies need no database. If anything goes wrong, nothing is offered and no
error is shown: there may be no database or no configuration, and the person only wants to go on
typing.
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
"""What may be typed next, each with a description."""

_PARTING = frozenset(" \t\\\"'`$&|;<>()*?[]#~!{}")


def offering(of: completion_queries.Names) -> Offers:
    """The names of the rows that begin with what was typed, limited by earlier arguments where that
    applies.
    """

    def offer(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        # A completion that fails must not look like a failing command, so any exception is
        # swallowed.
        with suppress(Exception):
            file = ctx.find_root().params.get("config")
            url = load(os.environ, file).deployment.database_url
            within = str(ctx.params.get(of.within, ""))
            found = completion_queries.names(url, of, incomplete, within)
            return [(_as_typed(name), told) for name, told in found]
        return []

    return offer


def _as_typed(name: str) -> str:
    """Bash takes an offer literally, so that blanks would split it; the other shells quote it."""
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
