"""Assignment: who may hand a channel to whom, and whose the days are
(ACCESS-1, SETTLE-7, ACCESS-3)."""

from __future__ import annotations

from datetime import date

import pytest
from tests.fakes.channel_house import MINA, ChannelHouse
from tests.fakes.channels import holder_on

from backbeat.accounts.errors import AccountNotFound
from backbeat.channels.errors import ChannelUnassigned
from backbeat.channels.model import ChangeContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound, RoleRefused
from backbeat.kernel.ids import AccountId
from backbeat.notifications.model import Subject


def test_a_channel_is_assigned_and_taken_back(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    channel = house.approved().channel

    assigned = house.channels.assign(MINA, channel.id, "kai@example.org")
    assert assigned.member is not None
    assert assigned.member.name == "kai"
    assert house.listed("kai") == [channel.id]

    taken_back = house.channels.unassign(MINA, channel.id)
    assert taken_back.member is None
    assert taken_back.channel.status is channel.status
    assert house.listed("mina") == [channel.id]
    assert house.listed("kai") == []
    assert house.told("kai") == [Subject.CHANNEL_ASSIGNED, Subject.CHANNEL_UNASSIGNED]
    assert house.audited()[-2:] == [("channel.assigned", "mina"), ("channel.unassigned", "mina")]
    with pytest.raises(ChannelUnassigned):
        house.channels.unassign(MINA, channel.id)
    assert kai == assigned.channel.holder


def test_a_change_counts_from_its_own_day(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    channel = house.approved().channel
    house.go_to(date(2025, 9, 11))
    house.channels.assign(MINA, channel.id, kai)
    house.go_to(date(2025, 9, 16))

    after = house.channels.unassign(MINA, channel.id).channel

    whose = [holder_on(after, date(2025, 9, day)) for day in (1, 10, 11, 15, 16, 30)]
    assert whose == ["mina", "mina", "kai", "kai", "mina", "mina"]


def test_the_last_of_several_changes_in_a_day_counts(house: ChannelHouse) -> None:
    house.person("kai", below="mina")
    house.person("lee", below="mina")
    channel = house.approved().channel
    house.go_to(date(2025, 9, 11))
    for target in ("kai", "lee", "kai", "mina", "lee"):
        card = house.channels.assign(MINA, channel.id, target)

    assert [(each.account, each.from_day) for each in card.channel.timeline.holdings] == [
        ("mina", date(2025, 9, 1)),
        ("lee", date(2025, 9, 11)),
    ]


def test_an_assigned_channel_moves(house: ChannelHouse) -> None:
    house.person("kai", below="mina")
    house.person("lee", below="mina")
    channel = house.approved().channel.id
    house.channels.assign(MINA, channel, "kai")
    house.channels.assign(MINA, channel, "lee")

    assert house.listed("kai") == []
    assert house.listed("lee") == [channel]
    assert house.told("kai") == [Subject.CHANNEL_ASSIGNED, Subject.CHANNEL_UNASSIGNED]


def test_assigning_to_the_same_member_again_changes_nothing(house: ChannelHouse) -> None:
    house.person("kai", below="mina")
    channel = house.approved().channel.id
    house.channels.assign(MINA, channel, "kai")
    before = (house.audited(), house.told("kai"))

    house.channels.assign(MINA, channel, "kai")

    assert (house.audited(), house.told("kai")) == before


def test_members_assign_nothing(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    channel = house.add(1, kai).channel.id

    with pytest.raises(RoleRefused):
        house.channels.assign(kai, channel, "kai")
    with pytest.raises(RoleRefused):
        house.channels.unassign(kai, channel)


@pytest.mark.parametrize("target", ["stranger", "stranger@example.org", "nobody", "no@body.org"])
def test_a_target_outside_of_the_own_tree_is_10001(house: ChannelHouse, target: str) -> None:
    house.person("stranger")
    channel = house.approved().channel.id

    with pytest.raises(AccountNotFound) as refused:
        house.channels.assign(MINA, channel, target)
    assert refused.value.code == 10001


def test_somebody_elses_channel_is_not_found(house: ChannelHouse) -> None:
    ivy = house.person("ivy")
    house.person("kai", below="ivy")
    channel = house.approved().channel.id

    with pytest.raises(NotFound) as assigning:
        house.channels.assign(ivy, channel, "kai")
    with pytest.raises(NotFound) as taking_back:
        house.channels.unassign(ivy, channel)
    assert (assigning.value.code, taking_back.value.code) == (2, 2)


def test_a_network_assigns_down_its_branches_only(house: ChannelHouse) -> None:
    house.network()
    channel = house.add(1, "cora").channel.id
    net = AccountId("net")

    assert house.channels.assign(net, channel, "sam").channel.holder == "sam"
    with pytest.raises(AccountNotFound):
        house.channels.assign(net, channel, "dave")


def test_when_a_member_goes_its_channels_come_back(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    first, second = house.add(1, kai).channel.id, house.add(2, kai).channel.id
    house.add(3)
    house.go_to(date(2025, 9, 20))

    with house.transactions.begin() as books:
        stamp = ChangeContext(house.business.now(), Actor.account(MINA))
        assert house.channels.release(books, kai, stamp) == 2

    assert house.listed("kai") == []
    for id_ in (first, second):
        channel = house.channels.show(MINA, id_).channel
        assert channel.assigned_to is None
        assert holder_on(channel, date(2025, 9, 19)) == kai
    assert len(house.listed("mina")) == 3
