"""The catalogue in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import define, field

from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import TrackFilter
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


def _matches(track: Track, filter: TrackFilter) -> bool:
    if filter.category is not None and track.category is not filter.category:
        return False
    if filter.retired is not None and (track.retired_at is not None) is not filter.retired:
        return False
    return filter.search is None or filter.search.casefold() in track.search_text
