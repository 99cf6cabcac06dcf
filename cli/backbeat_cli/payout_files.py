"""The kinds of payout files, as an option for commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from backbeat.payout_methods.model import FileKind
from backbeat.payout_methods.registry import METHODS


def _names() -> str:
    return ", ".join(kind.name for kind in METHODS.files)


def read(text: str | FileKind) -> FileKind:
    """The kind of file that has this name."""
    if isinstance(text, FileKind):
        return text
    for kind in METHODS.files:
        if kind.name == text:
            return kind
    raise typer.BadParameter(f"{text!r} is not one of {_names()}")


def offer(incomplete: str) -> list[tuple[str, str]]:
    return [
        (kind.name, f"by {METHODS.paid_by(kind).name}, as {' or '.join(kind.forms)}")
        for kind in METHODS.files
        if kind.name.startswith(incomplete)
    ]


def _shown() -> dict[str, Any]:
    return {
        "help": "What kind of file.",
        "metavar": f"[{'|'.join(kind.name for kind in METHODS.files)}]",
    }


MaybeFileKind = Annotated[
    FileKind | None, typer.Option(parser=read, autocompletion=offer, **_shown())
]
