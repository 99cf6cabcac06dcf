"""Holding, review and the operator's decisions: journey 4."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from tests.fakes.channel_house import ANN, MINA, ChannelHouse
from tests.fakes.channels import platform_id

from backbeat.channels import errors
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.reviews import OperatorOrder
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import FieldsMissing, NotFound
from backbeat.kernel.ids import ChannelId
from backbeat.notifications.model import Subject
from backbeat.policies.service import Policies
from backbeat.settings import Channels, FirstEarning, Settings

BECAUSE = OperatorOrder("ann", "copied videos")
TRIAL = OperatorOrder("ann", "copied videos", dry_run=True)


def held(house: ChannelHouse) -> ChannelId:
    return house.verified(views=100_000).channel.id


def test_a_review_is_asked_for_once_a_day_and_judged_in_order(house: ChannelHouse) -> None:
    channel = held(house)

    assert house.channels.ask_review(MINA, channel).channel.status is ChannelStatus.PENDING
    with pytest.raises(errors.ReviewedToday) as again:
        house.channels.ask_review(MINA, channel)
    house.wait(days=1)
    with pytest.raises(errors.UnderReview) as undecided:
        house.channels.ask_review(MINA, channel)
    house.desk.hold(channel, ANN)
    second = house.channels.ask_review(MINA, channel)
    denied = house.desk.deny(channel, BECAUSE)
    house.wait(days=1)
    with pytest.raises(errors.NotUnderHold) as refused:
        house.channels.ask_review(MINA, channel)
    house.desk.reopen(channel, ANN)
    approved = house.desk.approve(channel, ANN)
    with pytest.raises(errors.NotUnderHold):
        house.channels.ask_review(MINA, channel)

    assert (again.value.code, undecided.value.code, refused.value.code) == (30007, 40007, 30006)
    assert second.channel.status is ChannelStatus.PENDING
    assert denied.channel.status is ChannelStatus.DENIED
    assert denied.channel.deny_reason == "copied videos"
    assert approved.channel.status is ChannelStatus.APPROVED
    assert approved.channel.earning_from == date(2025, 9, 3)
    assert approved.channel.deny_reason is None
    assert house.told("mina") == [
        Subject.CHANNEL_HELD,
        Subject.CHANNEL_HELD,
        Subject.CHANNEL_DENIED,
        Subject.CHANNEL_REOPENED,
        Subject.CHANNEL_APPROVED,
    ]


def test_the_day_of_a_review_is_the_portals_day(house: ChannelHouse) -> None:
    channel = held(house)
    house.business.set(datetime(2025, 9, 1, 23, 59, 59, tzinfo=UTC))
    house.channels.ask_review(MINA, channel)
    house.desk.hold(channel, ANN)

    with pytest.raises(errors.ReviewedToday):
        house.channels.ask_review(MINA, channel)
    house.business.move(seconds=1)
    assert house.channels.ask_review(MINA, channel).channel.status is ChannelStatus.PENDING


def test_a_channel_without_verification_is_no_case_for_review(house: ChannelHouse) -> None:
    with pytest.raises(errors.NotUnderHold) as refused:
        house.channels.ask_review(MINA, house.add().channel.id)

    assert refused.value.code == 30006
    assert refused.value.details == {"status": "need-approved"}


def test_the_views_are_read_anew_at_a_review(house: ChannelHouse) -> None:
    channel = held(house)
    house.platform.count(platform_id(1), 250_000)

    assert house.channels.ask_review(MINA, channel).channel.total_views == 250_000


def test_a_silent_platform_is_no_hindrance_to_a_review(house: ChannelHouse) -> None:
    channel = held(house)
    house.platform.down = True

    card = house.channels.ask_review(MINA, channel)

    assert card.channel.status is ChannelStatus.PENDING
    assert card.channel.total_views == 100_000


def test_the_card_says_whether_a_review_can_be_asked_for(house: ChannelHouse) -> None:
    channel = held(house)
    assert house.channels.show(MINA, channel).can_ask_review

    assert not house.channels.ask_review(MINA, channel).can_ask_review
    house.desk.hold(channel, ANN)
    assert not house.channels.show(MINA, channel).can_ask_review
    house.wait(days=1)
    assert house.channels.show(MINA, channel).can_ask_review


def test_an_approval_lets_the_channel_earn_from_its_day(house: ChannelHouse) -> None:
    channel = house.verified().channel.id
    house.go_to(date(2025, 9, 3))

    approved = house.desk.approve(channel, ANN).channel

    assert approved.status is ChannelStatus.APPROVED
    assert approved.approved_at == datetime(2025, 9, 3, 9, tzinfo=UTC)
    assert approved.earning_from == date(2025, 9, 3)
    assert house.told("mina")[-1] is Subject.CHANNEL_APPROVED
    assert house.audited()[-1] == ("channel.approved", "ann")
    assert house.channels.has_approved(MINA)


@pytest.mark.parametrize(
    ("setting", "first_day"),
    [
        (FirstEarning.REGISTRATION, date(2025, 9, 1)),
        (FirstEarning.VERIFICATION, date(2025, 9, 2)),
        (FirstEarning.APPROVAL, date(2025, 9, 4)),
    ],
)
def test_the_first_earning_day_is_a_setting_and_never_counts_twice(
    setting: FirstEarning, first_day: date
) -> None:
    house = ChannelHouse(settings=Channels(first_earning_from=setting))
    card = house.add()
    house.place_code(card)
    house.go_to(date(2025, 9, 2))
    house.verifications.verify(MINA, card.channel.id)
    house.go_to(date(2025, 9, 4))

    assert house.desk.approve(card.channel.id, ANN).channel.earning_from == first_day

    house.go_to(date(2025, 9, 10))
    house.desk.deny(card.channel.id, BECAUSE)
    house.desk.reopen(card.channel.id, ANN)
    house.go_to(date(2025, 9, 12))
    again = house.desk.approve(card.channel.id, ANN).channel
    assert again.earning_from == date(2025, 9, 12)
    assert [(each.from_day, each.until) for each in again.timeline.earnings] == [
        (first_day, date(2025, 9, 10)),
        (date(2025, 9, 12), None),
    ]


def test_an_approval_goes_by_the_policy_of_its_day(house: ChannelHouse) -> None:
    policies = Policies(house.transactions, house.business, house.security, Settings())
    policies.set(
        "channels.first_earning_from", "registration", date(2025, 9, 4),
        Actor.operator("ann"), reason="agreed",
    )  # fmt: skip
    first_days: list[tuple[date, date | None]] = []
    for day in (date(2025, 9, 3), date(2025, 9, 4)):
        card = house.add(len(first_days) + 1)
        house.place_code(card)
        house.verifications.verify(MINA, card.channel.id)
        house.go_to(day)
        approved = house.desk.approve(card.channel.id, ANN).channel
        first_days.append((approved.registered_at.date(), approved.earning_from))

    assert first_days == [
        (date(2025, 9, 1), date(2025, 9, 3)),
        (date(2025, 9, 3), date(2025, 9, 3)),
    ]


def test_an_unverified_channel_cannot_be_approved(house: ChannelHouse) -> None:
    with pytest.raises(errors.WrongStatus) as refused:
        house.desk.approve(house.add().channel.id, ANN)

    assert refused.value.details["reason"] == "channel_status"
    assert refused.value.details["status"] == "need-approved"


@pytest.mark.parametrize("act", ["deny", "block"])
def test_refusing_somebody_needs_a_reason(house: ChannelHouse, act: str) -> None:
    card = house.verified()
    targets = {"deny": card.channel.id, "block": card.channel.platform_id}

    with pytest.raises(FieldsMissing):
        getattr(house.desk, act)(targets[act], OperatorOrder("ann", "  "))


def test_a_trial_changes_nothing(house: ChannelHouse) -> None:
    card = house.verified()
    before = (house.audited(), house.told("mina"))

    assert house.desk.approve(card.channel.id, TRIAL).channel.status is ChannelStatus.APPROVED
    assert house.desk.deny(card.channel.id, TRIAL).channel.status is ChannelStatus.DENIED
    house.desk.block(card.channel.platform_id, TRIAL)
    house.desk.preregister(card.channel.platform_id, "a@example.org", TRIAL)
    house.desk.recheck(card.channel.id, TRIAL)
    with pytest.raises(errors.WrongStatus):
        house.desk.reopen(card.channel.id, TRIAL)

    assert house.channels.show(MINA, card.channel.id).channel == card.channel
    assert (house.audited(), house.told("mina")) == before


def test_the_queue_holds_what_waits_the_longest_first(house: ChannelHouse) -> None:
    first, second = house.verified(1).channel.id, house.verified(2).channel.id
    house.verified(3, views=7)
    house.add(4)

    assert house.desk.waiting() == [first, second]


def test_the_operator_finds_a_channel_by_what_is_at_hand(house: ChannelHouse) -> None:
    card = house.add(1)
    house.add(2)

    for text in (card.channel.id, card.channel.id[:6], platform_id(1), card.channel.link):
        assert house.desk.find(text).channel.id == card.channel.id
    for text in ("", "nothing", "0", platform_id(9)):
        with pytest.raises(NotFound):
            house.desk.find(text)


def test_a_recheck_reads_the_channel_anew(house: ChannelHouse) -> None:
    card = house.verified(1)
    house.on_platform(1, name="Mina the second", views=9_000_000)

    channel = house.desk.recheck(card.channel.id, ANN).channel

    assert (channel.name, channel.total_views) == ("Mina the second", 9_000_000)
    assert house.channels.show(MINA, card.channel.id).channel == channel
    assert house.audited()[-1] == ("channel.rechecked", "ann")


def test_a_recheck_finds_a_code_that_nobody_asked_for(house: ChannelHouse) -> None:
    card = house.add(1)
    house.place_code(card)

    assert house.desk.recheck(card.channel.id, ANN).channel.is_verified


def test_a_recheck_of_a_silent_platform_changes_nothing(house: ChannelHouse) -> None:
    card = house.add(1)
    house.platform.down = True

    with pytest.raises(errors.ChannelUnreadable):
        house.desk.recheck(card.channel.id, ANN)


def test_audit_rows_hold_no_address(house: ChannelHouse) -> None:
    house.on_platform(1)
    house.desk.preregister("@mina1", "ivy@example.org", ANN)

    with house.transactions.look() as books:
        (row,) = books.audit.all()
    assert row.entry.after == {"email": "i***@example.org"}
    assert row.entry.target == f"platform_channel:{platform_id(1)}"
