"""Moving an account below another one: who may stand where, from which day, and what goes along."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.core.members.test_members import kept, put
from tests.fakes.accounts import NOW, an_account
from tests.fakes.platform import FakePlatform
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import AccountNotFound, BelowItself, OtherRank, TooDeep
from backbeat.accounts.model import Account, FeeRate, Permission, Role
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.audit.ports import AuditFilter
from backbeat.channels.errors import DayNotAllowed
from backbeat.channels.model import Channel
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues, Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.members import rules
from backbeat.members.model import NewMember
from backbeat.members.moves import Move
from backbeat.memory.mail import MemoryMailTransport
from backbeat.memory.storage import MemoryStorage
from backbeat.notifications.model import Subject
from backbeat.portal import Portal
from backbeat.settings import Settings

ANN = Actor.operator("ann")
LONG_AGO = date(2025, 1, 1)
TODAY = date(2025, 9, 20)
STUDIO, OTHER, KAI = AccountId("studio"), AccountId("other"), AccountId("kai")
NET, WEB, CORA, DORA, SAM = (AccountId(name) for name in ("net", "web", "cora", "dora", "sam"))
RANKS: dict[AccountId, tuple[Permission, bool, AccountId | None]] = {
    STUDIO: (Permission.NONE, True, None),
    OTHER: (Permission.NONE, True, None),
    KAI: (Permission.NONE, False, STUDIO),
    NET: (Permission.MCN, True, None),
    WEB: (Permission.MCN, True, None),
    CORA: (Permission.MCN_CREATOR, True, NET),
    DORA: (Permission.MCN_CREATOR, False, WEB),
    SAM: (Permission.MCN_CREATOR_SUB, False, CORA),
}


@pytest.fixture
def portal() -> Portal:
    """Two main accounts, one with a member, and two networks; it is the 20th of September."""
    clock = FixedClock(NOW)
    storage = MemoryStorage.empty(clock, counting_ids())
    made = Portal(
        Settings(), clock, FakePlatform(), MemoryMailTransport(), storage, new_id=counting_ids()
    )
    for number, (name, (permission, flag, manager)) in enumerate(RANKS.items()):
        role = Role.MEMBER if manager else Role.MAIN
        put(
            made,
            an_account(
                id=name,
                name=name,
                referral_code=f"CODE{number:04}",
                role=role,
                permission=permission,
                permission_flag=flag,
                manager=manager,
                created_at=NOW - timedelta(60),
            ),
        )
    with storage.transactions.begin() as books:
        for account, rate in ((KAI, "0.05"), (CORA, "0.20"), (SAM, "0.10")):
            books.fee_rates.put(FeeRate(account, Decimal(rate), LONG_AGO))
        books.channels.add(an_earning_channel(1, [(KAI, LONG_AGO)], owner=STUDIO))
        books.channels.add(an_earning_channel(2, [(SAM, LONG_AGO)], owner=CORA))
        books.channels.add(an_earning_channel(3, [(STUDIO, LONG_AGO)]))
    clock.set(TODAY)
    return made


def move(portal: Portal, account: AccountId, under: AccountId, **more: Any) -> Any:
    dry_run = more.pop("dry_run", False)
    return portal.member_moves.move(Move(account, under, **more), ANN, "agreed", dry_run=dry_run)


def channel(portal: Portal, number: int) -> Channel:
    with portal.storage.transactions.look() as books:
        found: Channel = books.channels.claims(
            an_earning_channel(number, [("x", LONG_AGO)]).platform_id
        )[0]
    return found


def manager_on(portal: Portal, account: AccountId, day: date) -> AccountId | None:
    with portal.storage.transactions.look() as books:
        place: Place = books.accounts.upwards([account]).places[account]
    return place.manager_on(day)


def test_a_member_stands_below_another_one_from_the_day_on(portal: Portal) -> None:
    done = move(portal, KAI, OTHER, from_day=date(2025, 9, 10), fee_rate=Decimal("0.10"))

    assert (done.before.id, done.after.id, done.from_day) == (STUDIO, OTHER, date(2025, 9, 10))
    assert (done.rate, done.channels) == (Decimal("0.10"), 1)
    assert kept(portal, KAI).manager == OTHER
    assert manager_on(portal, KAI, date(2025, 9, 9)) == STUDIO
    assert manager_on(portal, KAI, date(2025, 9, 10)) == OTHER
    assert manager_on(portal, KAI, LONG_AGO) == STUDIO
    assert [each.account.id for each in portal.members.below(OTHER, PageRequest()).items] == [KAI]
    assert portal.members.below(STUDIO, PageRequest()).items == []


def test_without_a_day_a_move_counts_from_today(portal: Portal) -> None:
    assert move(portal, KAI, OTHER).from_day == TODAY
    assert manager_on(portal, KAI, TODAY - timedelta(1)) == STUDIO


def test_its_channels_are_the_new_managers_and_go_on_being_held(portal: Portal) -> None:
    before = channel(portal, 1)

    move(portal, KAI, OTHER, from_day=date(2025, 9, 10))

    after = channel(portal, 1)
    assert (after.owner, after.holder) == (OTHER, KAI)
    assert after.timeline.holdings == before.timeline.holdings
    assert [(span.holder, span.owner, span.from_day) for span in after.timeline.spans()] == [
        (KAI, STUDIO, LONG_AGO),
        (KAI, OTHER, TODAY),
    ]
    assert channel(portal, 3).owner == STUDIO
    with portal.storage.transactions.look() as books:
        told = {
            account: [
                each.notification.subject
                for each in books.notifications.page(account, None, PageRequest()).items
            ]
            for account in (STUDIO, OTHER)
        }
    assert told == {each: [Subject.CHANNEL_TRANSFERRED] for each in (STUDIO, OTHER)}


def test_a_branch_takes_what_is_its_own_along(portal: Portal) -> None:
    done = move(portal, CORA, WEB)

    assert done.channels == 0
    assert (channel(portal, 2).owner, kept(portal, SAM).manager) == (CORA, CORA)
    with portal.storage.transactions.look() as books:
        assert list(books.accounts.upwards([SAM]).upwards(SAM)) == [SAM, CORA, WEB]


def test_a_given_rate_takes_the_place_of_those_to_come(portal: Portal) -> None:
    with portal.storage.transactions.begin() as books:
        books.fee_rates.put(FeeRate(KAI, Decimal("0.30"), date(2025, 10, 1)))

    move(portal, KAI, OTHER, fee_rate=Decimal("0.10"))

    with portal.storage.transactions.look() as books:
        rates = [(str(each.rate), each.from_day) for each in books.fee_rates.of(KAI)]
    assert rates == [("0.05", LONG_AGO), ("0.10", TODAY), ("0.10", date(2025, 10, 1))]


def test_a_move_is_audited_with_its_reason_and_a_dry_run_is_not(portal: Portal) -> None:
    tried = move(portal, KAI, OTHER, dry_run=True)
    assert tried.channels == 1
    assert (kept(portal, KAI).manager, channel(portal, 1).owner) == (STUDIO, STUDIO)
    assert audited(portal) == []

    move(portal, KAI, OTHER, fee_rate=Decimal("0.10"))

    (row,) = audited(portal)
    assert (row.target, row.reason, row.before["manager"]) == ("account:kai", "agreed", STUDIO)
    assert (row.after["manager"], row.after["fee_rate"]) == (OTHER, "0.10")
    assert row.after["from_day"] == "2025-09-20"


def audited(portal: Portal) -> list[Any]:
    with portal.storage.transactions.look() as books:
        found = books.audit.page(AuditFilter(action="account.member_moved"), PageRequest()).items
    return [row.entry for row in found]


@pytest.mark.parametrize(
    ("account", "under", "refusal"),
    [
        (KAI, KAI, BelowItself),
        (CORA, SAM, BelowItself),
        (KAI, NET, OtherRank),
        (KAI, CORA, OtherRank),
        (CORA, OTHER, OtherRank),
        (SAM, NET, OtherRank),
        (SAM, DORA, OtherRank),
        (SAM, KAI, OtherRank),
        (STUDIO, OTHER, OtherRank),
        (NET, WEB, OtherRank),
        (KAI, STUDIO, BadValues),
        (KAI, AccountId("nobody"), AccountNotFound),
        (AccountId("nobody"), OTHER, AccountNotFound),
    ],
)
def test_who_does_not_fit_there_is_not_moved(
    portal: Portal, account: AccountId, under: AccountId, refusal: type[Refusal]
) -> None:
    before = {name: manager for name, (_, _, manager) in RANKS.items()}

    with pytest.raises(refusal):
        move(portal, account, under)

    assert {name: kept(portal, name).manager for name in RANKS} == before
    assert audited(portal) == []


def test_a_fourth_level_is_refused() -> None:
    """Ranks do not allow one anyway; nothing but the rule is asked here."""
    kai, other = (a_main(name) for name in ("kai", "other"))
    below = AccountTree.of([Place(KAI, STUDIO, True), Place(SAM, KAI, True)])
    deep = AccountTree.of([Place(NET, None, True), Place(OTHER, NET, True)])
    rules.require_place(kai, other, below, AccountTree.of([Place(OTHER, None, True)]))

    with pytest.raises(TooDeep):
        rules.require_place(kai, other, below, deep)


def a_main(name: str) -> Account:
    return an_account(id=AccountId(name), name=name)


@pytest.mark.parametrize("day", [date(2025, 8, 31), TODAY + timedelta(1)])
def test_a_day_of_a_month_that_is_over_or_to_come_is_refused(portal: Portal, day: date) -> None:
    with pytest.raises(DayNotAllowed) as refused:
        move(portal, KAI, OTHER, from_day=day)

    assert (refused.value.earliest, refused.value.latest) == (date(2025, 9, 1), TODAY)


def test_a_move_is_never_before_the_last_one_and_replaces_it_on_its_day(portal: Portal) -> None:
    move(portal, KAI, OTHER, from_day=date(2025, 9, 10))
    with pytest.raises(DayNotAllowed) as refused:
        move(portal, KAI, STUDIO, from_day=date(2025, 9, 9))
    assert refused.value.earliest == date(2025, 9, 10)

    move(portal, KAI, STUDIO, from_day=date(2025, 9, 10))

    assert {manager_on(portal, KAI, date(2025, 9, day)) for day in (9, 10, 20)} == {STUDIO}
    assert channel(portal, 1).owner == STUDIO


@pytest.mark.parametrize(
    ("zone", "instant", "day"),
    [
        ("Asia/Seoul", datetime(2025, 9, 19, 22, tzinfo=UTC), date(2025, 9, 20)),
        ("America/New_York", datetime(2025, 9, 21, 2, tzinfo=UTC), date(2025, 9, 20)),
    ],
)
def test_a_member_stands_below_its_manager_from_the_business_day_on_which_it_was_made(
    zone: str, instant: datetime, day: date
) -> None:
    """NET-18: in Seoul it is tomorrow already while UTC has the day before, in New York not yet."""
    clock = FixedClock(NOW, ZoneInfo(zone))
    storage = MemoryStorage.empty(clock, counting_ids())
    portal = Portal(
        Settings(), clock, FakePlatform(), MemoryMailTransport(), storage, new_id=counting_ids()
    )
    for name in (STUDIO, OTHER):
        put(portal, an_account(id=name, name=name, referral_code=f"CODE{name}"))
    clock.set(instant)

    made = portal.members.add(STUDIO, NewMember("kai@example.org", None, "kai")).account

    with storage.transactions.look() as books:
        place = books.accounts.upwards([made.id]).places[made.id]
    assert [each.from_day for each in place.placements] == [day]
    assert manager_on(portal, made.id, day) == STUDIO
    with pytest.raises(DayNotAllowed):
        move(portal, made.id, OTHER, from_day=day)
    clock.set(instant + timedelta(1))
    assert move(portal, made.id, OTHER, from_day=day + timedelta(1)).from_day > day


def test_nobody_is_moved_on_the_day_on_which_it_was_made(portal: Portal) -> None:
    mia = an_account(
        id=AccountId("mia"),
        name="mia",
        referral_code="CODE0099",
        manager=STUDIO,
        role=Role.MEMBER,
        permission_flag=False,
        created_at=portal.clock.now(),
    )
    put(portal, mia)

    with pytest.raises(DayNotAllowed):
        move(portal, mia.id, OTHER)


@pytest.mark.parametrize("rate", ["1.01", "-0.1", "0.00001", "NaN"])
def test_a_rate_is_a_fraction_with_four_decimals(portal: Portal, rate: str) -> None:
    with pytest.raises(BadValues) as refused:
        move(portal, KAI, OTHER, fee_rate=Decimal(rate))

    assert refused.value.fields == {"fee_rate": "bad_value"}
    assert kept(portal, KAI).manager == STUDIO
