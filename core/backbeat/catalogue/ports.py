"""What the catalogue needs: a store of tracks, and files to import."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from attrs import frozen

from backbeat.audit.ports import AuditTrail
from backbeat.catalogue.model import CatalogueRow, Category, RefusedRow, Track
from backbeat.kernel.ids import Isrc
from backbeat.kernel.pages import Page, PageRequest


@frozen
class TrackFilter:
    """Which tracks a list shows; None filters nothing."""

    search: str | None = None
    """Part of the name, the artist or the code; case does not matter (MUSIC-5)."""
    category: Category | None = None
    retired: bool | None = False


class Tracks(Protocol):
    def get(self, isrc: Isrc) -> Track | None: ...

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        """Those of the tracks that are in, retired ones too."""

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]:
        """Those of the codes that are in, retired ones too."""

    def save(self, tracks: Iterable[Track]) -> None:
        """Keep tracks, in place of what was there under their codes."""

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]: ...


class OpenCatalogue(Protocol):
    """A catalogue file whose header was recognised."""

    @property
    def name(self) -> str: ...

    @property
    def columns(self) -> Sequence[tuple[str, str]]: ...

    @property
    def ignored(self) -> Sequence[str]:
        """Its columns that mean nothing here."""

    def rows(self, prefixes: Collection[str]) -> Iterator[CatalogueRow | RefusedRow]:
        """Every line below the header: a track, or why it was not taken.

        A code has to begin with one of the prefixes, if there are any (MUSIC-1). A code that stood
        on a line before is refused: the first holds.
        """


class CatalogueFiles(Protocol):
    def open(self, path: Path) -> AbstractContextManager[OpenCatalogue]:
        """Recognise a CSV or XLSX by its header; raises `UnreadableCatalogue`."""


class Books(Protocol):
    """What one transaction of this feature sees."""

    @property
    def tracks(self) -> Tracks: ...

    @property
    def audit(self) -> AuditTrail: ...
