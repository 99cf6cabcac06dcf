"""Members in the core: what a manager makes of them, is told, and what a deleted one leaves."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from attrs import evolve
from tests.fakes.accounts import NOW, an_account
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import HasMembers, WrongPassword
from backbeat.accounts.model import Account, AccountStatus, Device, Permission, Role, SessionEnd
from backbeat.audit.ports import AuditFilter
from backbeat.board.model import PostId
from backbeat.channels.model import Category
from backbeat.channels.reviews import OperatorOrder
from backbeat.channels.service import ChannelListFilter
from backbeat.defaults.passwords import ScryptPasswords
from backbeat.events.model import BoardEvent, Participation
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.mail.model import Template
from backbeat.members.model import Member, MemberChange, NewMember
from backbeat.memory.mail import MemoryMailTransport
from backbeat.memory.storage import MemoryStorage
from backbeat.notifications.model import Subject
from backbeat.portal import Portal
from backbeat.settings import FeeChange, Settings, Settlement

STUDIO = AccountId("studio")
PASSWORD = "correct horse"
_ALL = ChannelListFilter()
KAI = NewMember("kai@example.org", PASSWORD, "kai")


def a_portal(settings: Settings | None = None) -> Portal:
    """A portal in memory in which studio, a main account, manages and owns an approved channel."""
    clock, platform = FixedClock(NOW), FakePlatform()
    storage = MemoryStorage.empty(clock, counting_ids())
    hasher = ScryptPasswords(2)
    portal = Portal(
        settings or Settings(),
        clock,
        platform,
        MemoryMailTransport(),
        storage,
        new_id=counting_ids(),
        hasher=hasher,
    )
    put(portal, an_account(id=STUDIO, name="studio", password_hash=hasher.hash(PASSWORD)))
    platform.has(platform_id(1), handle="@studio", views=1_250_000)
    card = portal.channels.add(STUDIO, "@studio", Category.BEAUTY)
    platform.describe(platform_id(1), card.channel.verification.code)
    portal.verifications.verify(STUDIO, card.channel.id)
    portal.channel_reviews.approve(card.channel.id, OperatorOrder("ann"))
    return portal


def put(portal: Portal, account: Account) -> AccountId:
    with portal.storage.transactions.begin() as books:
        books.accounts.add(account)
    return account.id


def kept(portal: Portal, account: AccountId) -> Account:
    with portal.storage.transactions.look() as books:
        found = books.accounts.get(account)
    assert found is not None
    return found


def mailed(portal: Portal, to: str) -> list[Template]:
    assert isinstance(portal.storage, MemoryStorage)
    with portal.storage.transactions.look() as books:
        return [each.mail.template for each in books.outbox.waiting() if each.mail.to == to]


def only(portal: Portal) -> Member:
    (member,) = portal.members.list(STUDIO, PageRequest()).items
    return member


@pytest.fixture
def portal() -> Portal:
    return a_portal()


def test_a_member_has_a_channel_and_a_rate_of_its_own(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account
    (card,) = portal.channels.list(STUDIO, _ALL, PageRequest()).items
    portal.channels.assign(STUDIO, card.channel.id, member.id)
    portal.members.change(STUDIO, member.id, MemberChange(fee_rate=Decimal("0.10")))

    seen = only(portal)

    assert (seen.account.name, seen.account.role, seen.channels) == ("kai", Role.MEMBER, 1)
    assert seen.rate == Decimal("0.05")
    assert seen.next_rate is not None
    assert (seen.next_rate.rate, seen.next_rate.from_day) == (Decimal("0.10"), date(2025, 10, 1))


def test_a_new_rate_is_told_and_counts_from_the_next_month_on(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account.id
    portal.members.change(STUDIO, member, MemberChange(fee_rate=Decimal("0.125")))

    (told,) = portal.notifications.list(member, PageRequest()).page.items
    assert told.notification.subject is Subject.FEE_RATE_CHANGED
    assert told.notification.facts == {"rate": "12.5%", "from_day": "2025-10-01"}
    portal.clock.move(timedelta(days=30))  # type: ignore[attr-defined]
    assert (only(portal).rate, only(portal).next_rate) == (Decimal("0.125"), None)


def test_a_rate_may_count_at_once_where_the_portal_says_so() -> None:
    at_once = Settlement(fee_change=FeeChange.IMMEDIATE, default_fee_rate=Decimal("0.2"))
    portal = a_portal(Settings(settlement=at_once))
    member = portal.members.add(STUDIO, KAI)
    assert member.rate == Decimal("0.2")

    changed = portal.members.change(STUDIO, "kai@example.org", MemberChange(fee_rate=Decimal(1)))

    assert (changed.rate, changed.next_rate) == (Decimal(1), None)


def test_a_new_password_ends_the_members_sessions_and_is_mailed(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account.id
    opened = portal.sessions.log_in("kai@example.org", PASSWORD, Device())

    portal.members.change(STUDIO, member, MemberChange(password="battery staple"))

    with portal.storage.transactions.look() as books:
        session = books.sessions.get(opened.session.id)
    assert session is not None
    assert session.ended_because is SessionEnd.PASSWORD_CHANGED
    assert mailed(portal, "kai@example.org") == [Template.PASSWORD_CHANGED]


@pytest.mark.parametrize(
    ("change", "password"),
    [
        (MemberChange(password="another secret"), True),
        (MemberChange(password="another secret", nickname="kaito"), True),
        (MemberChange(nickname="kaito"), False),
    ],
)
def test_the_trail_says_whether_a_password_was_set_and_never_which(
    portal: Portal, change: MemberChange, password: bool
) -> None:
    member = portal.members.add(STUDIO, KAI).account

    portal.members.change(STUDIO, member.id, change)

    with portal.storage.transactions.look() as books:
        changed = AuditFilter(action="account.member_changed")
        (row,) = books.audit.page(changed, PageRequest()).items
    assert row.entry.after["password"] is password
    assert "another secret" not in str(row)


def test_who_stands_between_comes_from_the_top_down(portal: Portal) -> None:
    above = STUDIO
    for name in ("ada", "bea", "cya"):
        below = an_account(
            id=name, name=name, referral_code=f"CODE{name}", manager=above, role=Role.MEMBER
        )
        above = put(portal, below)

    (found,) = portal.members.list(STUDIO, PageRequest(), search="cya").items

    assert [each.account.name for each in found.above] == ["ada", "bea"]


def test_the_right_to_have_members_stays_while_there_are_some(portal: Portal) -> None:
    net = put(
        portal, an_account(id="net", name="net", referral_code="N", permission=Permission.MCN)
    )
    cora = portal.members.add(net, NewMember("c@example.org", PASSWORD, "cora", may_manage=True))
    sam = portal.members.add(cora.account.id, KAI)
    assert sam.account.permission is Permission.MCN_CREATOR_SUB

    with pytest.raises(HasMembers):
        portal.members.change(net, cora.account.id, MemberChange(may_manage=False))
    with pytest.raises(BadValues):
        portal.members.change(cora.account.id, sam.account.id, MemberChange(may_manage=True))


def test_a_deleted_member_and_a_leaver_give_up_their_places_in_events(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account.id
    today = portal.clock.today()
    party = BoardEvent(PostId("party"), today, today, today, places=2, taken=2)
    with portal.storage.transactions.begin() as books:
        books.events.put(party)
        for who in (member, STUDIO):
            books.events.join(Participation(party.id, who, None, today, portal.clock.now()))
    portal.member_removals.delete(STUDIO, member, PASSWORD)
    portal.worker.run_once()
    with portal.storage.transactions.look() as books:
        staying = books.events.participations(party.id, PageRequest()).items
        assert [each.account for each in staying] == [STUDIO]
        assert books.events.get(party.id) == evolve(party, taken=1)
    portal.account_deletion.leave(STUDIO, PASSWORD)
    portal.worker.run_once()
    with portal.storage.transactions.look() as books:
        assert books.events.get(party.id) == evolve(party, taken=0)


def test_a_deleted_member_leaves_its_money_where_it_is(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account.id
    (card,) = portal.channels.list(STUDIO, _ALL, PageRequest()).items
    portal.channels.assign(STUDIO, card.channel.id, member)
    earned = Correction(member, EntryType.PORTAL_PROFIT, Money.of("162.00"))
    portal.account_ledger.post(earned, Actor.operator("ann"), "September")
    portal.clock.move(timedelta(days=40))  # type: ignore[attr-defined]

    with pytest.raises(WrongPassword):
        portal.member_removals.delete(STUDIO, member, "wrong")
    assert kept(portal, member).is_active
    assert portal.member_removals.delete(STUDIO, member, PASSWORD) == 1

    with portal.storage.transactions.look() as books:
        assert books.ledger.balance(member).available == Money.of("162.00")
        assert books.ledger.balance(STUDIO).available == Money.zero()
        (channel,) = books.channels.claims(platform_id(1))
    assert kept(portal, member).status is AccountStatus.DELETED
    spans = [(span.holder, span.from_day, span.until) for span in channel.timeline.spans()]
    assert spans == [
        (member, date(2025, 9, 1), date(2025, 10, 11)),
        (STUDIO, date(2025, 10, 11), None),
    ]
    assert mailed(portal, "kai@example.org") == [Template.MEMBER_DELETED]


def test_every_act_on_a_member_is_written_down(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account.id
    portal.members.change(STUDIO, member, MemberChange(nickname="kiki", fee_rate=Decimal("0.2")))
    portal.member_removals.delete(STUDIO, member, PASSWORD)

    with portal.storage.transactions.look() as books:
        rows = [row.entry for row in books.audit.all() if row.entry.target == f"account:{member}"]
    assert [(row.action, row.actor.id) for row in rows] == [
        ("account.member_added", STUDIO),
        ("account.member_changed", STUDIO),
        ("account.fee_rate_changed", STUDIO),
        ("account.member_deleted", STUDIO),
    ]


@pytest.mark.parametrize("text", ["", "mcn", "mcn_creator", "mcn_creator_sub"])
def test_these_four_permissions_there_are(text: str) -> None:
    assert Permission(text).value == text
    with pytest.raises(ValueError, match="king"):
        Permission("king")
    assert len(Permission) == 4
