"""Why an act on the catalogue is refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class UnreadableCatalogue(Refusal):
    """The file can't be read, or no line of it looks like a catalogue's header."""

    reason = "unreadable_file"
    file: str = ""
    problem: str = ""


@define(eq=False)
class TrackNotFound(Refusal):
    reason = "not_found"
    isrc: str = ""
