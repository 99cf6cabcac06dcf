"""Saved tracks and counted acts, over every kind of storage, and many at once on both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from attrs import evolve
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.channels import a_channel, platform_id
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.track_house import OPERATOR, TrackHouse
from tests.fakes.waiting import PATIENCE
from tests.fakes.withdrawals import Payouts

from backbeat.accounts.deletion import erase
from backbeat.catalogue.errors import FavouritesFull, TrackNotFound
from backbeat.catalogue.favourites import ActLog, Favourites
from backbeat.catalogue.finding import Finding
from backbeat.catalogue.listening import Addresses
from backbeat.catalogue.model import Act, Track
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.defaults.signer import RandomSigner
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.pages import PageRequest
from backbeat.limits.service import Limits
from backbeat.memory.limits import MemoryLimits
from backbeat.settings import Favourites as Bounds
from backbeat.settings import Music
from backbeat.site.model import PartnerSite
from backbeat_adapters.sql.engine.engines import make_counters_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.limits import SqlLimits

MINA, HANA = AccountId("mina"), AccountId("hana")
CODES = [Isrc(f"QZBB125{number:05d}") for number in range(1, 21)]
PAGE = PageRequest()


@pytest.fixture
def favourites(transactions: Any, clock: FixedClock) -> Favourites:
    """Two accounts, and twenty tracks to save."""
    house = Payouts(transactions, security=clock, new_id=counting_ids())
    house.add_creator(MINA)
    house.add_creator(HANA)
    with transactions.begin() as books:
        books.sites.put(PartnerSite("partner.example", "Partner", "#112233", "#445566"))
        books.tracks.save([Track(code, code) for code in CODES])
    return Favourites(transactions, clock, Bounds(limit=3))


def finding(favourites: Favourites) -> Finding:
    addresses = Addresses(RandomSigner(), favourites.clock)
    return Finding(favourites.transactions, favourites.clock, Music(), addresses)


def saved(favourites: Favourites, account: AccountId) -> list[str]:
    return [each.shown.track.isrc for each in finding(favourites).saved(account, PAGE).items]


def test_a_toggle_saves_and_takes_out_again(favourites: Favourites, clock: FixedClock) -> None:
    first = favourites.toggle(MINA, "qz-bb1-25-00001")
    clock.move(seconds=1)
    second = favourites.toggle(MINA, CODES[1])

    assert (first.favorited, first.count, first.limit) == (True, 1, 3)
    assert second.count == 2
    assert saved(favourites, MINA) == [CODES[1], CODES[0]]
    assert saved(favourites, HANA) == []
    gone = favourites.toggle(MINA, CODES[0])
    assert (gone.favorited, gone.count) == (False, 1)


def test_the_limit_is_the_settings(favourites: Favourites) -> None:
    for code in CODES[:3]:
        favourites.toggle(MINA, code)

    with pytest.raises(FavouritesFull) as refused:
        favourites.toggle(MINA, CODES[3])
    assert (refused.value.code, refused.value.details) == (20000, {"limit": 3})
    assert len(saved(favourites, MINA)) == 3


def test_what_is_not_there_or_not_for_the_account_is_not_saved(
    favourites: Favourites, transactions: Any, clock: FixedClock
) -> None:
    with transactions.begin() as books:
        books.tracks.lock(CODES)
        books.tracks.save(
            [
                Track(CODES[0], "Retired", retired_at=clock.now()),
                Track(CODES[1], "Exclusive", partner="partner.example"),
            ]
        )

    for code in (CODES[0], CODES[1], "QZBB12599999", "no code"):
        with pytest.raises(TrackNotFound):
            favourites.toggle(MINA, code)
    with transactions.begin() as books:
        books.accounts.save(evolve(books.accounts.lock(MINA), partner="partner.example"))
    kept = favourites.toggle(MINA, CODES[1])
    assert (kept.favorited, kept.count, saved(favourites, MINA)) == (True, 1, [CODES[1]])


def test_a_retired_favourite_stays_and_counts_until_it_is_taken_out(
    favourites: Favourites, transactions: Any, clock: FixedClock
) -> None:
    for code in CODES[:3]:
        favourites.toggle(MINA, code)
    with transactions.begin() as books:
        books.tracks.lock(CODES)
        books.tracks.save([Track(CODES[0], "Retired", retired_at=clock.now())])

    assert CODES[0] in saved(favourites, MINA)
    with pytest.raises(FavouritesFull):
        favourites.toggle(MINA, CODES[3])
    assert not favourites.toggle(MINA, CODES[0]).favorited
    assert favourites.toggle(MINA, CODES[3]).favorited


def test_a_favourite_without_a_video_for_sixty_days_is_idle(
    favourites: Favourites, transactions: Any, clock: FixedClock, tmp_path: Path
) -> None:
    with transactions.begin() as opened:
        channel = a_channel(11, owner=MINA)
        proof = evolve(channel.verification, verified_at=clock.now())
        opened.channels.add(evolve(channel, verification=proof))
    saved_on = clock.today()
    for code in CODES[:2]:
        favourites.toggle(MINA, code)
    clock.move(days=58)
    favourites.toggle(MINA, CODES[2])

    def idle() -> set[str]:
        found = finding(favourites).saved(MINA, PAGE).items
        return {each.shown.track.isrc for each in found if each.is_idle}

    clock.move(days=1)
    assert idle() == set(), "fifty-nine days"
    clock.move(days=1)
    assert idle() == {CODES[0], CODES[1]}

    day = (saved_on + timedelta(days=10)).isoformat()
    row = fake.daily_row(day, platform_id(11), "a", isrc=CODES[1])
    TrackHouse.over(transactions, clock, tmp_path).ingestion.ingest(
        fake.own_daily(tmp_path / "own.csv", row), OPERATOR
    )

    assert idle() == {CODES[0]}
    clock.move(days=10)
    assert idle() == {CODES[0], CODES[1]}, "the video is sixty days old too"


def test_a_favourite_is_idle_after_sixty_whole_days_wherever_the_portal_is(
    favourites: Favourites, clock: FixedClock
) -> None:
    """Saved and looked at early in the morning of Seoul, when it is another day in UTC."""
    clock.zone = ZoneInfo("Asia/Seoul")
    clock.set(datetime(2025, 9, 10, 23, 50, tzinfo=UTC))
    favourites.toggle(MINA, CODES[0])

    def is_idle() -> bool:
        (only,) = finding(favourites).saved(MINA, PAGE).items
        return only.is_idle

    clock.move(timedelta(days=59, hours=1))
    assert not is_idle()
    clock.move(timedelta(hours=23))
    assert is_idle()


def test_a_favourite_that_became_a_partners_is_neither_shown_nor_counted(
    favourites: Favourites, transactions: Any
) -> None:
    favourites.toggle(MINA, CODES[0])
    with transactions.begin() as books:
        books.tracks.lock(CODES)
        books.tracks.save([Track(CODES[0], "Exclusive", partner="partner.example")])

    assert saved(favourites, MINA) == []
    assert favourites.toggle(MINA, CODES[1]).count == 1


def test_who_is_erased_has_saved_nothing(
    favourites: Favourites, transactions: Any, clock: FixedClock
) -> None:
    favourites.toggle(MINA, CODES[0])

    with transactions.begin() as books:
        erase(books, books.accounts.lock(MINA), clock)

    assert saved(favourites, MINA) == []


def test_only_plays_of_the_catalogues_tracks_are_told(
    favourites: Favourites,
    transactions: Any,
    clock: FixedClock,
) -> None:
    with transactions.begin() as books:
        for code in (CODES[0], Isrc("QZZZZ2500001")):
            books.plays.count(code, clock.today(), Act.PLAY)

    with transactions.look() as books:
        assert books.plays.played(clock.today(), clock.today()) == {CODES[0]: 1}


def test_equal_acts_within_three_seconds_count_once(
    favourites: Favourites, transactions: Any, clock: FixedClock
) -> None:
    log = ActLog(transactions, clock, Limits(MemoryLimits(), clock))

    def played() -> dict[str, int]:
        with transactions.look() as books:
            return dict(books.plays.played(clock.today(), clock.today()))

    for _ in range(3):
        log.count(MINA, Act.PLAY, CODES[0])
    assert played() == {CODES[0]: 1}
    log.count(MINA, Act.COPY, CODES[0])
    log.count(HANA, Act.PLAY, CODES[0])
    log.count(MINA, Act.PLAY, CODES[1])
    assert played() == {CODES[0]: 2, CODES[1]: 1}
    clock.move(seconds=4)
    log.count(MINA, Act.PLAY, CODES[0])
    assert played() == {CODES[0]: 3, CODES[1]: 1}
    with pytest.raises(TrackNotFound):
        log.count(MINA, Act.OPEN, "QZBB12599999")


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """What each gave or was refused with, all begun together."""
    outcomes: list[Any] = []
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> None:
        start.wait(PATIENCE)
        try:
            outcomes.append(act())
        except Refusal as refusal:
            outcomes.append(refusal)

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(outcomes) == len(acts)
    return outcomes


@pytest.fixture
def shared(database: Database, clock: FixedClock) -> Favourites:
    transactions = SqlTransactions(database.engine, clock, TimeOrderedIds())
    Payouts(transactions, security=clock, new_id=TimeOrderedIds()).add_creator(MINA)
    with transactions.begin() as books:
        books.tracks.save([Track(code, code) for code in CODES])
    return Favourites(transactions, clock, Bounds(limit=5))


def test_at_once_from_many_devices_come_exactly_as_many_as_may_be(shared: Favourites) -> None:
    outcomes = at_once([partial(shared.toggle, MINA, code) for code in CODES[:12]])

    assert len([each for each in outcomes if isinstance(each, FavouritesFull)]) == 7
    assert len(saved(shared, MINA)) == 5


def test_toggles_of_one_track_at_once_come_one_after_the_other(shared: Favourites) -> None:
    outcomes = at_once([lambda: shared.toggle(MINA, CODES[0])] * 7)

    assert sorted(each.favorited for each in outcomes) == [False] * 3 + [True] * 4
    assert saved(shared, MINA) == [CODES[0]]


def test_equal_acts_at_once_count_once_and_others_all(
    shared: Favourites, database: Database, clock: FixedClock
) -> None:
    engine = make_counters_engine(database.url)
    log = ActLog(shared.transactions, clock, Limits(SqlLimits(engine), clock))

    at_once([lambda: log.count(MINA, Act.PLAY, CODES[0])] * 8)
    at_once([partial(log.count, MINA, Act.PLAY, code) for code in CODES[1:9]])

    with shared.transactions.look() as books:
        assert sum(books.plays.played(clock.today(), clock.today()).values()) == 9
    engine.dispose()
