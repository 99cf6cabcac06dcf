"""Finding tracks: the first page, searches, moods, a track's own page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from attrs import field, frozen

from backbeat.catalogue.errors import UnknownTag
from backbeat.catalogue.model import Category, Home, Track
from backbeat.catalogue.ports import Books, Wanted
from backbeat.catalogue.ranking import new_span
from backbeat.catalogue.search.query import parse
from backbeat.catalogue.tagging import vocabulary_of
from backbeat.catalogue.visibility import offered, partner_of
from backbeat.catalogue.vocabulary import Tag, Vocabulary
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Music

_OWN = 12
"""How many of one's own videos' tracks the first page shows."""

_NEWEST = timedelta(days=28)


@frozen
class Asked:
    """What somebody looks for, as it was typed. `new` stands beside the category it is none of.

    `after` is the code of the last track seen, for lists that go on; without it, pages count.
    """

    text: str | None = None
    tags: Collection[str] = ()
    category: Category | None = None
    new: bool = False
    shopping: bool = False
    prioritized: bool = False
    after: str | None = None


@frozen
class Shown:
    """A track as one account sees it."""

    track: Track
    is_new: bool
    favorited: bool
    logo: str | None
    """That of the partner whose track it is."""


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

    def show(self, account: AccountId, code: str) -> Shown:
        """One track; refuses with `TrackNotFound` where the account may not find it."""
        with self.transactions.look() as books:
            track = offered(books, code, partner_of(books, account))
            return self._shown(books, account, [track])[track.isrc]

    def saved(self, account: AccountId, request: PageRequest) -> Page[Shown]:
        """The account's saved tracks, the newest first, retired ones too."""
        with self.transactions.look() as books:
            found = books.favourites.page(account, partner_of(books, account), request)
            shown = self._shown(books, account, found.items)
            return found.map(lambda track: shown[track.isrc])

    def tags(self) -> Sequence[TagCount]:
        """Every tag, and how many tracks that are offered to everybody had it when a job counted."""
        with self.transactions.look() as books:
            home = books.shelves.of(None)
            counts = home.tagged if home else {}
            return [TagCount(tag, counts.get(tag.address, 0)) for tag in vocabulary_of(books).tags]

    def home(self, account: AccountId) -> FirstPage:
        """What a job made ready, with what is the account's own."""
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
        return Wanted(
            partner=partner_of(books, account),
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
        saved = books.favourites.among(account, [track.isrc for track in tracks])
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
            )
            for track in tracks
        }

    def _own(self, books: Books, account: AccountId) -> Sequence[Isrc]:
        last = books.statistics.last_day()
        if last is None:
            return ()
        first = last - _NEWEST + timedelta(days=1)
        own = [
            channel.platform_id
            for channel in books.figures.channels_of([account])
            if channel.is_verified and account in {channel.owner, channel.holder}
        ]
        views = books.statistics.views_by_video(first, last, own)
        most = sorted(views, key=lambda video: (-views[video], video))[:_OWN]
        used = books.videos.tracks_of(most, Month.of(first), Month.of(last))
        isrcs = [track.isrc for video in most for track in used.get(video, ())]
        return list(dict.fromkeys(isrcs))[:_OWN]


def _address(vocabulary: Vocabulary, word: str) -> str:
    tag = vocabulary.at(word)
    if tag is None:
        raise UnknownTag(tag=word)
    return tag.address
