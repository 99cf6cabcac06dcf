"""What is stored of a track to be heard and seen."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import BinaryIO, NewType

from attrs import frozen

from backbeat.kernel.ids import Isrc

FileKey = NewType("FileKey", str)
"""A file's name in the store: the track's code and a part of the hash of its bytes."""


@frozen
class KeptPreview:
    """The part of a track that can be heard. `size` is in bytes."""

    file: FileKey
    size: int
    milliseconds: int

    @property
    def seconds(self) -> int:
        """Its length, at least one second."""
        return max(1, round(self.milliseconds / 1000))


@frozen
class Media:
    """A track's preview and cover, as far as there are any."""

    preview: KeptPreview | None = None
    cover: FileKey | None = None


@frozen
class Measures:
    """What was measured when the audio was taken in: the loudness of the original in LUFS, and how
    loud the preview is from beginning to end, 0 to 100.
    """

    loudness: Decimal
    peaks: Sequence[int]


@frozen
class MadePreview:
    content: BinaryIO
    size: int
    digest: str
    milliseconds: int
    measures: Measures


@frozen
class TakenFile:
    """A file that was taken in, and what it is now: `replaced` if the track had another before."""

    file: str
    isrc: Isrc
    name: str
    bytes: int
    replaced: bool
    seconds: int | None = None
    loudness: Decimal | None = None


@frozen
class RefusedFile:
    """A file that was refused, and why: a reason and a message for the operator."""

    file: str
    reason: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}: {self.problem}"


@frozen
class MediaReport:
    """The result of taking in files, or what it would be."""

    taken: Sequence[TakenFile]
    refused: Sequence[RefusedFile]
    dry_run: bool = False
