"""Why a file is not taken in, and why nothing is heard at an address."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class UnusableFile(Exception):
    """A file is no preview or cover of a track (MUSIC-29). `problem` is for the operator."""

    why: str
    problem: str


@define(eq=False)
class AddressOver(Refusal):
    """The address of a preview is over, or was never made here (MUSIC-28)."""

    code = 10000


@define(eq=False)
class PreviewGone(Refusal):
    """The preview's file is not where it was kept."""

    reason = "not_found"


class FilesUnavailable(Exception):
    """Where previews and covers are kept cannot be reached, or takes nothing more; the text says why."""
