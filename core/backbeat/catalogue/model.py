"""A track of the catalogue, as creators find it and reports name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from attrs import evolve, field, frozen

from backbeat.kernel.ids import Isrc


class Category(StrEnum):
    """What a track is for (MUSIC-3); `kpop` is read as pop."""

    BGM = "bgm"
    POP = "pop"
    OST = "ost"


@frozen
class Track:
    """One recording. `seconds` is its length, 0 if unknown; `released_on` may be unknown."""

    isrc: Isrc
    name: str
    artist: str = ""
    category: Category = Category.BGM
    seconds: int = 0
    released_on: date | None = None
    album: str = ""
    label: str = ""
    upc: str = ""
    composer: str = ""
    thumbnail: str | None = None
    audio_url: str | None = None
    moods: frozenset[str] = frozenset()
    ai_tags: frozenset[str] = frozenset()
    is_flagged_new: bool = False
    """The operator lists it among new releases, whatever its date (MUSIC-3)."""
    shopping: bool = False
    prioritized: bool = False
    """The operator's choice, which comes first if a search asks for that (MUSIC-5)."""
    partner: str | None = None
    """The domain of the partner if only that partner's people may use it (MUSIC-9)."""
    added_at: datetime | None = None
    """When it was added, by the business clock; None before it is stored."""
    retired_at: datetime | None = None
    """Since when it is no longer offered; reports may still name it."""

    @property
    def search_text(self) -> str:
        """What a search looks through: name, artist and code, without case (MUSIC-5)."""
        return f"{self.name}\n{self.artist}\n{self.isrc}".casefold()

    @property
    def tags(self) -> frozenset[str]:
        """The addresses of its tags of both kinds."""
        return self.moods | {f"ai:{tag}" for tag in self.ai_tags}

    def is_new(self, today: date, days: int) -> bool:
        """Whether it counts as a new release (MUSIC-3)."""
        if self.released_on is None:
            return self.is_flagged_new
        return self.is_flagged_new or timedelta(0) <= today - self.released_on < timedelta(days)

    def is_for(self, partner: str | None) -> bool:
        """Whether an account of that partner, or of none, may find and use it (MUSIC-9)."""
        return self.retired_at is None and self.partner in (None, partner)

    def same_as(self, other: Track) -> bool:
        """Whether the two say the same about the recording, whenever they were added."""
        return evolve(self, added_at=None, retired_at=None) == evolve(
            other, added_at=None, retired_at=None
        )

    def updated(self, told: Mapping[str, object]) -> Track:
        """With what a newer file says; fields for which it has no column stay."""
        return evolve(self, **told)  # type: ignore[arg-type]


class Act(StrEnum):
    """Something that people do with a track and that is counted (MUSIC-7)."""

    PLAY = "play"
    COPY = "copy"
    OPEN = "open"


@frozen
class Ranked:
    """A place in the weekly ranking:

    `change` is by how much it rose, None if it is new. `gained` are the week's views, or plays if
    no report has any views.
    """

    isrc: Isrc
    rank: int
    change: int | None
    gained: int = 0


@frozen
class Home:
    """What the music's first page shows, by codes (MUSIC-22).

    `first` and `last` are the days of the ranking, `made_on` is when it was made; `moods` has the
    tags with most tracks, by address; `tagged` says how many tracks offered to everybody each tag
    has.
    """

    made_on: date
    first: date
    last: date
    ranking: Sequence[Ranked] = ()
    new_releases: Sequence[Isrc] = ()
    prioritized: Sequence[Isrc] = ()
    shopping: Sequence[Isrc] = ()
    moods: Mapping[str, Sequence[Isrc]] = field(factory=dict)
    tagged: Mapping[str, int] = field(factory=dict)
    by_plays: bool = False
    """Whether the ranking goes by plays, for want of reports."""
    all_new: int = 0
    all_shopping: int = 0
    """How many tracks there are in all, of which a shelf shows the first."""
    all_tracks: int = 0
    """How many tracks are offered to those whose page it is."""

    @property
    def isrcs(self) -> Sequence[Isrc]:
        """The codes of all its tracks, each once."""
        shelves = (self.new_releases, self.prioritized, self.shopping, *self.moods.values())
        ranked = (place.isrc for place in self.ranking)
        return list(dict.fromkeys([*ranked, *(isrc for shelf in shelves for isrc in shelf)]))


@frozen
class CatalogueRow:
    """A checked line of a catalogue file: the code, and what the file says about the track.

    `told` has the fields of `Track` for which the file has a column.
    """

    line: int
    isrc: Isrc
    told: Mapping[str, object] = field(factory=lambda: MappingProxyType({}))
    unknown_tags: tuple[str, ...] = ()
    """Words of its tag columns that are in no vocabulary."""


@frozen
class RefusedRow:
    """A line that was refused, and why: a reason and a message for the operator."""

    line: int
    reason: str
    value: str
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@frozen
class ImportReport:
    """The result of importing a catalogue, or what it would be."""

    file: str
    columns: Sequence[tuple[str, str]]
    """The file's columns in its order, and what each was read as."""
    ignored: Sequence[str]
    """Columns that are not used."""
    added: int
    changed: int
    unchanged: int
    refused: Sequence[RefusedRow]
    sample: Sequence[Track]
    """The first tracks, as they were or would be stored."""
    unknown_tags: Mapping[str, int] = field(factory=dict)
    """Words for moods that are in no vocabulary and were left out, and the number of lines with
    each.
    """
    encoding: str | None = None
    """How the text was read; None for a workbook."""
    dry_run: bool = False
