"""The catalogue in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, field

from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import TrackFilter
from backbeat.catalogue.vocabulary import Tag, TagKind
from backbeat.kernel.ids import Isrc
from backbeat.kernel.pages import Page, PageRequest


@define(eq=False)
class MemoryTracks:
    """Keeps tracks in a dict by their codes."""

    _tracks: dict[Isrc, Track] = field(factory=dict, init=False)

    def get(self, isrc: Isrc) -> Track | None:
        return self._tracks.get(isrc)

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        return {isrc: self._tracks[isrc] for isrc in isrcs if isrc in self._tracks}

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]:
        return frozenset(self._tracks).intersection(isrcs)

    def save(self, tracks: Iterable[Track]) -> None:
        self._tracks.update((track.isrc, track) for track in tracks)

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]:
        found = [track for track in self._tracks.values() if _matches(track, filter)]
        return request.of(sorted(found, key=lambda track: track.isrc))

    def every(self, *, retired: bool) -> Iterator[Track]:
        for isrc in sorted(self._tracks):
            track = self._tracks[isrc]
            if retired or track.retired_at is None:
                yield track


@define(eq=False)
class MemoryTags:
    tracks: MemoryTracks
    _tags: dict[tuple[TagKind, str], Tag] = field(factory=dict, init=False)

    def put(self, tag: Tag) -> None:
        self._tags[tag.kind, tag.code] = tag

    def own(self) -> Sequence[Tag]:
        return [self._tags[key] for key in sorted(self._tags)]

    def counts(self) -> Mapping[str, int]:
        offered = (track for track in self.tracks.every(retired=False) if track.is_for(None))
        return Counter(tag for track in offered for tag in track.tags)


def _matches(track: Track, filter: TrackFilter) -> bool:
    if filter.category is not None and track.category is not filter.category:
        return False
    if filter.retired is not None and (track.retired_at is not None) is not filter.retired:
        return False
    if not track.tags.issuperset(filter.tags):
        return False
    if filter.shopping is not None and track.shopping is not filter.shopping:
        return False
    if filter.partner is not None and track.partner != filter.partner:
        return False
    return filter.search is None or filter.search.casefold() in track.search_text
