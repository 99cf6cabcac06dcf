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


@define(eq=False)
class UnknownPartner(Refusal):
    """No partner site has that domain."""

    reason = "not_found"
    partner: str = ""


@define(eq=False)
class BadTag(Refusal):
    """A tag's code or one of its words is not allowed."""

    reason = "bad_value"
    problem: str = ""


@define(eq=False)
class UnwritableCatalogue(Refusal):
    """The catalogue can't be written there."""

    reason = "unreadable_file"
    file: str = ""
    problem: str = ""


@define(eq=False)
class BadSearch(Refusal):
    """A search has no letter to look for, or is too long."""

    reason = "bad_search"
    longest: int = 0


@define(eq=False)
class UnknownTag(Refusal):
    """No tag of either vocabulary is written like this."""

    reason = "unknown_tag"
    tag: str = ""


@define(eq=False)
class FavouritesFull(Refusal):
    """The account has saved as many tracks as it may (MUSIC-10)."""

    code = 20000
    limit: int = 0
