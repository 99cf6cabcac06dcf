"""Where the files of tracks are stored, what makes them, and what signs their addresses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO, Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.kernel.ids import Isrc
from backbeat.media.model import FileKey, KeptPreview, MadePreview, Measures, Media


class FileStore(Protocol):
    """Files by key. A file exists completely or not at all, and never changes."""

    def put(self, key: FileKey, content: BinaryIO) -> None:
        """Store what is read from the stream, from its present position."""

    def open(self, key: FileKey, first: int = 0, length: int | None = None) -> BinaryIO | None:
        """The bytes from `first` on, at most `length` of them; None if there is no such file."""

    def has(self, key: FileKey) -> bool: ...

    def remove(self, key: FileKey) -> None:
        """Nothing happens where no such file is."""

    def keys(self) -> Iterator[FileKey]: ...


class PreviewMaker(Protocol):
    def make(self, path: Path, seconds: int) -> AbstractContextManager[MadePreview]:
        """The beginning of the audio, of so many seconds (0 for all of it), brought to even
        loudness.

        Raises `UnusableFile`.
        """


class CoverMaker(Protocol):
    def make(self, path: Path) -> bytes:
        """The picture in the form in which covers are stored; raises `UnusableFile`."""


class Signer(Protocol):
    """Signs texts, so that only this installation can have written them."""

    def sign(self, text: str) -> str:
        """A signature, of letters, digits, `-` and `_`."""

    def fits(self, text: str, signature: str) -> bool: ...


class TrackMedia(Protocol):
    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Media]:
        """What is stored of each; tracks without anything are left out."""

    def measures(self, isrc: Isrc) -> Measures | None: ...

    def put_preview(self, isrc: Isrc, preview: KeptPreview, measures: Measures) -> None:
        """In place of the one before."""

    def put_cover(self, isrc: Isrc, cover: FileKey) -> None:
        """In place of the one before."""

    def files(self) -> Iterator[FileKey]:
        """The keys of all previews and covers."""


class CampaignFiles(Protocol):
    def files(self) -> Iterator[FileKey]:
        """The keys of all files that campaigns give to creators."""


class NamedTrack(Protocol):
    @property
    def name(self) -> str: ...


class Tracks(Protocol):
    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, NamedTrack]: ...


class Books(Protocol):
    @property
    def tracks(self) -> Tracks: ...

    @property
    def media(self) -> TrackMedia: ...

    @property
    def campaigns(self) -> CampaignFiles: ...

    @property
    def audit(self) -> AuditTrail: ...
