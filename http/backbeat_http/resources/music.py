"""The music: `v2/music/home`, `search`, `tags`, `detail`, `music/favorite.*` and `music/music.log`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from attrs import evolve, frozen
from msgspec import Meta

from backbeat.catalogue.errors import BadSearch, FavouritesFull, TrackNotFound, UnknownTag
from backbeat.catalogue.favourites import ActLog, Favourites, Toggled
from backbeat.catalogue.finding import (
    Asked,
    Finding,
    FirstPage,
    Saved,
    SearchPart,
    Shown,
    TagCount,
)
from backbeat.catalogue.listening import Playable
from backbeat.catalogue.model import Act, Category, Ranked
from backbeat.catalogue.vocabulary import TagKind
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.limits.rules import FAVOURITES, MUSIC_LOG, SEARCH
from backbeat_http.caller import Caller
from backbeat_http.covers import path_of_cover
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.resources.audio import AUDIO
from backbeat_http.wire import Count, Instant

Code = Annotated[str, Meta(min_length=1, max_length=40)]
"""A track code, however it is written."""
Peak = Annotated[int, Meta(ge=0, le=100)]


class TrackCategory(StrEnum):
    """What a track is for (MUSIC-3)."""

    BGM = "bgm"
    POP = "pop"
    OST = "ost"


class CategoryAsked(StrEnum):
    """A tab of the catalogue: three categories, and what is new (MUSIC-3)."""

    BGM = "bgm"
    POP = "pop"
    KPOP = "kpop"
    OST = "ost"
    NEW = "new"

    @property
    def category(self) -> Category | None:
        if self is CategoryAsked.NEW:
            return None
        return Category.POP if self is CategoryAsked.KPOP else Category(self.value)


@frozen
class NarrowQuery:
    """What is looked for: `tags` are codes with commas between them, all of which must be there; an
    AI tag is written `ai:cheerful`."""

    search: str | None = None
    tags: Annotated[str, Meta(max_length=500)] = ""
    category: CategoryAsked | None = None
    shopping: bool = False

    @property
    def asked(self) -> Asked:
        return Asked(
            text=self.search,
            tags=[tag for tag in self.tags.split(",") if tag.strip()],
            category=None if self.category is None else self.category.category,
            new=self.category is CategoryAsked.NEW,
            shopping=self.shopping,
        )


@frozen
class SearchQuery(PageQuery):
    """What is looked for.

    `tags` are codes with commas between them, all of which must be there; an AI tag is written
    `ai:cheerful`. `only_with` is a partner's domain: tracks that its people alone may use, none for
    anybody else. `after` is the code of the last track seen: the answer goes on behind it, and
    `page` counts for nothing.
    """

    search: str | None = None
    tags: Annotated[str, Meta(max_length=500)] = ""
    category: CategoryAsked | None = None
    shopping: bool = False
    prioritized: bool = False
    only_with: Annotated[str, Meta(max_length=253)] | None = None
    after: Code | None = None

    @property
    def asked(self) -> Asked:
        narrow = NarrowQuery(self.search, self.tags, self.category, self.shopping)
        return evolve(
            narrow.asked,
            prioritized=self.prioritized,
            only_with=self.only_with,
            after=self.after,
        )


@frozen
class TrackQuery:
    """A track by its code, however it is written."""

    isrc: Code


@frozen
class ToggleBody:
    """Which track is saved or removed."""

    isrc: Code


@frozen
class LogQuery:
    """Which track was played or opened, or had its code copied."""

    kind: Act
    isrc: Code


@frozen(kw_only=True)
class TrackView:
    """A track.

    `audio_url` plays its preview for a quarter of an hour at least, `preview_seconds` long, 0 where
    nothing can be heard. `duration` is the track's whole length in seconds, 0 where nobody said.
    `available` is false for a favourite that is not offered any more.
    """

    isrc: str
    name: str
    artist: str
    thumbnail: str | None
    audio_url: str | None
    preview_seconds: Count
    duration: Count
    category: TrackCategory
    is_new: bool
    shopping: bool
    tags: list[str]
    ai_tags: list[str]
    favorited: bool
    exclusive_logo: str | None
    released_on: date | None
    available: bool

    @classmethod
    def of(cls, shown: Shown) -> TrackView:
        return cls(**_fields(shown))


@frozen(kw_only=True)
class TrackDetailView(TrackView):
    """A track with the peaks of its preview: how loud it is from beginning to end, 0 to 100; none
    where nothing can be heard."""

    peaks: list[Peak]

    @classmethod
    def of_detail(cls, shown: Shown) -> TrackDetailView:
        return cls(**_fields(shown), peaks=list(shown.peaks))


@frozen(kw_only=True)
class RankedView(TrackView):
    """A track of the weekly ranking; `change` is by how many places it rose, null where it is new,
    `gained` what it won in the week."""

    rank: Count
    change: int | None
    gained: Count

    @classmethod
    def at(cls, place: Ranked, shown: Shown) -> RankedView:
        return cls(**_fields(shown), rank=place.rank, change=place.change, gained=place.gained)


class Gain(StrEnum):
    """What the ranking is based on: plays if no report has views (MUSIC-6)."""

    VIEWS = "views"
    PLAYS = "plays"


class RankingView(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """The tracks that gained most from the first to the last of these days, and what they gained."""

    from_: date
    to: date
    by: Gain
    items: list[RankedView]


@frozen(kw_only=True)
class FavoriteView(TrackView):
    """A saved track: since when, the day on which the caller's newest video with it came out, and
    whether it waits for one in vain (MUSIC-30)."""

    saved_at: Instant
    used_on: date | None
    idle: bool

    @classmethod
    def of_saved(cls, saved: Saved) -> FavoriteView:
        return cls(
            **_fields(saved.shown),
            saved_at=saved.saved_at,
            used_on=saved.used_on,
            idle=saved.is_idle,
        )


@frozen
class WithoutView:
    """How many tracks are found if one part of a search is left out; `tag` names the part if it is
    a tag.
    """

    part: SearchPart
    tag: str | None
    total: Count


@frozen
class NarrowingView:
    """What a search would find with one part left out, the most first."""

    items: list[WithoutView]


@frozen
class TagSectionView:
    """Tracks of a mood, and its word in the reader's language."""

    code: str
    label: str
    items: list[TrackView]


@frozen
class SavedView:
    """How many tracks the caller has saved, and how many may be saved."""

    count: Count
    limit: Count


@frozen
class HomeView:
    """The music's first page. `own` are tracks that the caller's own videos use; `all_new` and
    `all_shopping` are how many tracks these shelves are the beginning of."""

    ranking: RankingView
    new_releases: list[TrackView]
    all_new: Count
    prioritized: list[TrackView]
    shopping: list[TrackView]
    all_shopping: Count
    tag_sections: list[TagSectionView]
    own: list[TrackView]
    favorites: SavedView

    @classmethod
    def of(cls, page: FirstPage, limit: int, language: Language) -> HomeView:
        home, tracks = page.home, page.tracks
        words = {tag.address: tag.words[language] for tag in page.vocabulary.tags}
        ranked = [
            RankedView.at(place, tracks[place.isrc])
            for place in home.ranking
            if place.isrc in tracks
        ]
        by = Gain.PLAYS if home.by_plays else Gain.VIEWS
        return cls(
            ranking=RankingView(home.first, home.last, by, ranked),
            new_releases=_shelf(tracks, home.new_releases),
            all_new=home.all_new,
            prioritized=_shelf(tracks, home.prioritized),
            shopping=_shelf(tracks, home.shopping),
            all_shopping=home.all_shopping,
            tag_sections=[
                TagSectionView(code, words.get(code, code), _shelf(tracks, isrcs))
                for code, isrcs in home.moods.items()
            ],
            own=_shelf(tracks, page.own),
            favorites=SavedView(page.favourites, limit),
        )


@frozen
class TagView:
    """A tag, its word in the reader's language, and how many tracks have it."""

    code: str
    label: str
    count: Count


@frozen
class TagsView:
    """The two vocabularies."""

    mood: list[TagView]
    ai: list[TagView]

    @classmethod
    def of(cls, tags: Sequence[TagCount], language: Language) -> TagsView:
        def of_kind(kind: TagKind) -> list[TagView]:
            return [
                TagView(each.tag.code, each.tag.words[language], each.count)
                for each in tags
                if each.tag.kind is kind
            ]

        return cls(of_kind(TagKind.MOOD), of_kind(TagKind.AI))


@frozen
class ToggleView:
    """Whether the track is saved now, how many tracks are saved, and how many may be."""

    isrc: str
    favorited: bool
    count: Count
    limit: Count

    @classmethod
    def of(cls, toggled: Toggled) -> ToggleView:
        return cls(toggled.isrc, toggled.favorited, toggled.count, toggled.limit)


@frozen
class MusicResource:
    """Answers `v2/music/*` and `music/*`."""

    finding: Finding
    favourites: Favourites
    acts: ActLog

    @operation("getMusicHome")
    def on_get_home(self, caller: Caller) -> HomeView:
        """The music's first page: ranking of the week, shelves, moods, the caller's own."""
        page = self.finding.home(caller.account)
        return HomeView.of(page, self.favourites.bounds.limit, caller.language)

    @operation("searchMusic", refuses=(BadSearch, UnknownTag), limit=SEARCH)
    def on_get_search(self, caller: Caller, query: SearchQuery) -> PageView[TrackView]:
        """Tracks by how well they match, then by popularity; all of them where nothing is asked.

        Words may be parts of title, artist or code, in any case, width, accent or Chinese script,
        Korean initial consonants, or moods; where nothing has them, one letter is forgiven in
        words of five and more.
        """
        found = self.finding.search(caller.account, query.asked, query.page_request)
        return PageView.of(found, TrackView.of)

    @operation("countWithout", refuses=(BadSearch, UnknownTag), limit=SEARCH)
    def on_get_without(self, caller: Caller, query: NarrowQuery) -> NarrowingView:
        """What leaving one part of a search out would find, for a search that finds nothing."""
        found = self.finding.without(caller.account, query.asked)
        return NarrowingView([WithoutView(each.part, each.tag, each.total) for each in found])

    @operation("getTrack", refuses=(TrackNotFound,))
    def on_get_detail(self, caller: Caller, query: TrackQuery) -> TrackDetailView:
        """One track by its code."""
        return TrackDetailView.of_detail(self.finding.show(caller.account, query.isrc))

    @operation("listMusicTags")
    def on_get_tags(self, caller: Caller) -> TagsView:
        """The moods and the machines' tags, in the reader's language."""
        return TagsView.of(self.finding.tags(), caller.language)

    @operation("toggleFavorite", refuses=(TrackNotFound, FavouritesFull), limit=FAVOURITES)
    def on_post_toggle(self, caller: Caller, body: ToggleBody) -> ToggleView:
        """Save a track, or take it out again."""
        return ToggleView.of(self.favourites.toggle(caller.account, body.isrc))

    @operation("listFavorites")
    def on_get_favorites(self, caller: Caller, query: PageQuery) -> PageView[FavoriteView]:
        """The caller's saved tracks, the newest first."""
        found = self.finding.saved(caller.account, query.page_request)
        return PageView.of(found, FavoriteView.of_saved)

    @operation("logMusic", refuses=(TrackNotFound,), limit=MUSIC_LOG, writes=True)
    def on_get_log(self, caller: Caller, query: LogQuery) -> None:
        """Count that a track was played, opened, or its code copied; never kept in a cache."""
        self.acts.count(caller.account, query.kind, query.isrc)


def _fields(shown: Shown) -> dict[str, Any]:
    track = shown.track
    return {
        "isrc": track.isrc,
        "name": track.name,
        "artist": track.artist,
        "thumbnail": path_of_cover(shown.cover) if shown.cover else _address(track.thumbnail),
        "audio_url": audio_url(track.isrc, shown.playable) if shown.playable else None,
        "preview_seconds": shown.playable.seconds if shown.playable else 0,
        "duration": track.seconds,
        "category": TrackCategory(track.category),
        "is_new": shown.is_new,
        "shopping": track.shopping,
        "tags": sorted(track.moods),
        "ai_tags": sorted(track.ai_tags),
        "favorited": shown.favorited,
        "exclusive_logo": shown.logo,
        "released_on": track.released_on,
        "available": track.retired_at is None,
    }


def audio_url(isrc: Isrc, playable: Playable) -> str:
    """Where `<audio>` finds a preview, as a path of this site."""
    query = f"expires={playable.expires}&signature={playable.signature}"
    return f"/api/{AUDIO}{isrc}?{query}"


def _address(told: str | None) -> str | None:
    """A label's catalogue may name files of its own, which nobody here can open."""
    return told if told is not None and told.startswith("https://") else None


def _shelf(tracks: Mapping[Isrc, Shown], isrcs: Iterable[Isrc]) -> list[TrackView]:
    return [TrackView.of(tracks[isrc]) for isrc in isrcs if isrc in tracks]
