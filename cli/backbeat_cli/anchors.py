"""How an audit anchor is given on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from backbeat.ledger.integrity.anchors import Anchor, AnchorUnreadable
from backbeat_cli.context import cli_context
from backbeat_cli.failures import Refused

AnchorLine = Annotated[
    str | None,
    typer.Option(
        "--anchor", metavar="LINE", help="An anchor that was kept outside, or a file with one."
    ),
]


def anchor_of(ctx: typer.Context, given: str | None) -> Anchor | None:
    """The anchor that an option names; refused if it does not belong to this installation."""
    if given is None:
        return None
    line = Path(given).read_text("utf-8", "replace") if _is_file(given) else given
    try:
        return cli_context(ctx).container_of_any_version.portal().anchors.read(line)
    except AnchorUnreadable as unreadable:
        raise Refused(str(unreadable)) from None


def _is_file(given: str) -> bool:
    try:
        return Path(given).is_file()
    except OSError:  # an anchor's line is longer than a file name may be
        return False
