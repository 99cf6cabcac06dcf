"""Partner sites over every kind of books."""

from __future__ import annotations

from datetime import UTC, datetime

from backbeat.catalogue.model import Track
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.memory.books import MemoryTransactions
from backbeat.site.model import LandingWords, LinkKind, PartnerSite, ShortCode
from backbeat_adapters.sql.engine.transactions import SqlTransactions

ONE = PartnerSite(
    *("one.example", "One", "#112233", "#445566", "/logo.png", "One's desk"),
    {
        Language.KOREAN: LandingWords("모든 조회수", "한 줄"),
        Language.ENGLISH: LandingWords("Every view", "A line"),
    },
    token="t-1",
    proved_at=datetime(2026, 10, 27, 9, 30, tzinfo=UTC),
)
TWO = PartnerSite("a.example", "Two", "#112233", "#445566")


def test_a_site_is_found_by_its_domain(transactions: MemoryTransactions | SqlTransactions) -> None:
    with transactions.begin() as books:
        books.sites.put(ONE)
        books.sites.put(TWO)

    with transactions.look() as books:
        assert books.sites.by_domain("one.example") == ONE
        assert books.sites.by_domain("two.example") is None
        assert list(books.sites.all()) == [TWO, ONE]


def test_a_site_takes_the_place_of_the_one_before(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    changed = PartnerSite("one.example", "Uno", "#000000", "#ffffff")
    for site in (ONE, changed):
        with transactions.begin() as books:
            books.sites.lock(site.domain)
            books.sites.put(site)

    with transactions.look() as books:
        assert list(books.sites.all()) == [changed]


def test_a_site_that_is_removed_leaves_the_others(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    with transactions.begin() as books:
        books.sites.put(ONE)
        books.sites.put(TWO)
        books.sites.remove("one.example")
        books.sites.remove("two.example")

    with transactions.look() as books:
        assert list(books.sites.all()) == [TWO]


def test_a_partners_tracks_are_counted(transactions: MemoryTransactions | SqlTransactions) -> None:
    partners = ["one.example", "one.example", "two.example", None]
    with transactions.begin() as books:
        books.sites.put(ONE)
        books.tracks.save(
            Track(Isrc(f"QZBB1250000{number}"), "A track", partner=partner)
            for number, partner in enumerate(partners)
        )

    with transactions.look() as books:
        counted = {each: books.tracks.count_of(each) for each in ("one.example", "x.example")}
    assert counted == {"one.example": 2, "x.example": 0}


def test_a_short_link_is_found_by_its_code_until_it_is_removed(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    links = [
        ShortCode("b-2", LinkKind.URL, "/events"),
        ShortCode("a_1", LinkKind.TRACK, "QZBB12500001"),
        ShortCode("a-1", LinkKind.REFERRAL, "MINA12"),
    ]
    with transactions.begin() as books:
        for link in links:
            books.short_links.add(link)

    with transactions.look() as books:
        assert books.short_links.by_code("b-2") == links[0]
        assert books.short_links.by_code("b-3") is None
        assert list(books.short_links.all()) == [links[2], links[1], links[0]]
    with transactions.begin() as books:
        books.short_links.remove("b-2")
        books.short_links.remove("b-3")
    with transactions.look() as books:
        assert list(books.short_links.all()) == [links[2], links[1]]
