"""Partner sites over every kind of books."""

from __future__ import annotations

from backbeat.memory.books import MemoryTransactions
from backbeat.site.model import PartnerSite
from backbeat_adapters.sql.engine.transactions import SqlTransactions

ONE = PartnerSite("one.example", "One", "#112233", "#445566", "/logo.png")
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
            books.sites.put(site)

    with transactions.look() as books:
        assert list(books.sites.all()) == [changed]
