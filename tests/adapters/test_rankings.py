"""Ranking, places and first page: what the job makes, over every kind of storage."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.fakes import report_files as fake
from tests.fakes.channels import a_channel, platform_id
from tests.fakes.standins import NOON, FixedClock
from tests.fakes.track_house import OPERATOR, TrackHouse
from tests.fakes.withdrawals import Payouts

from backbeat.catalogue.errors import BadSearch, TrackNotFound, UnknownTag
from backbeat.catalogue.finding import Asked, Finding
from backbeat.catalogue.listening import Addresses
from backbeat.catalogue.model import Act, Ranked, Track
from backbeat.catalogue.ranking import Rankings
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.defaults.signer import RandomSigner
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Music
from backbeat.site.model import PartnerSite

X, Y, Z, W = (Isrc(f"QZBB1250000{number}") for number in (1, 2, 3, 4))
MINA, OTHER = AccountId("mina"), AccountId("other")
PARTNER = "partner.example"


@pytest.fixture
def house(transactions: Any, clock: FixedClock, tmp_path: Path) -> TrackHouse:
    clock.set(date(2025, 10, 20))
    people = Payouts(transactions, security=clock, new_id=TimeOrderedIds())
    people.add_creator(MINA)
    people.add_creator(OTHER)
    with transactions.begin() as books:
        books.sites.put(PartnerSite(PARTNER, "Partner", "#112233", "#445566", "/logo.png"))
        books.tracks.save(
            [
                Track(X, "Ex", moods=frozenset({"calm"}), released_on=date(2025, 10, 1)),
                Track(Y, "Why", shopping=True, moods=frozenset({"calm", "sad"})),
                Track(Z, "Zed", partner=PARTNER),
                Track(W, "Double", prioritized=True),
            ]
        )
    return TrackHouse.over(transactions, clock, tmp_path)


@pytest.fixture
def rankings(transactions: Any, clock: FixedClock) -> Rankings:
    return Rankings(transactions, clock, Music())


@pytest.fixture
def finding(transactions: Any, clock: FixedClock) -> Finding:
    return Finding(transactions, clock, Music(), Addresses(RandomSigner(), clock))


def of_everybody(transactions: Any, partner: str | None = None) -> Any:
    with transactions.look() as books:
        return books.shelves.of(partner)


def test_without_reports_plays_decide(
    house: TrackHouse, rankings: Rankings, transactions: Any, clock: FixedClock
) -> None:
    with transactions.begin() as books:
        for isrc, day in ((Y, 18), (Y, 14), (X, 19), (X, 12), (X, 11), (W, 9), (Z, 20)):
            books.plays.count(isrc, date(2025, 10, day), Act.PLAY)
        books.plays.count(W, date(2025, 10, 20), Act.COPY)

    rankings.refresh()

    home = of_everybody(transactions)
    assert (home.first, home.last) == (date(2025, 10, 14), date(2025, 10, 20))
    assert home.ranking == [Ranked(Y, 1, None, 2), Ranked(X, 2, -1, 1)]
    assert home.by_plays
    partners = of_everybody(transactions, PARTNER)
    assert [place.isrc for place in partners.ranking] == [Y, X, Z]


def test_views_of_the_last_seven_reported_days_decide(
    house: TrackHouse, rankings: Rankings, finding: Finding, transactions: Any, tmp_path: Path
) -> None:
    with transactions.begin() as books:
        for number, owner in ((11, MINA), (12, OTHER)):
            channel = a_channel(number, owner=owner)
            books.channels.add(
                evolve(channel, verification=evolve(channel.verification, verified_at=NOON))
            )
    rows = [
        ("2025-10-05", 11, "a", X, 500),  # the week before
        ("2025-10-12", 11, "a", X, 10),
        ("2025-10-12", 11, "b", Y, 20),
        ("2025-10-11", 12, "c", Y, 15),
        ("2025-10-06", 12, "d", Z, 90),
        ("2025-10-05", 12, "e", Y, 30),
    ]
    told = [
        fake.daily_row(day, platform_id(channel), video, isrc=isrc, views=views)
        for day, channel, video, isrc, views in rows
    ]
    house.ingestion.ingest(fake.own_daily(tmp_path / "own.csv", *told), OPERATOR)
    with transactions.begin() as books:
        books.plays.count(W, date(2025, 10, 20), Act.PLAY)

    rankings.refresh()

    home = of_everybody(transactions)
    assert (home.first, home.last) == (date(2025, 10, 6), date(2025, 10, 12))
    assert home.ranking == [Ranked(Y, 1, 1, 35), Ranked(X, 2, -1, 10)]
    assert not home.by_plays
    assert [place.isrc for place in of_everybody(transactions, PARTNER).ranking] == [Z, Y, X]
    found = finding.search(MINA, Asked(), PageRequest()).items
    assert [each.track.isrc for each in found] == [X, Y, W]
    assert finding.home(MINA).own == [X, Y]


def test_the_first_page_has_its_shelves(
    house: TrackHouse, rankings: Rankings, finding: Finding, transactions: Any
) -> None:
    rankings.refresh()

    home = of_everybody(transactions)
    assert home.new_releases == [X]
    assert home.prioritized == [W]
    assert home.shopping == [Y]
    assert home.moods == {"calm": [X, Y], "sad": [Y]}
    assert (home.all_tracks, of_everybody(transactions, PARTNER).all_tracks) == (3, 4)
    page = finding.home(MINA)
    assert (page.home, page.favourites, page.own) == (home, 0, ())
    assert page.tracks[X].is_new
    assert not page.tracks[Y].is_new
    fewer_days = evolve(finding, settings=Music(new_days=19))
    assert not fewer_days.home(MINA).tracks[X].is_new


def test_lists_stand_still_for_a_day(
    house: TrackHouse, rankings: Rankings, finding: Finding, transactions: Any, clock: FixedClock
) -> None:
    def listed() -> list[Isrc]:
        return [each.track.isrc for each in finding.search(MINA, Asked(), PageRequest()).items]

    with transactions.begin() as books:
        books.plays.count(Y, date(2025, 10, 20), Act.PLAY)
    rankings.refresh()
    assert listed() == [Y, X, W]
    with transactions.begin() as books:
        for _ in range(5):
            books.plays.count(W, date(2025, 10, 20), Act.PLAY)
        books.tracks.save([Track(Isrc("QZBB12500000"), "Added", shopping=True)])
    rankings.refresh()
    assert listed() == [Y, "QZBB12500000", X, W]
    assert of_everybody(transactions).shopping == [Y, "QZBB12500000"]
    clock.move(days=1)
    rankings.refresh()
    assert listed() == [W, Y, "QZBB12500000", X]


def test_an_account_sees_its_partners_tracks_and_its_favourites(
    house: TrackHouse, finding: Finding, transactions: Any, clock: FixedClock
) -> None:
    with pytest.raises(TrackNotFound):
        finding.show(MINA, Z)
    assert finding.search(MINA, Asked(text="zed"), PageRequest()).total == 0
    with transactions.begin() as books:
        books.accounts.save(evolve(books.accounts.lock(MINA), partner=PARTNER))
        books.favourites.add(MINA, Z, clock.now())

    (found,) = finding.search(MINA, Asked(text="zed"), PageRequest()).items
    assert (found.track.isrc, found.favorited, found.logo) == (Z, True, "/logo.png")
    assert finding.show(MINA, Z) == found


def test_a_search_says_what_it_does_not_understand(house: TrackHouse, finding: Finding) -> None:
    with pytest.raises(UnknownTag):
        finding.search(MINA, Asked(tags=["nothing"]), PageRequest())
    with pytest.raises(BadSearch):
        finding.search(MINA, Asked(text="?"), PageRequest())
    after = finding.search(MINA, Asked(after=X), PageRequest())
    assert [each.track.isrc for each in after.items] == [Y, W]


def test_tags_have_the_counts_of_the_last_time_the_job_ran(
    house: TrackHouse, finding: Finding, rankings: Rankings
) -> None:
    def counts() -> dict[str, int]:
        return {each.tag.address: each.count for each in finding.tags() if each.count}

    assert counts() == {}
    rankings.refresh()
    assert counts() == {"calm": 2, "sad": 1}
