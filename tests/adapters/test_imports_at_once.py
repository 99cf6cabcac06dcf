"""Large files of people, channels and members keep nobody waiting: they are looked up and judged
beside everybody else, and written by a few statements, whatever their length."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from attrs import define, evolve
from dependency_injector import providers
from sqlalchemy import event
from tests.adapters.test_settlement_contract import a_settlement
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.held_up import start_behind
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE

from backbeat.accounts.errors import HasMembers
from backbeat.accounts.model import Account, FeeRate, Permission, Role
from backbeat.channels.registration import Registrar
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.onboarding.member_files import MembersTaken
from backbeat.onboarding.model import ImportDone
from backbeat.onboarding.service import Order
from backbeat.portal import Portal
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import Deployment

NOW = datetime(2025, 9, 10, 9, tzinfo=UTC)
TODAY = NOW.date()
NET = AccountId("net")
MOST_STATEMENTS = 60
"""Those of a file with a few hundred lines; row by row there would be more than two thousand."""


@define
class Desk:
    """A portal over a database with one network's manager, and a folder for files."""

    container: Container
    portal: Portal
    folder: Path

    def people(self, *lines: str, dry_run: bool = False) -> ImportDone:
        head = "email,nickname,manager,fee_rate,opening_balance,method,account_name,account_email"
        return self.portal.onboarding.take_people(self._file(head, lines), _order(dry_run=dry_run))

    def channels(self, *lines: str, dry_run: bool = False) -> ImportDone:
        head = "account,channel,name,category,earning_from"
        return self.portal.onboarding.take_channels(
            self._file(head, lines), _order(dry_run=dry_run)
        )

    def members(self, *lines: str, preview: bool = False) -> MembersTaken:
        content = "\n".join(["user_id,nickname,fee_rate", *lines]).encode()
        return self.portal.member_files.take(NET, content, preview=preview)

    def account(self, email: str) -> Account | None:
        with self.container.transactions().look() as books:
            return books.accounts.by_email(email)

    def sign_up(self, name: str) -> None:
        with self.container.transactions().begin() as books:
            books.accounts.add(an_account(id=name, name=name, referral_code=f"of-{name}"))

    def _file(self, head: str, lines: tuple[str, ...]) -> Path:
        file = self.folder / "file.csv"
        file.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
        return file


def _order(*, dry_run: bool = False) -> Order:
    return Order(Actor.operator("ann"), "old", "moved", dry_run)


@pytest.fixture
def desk(database: Database, tmp_path: Path) -> Iterator[Desk]:
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    container = make_container(settings, Deployment(database.url, files=tmp_path))
    for clock in (container.business_clock, container.security_clock):
        clock.override(providers.Object(FixedClock(NOW)))
    with container.transactions().begin() as books:
        books.accounts.add(
            an_account(
                id=NET,
                name="net",
                email="net@example.org",
                permission=Permission.MCN,
                permission_flag=True,
            )
        )
    yield Desk(container, container.portal(), tmp_path)
    container.engine().dispose()
    container.counters_engine().dispose()


@contextmanager
def counted(desk: Desk) -> Iterator[list[str]]:
    """The statements that the database is asked inside."""
    asked: list[str] = []

    def hear(_c: object, _u: object, statement: str, *_: object) -> None:
        asked.append(statement)

    engine = desk.container.engine()
    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", hear)


def a_person(number: int) -> str:
    return (
        f"p{number}@example.org,person{number},net@example.org,0.1,1.50,"
        f"paypal,Ana Rivera,ana{number}@pay.example"
    )


def a_claim(number: int, holder: str = "net@example.org", day: date = TODAY) -> str:
    return f"{holder},UC{number:021d}A,Channel {number},game,{day}"


def test_hundreds_of_people_take_as_many_statements_as_a_few(desk: Desk) -> None:
    with counted(desk) as asked:
        done = desk.people(*(a_person(number) for number in range(300)))

    assert (done.faults, done.accounts, done.openings, done.payees) == ((), 300, 300, 300)
    assert len(asked) <= MOST_STATEMENTS


def test_hundreds_of_channels_take_as_many_statements_as_a_few(desk: Desk) -> None:
    with counted(desk) as asked:
        done = desk.channels(*(a_claim(number) for number in range(300)))

    assert (done.faults, done.channels) == ((), 300)
    assert len(asked) <= MOST_STATEMENTS
    with desk.container.transactions().look() as books:
        assert books.channels.count_held([NET]) == {NET: 300}


def test_hundreds_of_members_take_as_many_statements_as_a_few(desk: Desk) -> None:
    with counted(desk) as asked:
        made = desk.members(*(f"m{n}@example.org,member{n},0.1" for n in range(300)))
    assert (made.faults, len(made.lines)) == ((), 300)
    assert len(asked) <= MOST_STATEMENTS

    with counted(desk) as asked:
        changed = desk.members(*(f"m{n}@example.org,renamed{n},0.2" for n in range(300)))
    assert {line.changes for line in changed.lines} == {("nickname", "fee_rate")}
    assert len(asked) <= MOST_STATEMENTS
    one = desk.account("m7@example.org")
    assert one is not None
    assert one.name == "renamed7"
    with desk.container.transactions().look() as books:
        assert books.fee_rates.of(one.id) == (
            FeeRate(one.id, Decimal("0.1"), TODAY),
            FeeRate(one.id, Decimal("0.2"), date(2025, 10, 1)),
        )


@pytest.mark.parametrize("dry_run", [False, True])
def test_somebody_signs_up_while_a_file_is_judged(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *, dry_run: bool
) -> None:
    """The lock is taken only once everything is looked up and judged; by a trial it never is."""
    seen: list[bool] = []
    drafted = Registrar.drafted

    def judged(*parts: Any, **more: Any) -> Any:
        if not seen:
            beside = threading.Thread(target=desk.sign_up, args=("beside",))
            beside.start()
            beside.join(PATIENCE)
            seen.append(not beside.is_alive())
        return drafted(*parts, **more)

    monkeypatch.setattr(Registrar, "drafted", judged)

    assert desk.channels(a_claim(1), a_claim(2), dry_run=dry_run).faults == ()
    assert seen == [True]
    assert desk.account("beside@example.org") is not None


def test_what_changed_after_the_look_is_judged_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line whose account is gone by the time of the lock is a fault, and nothing is kept."""
    drafted = Registrar.drafted
    left: list[Account] = []

    def leaves(*parts: Any, **more: Any) -> Any:
        if not left:
            left.append(an_account(id="lee", name="lee", referral_code="LEE"))
            with desk.container.transactions().begin() as books:
                books.accounts.save(left[0].deleted("left", NOW))
        return drafted(*parts, **more)

    with desk.container.transactions().begin() as books:
        books.accounts.add(an_account(id="lee", name="lee", referral_code="LEE"))
    monkeypatch.setattr(Registrar, "drafted", leaves)

    done = desk.channels(a_claim(1), a_claim(2, "lee@example.org"))

    assert [(each.line, each.column, each.refusal.code) for each in done.faults] == [
        (3, "account", 10001)
    ]
    with desk.container.transactions().look() as books:
        assert books.channels.count_held([NET]) == {}


Taken = Callable[[Desk], Any]


@pytest.mark.parametrize(
    "take",
    [
        lambda desk: desk.people("new@example.org,fresh,,,,,,", "other@example.org,other,,,,,,"),
        lambda desk: desk.members("new@example.org,fresh,", "other@example.org,other,"),
    ],
    ids=["people", "members"],
)
def test_an_address_that_is_taken_in_the_last_moment_is_a_fault_of_its_line(
    desk: Desk, take: Taken
) -> None:
    """Somebody signs up with it in a transaction that ends after the file was looked at."""
    found: list[Any] = []
    transactions = desk.container.transactions()
    other = threading.Thread(target=lambda: found.append(take(desk)))
    with transactions.begin() as books:
        books.accounts.add(an_account(id="new", name="new", referral_code="NEW"))
        start_behind(transactions, other)
    other.join(PATIENCE)

    [taken] = found
    assert [(each.line, each.refusal.code) for each in taken.faults] == [(2, 10009)]
    assert desk.account("other@example.org") is None


def test_names_are_judged_line_by_line(desk: Desk) -> None:
    """A nickname that a line gives up is free for the next one; two that look alike are not."""
    desk.members("a@example.org,anna,", "b@example.org,bob,")

    swapped = desk.members("a@example.org,carla,", "c@example.org,anna,")
    assert swapped.faults == ()
    alike = desk.members("d@example.org,dora,", "e@example.org,d0ra,")
    assert [(each.line, each.column, each.refusal.code) for each in alike.faults] == [
        (3, "nickname", 10010)
    ]
    taken = desk.members("b@example.org,anna,", "a@example.org,bob,")
    assert [(each.line, each.refusal.code) for each in taken.faults] == [(2, 10010), (3, 10010)]


def test_a_leaver_whose_hold_is_over_gives_way_to_a_file(desk: Desk) -> None:
    """ACCT-21: erased with what told who it was, once for address and nickname."""
    gone = an_account(id="old", name="oldname", email="old@example.org", referral_code="OLD")
    long_ago = datetime(2024, 1, 1, tzinfo=UTC)
    with desk.container.transactions().begin() as books:
        books.accounts.add(evolve(gone.deleted("left", long_ago)))

    assert desk.members("old@example.org,oldname,", preview=True).faults == ()
    with desk.container.transactions().look() as books:
        kept = books.accounts.get(AccountId("old"))
    assert kept is not None
    assert kept.erased_at is None

    assert desk.people("old@example.org,oldname,,,,,,").faults == ()
    with desk.container.transactions().look() as books:
        erased = books.accounts.get(AccountId("old"))
    assert erased is not None
    assert erased.erased_at == NOW
    assert desk.account("old@example.org") is not None


def test_a_channel_earns_from_no_day_of_a_closed_month(desk: Desk) -> None:
    with desk.container.transactions().begin() as books:
        books.settlements.add(a_settlement(Month(2025, 8)), [])

    refused = desk.channels(a_claim(1, day=date(2025, 8, 31)), a_claim(2, day=date(2025, 9, 1)))

    assert [(each.line, each.column, each.refusal.code) for each in refused.faults] == [
        (2, "earning_from", 2)
    ]


def test_a_channel_of_a_file_is_held_from_the_day_on_which_it_earns(desk: Desk) -> None:
    """CHAN-27: so the days before the file earn for its holder."""
    day = date(2025, 9, 2)

    with counted(desk) as asked:
        assert desk.channels(a_claim(1, day=day)).faults == ()

    with desk.container.transactions().look() as books:
        [channel] = books.channels.claims(PlatformChannelId(f"UC{1:021d}A"))
        [span] = channel.timeline.spans()
    assert (span.holder, span.from_day, span.until) == (NET, day, None)
    # Whoever closes a month meanwhile is waited for, so that no day of a closed month is given away.
    is_locked = any("LOCK TABLE channel_spans" in each for each in asked)
    assert is_locked is (desk.container.engine().dialect.name == "postgresql")


def test_a_file_tells_members_their_rates_and_leaves_the_right_of_who_has_members(
    desk: Desk,
) -> None:
    desk.members("a@example.org,anna,0.1")
    anna = desk.account("a@example.org")
    assert anna is not None
    desk.members("a@example.org,,0.2")
    with desk.container.transactions().look() as books:
        assert books.notifications.unread(anna.id) == 1
        acts = [row.entry.action for row in books.audit.about(f"account:{anna.id}", 9)]
    assert acts == ["account.fee_rate_changed", "account.member_added"]

    with desk.container.transactions().begin() as books:
        books.accounts.save(evolve(anna, permission_flag=True))
        books.accounts.add(
            an_account(id="sub", name="sub", referral_code="SUB", role=Role.MEMBER, manager=anna.id)
        )
    content = b"user_id,permission_flag\na@example.org,0"
    refused = desk.portal.member_files.take(NET, content, preview=False)
    assert [(each.line, type(each.refusal)) for each in refused.faults] == [(2, HasMembers)]


def test_members_of_a_file_stand_below_their_manager_from_the_business_day(
    database: Database, tmp_path: Path
) -> None:
    """NET-18: in the evening of New York it is tomorrow in UTC."""
    evening = datetime(2025, 9, 11, 1, tzinfo=UTC)
    settings = Settings()
    container = make_container(settings, Deployment(database.url, files=tmp_path))
    for clock in (container.business_clock, container.security_clock):
        clock.override(providers.Object(FixedClock(evening, ZoneInfo("America/New_York"))))
    desk = Desk(container, container.portal(), tmp_path)
    with container.transactions().begin() as books:
        books.accounts.add(an_account(id=NET, name="net", role=Role.MAIN))

    assert desk.people("a@example.org,anna,net@example.org,,,,,").faults == ()
    assert desk.members("b@example.org,bob,").faults == ()

    with container.transactions().look() as books:
        tree = books.accounts.family(NET)
    first = [place.placements[0].from_day for place in tree.places.values() if place.placements]
    assert first == [date(2025, 9, 10)] * 2
    container.engine().dispose()
    container.counters_engine().dispose()
