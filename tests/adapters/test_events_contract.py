"""Events and programs: every keeper of them alike, and of two acts at once exactly one is taken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_campaigns_contract import at_once
from tests.adapters.test_settlement_closing import Office, office
from tests.fakes.events import ANN, CLUB, FERN, KAI, MINA, PARTY, Fair, an_event, channel_of, day

from backbeat.board.model import Post, PostId, PostKind, PostText, PublishedSpan
from backbeat.events.errors import AlreadyTakingPart, EventFull, NotTakingPart
from backbeat.events.model import Participation
from backbeat.events.ports import Untold
from backbeat.kernel.ids import EntryId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.notifications.model import Subject
from backbeat.programs.errors import AppliedThisTerm, ProgramRefused
from backbeat.programs.model import ApplicationState, Program, ProgramApplication

__all__ = ["office"]

NOON = datetime(2025, 10, 6, 12, tzinfo=UTC)
PAGE = PageRequest()


def publish(books: Any, *names: PostId) -> None:
    for name in names:
        text = PostText("Party", "Come.", "Come.")
        span = PublishedSpan(NOON)
        books.posts.put(Post(name, PostKind.EVENT, {Language.ENGLISH: text}, span))


def test_an_event_and_who_takes_part_come_back_as_they_were_kept(transactions: Any) -> None:
    whole = an_event(places=7, taken=2)
    bare = an_event(PostId("bare"), benefit=None)
    first = Participation(PARTY, KAI, None, day(6), NOON)
    second = Participation(PARTY, MINA, channel_of(MINA), day(6), NOON + timedelta(seconds=1))
    other = Participation(PostId("bare"), MINA, None, day(5), NOON)
    with transactions.begin() as books:
        publish(books, PARTY, PostId("bare"))
        for event in (whole, bare):
            books.events.put(event)
        for each in (second, first, other):
            books.events.join(each)
    with transactions.look() as books:
        assert books.events.all_of(MINA) == [other, second]
        assert books.events.all_of(FERN) == []
        assert books.events.get(PARTY) == whole
        assert books.events.get(PostId("bare")) == bare
        assert books.events.get(PostId("nothing")) is None
        assert books.events.participation(PARTY, MINA) == second
        assert books.events.participation(PostId("bare"), KAI) is None
        assert books.events.participations(PARTY, PAGE).items == [first, second]
        assert books.events.participations(PARTY, PageRequest(1, 1)).items == [second]
        assert books.events.participations(PARTY, PageRequest(1, 1)).total == 2
    claimed = second.claimed(day(20), EntryId("e1"))
    with transactions.begin() as books:
        assert books.events.lock(PARTY) == whole
        assert books.events.lock(PostId("nothing")) is None
        books.events.put(whole.left())
        books.events.keep(claimed)
        books.events.leave(first)
        books.events.leave(other)
    with transactions.look() as books:
        assert books.events.get(PARTY) == evolve(whole, taken=1)
        assert books.events.participations(PARTY, PAGE).items == [claimed]


def test_the_oldest_participation_comes_first_of_an_event_and_of_an_account(
    transactions: Any,
) -> None:
    bare = PostId("bare")
    early = Participation(PARTY, MINA, None, day(6), NOON)
    elsewhere = Participation(bare, MINA, None, day(6), NOON + timedelta(hours=1))
    late = Participation(PARTY, FERN, None, day(6), NOON + timedelta(hours=2))
    with transactions.begin() as books:
        publish(books, PARTY, bare)
        for event in (an_event(), an_event(bare)):
            books.events.put(event)
        for each in (late, elsewhere, early):
            books.events.join(each)

    with transactions.look() as books:
        assert books.events.participations(PARTY, PAGE).items == [early, late]
        assert books.events.all_of(MINA) == [early, elsewhere]


def test_who_is_to_be_told_is_found_step_by_step(transactions: Any) -> None:
    with transactions.begin() as books:
        publish(books, PARTY, PostId("bare"))
        books.events.put(an_event())
        books.events.put(an_event(PostId("bare"), benefit=None))
        for who in (MINA, KAI, FERN):
            books.events.join(Participation(PARTY, who, None, day(6), NOON))
        books.events.keep(
            Participation(PARTY, FERN, None, day(6), NOON).claimed(day(20), EntryId("e"))
        )
    with transactions.begin() as books:
        assert books.events.untold(day(19)) is None
        assert books.events.untold(day(26)) is None
        assert books.events.untold(day(20)) == Untold(an_event(), None)
        assert books.events.participants_after(PARTY, None, 1) == [KAI]
        books.events.told(PARTY, KAI)
        books.events.lock(an_event().id)
        books.events.put(an_event())
    with transactions.begin() as books:
        assert books.events.untold(day(25)) == Untold(an_event(), KAI)
        assert books.events.participants_after(PARTY, KAI, 9) == [MINA]
        books.events.told(PARTY, None)
        books.events.lock(an_event().id)
        books.events.put(an_event())
    with transactions.begin() as books:
        assert books.events.untold(day(20)) is None


def test_a_program_and_its_applications_come_back_as_they_were_kept(transactions: Any) -> None:
    club, other = Program(CLUB, 1, day(5), day(15)), Program(PostId("a club"), 3, day(1), day(2))

    def made(who: Any, term: int, hours: int, **more: Any) -> ProgramApplication:
        at = NOON + timedelta(hours=hours)
        return ProgramApplication(CLUB, term, channel_of(who), who, day(6), at, **more)

    denied = made(MINA, 1, 0, state=ApplicationState.DENIED, reason="why")
    waiting, again, late = made(KAI, 1, 1), made(MINA, 2, 2), made(FERN, 2, 3)
    elsewhere = evolve(again, program=other.id)
    with transactions.begin() as books:
        publish(books, CLUB, other.id)
        for program in (club, other):
            books.programs.put(program)
        for each in (again, late, waiting, denied, elsewhere):
            books.programs.apply(each)
    with transactions.begin() as books:
        assert books.programs.lock(CLUB) == club
        assert books.programs.lock(PostId("nothing")) is None
        books.programs.put(evolve(club, term=2))
        again = again.decided(ApplicationState.ACTIVE)
        books.programs.keep(again)
    with transactions.look() as books:
        assert books.programs.get(CLUB) == evolve(club, term=2)
        assert books.programs.get(PostId("nothing")) is None
        assert [each.id for each in books.programs.all(PAGE).items] == [other.id, CLUB]
        assert books.programs.applications_of_channel(CLUB, channel_of(MINA)) == [again, denied]
        assert books.programs.applications_of_channel(other.id, channel_of(MINA)) == [elsewhere]
        assert books.programs.applications_of_channel(other.id, channel_of(KAI)) == []
        assert books.programs.applications_of(CLUB, MINA) == [again, denied]
        assert books.programs.applications_of(other.id, MINA) == [elsewhere]
        assert books.programs.applications_of(CLUB, FERN) == [late]
        assert books.programs.applications_of(other.id, FERN) == []
        assert books.programs.all_of(MINA) == [denied, elsewhere, again]
        assert books.programs.all_of(KAI) == [waiting]
        everything = books.programs.applications(CLUB, None, PAGE)
        assert (everything.items, everything.total) == ([denied, waiting, again, late], 4)
        active = books.programs.applications(CLUB, ApplicationState.ACTIVE, PAGE)
        assert (active.items, active.total) == ([again], 1)


@pytest.fixture
def fair(office: Office) -> Fair:
    office.clock.set(day(5))
    return Fair(office)


def ended(*results: type[Exception] | None) -> list[str]:
    return sorted(map(str, results))


def test_of_two_entries_of_an_account_at_once_one_is_taken(fair: Fair) -> None:
    fair.event(places=5)
    done = at_once(*(lambda: fair.join(MINA) for _ in range(2)))
    assert ended(*done) == ended(None, AlreadyTakingPart)
    assert fair.desk.find(PARTY).taken == 1
    assert fair.desk.participants(PARTY, PAGE).total == 1


def test_the_last_place_is_given_once(fair: Fair) -> None:
    fair.event(places=2)
    done = at_once(*(lambda who=who: fair.join(who) for who in (MINA, KAI, FERN)))
    assert ended(*done) == ended(None, None, EventFull)
    assert (fair.desk.find(PARTY).taken, fair.desk.participants(PARTY, PAGE).total) == (2, 2)


def test_two_cancellings_at_once_free_one_place(fair: Fair) -> None:
    fair.event(places=5)
    fair.join(MINA)
    fair.join(KAI)
    done = at_once(*(lambda: fair.events.cancel(MINA, PARTY) for _ in range(2)))
    assert ended(*done) == ended(None, NotTakingPart)
    assert fair.desk.find(PARTY).taken == 1


def test_a_benefit_asked_for_twice_at_once_is_posted_once(fair: Fair) -> None:
    fair.event()
    fair.join(MINA)
    fair.on(20)
    assert at_once(*(lambda: fair.events.claim(MINA, PARTY) for _ in range(2))) == [None, None]
    assert fair.bonuses(MINA) == ["5.00"]
    with fair.office.transactions.look() as books:
        assert books.ledger.check().holds


def test_of_two_applications_of_a_channel_at_once_one_is_taken(fair: Fair) -> None:
    fair.program()
    done = at_once(*(lambda: fair.apply(MINA) for _ in range(2)))
    assert ended(*done) == ended(None, AppliedThisTerm)
    assert fair.program_desk.applications(CLUB, None, PAGE).total == 1


def test_of_two_decisions_on_an_application_at_once_one_is_taken_and_told(fair: Fair) -> None:
    fair.program()
    fair.apply(MINA)
    desk, channel = fair.program_desk, channel_of(MINA)
    done = at_once(
        lambda: desk.approve(CLUB, channel, ANN), lambda: desk.deny(CLUB, channel, ANN, "why")
    )
    assert ended(*done) == ended(None, ProgramRefused)
    subjects = (Subject.PROGRAM_APPROVED, Subject.PROGRAM_DENIED)
    assert sum(len(fair.told(MINA, subject)) for subject in subjects) == 1
