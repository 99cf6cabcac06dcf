"""When a channel leaves its owner: what expires, what stays, whose the days are
(J12, CHAN-20, SETTLE-9)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from attrs import evolve
from sqlalchemy import insert
from tests.adapters.test_settlement_contract import a_settlement
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel, platform_id, span_on
from tests.fakes.standins import FixedClock, counting_ids

from backbeat import settings
from backbeat.accounts.errors import AccountNotFound, NoPassword, WrongPassword
from backbeat.accounts.model import FeeRate, Permission, Placement, Role
from backbeat.accounts.passwords import Passwords
from backbeat.channels.errors import (
    AlreadyRegistered,
    ChannelAssigned,
    DayNotAllowed,
    WrongStatus,
)
from backbeat.channels.model import ChangeContext, Channel
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.reviews import OperatorOrder
from backbeat.channels.visibility import ChannelPresenter
from backbeat.figures.model import Figures
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import FieldsMissing, NotFound, RoleRefused
from backbeat.kernel.ids import AccountId, ChannelId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType, Kind
from backbeat.limits.service import Limits
from backbeat.memory.limits import MemoryLimits
from backbeat.notifications.model import Subject
from backbeat.policies.service import Policies
from backbeat.settings import ForfeitScope
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import channel_days

RIO, KAI, IVY = AccountId("rio"), AccountId("kai"), AccountId("ivy")
ANN = Actor.operator("ann")
APPROVED = date(2025, 8, 1)
TODAY = date(2025, 10, 22)
SEPTEMBER = Month(2025, 9)


class PlainHasher:
    """Passwords as they are; fulfils `PasswordHasher`."""

    def hash(self, password: str) -> str:
        return f"hash of {password}"

    def verify(self, password_hash: str | None, password: str) -> bool:
        return password_hash == self.hash(password)

    def is_outdated(self, password_hash: str) -> bool:
        return False


class House:
    """Rio with channels A and B, kai below rio, ivy apart; September is closed."""

    def __init__(self, database: Database, channels: settings.Channels) -> None:
        self.business, self.security = FixedClock(), FixedClock()
        self.business.set(TODAY)
        self.engine = database.engine
        self.transactions = SqlTransactions(database.engine, self.security, counting_ids())
        cards = ChannelPresenter(self.business, self.security, channels, UTC)
        passwords = Passwords(
            self.transactions, PlainHasher(), Limits(MemoryLimits(), self.security)
        )
        self.removals = ChannelRemovals(self.transactions, cards, passwords)
        with self.transactions.begin() as books:
            for id_ in (RIO, IVY):
                books.accounts.add(an_account(id=id_, name=str(id_), referral_code=str(id_)))
            member = {"role": Role.MEMBER, "permission_flag": False, "manager": RIO}
            books.accounts.add(an_account(id=KAI, name="kai", referral_code="kai", **member))
            books.settlements.add(a_settlement(SEPTEMBER), [])
        self.a, self.b = self.earning(1), self.earning(2)

    def earning(self, number: int, owner: AccountId = RIO) -> Channel:
        at = datetime(2025, 8, 1, tzinfo=UTC)
        channel = a_channel(number, owner=owner, total_views=200_000, registered_at=at)
        verified = channel.verified(ChangeContext(at, ANN), seen=at, needed_views=100_000)
        approved = verified.approved(ChangeContext(at, ANN), earning_from=APPROVED)
        with self.transactions.begin() as books:
            books.channels.add(approved)
        return approved

    def settled(self, channel: Channel, amount: str, account: AccountId = RIO) -> None:
        act = ActContext(ANN, TODAY, self.security.now())
        with self.transactions.begin() as books:
            books.ledger.post(
                account,
                EntryType.MUSIC_PROFIT,
                Money.of(amount),
                act,
                source=f"settled {channel.id} {account} {amount}",
                kind=Kind.SETTLEMENT,
                month=SEPTEMBER,
                channel=channel.id,
            )

    def estimated(self, channel: Channel, day: date, usd: str) -> None:
        figures = Figures(views=1, revenue_nanos=int(Decimal(usd) * 10**9))
        row = {"channel": channel.platform_id, "day": day, **figures._asdict()}
        with self.engine.begin() as connection:
            connection.execute(insert(channel_days).values(row))

    def asked_for(self, amount: str) -> None:
        act = ActContext(Actor.account(RIO), self.business.today(), self.security.now())
        with self.transactions.begin() as books:
            books.ledger.reservations.reserve(RIO, Money.of(amount), WithdrawalId("w1"), act)

    def give(self, channel: Channel, holder: AccountId, day: date) -> Channel:
        with self.transactions.begin() as books:
            found = books.channels.lock(channel.id)
            assert found is not None
            given = found.given_to(holder, day)
            books.channels.save(given)
        return given

    def balance(self, account: AccountId = RIO) -> Money:
        with self.transactions.look() as books:
            return books.ledger.balance(account).available

    def kept(self, channel: Channel) -> Channel:
        with self.transactions.look() as books:
            found = books.channels.get(channel.id)
        assert found is not None
        return found

    def told(self, account: AccountId) -> list[Subject]:
        with self.transactions.look() as books:
            page = books.notifications.page(account, None, PageRequest())
        return [each.notification.subject for each in page.items]


@pytest.fixture
def house(database: Database) -> House:
    return House(database, settings.Channels())


def test_deleting_a_small_channel_lets_its_balance_expire(house: House) -> None:
    house.settled(house.a, "8.00")
    house.settled(house.b, "30.00")

    price = house.removals.price(RIO, house.a.id)
    assert (price.balance, price.small) == (Money.of("8.00"), True)
    with pytest.raises(FieldsMissing):
        house.removals.delete(RIO, house.a.id, "secret", confirmed=False)
    with pytest.raises(WrongPassword):
        house.removals.delete(RIO, house.a.id, "wrong", confirmed=True)
    assert house.balance() == Money.of("38.00")

    forfeited = house.removals.delete(RIO, house.a.id, "secret", confirmed=True)

    assert forfeited == Money.of("8.00")
    assert house.balance() == Money.of("30.00")
    assert house.kept(house.a).is_deleted
    with pytest.raises(NotFound):
        house.removals.price(RIO, house.a.id)


def test_what_was_asked_for_first_is_not_lost(house: House) -> None:
    house.settled(house.b, "30.00")
    price = house.removals.price(RIO, house.b.id)
    assert (price.balance, price.small) == (Money.of("30.00"), False)

    house.asked_for("30.00")

    assert house.removals.delete(RIO, house.b.id, "secret", confirmed=True) == Money.zero()
    with house.transactions.look() as books:
        assert books.ledger.balance(RIO).in_flight == Money.of("30.00")


def test_the_owners_open_days_are_named_before_and_lost_after(house: House) -> None:
    for day, usd in ((date(2025, 9, 30), "100"), (date(2025, 10, 1), "2.50")):
        house.estimated(house.a, day, usd)
    house.estimated(house.a, date(2025, 10, 10), "40")
    house.estimated(house.a, date(2025, 10, 20), "0.123456789")
    house.give(house.a, KAI, date(2025, 10, 5))
    house.give(house.a, RIO, date(2025, 10, 15))

    assert house.removals.price(RIO, house.a.id).unsettled == Money.of("2.623456")
    house.removals.delete(RIO, house.a.id, "secret", confirmed=True)

    gone = house.kept(house.a)
    whose = {
        day: span_on(gone, date(2025, *day))
        for day in ((9, 30), (10, 1), (10, 4), (10, 5), (10, 14), (10, 15), (10, 22))
    }
    assert {day: span and span.holder for day, span in whose.items()} == {
        (9, 30): RIO,
        (10, 1): None,
        (10, 4): None,
        (10, 5): KAI,
        (10, 14): KAI,
        (10, 15): None,
        (10, 22): None,
    }


def test_of_the_open_days_only_the_owners_share_is_named(house: House) -> None:
    with house.transactions.begin() as books:
        books.accounts.add(
            an_account(id="net", name="net", referral_code="net", permission=Permission.MCN)
        )
        rio = books.accounts.get(RIO)
        assert rio is not None
        books.accounts.save(
            evolve(
                rio,
                role=Role.MEMBER,
                permission=Permission.MCN_CREATOR,
            )
        )
        books.accounts.place(Placement(RIO, AccountId("net"), date(2025, 9, 1)))
        books.fee_rates.put(FeeRate(RIO, Decimal("0.20"), date(2025, 9, 1)))
    house.estimated(house.a, date(2025, 10, 10), "10")

    assert house.removals.price(RIO, house.a.id).unsettled == Money.of("8.00")


@pytest.mark.parametrize(
    ("scope", "forfeited", "left", "lost"),
    [
        (ForfeitScope.CHANNEL, "8.00", "30.00", date(2025, 10, 1)),
        (ForfeitScope.ACCOUNT, "38.00", "0.00", date(2025, 10, 1)),
        (ForfeitScope.NONE, "0.00", "38.00", None),
    ],
)
def test_how_far_a_deletion_reaches_is_a_setting(
    database: Database, scope: ForfeitScope, forfeited: str, left: str, lost: date | None
) -> None:
    house = House(database, settings.Channels(forfeit_scope=scope))
    house.settled(house.a, "8.00")
    house.settled(house.b, "30.00")

    assert house.removals.price(RIO, house.a.id).balance == Money.of(forfeited)
    amount = house.removals.delete(RIO, house.a.id, "secret", confirmed=True)

    assert amount == Money.of(forfeited)
    assert house.balance() == Money.of(left)
    assert house.kept(house.a).timeline.lost_from == lost


def test_a_deletion_goes_by_the_policy_of_its_day(database: Database) -> None:
    house = House(database, settings.Channels())
    house.settled(house.a, "8.00")
    policies = Policies(house.transactions, house.business, house.security, settings.Settings())
    for path, value in (("forfeit_scope", "none"), ("forfeit_small", "5.00")):
        policies.set(f"channels.{path}", value, TODAY, Actor.operator("ann"), reason="agreed")

    assert house.removals.price(RIO, house.a.id).balance == Money.of(0)
    assert house.removals.delete(RIO, house.a.id, "secret", confirmed=True) == Money.of(0)
    assert house.balance() == Money.of("8.00")


def test_an_assigned_channel_stays(house: House) -> None:
    house.give(house.a, KAI, TODAY)
    house.settled(house.a, "8.00")

    for attempt in (
        lambda: house.removals.price(RIO, house.a.id),
        lambda: house.removals.delete(RIO, house.a.id, "secret", confirmed=True),
    ):
        with pytest.raises(ChannelAssigned):
            attempt()
    assert house.balance() == Money.of("8.00")
    assert not house.kept(house.a).is_deleted


def test_who_may_not_delete(house: House) -> None:
    house.give(house.a, KAI, TODAY)

    with pytest.raises(RoleRefused):
        house.removals.delete(KAI, house.a.id, "secret", confirmed=True)
    with pytest.raises(NotFound):
        house.removals.delete(IVY, house.a.id, "secret", confirmed=True)
    with pytest.raises(NotFound):
        house.removals.price(IVY, ChannelId("nothing"))


def test_without_a_password_nothing_is_deleted(house: House) -> None:
    with house.transactions.begin() as books:
        rio = books.accounts.get(RIO)
        assert rio is not None
        books.accounts.save(evolve(rio, password_hash=None))

    with pytest.raises(NoPassword):
        house.removals.delete(RIO, house.a.id, "secret", confirmed=True)


def test_a_deleted_channel_comes_back_and_earns_from_its_new_approval(house: House) -> None:
    house.business.set(date(2025, 10, 26))
    house.removals.delete(RIO, house.a.id, "secret", confirmed=True)
    at = datetime(2025, 11, 5, tzinfo=UTC)
    again = a_channel(9, owner=RIO, platform=platform_id(1), total_views=200_000, registered_at=at)
    verified = again.verified(ChangeContext(at, ANN), seen=at, needed_views=100_000)
    approved = verified.approved(ChangeContext(at, ANN), earning_from=date(2025, 11, 8))
    with house.transactions.begin() as books:
        books.channels.add(approved)
        past, now = books.channels.of_platform([platform_id(1)])[platform_id(1)]

    for day, earning in ((date(2025, 9, 30), past), (date(2025, 11, 8), now)):
        assert [each for each in (past, now) if span_on(each, day)] == [earning]
    for day in (date(2025, 10, 26), date(2025, 11, 7)):
        assert not any(span_on(each, day) for each in (past, now))


def test_a_transfer_leaves_earlier_days_and_money_where_they_are(house: House) -> None:
    house.settled(house.a, "8.00")
    order = OperatorOrder("ann", "sold")

    card = house.removals.transfer(house.a.id, "ivy@example.org", date(2025, 10, 10), order)

    assert card.owner.id == IVY
    channel = house.kept(house.a)
    whose = [span_on(channel, date(2025, 10, day)) for day in (9, 10)]
    assert [span and span.holder for span in whose] == [RIO, IVY]
    assert channel.status is house.a.status
    assert house.balance() == Money.of("8.00")
    assert house.told(RIO) == house.told(IVY) == [Subject.CHANNEL_TRANSFERRED]


def test_a_transfer_to_a_member_belongs_to_the_account_above(house: House) -> None:
    channel = house.earning(3, owner=IVY)

    card = house.removals.transfer(channel.id, "kai", None, OperatorOrder("ann"))

    assert (card.owner.id, card.member and card.member.id) == (RIO, KAI)


def test_a_transfer_ends_the_new_owners_unproved_claim(house: House) -> None:
    claim = a_channel(7, owner=IVY, platform=house.a.platform_id)
    with house.transactions.begin() as books:
        books.channels.add(claim)

    house.removals.transfer(house.a.id, "ivy", None, OperatorOrder("ann"))

    assert house.kept(claim).is_deleted
    assert house.kept(house.a).owner == IVY


@pytest.mark.parametrize("day", [date(2025, 9, 30), date(2025, 10, 23), date(2020, 1, 1)])
def test_a_transfer_touches_no_closed_month_and_no_day_to_come(house: House, day: date) -> None:
    with pytest.raises(DayNotAllowed) as refused:
        house.removals.transfer(house.a.id, "ivy", day, OperatorOrder("ann"))

    assert (refused.value.earliest, refused.value.latest) == (date(2025, 10, 1), TODAY)


def test_what_cannot_be_transferred(house: House) -> None:
    unproved = a_channel(5, owner=RIO)
    with house.transactions.begin() as books:
        books.channels.add(unproved)

    with pytest.raises(WrongStatus):
        house.removals.transfer(unproved.id, "ivy", None, OperatorOrder("ann"))
    with pytest.raises(AccountNotFound):
        house.removals.transfer(house.a.id, "nobody", None, OperatorOrder("ann"))
    with pytest.raises(AlreadyRegistered):
        house.removals.transfer(house.a.id, "rio", None, OperatorOrder("ann"))
    with pytest.raises(NotFound):
        house.removals.transfer(ChannelId("nothing"), "ivy", None, OperatorOrder("ann"))


def test_a_trial_of_a_transfer_changes_nothing(house: House) -> None:
    card = house.removals.transfer(house.a.id, "ivy", None, OperatorOrder("ann", dry_run=True))

    assert card.owner.id == IVY
    assert house.kept(house.a) == house.a
    assert house.told(IVY) == []
