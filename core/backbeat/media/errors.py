"""Why a file is not taken in, and why an address gives no audio."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class UnusableFile(Exception):
    """A file cannot be used as a preview or cover of a track (MUSIC-29). `problem` is for the
    operator.
    """

    why: str
    problem: str


@define(eq=False)
class AddressOver(Refusal):
    """The address of a preview has expired, or was never made here (MUSIC-28)."""

    code = 10000


@define(eq=False)
class PreviewGone(Refusal):
    """The preview's file is no longer where it was stored."""

    reason = "not_found"


class FilesUnavailable(Exception):
    """The store of previews and covers cannot be reached, or accepts nothing more; the text says
    why.
    """
