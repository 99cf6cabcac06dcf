"""Previews and covers in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import BinaryIO

from attrs import define, evolve, field

from backbeat.kernel.ids import Isrc
from backbeat.media.model import FileKey, KeptPreview, Measures, Media


@define(eq=False)
class MemoryTrackMedia:
    _media: dict[Isrc, Media] = field(factory=dict, init=False)
    _measures: dict[Isrc, Measures] = field(factory=dict, init=False)

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Media]:
        return {isrc: self._media[isrc] for isrc in isrcs if isrc in self._media}

    def measures(self, isrc: Isrc) -> Measures | None:
        return self._measures.get(isrc)

    def put_preview(self, isrc: Isrc, preview: KeptPreview, measures: Measures) -> None:
        self._media[isrc] = evolve(self._media.get(isrc, Media()), preview=preview)
        self._measures[isrc] = measures

    def put_cover(self, isrc: Isrc, cover: FileKey) -> None:
        self._media[isrc] = evolve(self._media.get(isrc, Media()), cover=cover)

    def files(self) -> Iterator[FileKey]:
        for media in self._media.values():
            if media.preview is not None:
                yield media.preview.file
            if media.cover is not None:
                yield media.cover


@define(eq=False)
class MemoryFiles:
    """Fulfils `FileStore`."""

    _files: dict[FileKey, bytes] = field(factory=dict, init=False)

    def put(self, key: FileKey, content: BinaryIO) -> None:
        self._files[key] = content.read()

    def open(self, key: FileKey, first: int = 0, length: int | None = None) -> BinaryIO | None:
        kept = self._files.get(key)
        if kept is None:
            return None
        return BytesIO(kept[first:] if length is None else kept[first : first + length])

    def has(self, key: FileKey) -> bool:
        return key in self._files

    def remove(self, key: FileKey) -> None:
        self._files.pop(key, None)

    def keys(self) -> Iterator[FileKey]:
        yield from sorted(self._files)
