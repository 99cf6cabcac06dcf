"""Names, thumbnails and views of channels stay fresh (PLATFORM-8)."""

from __future__ import annotations

import pytest
from tests.fakes.channel_house import MINA, ChannelHouse
from tests.fakes.channels import platform_id

from backbeat.channels.platform import PlatformUnavailable
from backbeat.channels.refresh import ChannelRefresh


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
