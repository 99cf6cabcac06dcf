"""What the catalogue needs: a store of tracks, and files to import."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from attrs import frozen

from backbeat.audit.ports import AuditTrail
from backbeat.catalogue.model import CatalogueRow, Category, RefusedRow, Track
from backbeat.catalogue.vocabulary import Tag, Vocabulary
from backbeat.kernel.ids import Isrc
from backbeat.kernel.pages import Page, PageRequest
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
        """Those of the tracks that are in, retired ones too."""

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]:
        """Those of the codes that are in, retired ones too."""

    def save(self, tracks: Iterable[Track]) -> None:
        """Keep tracks, in place of what was there under their codes."""

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]: ...

    def every(self, *, retired: bool) -> Iterator[Track]:
        """All of them in order of their codes, the retired ones too if asked for."""


class Tags(Protocol):
    """The operator's own tags, and built-in ones whose words the operator changed."""

    def put(self, tag: Tag) -> None:
        """Keep a tag in place of its namesake of the same kind."""

    def own(self) -> Sequence[Tag]:
        """In order of kind and code."""

    def counts(self) -> Mapping[str, int]:
        """By address, how many tracks that are offered to everybody have the tag."""


class OpenCatalogue(Protocol):
    """A catalogue file whose header was recognised."""

    @property
    def name(self) -> str: ...

    @property
    def columns(self) -> Sequence[tuple[str, str]]: ...

    @property
    def ignored(self) -> Sequence[str]:
        """Its columns that mean nothing here."""

    @property
    def encoding(self) -> str | None:
        """How its text is read; None for a workbook."""

    def rows(
        self, prefixes: Collection[str], vocabulary: Vocabulary
    ) -> Iterator[CatalogueRow | RefusedRow]:
        """Every line below the header: a track, or why it was not taken.

        A code has to begin with one of the prefixes, if there are any (MUSIC-1). A code that stood
        on a line before is refused: the first holds.
        """


class CatalogueFiles(Protocol):
    def open(
        self, path: Path, encoding: str | None = None
    ) -> AbstractContextManager[OpenCatalogue]:
        """Recognise a CSV or XLSX by its header; raises `UnreadableCatalogue`.

        `encoding` says how a text that is neither UTF-8 nor UTF-16 is read.
        """

    def write(self, path: Path, tracks: Iterable[Track]) -> int:
        """Write tracks as a catalogue that `open` reads back, CSV or XLSX by the path's ending.

        Gives their number; raises `UnwritableCatalogue`.
        """


class Books(Protocol):
    """What one transaction of this feature sees."""

    @property
    def tracks(self) -> Tracks: ...

    @property
    def tags(self) -> Tags: ...

    @property
    def sites(self) -> PartnerSites: ...

    @property
    def audit(self) -> AuditTrail: ...
