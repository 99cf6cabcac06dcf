"""Proof of ownership: when the code is looked for, and what comes of it
(VERIFY-1, VERIFY-3, J1 step 5)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.fakes.channel_house import MINA, ChannelHouse
from tests.fakes.channels import platform_id

from backbeat.channels import errors
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Outcome, VerificationState
from backbeat.channels.verification import CHECK
from backbeat.jobs.worker import Worker
from backbeat.kernel.errors import NotFound, TooManyRequests
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.notifications.model import Subject
from backbeat.settings import Channels


def test_the_code_in_the_description_proves_the_channel(house: ChannelHouse) -> None:
    card = house.add(views=1_250_000)
    house.place_code(card)

    proof = house.verifications.verify(MINA, card.channel.id)

    assert proof.outcome is Outcome.SUCCESS
    assert proof.card.state is VerificationState.VERIFIED
    assert proof.card.channel.status is ChannelStatus.PENDING
    assert (proof.card.code, proof.card.expires_at, proof.retry_in) == (None, None, 0)
    assert house.told("mina") == [Subject.CHANNEL_VERIFIED]
    assert ("channel.verified", "mina") in house.audited()


def test_a_proof_goes_forward_through_three_states_and_back_by_a_failure_only(
    house: ChannelHouse,
) -> None:
    assert [state.value for state in VerificationState] == [
        "pending_validation",
        "verifying",
        "verified",
    ]
    card = house.add()
    channel = card.channel.id

    def state() -> VerificationState:
        return house.verifications.status(MINA, channel).card.state

    seen = [state()]
    house.verifications.verify(MINA, channel)
    seen.append(state())
    house.wait(seconds=180)
    seen.append(state())
    house.verifications.verify(MINA, channel)
    seen.append(state())
    house.place_code(card)
    house.wait(seconds=10)
    house.work()
    seen.append(state())
    house.platform.describe(platform_id(1), "the code is gone again")
    with pytest.raises(errors.AlreadyVerified):
        house.verifications.verify(MINA, channel)
    house.wait(days=2)
    house.work()
    seen.append(state())

    assert [each.value for each in seen] == [
        "pending_validation",
        "verifying",
        "pending_validation",
        "verifying",
        "verified",
        "verified",
    ]


def test_without_the_code_it_waits_then_fails(house: ChannelHouse) -> None:
    card = house.add()

    first = house.verifications.verify(MINA, card.channel.id)
    assert first.outcome is Outcome.WAIT
    assert first.card.state is VerificationState.VERIFYING
    assert first.card.expires_at == datetime(2025, 9, 1, 9, 3, tzinfo=UTC)
    assert first.retry_in == 10

    house.wait(seconds=179)
    assert house.verifications.status(MINA, card.channel.id).outcome is Outcome.WAIT
    house.wait(seconds=1)
    last = house.verifications.status(MINA, card.channel.id)
    assert last.outcome is Outcome.FAILURE
    assert last.card.state is VerificationState.PENDING_VALIDATION
    assert last.card.code == card.code
    assert last.retry_in == 0


def test_the_whole_of_journey_one_step_five(house: ChannelHouse) -> None:
    card = house.add(views=1_250_000)
    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.WAIT
    house.wait(seconds=180)
    assert house.verifications.status(MINA, card.channel.id).outcome is Outcome.FAILURE

    house.place_code(card)
    house.work()

    proof = house.verifications.status(MINA, card.channel.id)
    assert proof.outcome is Outcome.SUCCESS
    assert proof.card.channel.total_views == 1_250_000
    assert proof.card.channel.status is ChannelStatus.PENDING
    with pytest.raises(errors.AlreadyVerified) as refused:
        house.verifications.verify(MINA, card.channel.id)
    assert refused.value.code == 30000


def test_looks_come_every_ten_seconds_then_every_five_minutes_then_never(
    house: ChannelHouse,
) -> None:
    card = house.add()
    house.verifications.verify(MINA, card.channel.id)
    looks = []
    asked = house.platform.questions
    for second in range(5, 90_000, 5):
        house.security.set(datetime.fromtimestamp(_START + second, UTC))
        house.work()
        if house.platform.questions > asked:
            asked = house.platform.questions
            looks.append(second)

    assert looks[:18] == list(range(10, 181, 10))
    assert looks[18:21] == [480, 780, 1080]
    assert looks[-1] <= 86_400 < looks[-1] + 300
    assert len(looks) == 18 + (looks[-1] - 180) // 300


_START = datetime(2025, 9, 1, 9, tzinfo=UTC).timestamp()


def test_a_failure_is_told_once(house: ChannelHouse) -> None:
    card = house.add()
    house.verifications.verify(MINA, card.channel.id)

    for _ in range(30):
        house.wait(seconds=100)
        house.work()

    assert house.told("mina") == [Subject.CHANNEL_NOT_VERIFIED]


def test_while_the_platform_is_silent_it_waits_beyond_the_timer(house: ChannelHouse) -> None:
    card = house.add()
    house.platform.down = True

    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.WAIT
    house.wait(seconds=200)
    house.work()
    proof = house.verifications.status(MINA, card.channel.id)

    assert proof.outcome is Outcome.WAIT
    assert proof.card.state is VerificationState.VERIFYING
    assert proof.retry_in == 300
    assert house.told("mina") == []


def test_a_platform_that_comes_back_without_the_code_is_a_failure(house: ChannelHouse) -> None:
    card = house.add()
    house.platform.down = True
    house.verifications.verify(MINA, card.channel.id)
    house.wait(seconds=200)
    house.work()
    house.platform.down = False
    house.wait(seconds=300)
    house.work()

    assert house.verifications.status(MINA, card.channel.id).outcome is Outcome.FAILURE
    assert house.told("mina") == [Subject.CHANNEL_NOT_VERIFIED]


def test_a_day_of_silence_ends_in_failure(house: ChannelHouse) -> None:
    card = house.add()
    house.platform.down = True
    house.verifications.verify(MINA, card.channel.id)
    house.wait(days=1)

    assert house.verifications.status(MINA, card.channel.id).outcome is Outcome.FAILURE


def test_a_new_start_ends_the_old_looks(house: ChannelHouse) -> None:
    card = house.add()
    house.verifications.verify(MINA, card.channel.id)
    house.wait(seconds=180)
    house.work()
    again = house.verifications.verify(MINA, card.channel.id)
    assert (again.outcome, again.retry_in) == (Outcome.WAIT, 10)

    asked = house.platform.questions
    house.wait(seconds=300)
    house.work()

    assert house.platform.questions == asked + 1


def test_a_press_within_a_minute_tells_and_does_not_look(house: ChannelHouse) -> None:
    card = house.add()
    house.verifications.verify(MINA, card.channel.id)
    house.place_code(card)

    asked = house.platform.questions
    house.wait(seconds=30)
    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.WAIT
    assert house.platform.questions == asked
    house.wait(seconds=31)
    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.SUCCESS


def test_a_new_start_within_a_minute_is_too_soon() -> None:
    house = ChannelHouse(settings=Channels(verify_timer=10))
    card = house.add()
    house.verifications.verify(MINA, card.channel.id)
    house.wait(seconds=20)

    with pytest.raises(TooManyRequests):
        house.verifications.verify(MINA, card.channel.id)


def test_before_verification_is_asked_for_there_is_nothing_to_wait_for(
    house: ChannelHouse,
) -> None:
    card = house.add()

    proof = house.verifications.status(MINA, card.channel.id)

    assert (proof.outcome, proof.retry_in) == (Outcome.FAILURE, 0)
    assert proof.card.state is VerificationState.PENDING_VALIDATION


@pytest.mark.parametrize(
    ("views", "status", "subject"),
    [
        (100_000, ChannelStatus.DENIED_PENDING, Subject.CHANNEL_HELD),
        (100_001, ChannelStatus.PENDING, Subject.CHANNEL_VERIFIED),
    ],
)
def test_the_views_at_verification_decide(
    house: ChannelHouse, views: int, status: ChannelStatus, subject: Subject
) -> None:
    card = house.add(views=5)
    house.place_code(card)
    house.platform.count(platform_id(1), views)

    proof = house.verifications.verify(MINA, card.channel.id)

    assert proof.card.channel.status is status
    assert proof.card.channel.total_views == views
    assert house.told("mina") == [subject]


@pytest.mark.parametrize(
    "description",
    [
        "",
        "BB-0000000",
        "BB-000000011",
        "XBB-00000001",
        "bb-00000001",
        "BB-00000001-2",
        "BB 00000001",
        "BB-00000002",
        "B\u200bB-00000001",
        "ＢＢ-00000001",
    ],
)
def test_nothing_but_the_exact_code_proves(house: ChannelHouse, description: str) -> None:
    card = house.add()
    house.platform.describe(platform_id(1), description)

    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.WAIT


@pytest.mark.parametrize(
    "description", ["BB-00000001", "x\nBB-00000001\ny", "(BB-00000001).", "코드:BB-00000001입니다"]
)
def test_the_code_may_stand_anywhere_in_any_language(house: ChannelHouse, description: str) -> None:
    card = house.add()
    house.platform.describe(platform_id(1), "Hello", description)

    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.SUCCESS


def test_one_accounts_code_never_proves_anothers_claim(house: ChannelHouse) -> None:
    mine = house.add(1)
    ivy = house.person("ivy")
    hers = house.add(1, ivy)
    house.place_code(mine)

    assert house.verifications.verify(ivy, hers.channel.id).outcome is Outcome.WAIT
    assert house.verifications.verify(MINA, mine.channel.id).outcome is Outcome.SUCCESS


def test_the_first_to_prove_holds_the_channel(house: ChannelHouse) -> None:
    mine = house.add(1)
    ivy = house.person("ivy")
    hers = house.add(1, ivy)
    codes = [str(mine.code), str(hers.code)]
    house.verifications.verify(MINA, mine.channel.id)
    house.platform.describe(platform_id(1), *codes)

    assert house.verifications.verify(ivy, hers.channel.id).outcome is Outcome.SUCCESS

    asked = house.platform.questions
    house.wait(seconds=60)
    house.work()
    assert house.platform.questions == asked, "the lost claim is looked for no more"
    with pytest.raises(errors.AlreadyRegistered):
        house.verifications.verify(MINA, mine.channel.id)
    assert house.told("mina") == [Subject.CHANNEL_LOST]


def test_of_two_looks_at_once_one_wins(house: ChannelHouse) -> None:
    mine = house.add(1)
    ivy = house.person("ivy")
    hers = house.add(1, ivy)
    house.platform.describe(platform_id(1), str(mine.code), str(hers.code))

    def meanwhile() -> None:
        house.platform.before_answer = None
        house.verifications.verify(ivy, hers.channel.id)

    house.platform.before_answer = meanwhile
    with pytest.raises(errors.AlreadyRegistered):
        house.verifications.verify(MINA, mine.channel.id)

    assert house.channels.show(ivy, hers.channel.id).channel.is_verified
    assert not house.channels.show(MINA, mine.channel.id).channel.is_verified


def test_a_channel_that_left_the_platform_is_not_proved(house: ChannelHouse) -> None:
    card = house.add()
    del house.platform.known[platform_id(1)]

    assert house.verifications.verify(MINA, card.channel.id).outcome is Outcome.WAIT


def test_only_its_people_verify_a_channel(house: ChannelHouse) -> None:
    kai = house.person("kai", below="mina")
    card = house.add(1, kai)
    house.place_code(card)

    with pytest.raises(NotFound):
        house.verifications.verify(house.person("ivy"), card.channel.id)
    with pytest.raises(NotFound):
        house.verifications.status(house.person("lee"), card.channel.id)
    assert house.verifications.verify(kai, card.channel.id).outcome is Outcome.SUCCESS
    assert house.told("kai") == house.told("mina") == [Subject.CHANNEL_VERIFIED]


def test_a_worker_that_dies_in_a_look_loses_nothing_and_repeats_nothing(
    house: ChannelHouse,
) -> None:
    card = house.add()
    house.verifications.verify(MINA, card.channel.id)
    house.place_code(card)
    house.wait(seconds=10)

    def dies(task: object) -> None:
        raise RuntimeError("killed")

    engine = MemoryJobEngine(house.transactions)
    assert Worker(engine, house.security, {CHECK: dies}).run_once().failed == 1
    assert not house.channels.show(MINA, card.channel.id).channel.is_verified

    house.wait(seconds=60)
    assert house.work().done == 1
    assert house.told("mina") == [Subject.CHANNEL_VERIFIED]
    assert house.work().done == 0
