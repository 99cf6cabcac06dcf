"""The suite of searches over every kind of storage, and the order of what is found."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from tests.fakes.search_suite import PARTNER, code, queries, tracks
from tests.fakes.standins import FixedClock

from backbeat.catalogue.model import Category, Track
from backbeat.catalogue.ports import Wanted
from backbeat.catalogue.search.query import parse
from backbeat.catalogue.vocabulary import Vocabulary
from backbeat.kernel.pages import PageRequest

VOCABULARY = Vocabulary.over(())
ALL = PageRequest(0, 200)


@pytest.fixture
def books(transactions: Any, clock: FixedClock) -> Any:
    """Books in which the suite's tracks are."""
    with transactions.begin() as opened:
        opened.tracks.save(tracks(clock.now()))
    with transactions.begin() as opened:
        yield opened


def found(books: Any, text: str | None = None, **wanted: Any) -> list[str]:
    query = None if text is None else parse(text, VOCABULARY)
    page = books.search.page(Wanted(query=query, **wanted), ALL)
    assert page.total == len(page.items)
    return [track.isrc[-2:] for track in page.items]


def test_every_query_of_the_suite_finds_what_it_has_to(books: Any) -> None:
    missed = {
        text: (numbers, answer)
        for text, numbers in queries()
        if (answer := set(found(books, text))) != numbers
    }

    assert missed == {}


def test_better_matches_come_first_then_places_then_codes(books: Any) -> None:
    assert found(books, "rain") == ["15", "16", "03"]
    assert found(books, "夜空") == ["32", "31"]
    assert found(books, "the") == ["03", "57", "02", "14", "15"]
    books.search.rank([code("15"), code("57")])
    assert found(books, "the") == ["57", "03", "15", "02", "14"]
    assert found(books)[:3] == ["15", "57", "01"]
    books.search.rank([code("57")])
    assert found(books)[:2] == ["57", "01"], "who has no place any more stands by its code"


def test_filters_narrow_and_the_operators_choice_comes_first(books: Any) -> None:
    books.tracks.save(
        [
            Track(code("61"), "Kite", shopping=True, released_on=date(2025, 10, 1)),
            Track(code("62"), "Kite", is_flagged_new=True, category=Category.OST),
            Track(code("63"), "A Kite", prioritized=True),
        ]
    )

    assert found(books, "kite", shopping=True) == ["61"]
    assert found(books, "kite", category=Category.OST) == ["62"]
    assert found(books, "kite", new=(date(2025, 9, 16), date(2025, 10, 15))) == ["61", "62"]
    assert found(books, "kite") == ["61", "62", "02", "14", "63"]
    assert found(books, "kite", prioritized=True) == ["63", "61", "62", "02", "14"]
    assert found(books, tags=["bright", "joyful"]) == ["08"]
    assert found(books, "summer", tags=["ai:dreamy"]) == []


def test_a_partners_tracks_are_found_by_its_people_alone(books: Any) -> None:
    assert found(books, "night club") == []
    assert found(books, "night club", partner="other.example") == []
    assert found(books, "night club", partner=PARTNER) == ["59"]
    assert "59" in found(books, partner=PARTNER)


@pytest.mark.parametrize("text", [None, "night", "sad"])
def test_a_list_goes_on_after_any_track(books: Any, text: str | None) -> None:
    books.search.rank([code("52"), code("43"), code("02")])
    wanted = Wanted(query=None if text is None else parse(text, VOCABULARY), prioritized=True)
    whole = [track.isrc for track in books.search.page(wanted, ALL).items]
    walked = [track.isrc for track in books.search.page(wanted, PageRequest(0, 2)).items]
    # More than all there are would be a list that never ends.
    while len(walked) <= len(whole) and (
        page := books.search.following(wanted, walked[-1], 2).items
    ):
        walked += [track.isrc for track in page]

    assert walked == whole
    assert books.search.following(wanted, code("99"), 2).items == []


def test_a_changed_track_is_found_by_what_it_is_now(books: Any) -> None:
    books.tracks.lock([code("01")])
    books.tracks.save([Track(code("01"), "밤 산책", moods=frozenset({"edm"}))])

    assert found(books, "night drive") == []
    assert found(books, "밤산책") == ["01"]
    assert "01" not in found(books, "calm")


def test_what_an_older_program_kept_is_kept_anew(books: Any) -> None:
    if hasattr(books, "connection"):
        books.connection.exec_driver_sql("UPDATE track_documents SET version = 0, words = ''")
        books.connection.exec_driver_sql("DELETE FROM track_documents WHERE isrc < 'QZBB12500031'")
        assert found(books, "night drive") == []
        assert books.search.make_anew(40) == 40
        assert books.search.make_anew(40) == 20
    assert books.search.make_anew(40) == 0
    assert found(books, "su") == ["09", "07", "08"]
