"""The catalogue in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime

from attrs import define, field

from backbeat.catalogue.model import Act, Home, Track
from backbeat.catalogue.ports import TrackFilter, Wanted
from backbeat.catalogue.search.document import Document
from backbeat.catalogue.search.query import Match, Query
from backbeat.catalogue.vocabulary import Tag, TagKind
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks

TRACK = "track"


@define(eq=False)
class MemoryTracks:
    """Keeps tracks in a dict by their codes."""

    _locks: Locks
    _tracks: dict[Isrc, Track] = field(factory=dict, init=False)

    def get(self, isrc: Isrc) -> Track | None:
        return self._tracks.get(isrc)

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        return {isrc: self._tracks[isrc] for isrc in isrcs if isrc in self._tracks}

    def lock(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]:
        self._locks.take(TRACK, *isrcs)
        return self.of(isrcs)

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]:
        return frozenset(self._tracks).intersection(isrcs)

    def exclusive(self) -> frozenset[Isrc]:
        return frozenset(isrc for isrc, track in self._tracks.items() if track.partner is not None)

    def count_of(self, partner: str) -> int:
        return sum(track.partner == partner for track in self._tracks.values())

    def save(self, tracks: Iterable[Track]) -> None:
        for track in tracks:
            self._locks.write(TRACK, track.isrc, is_new=track.isrc not in self._tracks)
            self._tracks[track.isrc] = track

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]:
        found = [track for track in self._tracks.values() if _matches(track, filter)]
        return request.of(sorted(found, key=lambda track: track.isrc))

    def every(self, *, retired: bool) -> Iterator[Track]:
        for isrc in sorted(self._tracks):
            track = self._tracks[isrc]
            if retired or track.retired_at is None:
                yield track


@define(eq=False)
class MemoryTrackSearch:
    """Looks at every track; what an index would store is computed each time."""

    tracks: MemoryTracks
    _places: dict[Isrc, int] = field(factory=dict, init=False)

    def page(self, wanted: Wanted, request: PageRequest) -> Page[Track]:
        return request.of(self._found(wanted))

    def following(self, wanted: Wanted, after: Isrc, size: int) -> Page[Track]:
        found = self._found(wanted)
        at = next((at for at, track in enumerate(found, 1) if track.isrc == after), len(found))
        return Page(found[at : at + size], 0, size, len(found))

    def rank(self, isrcs: Iterable[Isrc]) -> None:
        self._places = {isrc: place for place, isrc in enumerate(isrcs)}

    def make_anew(self, limit: int) -> int:
        del limit
        return 0

    def _found(self, wanted: Wanted) -> list[Track]:
        offered = [track for track in self.tracks.every(retired=False) if _fits(track, wanted)]
        if wanted.query is None:
            return self._ordered(wanted, {track.isrc: (track, Match.WHOLE) for track in offered})
        exact = _matching(wanted.query, offered)
        forgiving = wanted.query.forgiving
        if exact or forgiving is None:
            return self._ordered(wanted, exact)
        return self._ordered(wanted, _matching(forgiving, offered))

    def _ordered(self, wanted: Wanted, found: Mapping[Isrc, tuple[Track, Match]]) -> list[Track]:
        def order(isrc: Isrc) -> tuple[bool, Match, int, Isrc]:
            track, match = found[isrc]
            place = self._places.get(isrc, len(self._places))
            return wanted.prioritized and not track.prioritized, match, place, isrc

        return [found[isrc][0] for isrc in sorted(found, key=order)]


def _matching(query: Query, tracks: Iterable[Track]) -> dict[Isrc, tuple[Track, Match]]:
    matches = ((track, query.match(Document.of(track))) for track in tracks)
    return {track.isrc: (track, match) for track, match in matches if match is not None}


def _fits(track: Track, wanted: Wanted) -> bool:
    if not track.is_for(wanted.partner) or not track.tags.issuperset(wanted.tags):
        return False
    if wanted.exclusive and track.partner is None:
        return False
    if wanted.category is not None and track.category is not wanted.category:
        return False
    if wanted.new is not None and not (track.is_flagged_new or _released(track, *wanted.new)):
        return False
    return track.shopping or not wanted.shopping


def _released(track: Track, first: date, last: date) -> bool:
    return track.released_on is not None and first <= track.released_on <= last


@define(eq=False)
class MemoryShelves:
    _homes: dict[str | None, Home] = field(factory=dict, init=False)

    def put(self, partner: str | None, home: Home) -> None:
        self._homes[partner] = home

    def of(self, partner: str | None) -> Home | None:
        return self._homes.get(partner)


@define(eq=False)
class MemoryPlays:
    tracks: MemoryTracks
    _counts: dict[tuple[Isrc, date, Act], int] = field(factory=dict, init=False)

    def count(self, isrc: Isrc, day: date, act: Act) -> None:
        key = isrc, day, act
        self._counts[key] = self._counts.get(key, 0) + 1

    def played(self, first: date, last: date) -> Mapping[Isrc, int]:
        found: Counter[Isrc] = Counter()
        for (isrc, day, act), count in self._counts.items():
            if act is Act.PLAY and first <= day <= last:
                found[isrc] += count
        return {isrc: found[isrc] for isrc in self.tracks.known(found)}


@define(eq=False)
class MemoryFavourites:
    tracks: MemoryTracks
    _saved: dict[AccountId, dict[Isrc, datetime]] = field(factory=dict, init=False)

    def add(self, account: AccountId, isrc: Isrc, at: datetime) -> None:
        self._saved.setdefault(account, {})[isrc] = at

    def remove(self, account: AccountId, isrc: Isrc) -> bool:
        return self._saved.get(account, {}).pop(isrc, None) is not None

    def count(self, account: AccountId, partner: str | None) -> int:
        return len(self._own(account, partner))

    def among(self, account: AccountId, isrcs: Collection[Isrc]) -> Mapping[Isrc, datetime]:
        return {isrc: at for isrc, at in self._saved.get(account, {}).items() if isrc in isrcs}

    def page(self, account: AccountId, partner: str | None, request: PageRequest) -> Page[Track]:
        return request.of(self._own(account, partner))

    def forget(self, account: AccountId) -> None:
        self._saved.pop(account, None)

    def _own(self, account: AccountId, partner: str | None) -> list[Track]:
        saved = self._saved.get(account, {})
        found = self.tracks.of(sorted(saved))
        newest = sorted(found.values(), key=lambda track: saved[track.isrc], reverse=True)
        return [track for track in newest if track.partner in {None, partner}]


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
