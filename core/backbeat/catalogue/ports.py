"""What the catalogue needs: a store of tracks, and files to import."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from attrs import frozen

from backbeat.accounts.model import Account
from backbeat.audit.ports import AuditTrail
from backbeat.catalogue.layout import CatalogueLayout
from backbeat.catalogue.model import Act, CatalogueRow, Category, Home, RefusedRow, Track
from backbeat.catalogue.search.query import Query
from backbeat.catalogue.vocabulary import Tag, Vocabulary
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.media.ports import TrackMedia
from backbeat.site.ports import PartnerSites


@frozen
class TrackFilter:
    """Which tracks a list shows; None filters nothing."""

    search: str | None = None
    """Part of the name, the artist or the code; case does not matter (MUSIC-5)."""
    category: Category | None = None
    retired: bool | None = False
    tags: Collection[str] = ()
    """Addresses of tags that a track must have all of."""
    shopping: bool | None = None
    partner: str | None = None


class Tracks(Protocol):
    def get(self, isrc: Isrc) -> Track | None: ...

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        """Those of the tracks that are in the catalogue, including retired ones."""

    def lock(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        """The same; nobody else changes these until the transaction ends."""

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]:
        """Those of the codes that are in the catalogue, including retired ones."""

    def exclusive(self) -> frozenset[Isrc]:
        """The codes of the tracks that belong to a partner, including retired ones (MUSIC-9)."""

    def save(self, tracks: Iterable[Track]) -> None:
        """Store tracks, replacing those with the same codes."""

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]: ...

    def every(self, *, retired: bool) -> Iterator[Track]:
        """All of them in order of their codes, including retired ones if requested."""


@frozen
class Wanted:
    """Which of the offered tracks somebody looks for, and who is looking.

    `new` is a span of release days, both included; flagged tracks are new as well.
    """

    partner: str | None = None
    exclusive: bool = False
    """Whether only the partner's own tracks are wanted, and none without a partner."""
    query: Query | None = None
    tags: Collection[str] = ()
    category: Category | None = None
    new: tuple[date, date] | None = None
    shopping: bool = False
    prioritized: bool = False
    """Whether the operator's choice comes first; nothing is left out."""


class TrackSearch(Protocol):
    """Finds offered tracks. It knows what `Tracks.save` last stored of each."""

    def page(self, wanted: Wanted, request: PageRequest) -> Page[Track]:
        """In order of how well they match, then of their places (MUSIC-14)."""

    def following(self, wanted: Wanted, after: Isrc, size: int) -> Page[Track]:
        """The tracks that come next after one in that order."""

    def rank(self, isrcs: Iterable[Isrc]) -> None:
        """Give these tracks their places in this order; all others come after them."""

    def make_anew(self, limit: int) -> int:
        """Rebuild what an older version of the program stored, for so many tracks. Returns their
        number.
        """


class Shelves(Protocol):
    """What the music's first page shows, prepared in advance."""

    def put(self, partner: str | None, home: Home) -> None: ...

    def of(self, partner: str | None) -> Home | None: ...


class Plays(Protocol):
    """What people did with tracks, counted by day (MUSIC-7)."""

    def count(self, isrc: Isrc, day: date, act: Act) -> None:
        """One more."""

    def played(self, first: date, last: date) -> Mapping[Isrc, int]:
        """How often each track of the catalogue was played on these days."""


class Favourites(Protocol):
    """The tracks that accounts saved. Only those that the account may use as a member of its
    partner count.
    """

    def add(self, account: AccountId, isrc: Isrc, at: datetime) -> None: ...

    def remove(self, account: AccountId, isrc: Isrc) -> bool:
        """False if the account had not saved it."""

    def count(self, account: AccountId, partner: str | None) -> int: ...

    def among(self, account: AccountId, isrcs: Collection[Isrc]) -> Mapping[Isrc, datetime]:
        """Those of the tracks that the account saved, each with when."""

    def page(self, account: AccountId, partner: str | None, request: PageRequest) -> Page[Track]:
        """The newest first, retired ones too."""


class Accounts(Protocol):
    def get(self, account: AccountId) -> Account | None: ...

    def lock(self, account: AccountId) -> Account | None:
        """Lock the account: nobody else may change anything of it until the transaction ends."""


class Statistics(Protocol):
    """Views according to reports."""

    def last_day(self) -> date | None: ...

    def views_by_video(
        self, first: date, last: date, channels: Collection[PlatformChannelId] | None = None
    ) -> Mapping[VideoId, int]:
        """Views gained from the first to the last day, of some channels' videos or of all."""


class OwnChannel(Protocol):
    """What has to be known about a channel to find its videos' tracks."""

    @property
    def platform_id(self) -> PlatformChannelId: ...

    @property
    def owner(self) -> AccountId: ...

    @property
    def holder(self) -> AccountId: ...

    @property
    def is_verified(self) -> bool: ...


class Figures(Protocol):
    def channels_of(self, accounts: Collection[AccountId]) -> Sequence[OwnChannel]:
        """Channels that one of the accounts owns or ever held."""


class Carried(Protocol):
    """A track that a video uses."""

    @property
    def isrc(self) -> Isrc: ...


class Videos(Protocol):
    def tracks_of(
        self, videos: Collection[VideoId], first: Month, last: Month
    ) -> Mapping[VideoId, Sequence[Carried]]: ...

    def last_used(
        self, channels: Collection[PlatformChannelId], isrcs: Collection[Isrc]
    ) -> Mapping[Isrc, date]:
        """The day on which the newest of these channels' videos with each track came out."""


class Tags(Protocol):
    """The operator's own tags, and built-in tags whose words the operator changed."""

    def put(self, tag: Tag) -> None:
        """Store a tag; it replaces one with the same code and kind."""

    def own(self) -> Sequence[Tag]:
        """In order of kind and code."""

    def counts(self) -> Mapping[str, int]:
        """By address, how many tracks offered to everybody have the tag."""


class OpenCatalogue(Protocol):
    """A catalogue file whose header was recognised."""

    @property
    def name(self) -> str: ...

    @property
    def columns(self) -> Sequence[tuple[str, str]]: ...

    @property
    def ignored(self) -> Sequence[str]: ...

    @property
    def encoding(self) -> str | None:
        """Its encoding; None for a workbook."""

    def rows(
        self, prefixes: Collection[str], vocabulary: Vocabulary
    ) -> Iterator[CatalogueRow | RefusedRow]:
        """Every line below the header: a track, or why it was refused.

        A code has to begin with one of the prefixes, if there are any (MUSIC-1). A code that was
        already on an earlier line is refused: the first one counts.
        """


class CatalogueFiles(Protocol):
    def open(
        self, path: Path, encoding: str | None = None, layout: CatalogueLayout | None = None
    ) -> AbstractContextManager[OpenCatalogue]:
        """Recognise a CSV or XLSX by its header; raises `UnreadableCatalogue`.

        `encoding` says how to read a text that is neither UTF-8 nor UTF-16, `layout` what each
        column is.
        """

    def write(self, path: Path, tracks: Iterable[Track]) -> int:
        """Write tracks as a catalogue that `open` reads back, CSV or XLSX by the path's ending.

        Returns their number; raises `UnwritableCatalogue`.
        """


class Books(Protocol):
    """What one transaction of this feature sees."""

    @property
    def tracks(self) -> Tracks: ...

    @property
    def tags(self) -> Tags: ...

    @property
    def search(self) -> TrackSearch: ...

    @property
    def shelves(self) -> Shelves: ...

    @property
    def plays(self) -> Plays: ...

    @property
    def media(self) -> TrackMedia: ...

    @property
    def favourites(self) -> Favourites: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def statistics(self) -> Statistics: ...

    @property
    def videos(self) -> Videos: ...

    @property
    def figures(self) -> Figures: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def sites(self) -> PartnerSites: ...

    @property
    def audit(self) -> AuditTrail: ...
