"""Finding tracks: the first page, searches, moods, a track's own page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import islice

from attrs import evolve, field, frozen

from backbeat.catalogue.errors import UnknownTag
from backbeat.catalogue.listening import Addresses, Playable
from backbeat.catalogue.model import Category, Home, Track
from backbeat.catalogue.ports import Books, Wanted
from backbeat.catalogue.ranking import new_span
from backbeat.catalogue.search.query import parse
from backbeat.catalogue.tagging import vocabulary_of
from backbeat.catalogue.visibility import offered, partner_of
from backbeat.catalogue.vocabulary import Tag, Vocabulary
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.media.model import FileKey, Media
from backbeat.settings import Music

_OWN = 12
"""How many tracks of the account's own videos the first page shows."""

_NEWEST = timedelta(days=28)

IDLE = timedelta(days=60)
"""How long a favourite waits for a video before it is offered for removal (MUSIC-30)."""

_ONE = PageRequest(0, 1)
_TAGS_TRIED = 8


@frozen
class Asked:
    """What somebody looks for, as it was typed.

    `new` is separate from the category, because it is not one. `after` is the code of the last
    track seen, for lists that continue; without it, pages are used.
    """

    text: str | None = None
    tags: Collection[str] = ()
    category: Category | None = None
    new: bool = False
    shopping: bool = False
    prioritized: bool = False
    only_with: str | None = None
    """A partner's domain: only tracks that its people alone may use, and none for anybody else."""
    after: str | None = None


@frozen
class Shown:
    """A track as one account sees it."""

    track: Track
    is_new: bool
    favorited: bool
    logo: str | None
    """The logo of the partner to whom the track belongs."""
    playable: Playable | None = None
    cover: FileKey | None = None
    peaks: Sequence[int] = ()
    """How loud its preview is from beginning to end; only given on its own page."""


@frozen
class Saved:
    """A favourite: since when, and the day on which the account's newest video with it came out."""

    shown: Shown
    saved_at: datetime
    used_on: date | None
    is_idle: bool
    """Whether it was saved long ago and no video has used it since (MUSIC-30)."""


class SearchPart(StrEnum):
    """What a search may be narrowed by."""

    SEARCH = "search"
    CATEGORY = "category"
    SHOPPING = "shopping"
    TAG = "tag"


@frozen
class Without:
    """How many tracks a search finds without one of its parts; `tag` says which tag, if the part is
    one.
    """

    part: SearchPart
    tag: str | None
    total: int


@frozen
class FirstPage:
    """The music's first page for one account; the tracks of `home` by their codes."""

    home: Home
    tracks: Mapping[Isrc, Shown]
    own: Sequence[Isrc]
    """Tracks that the account's own videos use, the most viewed first."""
    favourites: int
    vocabulary: Vocabulary = field(repr=False)


@frozen
class TagCount:
    tag: Tag
    count: int


@frozen
class Finding:
    """What an account finds. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    settings: Music
    addresses: Addresses

    def search(self, account: AccountId, asked: Asked, request: PageRequest) -> Page[Shown]:
        """Tracks by how well they match, then by popularity (MUSIC-14).

        Refuses with `BadSearch` and `UnknownTag`.
        """
        with self.transactions.look() as books:
            wanted = self._wanted(books, account, asked)
            if asked.after is None:
                found = books.search.page(wanted, request)
            else:
                after = Isrc(normalise_isrc(asked.after))
                found = books.search.following(wanted, after, request.size)
            shown = self._shown(books, account, found.items)
            return found.map(lambda track: shown[track.isrc])

    def without(self, account: AccountId, asked: Asked) -> Sequence[Without]:
        """What leaving out one part of a search would find, the most first (MUSIC-31).

        Parts are not named if nothing is found without them either. Refuses as `search` does.
        """
        with self.transactions.look() as books:
            counts = [
                Without(part, tag, books.search.page(wanted, _ONE).total or 0)
                for part, tag, wanted in _each_left_out(self._wanted(books, account, asked))
            ]
        return sorted((each for each in counts if each.total), key=lambda each: -each.total)

    def faces(self, account: AccountId, isrcs: Collection[Isrc]) -> Mapping[Isrc, Shown]:
        """Those of these tracks that the account may use."""
        with self.transactions.look() as books:
            partner = partner_of(books, account)
            known = books.tracks.of(isrcs).values()
            return self._shown(books, account, [each for each in known if each.is_for(partner)])

    def show(self, account: AccountId, code: str) -> Shown:
        """One track; refuses with `TrackNotFound` if the account may not find it."""
        with self.transactions.look() as books:
            track = offered(books, code, partner_of(books, account))
            shown = self._shown(books, account, [track])[track.isrc]
            measures = books.media.measures(track.isrc)
            return shown if measures is None else evolve(shown, peaks=measures.peaks)

    def saved(self, account: AccountId, request: PageRequest) -> Page[Saved]:
        """The account's saved tracks, the newest first, retired ones too."""
        with self.transactions.look() as books:
            found = books.favourites.page(account, partner_of(books, account), request)
            shown = self._shown(books, account, found.items)
            saved = books.favourites.among(account, list(shown))
            used = books.videos.last_used(_own_channels(books, account), list(shown))
            since, long_ago = self.clock.now() - IDLE, self.clock.today() - IDLE

            def of(track: Track) -> Saved:
                at, used_on = saved[track.isrc], used.get(track.isrc)
                is_idle = at <= since and (used_on is None or used_on <= long_ago)
                return Saved(shown[track.isrc], at, used_on, is_idle)

            return found.map(of)

    def tags(self) -> Sequence[TagCount]:
        """Every tag, and how many tracks offered to everybody had it when a job last counted."""
        with self.transactions.look() as books:
            home = books.shelves.of(None)
            counts = home.tagged if home else {}
            return [TagCount(tag, counts.get(tag.address, 0)) for tag in vocabulary_of(books).tags]

    def home(self, account: AccountId) -> FirstPage:
        """What a job prepared, together with the account's own part."""
        with self.transactions.look() as books:
            partner = partner_of(books, account)
            today = self.clock.today()
            home = books.shelves.of(partner) or books.shelves.of(None) or Home(today, today, today)
            own = self._own(books, account)
            tracks = books.tracks.of([*home.isrcs, *own]).values()
            there = [track for track in tracks if track.is_for(partner)]
            return FirstPage(
                home,
                self._shown(books, account, there),
                own,
                books.favourites.count(account, partner),
                vocabulary_of(books),
            )

    def _wanted(self, books: Books, account: AccountId, asked: Asked) -> Wanted:
        vocabulary = vocabulary_of(books)
        partner = partner_of(books, account)
        return Wanted(
            partner=partner if asked.only_with in {None, partner} else None,
            exclusive=asked.only_with is not None,
            query=None if asked.text is None else parse(asked.text, vocabulary),
            tags=[_address(vocabulary, tag) for tag in asked.tags],
            category=asked.category,
            new=new_span(self.clock.today(), self.settings) if asked.new else None,
            shopping=asked.shopping,
            prioritized=asked.prioritized,
        )

    def _shown(
        self, books: Books, account: AccountId, tracks: Sequence[Track]
    ) -> Mapping[Isrc, Shown]:
        isrcs = [track.isrc for track in tracks]
        saved, media = books.favourites.among(account, isrcs), books.media.of(isrcs)
        logos = {
            site.domain: site.exclusive_logo
            for site in (books.sites.all() if any(track.partner for track in tracks) else ())
        }
        today, days = self.clock.today(), self.settings.new_days
        return {
            track.isrc: Shown(
                track,
                track.is_new(today, days),
                track.isrc in saved,
                logos.get(track.partner or ""),
                self.addresses.heard(track, media.get(track.isrc, Media())),
                media.get(track.isrc, Media()).cover,
            )
            for track in tracks
        }

    def _own(self, books: Books, account: AccountId) -> Sequence[Isrc]:
        last = books.statistics.last_day()
        if last is None:
            return ()
        first = last - _NEWEST + timedelta(days=1)
        views = books.statistics.views_by_video(first, last, _own_channels(books, account))
        most = sorted(views, key=lambda video: (-views[video], video))[:_OWN]
        used = books.videos.tracks_of(most, Month.of(first), Month.of(last))
        isrcs = [track.isrc for video in most for track in used.get(video, ())]
        return list(dict.fromkeys(isrcs))[:_OWN]


def _own_channels(books: Books, account: AccountId) -> Sequence[PlatformChannelId]:
    return [
        channel.platform_id
        for channel in books.figures.channels_of([account])
        if channel.is_verified and account in {channel.owner, channel.holder}
    ]


def _each_left_out(wanted: Wanted) -> Iterator[tuple[SearchPart, str | None, Wanted]]:
    if wanted.query is not None:
        yield SearchPart.SEARCH, None, evolve(wanted, query=None)
    if wanted.category is not None or wanted.new is not None:
        yield SearchPart.CATEGORY, None, evolve(wanted, category=None, new=None)
    if wanted.shopping:
        yield SearchPart.SHOPPING, None, evolve(wanted, shopping=False)
    for tag in islice(dict.fromkeys(wanted.tags), _TAGS_TRIED):
        yield (
            SearchPart.TAG,
            tag,
            evolve(wanted, tags=[each for each in wanted.tags if each != tag]),
        )


def _address(vocabulary: Vocabulary, word: str) -> str:
    tag = vocabulary.at(word)
    if tag is None:
        raise UnknownTag(tag=word)
    return tag.address
