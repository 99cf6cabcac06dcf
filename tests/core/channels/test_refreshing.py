"""Names, thumbnails and views of channels stay fresh (PLATFORM-8)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from attrs import evolve
from tests.fakes.channel_house import ANN, MINA, ChannelHouse
from tests.fakes.channels import a_channel, platform_id

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import ChangeContext, ViewReading
from backbeat.channels.platform import PlatformUnavailable
from backbeat.channels.refresh import ChannelRefresh
from backbeat.channels.rules import enough_views_on
from backbeat.channels.service import ChannelListFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.pages import PageRequest
from backbeat.platforms.tiktok.platform import TIKTOK


@pytest.fixture
def refreshing(house: ChannelHouse) -> ChannelRefresh:
    return ChannelRefresh(house.transactions, house.platform, house.security)


def test_a_verified_channel_is_read_anew_every_week(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    card = house.verified(1, name="Mina")
    house.add(2)
    house.on_platform(1, name="Mina renamed", views=3_000_000)

    house.wait(days=7)
    assert refreshing.run() == 0
    house.wait(seconds=1)
    assert refreshing.run() == 1
    assert refreshing.run() == 0

    channel = house.channels.show(MINA, card.channel.id).channel
    assert (channel.name, channel.total_views) == ("Mina renamed", 3_000_000)
    assert channel.status is card.channel.status


def test_many_channels_are_few_questions(house: ChannelHouse, refreshing: ChannelRefresh) -> None:
    for number in range(60):
        house.verified(number, house.person(f"creator{number}"))
    house.wait(days=8)
    asked = house.platform.questions

    assert refreshing.run() == 60
    assert house.platform.questions == asked + 2


def test_a_channel_that_the_platform_lost_keeps_its_last_facts(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    card = house.verified(1)
    del house.platform.known[platform_id(1)]
    house.wait(days=8)

    assert refreshing.run() == 1
    assert house.channels.show(MINA, card.channel.id).channel.name == card.channel.name
    assert refreshing.run() == 0


def test_a_handle_that_somebody_else_took_changes_nothing(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    card = house.verified(1, name="Mina", handle="@mina")
    house.on_platform(1, name="Mina", handle="@mina_old")
    house.on_platform(2, name="Impostor", handle="@mina")
    house.wait(days=8)

    refreshing.run()

    channel = house.channels.show(MINA, card.channel.id).channel
    assert (channel.platform_id, channel.name) == (platform_id(1), "Mina")


def test_a_silent_platform_leaves_the_rest_for_the_next_run(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    house.verified(1)
    house.wait(days=8)
    house.platform.down = True

    with pytest.raises(PlatformUnavailable):
        refreshing.run()
    house.platform.down = False
    assert refreshing.run() == 1


def test_a_silent_platform_keeps_no_other_from_being_read(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    here, now = house.verified(1).channel, house.security.now()
    listed = a_channel(2, owner="mina", platform=TIKTOK.channel_key("6959123456789012345"))
    proved = listed.verified(ChangeContext(now, Actor.operator("ann")), seen=now, needed_views=0)
    with house.transactions.begin() as books:
        books.channels.add(evolve(proved, read_at=now))
    house.platform.has(listed.platform_id, name="Mina renamed")
    house.on_platform(1, name="Mina renamed")
    house.wait(days=8)
    house.platform.silent = {"youtube"}

    with pytest.raises(PlatformUnavailable):
        refreshing.run()

    with house.transactions.look() as books:
        found = [books.channels.get(each.id) for each in (here, listed)]
    assert [each and each.name for each in found] == ["Mina", "Mina renamed"]


def views_read(house: ChannelHouse) -> list[int]:
    [card] = house.channels.list(MINA, ChannelListFilter(), PageRequest()).items
    return [reading.views for reading in card.channel.readings]


def test_a_channel_on_hold_is_read_every_day_and_its_pace_names_a_day(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    id_ = house.verified(1, views=70_000).channel.id
    house.verified(2, house.person("lee"), views=900_000)
    days = []
    for views in (76_000, 82_000, 88_000):
        house.on_platform(1, views=views)
        house.wait(days=1)
        assert refreshing.run() == 1
        assert refreshing.run() == 0
        days.append(house.channels.show(MINA, id_).enough_views_on)

    # 6,000 a day: 18,001 more take three days, 12,001 more two, and some seconds.
    assert views_read(house) == [70_000, 76_000, 82_000, 88_000]
    assert days == [None, date(2025, 9, 6), date(2025, 9, 6)]


def test_a_reading_belongs_to_one_day_and_one_hold(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    id_ = house.verified(1, views=70_000).channel.id
    house.on_platform(1, views=71_000)
    house.wait(seconds=22 * 3600 + 3599)
    assert refreshing.run() == 0
    house.wait(seconds=2)
    refreshing.run()
    assert views_read(house) == [70_000, 71_000]

    house.channels.ask_review(MINA, id_)
    assert views_read(house) == []
    house.desk.hold(id_, ANN)
    house.wait(days=1)
    refreshing.run()
    assert views_read(house) == [71_000]


def test_the_newest_eight_readings_are_kept(
    house: ChannelHouse, refreshing: ChannelRefresh
) -> None:
    house.verified(1, views=1_000)
    for day in range(1, 10):
        house.on_platform(1, views=1_000 + day)
        house.wait(days=1)
        refreshing.run()

    assert views_read(house) == [1_002, 1_003, 1_004, 1_005, 1_006, 1_007, 1_008, 1_009]


@pytest.mark.parametrize(
    ("views", "expected"),
    [
        ([99_998, 99_999], None),
        # 2,000 a day: of the more than 100,000 one view is missing.
        ([96_000, 98_000, 100_000], date(2025, 9, 4)),
        ([96_000, 98_000, 100_001], None),
        ([50, 50, 50], None),
        ([52, 51, 50], None),
        ([0, 200, 545], date(2026, 9, 3)),
        ([0, 200, 544], None),
    ],
)
def test_a_day_is_named_from_the_third_reading_where_the_views_grow_fast_enough(
    views: list[int], expected: date | None
) -> None:
    # The last second of 3 September in Seoul is in the afternoon in UTC.
    last = datetime(2025, 9, 3, 14, 59, 59, tzinfo=UTC)
    times = [last - timedelta(days=len(views) - 1 - place) for place in range(len(views))]
    readings = tuple(map(ViewReading, times, views))
    channel = evolve(a_channel(), status=ChannelStatus.DENIED_PENDING, readings=readings)

    assert enough_views_on(channel, 100_000, ZoneInfo("Asia/Seoul")) == expected
