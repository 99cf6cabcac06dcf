"""What anybody may hear without log-in: the one track of the landing page (MUSIC-16)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from backbeat.catalogue.finding import Shown
from backbeat.catalogue.listening import Addresses
from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import Books
from backbeat.catalogue.tagging import vocabulary_of
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.media.model import Media
from backbeat.settings import Landing, Music
from backbeat.site.rules import domain_of


class Silence(StrEnum):
    """Why the track that `landing.track` names is not heard."""

    UNKNOWN = "unknown"
    RETIRED = "retired"
    EXCLUSIVE = "exclusive"
    NO_PREVIEW = "no_preview"


@frozen
class LandingMusic:
    """The track of the landing page, None where nothing is to be heard, and how many there are.

    `moods` are the track's in the reader's words. `tracks` are offered to everybody; `exclusive`
    ones beside them to the people of the partner under whose domain the page appears.
    """

    track: Shown | None
    moods: Sequence[str]
    tracks: int
    exclusive: int


@frozen
class LandingPage:
    """The landing page's music. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    landing: Landing
    music: Music
    addresses: Addresses

    def show(self, host: str, language: Language) -> LandingMusic:
        """What the landing page under a host plays and counts, for a reader of a language."""
        with self.transactions.look() as books:
            shown = self._shown(books)
            tracks = _offered(books, None)
            partner = _partner(books, host)
            exclusive = _offered(books, partner) - tracks if partner else 0
            return LandingMusic(shown, _moods(books, shown, language), tracks, max(exclusive, 0))

    def silence(self) -> Silence | None:
        """Why the named track is not heard; None where it is, or none is named."""
        if not self.landing.track:
            return None
        with self.transactions.look() as books:
            return _silence(*self._named(books))

    def _named(self, books: Books) -> tuple[Track | None, Media]:
        isrc = Isrc(normalise_isrc(self.landing.track))
        track = books.tracks.get(isrc) if isrc else None
        media = books.media.of([isrc]) if track else {}
        return track, media.get(isrc, Media())

    def _shown(self, books: Books) -> Shown | None:
        """The track as nobody in particular sees it, where it can be heard."""
        track, media = self._named(books)
        if track is None or _silence(track, media) is not None:
            return None
        measures = books.media.measures(track.isrc)
        return Shown(
            track,
            is_new=track.is_new(self.clock.today(), self.music.new_days),
            favorited=False,
            logo=None,
            playable=self.addresses.heard(track, media),
            cover=media.cover,
            peaks=measures.peaks if measures else (),
        )


def _silence(track: Track | None, media: Media) -> Silence | None:
    if track is None:
        return Silence.UNKNOWN
    if track.retired_at is not None:
        return Silence.RETIRED
    if track.partner is not None:
        return Silence.EXCLUSIVE
    return Silence.NO_PREVIEW if media.preview is None else None


def _moods(books: Books, shown: Shown | None, language: Language) -> Sequence[str]:
    if shown is None or not shown.track.moods:
        return ()
    words = {tag.address: tag.words[language] for tag in vocabulary_of(books).tags}
    return [words.get(mood, mood) for mood in sorted(shown.track.moods)]


def _partner(books: Books, host: str) -> str | None:
    """The partner whose page a host shows (SITE-6)."""
    site = books.sites.by_domain(domain_of(host)) if host else None
    return site.domain if site and site.is_shown else None


def _offered(books: Books, partner: str | None) -> int:
    """How many tracks a partner's people, or everybody, may use, as a job counted (MUSIC-22)."""
    home = books.shelves.of(partner)
    return home.all_tracks if home else 0
