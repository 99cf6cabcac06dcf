"""What the music's first page shows and how lists are ordered: prepared by a job (MUSIC-6,
MUSIC-14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from attrs import evolve, frozen

from backbeat.catalogue.model import Home, Ranked, Track
from backbeat.catalogue.ports import Books, Wanted
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Music

RANK = "catalogue.rank"
"""The kind of the job that makes ranking, places and first page; its payload is empty."""

_WEEK = timedelta(days=7)
_FOUR_WEEKS = timedelta(days=28)
_SHELF = PageRequest(0, 12)
_MOODS = 6
_AT_ONCE = 500

Gained = Mapping[Isrc, int]
"""What tracks gained in a span: views, or plays if no report has any views."""


@frozen
class Rankings:
    """Makes ranking, places and first pages. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    settings: Music

    def refresh(self) -> None:
        """Rebuild the first pages; ranking and places only once a day, so that lists do not move."""
        while self._made_anew():
            pass
        today = self.clock.today()
        with self.transactions.begin() as books:
            partners = [None, *(site.domain for site in books.sites.all())]
            kept = books.shelves.of(None)
            is_of_today = kept is not None and kept.made_on == today
            if not is_of_today:
                books.search.rank(_in_order(books, today))
            weeks = None if is_of_today else _weeks(books, today)
            for partner in partners:
                before = books.shelves.of(partner)
                if before is None or before.made_on != today:
                    weeks = weeks or _weeks(books, today)
                    before = self._ranked(books, partner, weeks, today)
                books.shelves.put(partner, self._filled(books, before, partner))

    def _made_anew(self) -> int:
        with self.transactions.begin() as books:
            return books.search.make_anew(_AT_ONCE)

    def _ranked(self, books: Books, partner: str | None, weeks: _Weeks, today: date) -> Home:
        known = books.tracks.of(weeks.present.keys() | weeks.past.keys())
        present, past = (
            _first(gained, known, partner, self.settings.ranking_size)
            for gained in (weeks.present, weeks.past)
        )
        before = {isrc: rank for rank, isrc in enumerate(past, start=1)}
        ranking = [
            Ranked(
                isrc,
                rank,
                before[isrc] - rank if isrc in before else None,
                weeks.present[isrc],
            )
            for rank, isrc in enumerate(present, start=1)
        ]
        first = weeks.last - _WEEK + timedelta(days=1)
        return Home(today, first, weeks.last, ranking, by_plays=weeks.by_plays)

    def _filled(self, books: Books, home: Home, partner: str | None) -> Home:
        def shelf(wanted: Wanted, keep: Callable[[Track], bool] = _any) -> _Shelf:
            found = books.search.page(evolve(wanted, partner=partner), _SHELF)
            return _Shelf([track.isrc for track in found.items if keep(track)], found.total or 0)

        tagged = books.tags.counts()
        moods = [tag for tag in tagged if ":" not in tag]
        most = sorted(moods, key=lambda tag: (-tagged[tag], tag))[:_MOODS]
        new = shelf(Wanted(new=new_span(home.made_on, self.settings)))
        shopping = shelf(Wanted(shopping=True))
        return evolve(
            home,
            new_releases=new.first,
            all_new=new.total,
            prioritized=shelf(Wanted(prioritized=True), lambda track: track.prioritized).first,
            shopping=shopping.first,
            all_shopping=shopping.total,
            all_tracks=shelf(Wanted()).total,
            moods={tag: shelf(Wanted(tags=[tag])).first for tag in most},
            tagged=tagged,
        )


class _Shelf(NamedTuple):
    """The first tracks of a list, and how many there are."""

    first: list[Isrc]
    total: int


@frozen
class _Weeks:
    """What tracks gained in the newest week, which ends on `last`, and in the one before."""

    last: date
    present: Gained
    past: Gained
    by_plays: bool


def new_span(today: date, settings: Music) -> tuple[date, date]:
    """The days of release that count as new (MUSIC-3)."""
    return today - timedelta(days=max(settings.new_days - 1, 0)), today


def _any(_: Track) -> bool:
    return True


def _weeks(books: Books, today: date) -> _Weeks:
    reported = books.statistics.last_day()
    last = reported or today
    gained = _viewed if reported else _played
    present, past = gained(books, last, _WEEK), gained(books, last - _WEEK, _WEEK)
    return _Weeks(last, present, past, by_plays=reported is None)


def _in_order(books: Books, today: date) -> list[Isrc]:
    """Tracks by views of four weeks, then plays, then codes (MUSIC-14)."""
    views = _viewed(books, books.statistics.last_day() or today, _FOUR_WEEKS)
    plays = _played(books, today, _FOUR_WEEKS)
    return sorted(
        views.keys() | plays.keys(),
        key=lambda isrc: (-views.get(isrc, 0), -plays.get(isrc, 0), isrc),
    )


def _viewed(books: Books, last: date, span: timedelta) -> Gained:
    """The views that videos gained, counted for every track that they use."""
    first = last - span + timedelta(days=1)
    by_video = books.statistics.views_by_video(first, last)
    gained: Counter[Isrc] = Counter()
    for videos in in_chunks(list(by_video), _AT_ONCE):
        used = books.videos.tracks_of(videos, Month.of(first), Month.of(last))
        for video, tracks in used.items():
            gained.update({track.isrc: by_video[video] for track in tracks})
    return _positive(gained.items())


def _played(books: Books, last: date, span: timedelta) -> Gained:
    return _positive(books.plays.played(last - span + timedelta(days=1), last).items())


def _positive(gained: Iterable[tuple[Isrc, int]]) -> Gained:
    return {isrc: amount for isrc, amount in gained if amount > 0}


def _first(
    gained: Gained, known: Mapping[Isrc, Track], partner: str | None, size: int
) -> Sequence[Isrc]:
    """The tracks that gained most among those offered to a partner's people; ties by code."""
    offered = [isrc for isrc in gained if isrc in known and known[isrc].is_for(partner)]
    return sorted(offered, key=lambda isrc: (-gained[isrc], isrc))[:size]
