"""Taking part in events: when, how often, how many, cancelling, and the benefit once; in memory."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import Office, add_people
from tests.fakes.channels import platform_id
from tests.fakes.events import (
    ANN,
    FERN,
    KAI,
    MINA,
    PARTY,
    Fair,
    an_event,
    channel_of,
    day,
)
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.board.model import PostId, PostKind, PublishedSpan
from backbeat.channels.model import ChannelStatus
from backbeat.events import telling
from backbeat.events.errors import (
    AlreadyTakingPart,
    BenefitFixed,
    BenefitNotBegun,
    BenefitOver,
    CancellingOver,
    EventFull,
    NotTakingPart,
    OutsideApplicationPeriod,
)
from backbeat.events.model import Benefit, EventState
from backbeat.kernel.errors import BadValues, FeatureOff, NotFound, Refusal
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import Entry, EntryType, Kind
from backbeat.memory.books import MemoryTransactions
from backbeat.notifications.model import Subject
from backbeat.policies.model import Policy
from backbeat.settings import Features, Settings
from backbeat.withdrawals.errors import ChannelNotApproved


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


# -- taking part


@pytest.mark.parametrize("number", [4, 16])
def test_outside_its_days_nobody_takes_part(fair: Fair, number: int) -> None:
    fair.event()
    fair.on(number)
    with pytest.raises(OutsideApplicationPeriod) as refused:
        fair.join(MINA)
    assert code_of(refused) == 10026
    assert fair.events.show(MINA, PARTY).participation is None


@pytest.mark.parametrize("number", [5, 15])
def test_on_the_first_and_the_last_day_one_takes_part(fair: Fair, number: int) -> None:
    fair.event()
    fair.on(number)
    standing = fair.join(MINA)
    assert standing.participation is not None
    assert (standing.participation.applied_on, standing.channel_name) == (day(number), "Mina")
    assert standing.event.taken == 1


def test_a_second_entry_to_one_event_is_refused(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    for channel in (channel_of(MINA), None):
        with pytest.raises(AlreadyTakingPart) as refused:
            fair.events.apply(MINA, PARTY, channel)
        assert code_of(refused) == 50001
    assert fair.desk.find(PARTY).taken == 1
    fair.event(PostId("other"))
    fair.join(MINA, PostId("other"))


def test_one_takes_part_without_a_channel_too(fair: Fair) -> None:
    fair.event()
    standing = fair.events.apply(MINA, PARTY, None)
    assert standing.participation is not None
    assert (standing.participation.channel, standing.channel_name) == (None, None)


def test_only_ones_own_approved_channel_takes_part(fair: Fair) -> None:
    fair.event()
    for foreign in (channel_of(KAI), ChannelId("nothing")):
        with pytest.raises(NotFound):
            fair.events.apply(MINA, PARTY, foreign)
    with fair.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(evolve(channel, status=ChannelStatus.PENDING))
    with pytest.raises(ChannelNotApproved):
        fair.join(MINA)
    with fair.office.transactions.begin() as books:
        books.channels.lock(channel.id)
        books.channels.save(channel.deleted(fair.office.clock.now(), on=day(5), lost_from=None))
    with pytest.raises(NotFound):
        fair.join(MINA)
    assert fair.desk.find(PARTY).taken == 0


def test_places_are_exact_and_one_that_is_given_up_is_free_again(fair: Fair) -> None:
    fair.event(places=2)
    fair.join(MINA)
    assert fair.events.show(FERN, PARTY).state is EventState.OPEN
    assert fair.join(KAI).event.places_left == 0
    with pytest.raises(EventFull) as refused:
        fair.join(FERN)
    assert (code_of(refused), EventFull.reason) == (2, "event_full")
    assert fair.events.show(FERN, PARTY).state is EventState.FULL
    fair.events.cancel(KAI, PARTY)
    assert fair.join(FERN).event.taken == 2


# -- cancelling


def test_after_the_last_day_for_it_nobody_cancels(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(13)
    with pytest.raises(CancellingOver) as refused:
        fair.events.cancel(MINA, PARTY)
    assert code_of(refused) == 10025
    assert fair.events.show(MINA, PARTY).participation is not None


def test_on_the_last_day_for_it_one_cancels_and_may_take_part_again(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(12)
    left = fair.events.cancel(MINA, PARTY)
    assert (left.participation, left.event.taken) == (None, 0)
    assert fair.join(MINA).event.taken == 1


def test_who_does_not_take_part_has_nothing_to_cancel(fair: Fair) -> None:
    fair.event()
    fair.join(KAI)
    with pytest.raises(NotTakingPart):
        fair.events.cancel(MINA, PARTY)
    assert fair.desk.find(PARTY).taken == 1


def test_who_has_had_the_benefit_does_not_cancel_though_the_days_are_moved(fair: Fair) -> None:
    fair.event(places=1)
    fair.join(MINA)
    fair.on(20)
    fair.events.claim(MINA, PARTY)
    again = Benefit(Money.of("5.00"), day(26), day(28))
    with pytest.raises(BenefitFixed):
        fair.event(places=1, apply_until=day(25), cancel_until=day(25), benefit=again)
    moved = an_event(places=1, apply_until=day(25), cancel_until=day(25), benefit=again, taken=1)
    with fair.office.transactions.begin() as books:
        books.events.lock(moved.id)
        books.events.put(moved)
    with pytest.raises(CancellingOver):
        fair.events.cancel(MINA, PARTY)
    fair.on(26)
    fair.events.claim(MINA, PARTY)
    assert fair.bonuses(MINA) == ["5.00"]
    assert fair.desk.find(PARTY).taken == 1


def test_opening_applying_and_cancelling_are_in_the_audit(fair: Fair) -> None:
    """AUDIT-1."""
    fair.event(places=2)
    fair.join(MINA)
    fair.on(6)
    fair.events.cancel(MINA, PARTY)
    with fair.office.transactions.look() as books:
        cancelled, applied, opened = (row.entry for row in books.audit.about("post:party", 9))
    assert (applied.action, applied.actor.id) == ("event.applied", "mina")
    assert (applied.before, applied.after) == ({}, {"channel": channel_of(MINA)})
    assert applied.at.date() == date(2025, 10, 5)
    assert (cancelled.action, cancelled.actor.id) == ("event.cancelled", "mina")
    assert (cancelled.before, cancelled.after) == ({"applied_on": "2025-10-05"}, {})
    assert cancelled.at.date() == date(2025, 10, 6)
    assert (opened.action, opened.actor) == ("event.opened", ANN)
    assert opened.after == {
        "apply_from": "2025-10-05",
        "apply_until": "2025-10-15",
        "cancel_until": "2025-10-12",
        "places": 2,
        "benefit": "5.00",
        "benefit_from": "2025-10-20",
        "benefit_until": "2025-10-25",
    }


# -- the benefit


def test_the_benefit_is_posted_once_as_points_and_told(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(20)
    standing = fair.events.claim(MINA, PARTY)
    assert standing.participation is not None
    assert standing.participation.claimed_on == day(20)
    assert fair.events.claim(MINA, PARTY).participation == standing.participation
    assert fair.bonuses(MINA) == ["5.00"]
    [told] = fair.told(MINA, Subject.POINTS_GRANTED)
    assert told.facts["points"] == 5_000
    assert told.target is not None
    assert told.target.facts["entry"] == standing.participation.entry
    with fair.office.transactions.look() as books:
        lots = books.ledger.statements.lots(PageRequest(), account=MINA, until=None).items
        claimed, _, _ = (row.entry for row in books.audit.about("post:party", 9))
    assert [lot.entry.note for lot in lots] == ["Party"]
    assert (claimed.action, claimed.actor.id) == ("event.claimed", "mina")
    assert claimed.after == {"entry": standing.participation.entry}


def test_the_benefit_is_a_grant_of_its_day_to_each_with_the_channel_it_came_by(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.events.apply(KAI, PARTY, None)
    valid = Policy("points.valid_months", "3", day(1), 1, ANN, fair.office.clock.now())
    with fair.office.transactions.begin() as books:
        books.policies.add([valid])
    fair.on(21)
    for who, channel in ((MINA, channel_of(MINA)), (KAI, None)):
        entry = claimed(fair, who)
        assert entry == Entry(
            entry.id,
            who,
            EntryType.BONUS_POINT,
            Money.of("5.00"),
            day(21),
            channel=channel,
            expires_on=date(2026, 1, 21),
            note="Party",
        )
        [told] = fair.told(who, Subject.POINTS_GRANTED)
        assert told.facts["expires_on"] == "2026-01-21"
        with fair.office.transactions.look() as books:
            posted = books.ledger.transaction_of(who, entry.id)
        assert posted.kind is Kind.GRANT


def claimed(fair: Fair, who: AccountId) -> Entry:
    fair.events.claim(who, PARTY)
    with fair.office.transactions.look() as books:
        [lot] = books.ledger.statements.lots(PageRequest(), account=who, until=None).items
    entry: Entry = lot.entry
    return entry


def test_before_its_first_day_nobody_has_the_benefit(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(19)
    with pytest.raises(BenefitNotBegun) as refused:
        fair.events.claim(MINA, PARTY)
    assert (code_of(refused), fair.bonuses(MINA)) == (90001, [])


def test_after_its_last_day_nobody_has_the_benefit(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(26)
    with pytest.raises(BenefitOver) as refused:
        fair.events.claim(MINA, PARTY)
    assert (code_of(refused), fair.bonuses(MINA)) == (90000, [])


def test_on_its_last_day_one_still_has_the_benefit(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(25)
    fair.events.claim(MINA, PARTY)
    assert fair.bonuses(MINA) == ["5.00"]


def test_who_does_not_take_part_has_no_benefit_and_an_event_may_have_none(fair: Fair) -> None:
    fair.event()
    fair.event(PostId("dry"), benefit=None)
    fair.join(MINA, PostId("dry"))
    fair.on(20)
    with pytest.raises(NotTakingPart):
        fair.events.claim(MINA, PARTY)
    with pytest.raises(NotFound):
        fair.events.claim(MINA, PostId("dry"))
    assert fair.bonuses(MINA) == []


def test_from_the_first_day_on_who_has_not_had_the_benefit_is_told_once(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.join(KAI)
    fair.on(19)
    assert fair.telling.tell() == 0
    fair.on(20)
    fair.events.claim(KAI, PARTY)
    assert fair.telling.tell() == 1
    assert fair.telling.tell() == 0
    [told] = fair.told(MINA, Subject.EVENT_BENEFIT)
    assert told.facts == {"title": {"en": "Party"}, "until": "2025-10-25"}
    assert told.target is not None
    assert told.target.facts == {"id": "party"}
    assert fair.told(KAI, Subject.EVENT_BENEFIT) == []


def test_many_are_told_step_by_step_and_each_once(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "_AT_ONCE", 2)
    fair.event()
    everybody = (MINA, KAI, FERN)
    for who in everybody:
        fair.join(who)
    fair.on(20)
    assert fair.telling.tell() == 3
    assert [len(fair.told(who, Subject.EVENT_BENEFIT)) for who in everybody] == [1, 1, 1]
    assert fair.telling.tell() == 0


def test_nobody_is_told_of_a_benefit_that_is_over_or_of_a_retired_event(fair: Fair) -> None:
    fair.event()
    fair.event(PostId("gone"))
    fair.join(MINA)
    fair.join(MINA, PostId("gone"))
    fair.publish(PostId("gone"), retired_at=fair.office.clock.now())
    fair.on(21)
    assert fair.telling.tell() == 1
    assert len(fair.told(MINA, Subject.EVENT_BENEFIT)) == 1
    fair.event(PostId("late"), benefit=Benefit(Money.of(1), day(16), day(17)))
    fair.on(15)
    fair.join(KAI, PostId("late"))
    fair.on(18)
    assert fair.telling.tell() == 0


def test_who_left_is_told_of_no_benefit(fair: Fair) -> None:
    fair.event()
    for who in (MINA, KAI):
        fair.join(who)
    with fair.office.transactions.begin() as books:
        account = books.accounts.get(MINA)
        books.accounts.lock(account.id)
        books.accounts.save(account.deleted("left", fair.office.clock.now()))
    fair.on(20)
    assert fair.telling.tell() == 1
    assert fair.told(MINA, Subject.EVENT_BENEFIT) == []
    assert len(fair.told(KAI, Subject.EVENT_BENEFIT)) == 1


def leave(fair: Fair, who: AccountId) -> None:
    """Close an account; its places are given up by the worker."""
    with fair.office.transactions.begin() as books:
        account = books.accounts.get(who)
        assert account is not None
        books.accounts.lock(account.id)
        books.accounts.save(account.deleted("left", fair.office.clock.now()))
    gone: Any = SimpleNamespace(
        job=SimpleNamespace(payload={"account": who}), closing=fair.office.transactions.begin
    )
    fair.departures.handle(gone)


def test_who_leaves_gives_up_every_place_but_those_with_the_benefit_and_of_what_is_over(
    fair: Fair,
) -> None:
    """CAMPAIGN-9."""
    had, over = PostId("had"), PostId("over")
    fair.event(places=2)
    fair.event(had, benefit=Benefit(Money.of("5.00"), day(13), day(25)))
    fair.event(over, cancel_until=day(15), benefit=None)
    for who in (MINA, KAI):
        for which in (PARTY, had, over):
            fair.join(who, which)
    fair.on(13)
    fair.events.claim(MINA, had)
    with pytest.raises(EventFull):
        fair.join(FERN)
    fair.on(15)
    leave(fair, KAI)
    assert [fair.desk.find(each).taken for each in (PARTY, had, over)] == [1, 1, 1]
    fair.join(FERN)
    fair.on(16)
    leave(fair, MINA)
    assert [fair.desk.find(each).taken for each in (PARTY, had, over)] == [1, 1, 1]
    assert [each.account for each in fair.desk.participants(over, PageRequest()).items] == [MINA]
    assert [each.account for each in fair.desk.participants(had, PageRequest()).items] == [MINA]
    leave(fair, MINA)
    assert fair.desk.find(PARTY).taken == 1
    with fair.office.transactions.look() as books:
        written = [row.entry for row in books.audit.about(f"post:{PARTY}", 9)]
    freed = [each for each in written if each.action == "event.cancelled"]
    assert [(str(each.actor.kind), each.actor.id) for each in freed] == [
        ("system", "accounts.gone")
    ] * 2
    assert {each.before["applied_on"] for each in freed} == {"2025-10-05"}


def test_who_has_left_takes_part_in_nothing(fair: Fair) -> None:
    fair.event()
    leave(fair, MINA)
    with pytest.raises(NotFound):
        fair.join(MINA)
    assert fair.desk.find(PARTY).taken == 0


def test_off_nobody_is_told_of_a_benefit_and_on_again_everybody_is(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(20)
    assert evolve(fair, features=Features()).telling.tell() == 0
    assert fair.told(MINA, Subject.EVENT_BENEFIT) == []
    assert fair.telling.tell() == 1


# -- what can be seen


def test_what_readers_cannot_see_is_no_event(fair: Fair) -> None:
    fair.event(PostId("gone"))
    fair.publish(PostId("gone"), retired_at=fair.office.clock.now())
    fair.event(PostId("over"))
    fair.publish(PostId("over"), span=PublishedSpan(fair.office.clock.now(), day(4)))
    fair.publish(PostId("plain"))
    for which in ("gone", "over", "plain", "nothing"):
        acts: tuple[Callable[[AccountId, PostId], object], ...] = (
            fair.events.show,
            fair.join,
            fair.events.cancel,
            fair.events.claim,
        )
        for act in acts:
            with pytest.raises(NotFound):
                act(MINA, PostId(which))


def test_off_nobody_takes_part_and_nothing_is_opened(fair: Fair) -> None:
    fair.event()
    off = evolve(fair, features=Features())
    acts: tuple[Callable[[], object], ...] = (
        lambda: off.events.show(MINA, PARTY),
        lambda: off.join(MINA),
        lambda: off.events.cancel(MINA, PARTY),
        lambda: off.events.claim(MINA, PARTY),
        lambda: off.desk.open(an_event(), ANN),
    )
    for act in acts:
        with pytest.raises(FeatureOff):
            act()
    assert off.events.period(PARTY) is None
    assert fair.events.period(PARTY) is not None


# -- the operator's part


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("apply_until", {"apply_until": day(4)}),
        ("cancel_until", {"cancel_until": day(4)}),
        ("places", {"places": 0}),
        ("benefit", {"benefit": Benefit(Money.zero(), day(20), day(25))}),
        ("benefit_from", {"benefit": Benefit(Money.of(1), day(12), day(25))}),
        ("benefit_until", {"benefit": Benefit(Money.of(1), day(20), day(19))}),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    fair: Fair, field: str, changes: dict[str, Any]
) -> None:
    with pytest.raises(BadValues) as refused:
        fair.event(**changes)
    assert set(refused.value.fields) == {field}
    assert fair.events.period(PARTY) is None


def test_an_event_ends_before_its_post_does(fair: Fair) -> None:
    fair.publish(PARTY, span=PublishedSpan(fair.office.clock.now(), day(24)))
    with pytest.raises(BadValues) as refused:
        fair.desk.open(an_event(), ANN)
    assert refused.value.fields == {"until": "date"}
    fair.publish(PARTY, span=PublishedSpan(fair.office.clock.now(), day(25)))
    fair.desk.open(an_event(), ANN)


def test_an_event_without_a_benefit_ends_with_its_last_day_for_cancelling(fair: Fair) -> None:
    fair.publish(PARTY, span=PublishedSpan(fair.office.clock.now(), day(15)))
    with pytest.raises(BadValues) as refused:
        fair.desk.open(an_event(benefit=None, cancel_until=day(16)), ANN)
    assert refused.value.fields == {"until": "date"}
    assert fair.desk.open(an_event(benefit=None), ANN).last_day == day(15)


def test_only_an_event_of_the_board_is_opened(fair: Fair) -> None:
    fair.publish(PARTY, kind=PostKind.NOTICE)
    fair.publish(PostId("gone"), retired_at=fair.office.clock.now())
    for which in (PARTY, PostId("gone"), PostId("nothing")):
        with pytest.raises(NotFound):
            fair.desk.open(an_event(which), ANN)


def test_opened_again_its_days_change_and_who_takes_part_stays(fair: Fair) -> None:
    fair.event(places=2)
    fair.join(MINA)
    fair.join(KAI)
    with pytest.raises(BadValues) as refused:
        fair.event(places=1)
    assert refused.value.fields == {"places": "too_small"}
    for less in (
        Benefit(Money.of("4.99"), day(20), day(25)),
        Benefit(Money.of("5.01"), day(20), day(25)),
        Benefit(Money.of("5.00"), day(21), day(25)),
        Benefit(Money.of("5.00"), day(20), day(24)),
        None,
    ):
        with pytest.raises(BenefitFixed):
            fair.event(benefit=less)
    assert fair.event(places=2).places_left == 0
    longer = Benefit(Money.of("5.00"), day(20), day(31))
    changed = fair.event(places=3, apply_until=day(18), benefit=longer)
    assert (changed.taken, changed.places_left, changed.last_day) == (2, 1, day(31))
    assert fair.events.show(MINA, PARTY).participation is not None
    assert fair.desk.open(an_event(benefit=longer), ANN, dry_run=True).places is None
    assert fair.desk.find(PARTY).places == 3
    early = Benefit(Money.of("5.00"), day(19), day(31))
    assert fair.event(benefit=early).benefit == early


def test_before_anybody_takes_part_a_benefit_changes_freely_and_none_is_added_later(
    fair: Fair,
) -> None:
    fair.event()
    less = Benefit(Money.of("1.00"), day(21), day(22))
    assert fair.event(benefit=less).benefit == less
    assert fair.event(benefit=None).benefit is None
    fair.join(MINA)
    with pytest.raises(BenefitFixed):
        fair.event(benefit=less)
    assert fair.event(benefit=None, apply_until=day(20)).benefit is None


def test_the_operator_sees_who_takes_part_the_oldest_first(fair: Fair) -> None:
    fair.event()
    fair.join(KAI)
    fair.on(6)
    fair.join(MINA)
    found = fair.desk.participants(PARTY, PageRequest())
    assert ([each.account for each in found.items], found.total) == ([KAI, MINA], 2)
    with pytest.raises(NotFound):
        fair.desk.participants("nothing", PageRequest())
