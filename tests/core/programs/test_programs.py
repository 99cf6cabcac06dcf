"""Programs by term: when a channel may apply, how often, and what the operator decides; in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import Office, add_people
from tests.fakes.channels import platform_id
from tests.fakes.events import ANN, CLUB, FERN, KAI, MINA, Fair, channel_of, day
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.board.model import PostId, PostKind, PublishedSpan
from backbeat.channels.model import ChannelStatus
from backbeat.events.errors import OutsideApplicationPeriod
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing, NotFound, Refusal
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.notifications.model import NotificationType, Subject
from backbeat.programs.errors import (
    AlreadyActive,
    ApplicationsOver,
    AppliedThisTerm,
    ProgramRefused,
)
from backbeat.programs.model import ApplicationState, Enrolment, ProgramState
from backbeat.settings import Features, Settings
from backbeat.withdrawals.errors import ChannelNotApproved

PAGE = PageRequest()
WHY = "not enough shorts"


@pytest.fixture
def fair(clock: FixedClock, tmp_path: Path) -> Fair:
    clock.set(day(5))
    transactions = MemoryTransactions.empty(clock, counting_ids())
    add_people(transactions, clock)
    return Fair(Office(transactions, clock, tmp_path, Settings()))


def code_of(refused: Any) -> int:
    error = refused.value
    assert isinstance(error, Refusal)
    return error.code


def states(enrolment: Enrolment) -> list[tuple[int, str]]:
    return [(each.term, each.state.value) for each in enrolment.applications]


@pytest.mark.parametrize("number", [5, 15])
def test_on_the_first_and_the_last_day_a_channel_applies(fair: Fair, number: int) -> None:
    fair.program()
    fair.on(number)
    enrolment = fair.apply(MINA)
    assert states(enrolment) == [(1, "waiting")]
    assert enrolment.names == {channel_of(MINA): "Mina"}
    assert enrolment.applications[0].applied_on == day(number)


def test_after_the_last_day_no_channel_applies(fair: Fair) -> None:
    fair.program()
    fair.on(16)
    with pytest.raises(ApplicationsOver) as refused:
        fair.apply(MINA)
    assert code_of(refused) == 80000
    assert states(fair.programs.show(MINA, CLUB)) == []


def test_before_the_first_day_no_channel_applies(fair: Fair) -> None:
    fair.program(begin=6)
    with pytest.raises(OutsideApplicationPeriod) as refused:
        fair.apply(MINA)
    assert code_of(refused) == 10026
    assert fair.programs.show(MINA, CLUB).state is ProgramState.TO_COME


def test_a_channel_applies_once_in_a_term(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    with pytest.raises(AppliedThisTerm) as refused:
        fair.apply(MINA)
    assert code_of(refused) == 80001
    fair.program_desk.deny(CLUB, channel_of(MINA), ANN, WHY)
    with pytest.raises(AppliedThisTerm):
        fair.apply(MINA)
    fair.apply(KAI)


def test_a_channel_that_was_denied_applies_again_in_the_next_term(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    fair.program_desk.deny(CLUB, channel_of(MINA), ANN, WHY)
    fair.on(16)
    assert fair.program(begin=16, until=20).term == 2
    assert states(fair.apply(MINA)) == [(2, "waiting"), (1, "denied")]


def test_an_active_channel_does_not_apply_in_any_term(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    fair.program_desk.approve(CLUB, channel_of(MINA), ANN)
    for number in (15, 16):
        fair.on(number)
        with pytest.raises(AlreadyActive) as refused:
            fair.apply(MINA)
        assert code_of(refused) == 80002
    fair.program(begin=16, until=20)
    with pytest.raises(AlreadyActive):
        fair.apply(MINA)


def test_a_channel_that_was_ended_applies_again_in_a_later_term_only(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    fair.program_desk.approve(CLUB, channel_of(MINA), ANN)
    fair.program_desk.end(CLUB, channel_of(MINA), ANN, WHY)
    with pytest.raises(AppliedThisTerm):
        fair.apply(MINA)
    fair.on(16)
    fair.program(begin=16, until=20)
    assert states(fair.apply(MINA)) == [(2, "waiting"), (1, "ended")]


def test_only_ones_own_approved_channel_applies(fair: Fair) -> None:
    fair.program()
    for foreign in (channel_of(KAI), ChannelId("nothing")):
        with pytest.raises(NotFound):
            fair.programs.apply(MINA, CLUB, foreign)
    with fair.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(evolve(channel, status=ChannelStatus.PENDING))
    with pytest.raises(ChannelNotApproved):
        fair.apply(MINA)
    with fair.office.transactions.begin() as books:
        books.channels.lock(channel.id)
        books.channels.save(channel.deleted(fair.office.clock.now(), on=day(5), lost_from=None))
    with pytest.raises(NotFound):
        fair.apply(MINA)
    assert fair.program_desk.applications(CLUB, None, PAGE).items == []


def test_who_applied_is_told_what_was_decided_and_why(fair: Fair) -> None:
    fair.program()
    for who in (MINA, KAI):
        fair.apply(who)
    fair.program_desk.approve(CLUB, channel_of(MINA), ANN)
    fair.program_desk.deny(CLUB, channel_of(KAI), ANN, WHY)
    fair.program_desk.end(CLUB, channel_of(MINA), ANN, WHY)
    party = {"title": {"en": "Party"}}
    [approved] = fair.told(MINA, Subject.PROGRAM_APPROVED)
    assert approved.facts == {**party, "channel": "Mina"}
    [denied] = fair.told(KAI, Subject.PROGRAM_DENIED)
    assert denied.facts == {**party, "channel": "Mina", "reason": WHY}
    [ended] = fair.told(MINA, Subject.PROGRAM_ENDED)
    assert ended.facts == {**party, "channel": "Mina", "reason": WHY}
    for each in (approved, denied, ended):
        assert each.subject.type is NotificationType.EVENT
        assert each.target is not None
        assert each.target.facts == {"id": "club"}
    with fair.office.transactions.look() as books:
        acts = [row.entry for row in books.audit.about("post:club", 9)]
    mina, kai = ({"channel": channel_of(who), "term": 1} for who in (MINA, KAI))
    days = {"term": 1, "apply_from": "2025-10-05", "apply_until": "2025-10-15"}
    assert [(each.action, each.after, each.reason) for each in acts] == [
        ("program.ended", mina, WHY),
        ("program.denied", kai, WHY),
        ("program.active", mina, None),
        ("program.applied", kai, None),
        ("program.applied", mina, None),
        ("program.opened", days, None),
    ]
    by = {each.actor for each in acts if each.action == "program.applied"}
    assert by == {Actor.account(MINA), Actor.account(KAI)}
    assert {each.actor for each in acts if each.action != "program.applied"} == {ANN}


def moved(fair: Fair, to: AccountId) -> None:
    """Mina's channel is somebody else's from now on."""
    with fair.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(to, fair.office.clock.today()))


def test_a_channel_that_changed_hands_applied_this_term_and_who_applied_is_told(
    fair: Fair,
) -> None:
    fair.program()
    fair.apply(MINA)
    fair.on(6)
    moved(fair, FERN)
    with pytest.raises(AppliedThisTerm):
        fair.programs.apply(FERN, CLUB, channel_of(MINA))
    assert states(fair.programs.show(FERN, CLUB)) == []
    fair.program_desk.deny(CLUB, channel_of(MINA), ANN, WHY)
    assert len(fair.told(MINA, Subject.PROGRAM_DENIED)) == 1
    assert fair.told(FERN, Subject.PROGRAM_DENIED) == []


def test_of_a_channel_with_two_programs_and_channels_each_page_has_its_own(fair: Fair) -> None:
    other = PostId("other")
    fair.program()
    fair.program(other)
    fair.apply(MINA)
    fair.on(6)
    moved(fair, KAI)
    fair.programs.apply(KAI, other, channel_of(MINA))
    fair.on(7)
    fair.apply(KAI, other)
    enrolment = fair.programs.show(KAI, other)
    assert [each.channel for each in enrolment.applications] == [channel_of(KAI), channel_of(MINA)]
    assert set(enrolment.names) == {channel_of(KAI), channel_of(MINA)}
    assert states(fair.programs.show(KAI, CLUB)) == []


def test_the_newest_application_alone_is_decided(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    fair.on(16)
    fair.program(begin=16, until=20)
    fair.apply(MINA)
    desk, channel = fair.program_desk, channel_of(MINA)
    assert states(fair.programs.show(MINA, CLUB)) == [(2, "waiting"), (1, "lapsed")]
    waiting = desk.applications(CLUB, ApplicationState.WAITING, PAGE)
    assert [each.term for each in waiting.items] == [2]
    assert desk.approve(CLUB, channel, ANN).term == 2
    acts: tuple[Callable[[], object], ...] = (
        lambda: desk.approve(CLUB, channel, ANN),
        lambda: desk.deny(CLUB, channel, ANN, WHY),
    )
    for act in acts:
        with pytest.raises(ProgramRefused):
            act()
    desk.end(CLUB, channel, ANN, WHY)
    fair.on(21)
    fair.program(begin=21, until=25)
    assert states(fair.apply(MINA)) == [(3, "waiting"), (2, "ended"), (1, "lapsed")]


def test_what_is_not_in_the_state_for_it_is_not_decided(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    desk, channel = fair.program_desk, channel_of(MINA)
    with pytest.raises(ProgramRefused):
        desk.end(CLUB, channel, ANN, WHY)
    with pytest.raises(FieldsMissing):
        desk.deny(CLUB, channel, ANN, " ")
    assert desk.approve(CLUB, channel, ANN, dry_run=True).state is ApplicationState.ACTIVE
    desk.approve(CLUB, channel, ANN)
    with pytest.raises(ProgramRefused):
        desk.approve(CLUB, channel, ANN)
    with pytest.raises(ProgramRefused):
        desk.deny(CLUB, channel, ANN, WHY)
    with pytest.raises(NotFound):
        desk.approve(CLUB, channel_of(KAI), ANN)
    with pytest.raises(NotFound):
        desk.approve("nothing", channel, ANN)
    assert len(fair.told(MINA, Subject.PROGRAM_APPROVED)) == 1


def test_the_operator_lists_applications_of_one_state_or_all(fair: Fair) -> None:
    fair.program()
    for number, who in enumerate((KAI, MINA, FERN), start=5):
        fair.on(number)
        fair.apply(who)
    fair.program_desk.approve(CLUB, channel_of(MINA), ANN)
    found = fair.program_desk.applications(CLUB, None, PAGE)
    assert [each.account for each in found.items] == [KAI, MINA, FERN]
    active = fair.program_desk.applications(CLUB, ApplicationState.ACTIVE, PAGE)
    assert [each.account for each in active.items] == [MINA]
    with pytest.raises(NotFound):
        fair.program_desk.applications("nothing", None, PAGE)
    assert [each.id for each in fair.program_desk.list(PAGE).items] == [CLUB]


def test_a_term_begins_when_the_one_before_takes_no_more(fair: Fair) -> None:
    fair.program()
    fair.on(15)
    with pytest.raises(ProgramRefused):
        fair.program(begin=16, until=20)
    fair.on(16)
    assert fair.program(begin=18, until=20).term == 2
    moved = fair.program(begin=17, until=21)
    assert (moved.term, moved.apply_from, moved.apply_until) == (2, day(17), day(21))


def test_days_that_cannot_be_are_refused_with_their_field(fair: Fair) -> None:
    with pytest.raises(BadValues) as refused:
        fair.program(begin=6, until=5)
    assert refused.value.fields == {"apply_until": "date"}
    fair.publish(CLUB, span=PublishedSpan(fair.office.clock.now(), day(14)))
    with pytest.raises(BadValues) as refused:
        fair.program_desk.open(CLUB, day(5), day(15), ANN)
    assert refused.value.fields == {"until": "date"}
    assert fair.programs.period(CLUB) is None


def test_only_an_event_of_the_board_is_opened_and_seen(fair: Fair) -> None:
    fair.program()
    fair.publish(CLUB, retired_at=fair.office.clock.now())
    fair.publish(PostId("notice"), kind=PostKind.NOTICE)
    for which in (CLUB, PostId("notice"), PostId("nothing")):
        with pytest.raises(NotFound):
            fair.program_desk.open(which, day(5), day(6), ANN)
        with pytest.raises(NotFound):
            fair.programs.show(MINA, which)
        with pytest.raises(NotFound):
            fair.apply(MINA, which)


def test_off_no_channel_applies_and_no_term_is_opened(fair: Fair) -> None:
    fair.program()
    off = evolve(fair, features=Features())
    for act in (
        lambda: off.programs.show(MINA, CLUB),
        lambda: off.apply(MINA),
        lambda: off.program_desk.open(CLUB, day(5), day(6), ANN),
    ):
        with pytest.raises(FeatureOff):
            act()
    assert off.programs.period(CLUB) is None
    assert fair.programs.period(CLUB) is not None
