"""Members that set their own password by a mailed link (NET-21)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from attrs import define, evolve
from tests.core.members.test_members import KAI, PASSWORD, STUDIO, a_portal, kept, put
from tests.fakes.accounts import an_account

from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    BadPasswordLength,
    CodeExpired,
    LinkUnknown,
    ResetExpired,
    StatusRefused,
    WrongCredentials,
)
from backbeat.accounts.model import Account, AccountStatus, Device
from backbeat.kernel.errors import BadValues, RoleRefused, TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.mail.model import Mail, Template
from backbeat.members.invitations import VALID_FOR
from backbeat.members.model import MemberChange
from backbeat.memory.storage import MemoryStorage
from backbeat.portal import Portal

INVITED = evolve(KAI, password=None)
DEVICE = Device("203.0.113.7", "a browser")
OWN = "a password of my own"


@pytest.fixture
def portal() -> Portal:
    return a_portal()


def mails(portal: Portal) -> list[Mail]:
    assert isinstance(portal.storage, MemoryStorage)
    with portal.storage.transactions.look() as books:
        return [each.mail for each in books.outbox.waiting()]


def letters(portal: Portal) -> list[Mail]:
    return [each for each in mails(portal) if each.template is Template.MEMBER_INVITED]


def link(portal: Portal) -> str:
    return str(letters(portal)[-1].facts["ticket"])


def save(portal: Portal, account: Account) -> None:
    with portal.storage.transactions.begin() as books:
        books.accounts.lock(account.id)
        books.accounts.save(account)


def wait(portal: Portal, time: timedelta) -> None:
    portal.security_clock.instant += time  # type: ignore[attr-defined]


def invited(portal: Portal) -> Account:
    return portal.members.add(STUDIO, INVITED).account


def test_who_is_invited_sets_its_password_and_is_in(portal: Portal) -> None:
    member = invited(portal)
    (letter,) = letters(portal)
    assert (letter.to, letter.account) == ("kai@example.org", member.id)
    assert (letter.facts["manager"], letter.facts["name"], letter.facts["days"]) == (
        "studio",
        "kai",
        "7",
    )
    assert (member.is_invited, member.is_verified) == (True, False)

    opened = portal.member_invitations.accept(link(portal), OWN, DEVICE)

    now = kept(portal, member.id)
    assert (opened.account.id, now.is_invited, now.is_verified) == (member.id, False, True)
    assert portal.sessions.resolve(opened.token).email_verified
    assert portal.sessions.resolve(opened.token).proven
    assert opened.device is not None
    assert portal.sessions.log_in("kai@example.org", OWN, DEVICE).account.id == member.id


def test_until_then_nobody_logs_in(portal: Portal) -> None:
    invited(portal)

    for password in ("", PASSWORD, "None"):
        with pytest.raises(WrongCredentials):
            portal.sessions.log_in("kai@example.org", password, DEVICE)


def test_a_link_works_once(portal: Portal) -> None:
    member = invited(portal)
    value = link(portal)
    portal.member_invitations.accept(value, OWN, DEVICE)

    with pytest.raises(CodeExpired):
        portal.member_invitations.accept(value, "another password", DEVICE)
    assert portal.sessions.log_in("kai@example.org", OWN, DEVICE).account.id == member.id


def test_a_link_ends_after_seven_days(portal: Portal) -> None:
    invited(portal)
    wait(portal, VALID_FOR)

    assert timedelta(days=7) == VALID_FOR
    with pytest.raises(CodeExpired):
        portal.member_invitations.accept(link(portal), OWN, DEVICE)


def test_a_second_before_it_works(portal: Portal) -> None:
    member = invited(portal)
    wait(portal, VALID_FOR - timedelta(seconds=1))

    assert portal.member_invitations.accept(link(portal), OWN, DEVICE).account.id == member.id


def test_a_made_up_link_is_unknown(portal: Portal) -> None:
    invited(portal)

    with pytest.raises(LinkUnknown):
        portal.member_invitations.accept("made up", OWN, DEVICE)


@pytest.mark.parametrize(
    ("password", "refusal"),
    [
        ("abc", BadPasswordLength),
        ("studio1", None),
        ("kai@example.org", BadValues),
        ("123456789", BadValues),
    ],
)
def test_a_password_is_as_good_as_at_sign_up_and_the_link_stays(
    portal: Portal, password: str, refusal: type[Exception] | None
) -> None:
    invited(portal)

    if refusal is not None:
        with pytest.raises(refusal):
            portal.member_invitations.accept(link(portal), password, DEVICE)
        password = OWN
    opened = portal.member_invitations.accept(link(portal), password, DEVICE)
    assert opened.account.email == "kai@example.org"


def test_another_link_voids_the_one_before(portal: Portal) -> None:
    member = invited(portal)
    first = link(portal)
    portal.member_invitations.again(STUDIO, "kai@example.org")

    assert [letter.to for letter in letters(portal)] == ["kai@example.org"] * 2
    with pytest.raises(LinkUnknown):
        portal.member_invitations.accept(first, OWN, DEVICE)
    assert portal.member_invitations.accept(link(portal), OWN, DEVICE).account.id == member.id


def test_the_letter_says_who_invites_in_the_members_language(portal: Portal) -> None:
    member = invited(portal)
    save(portal, evolve(member, language=Language.KOREAN))
    portal.member_invitations.again(STUDIO, member.id)

    facts = {"name": "kai", "manager": "studio", "days": 7}
    first, again = letters(portal)
    for letter, language in ((first, Language.ENGLISH), (again, Language.KOREAN)):
        assert letter == Mail(
            "kai@example.org",
            Template.MEMBER_INVITED,
            language,
            facts | {"ticket": letter.facts["ticket"]},
            member.id,
        )


def test_inviting_again_and_coming_are_in_the_audit(portal: Portal) -> None:
    member = invited(portal)
    portal.member_invitations.again(STUDIO, member.id)
    portal.member_invitations.accept(link(portal), OWN, DEVICE)

    with portal.storage.transactions.look() as books:
        acts = [row.entry for row in books.audit.about(f"account:{member.id}", 9)]
    done = [(act.action, act.actor.id) for act in acts]
    assert ("account.member_invited", STUDIO) in done
    assert ("account.member_invitation_accepted", member.id) in done
    assert not any(str(letter.facts["ticket"]) in str(acts) for letter in letters(portal))


@define
class Meanwhile:
    """A hasher in whose time something else is done."""

    act: Callable[[], object]

    def hash(self, password: str) -> str:
        self.act()
        return f"hash of {password}"

    def verify(self, password_hash: str | None, password: str) -> bool:
        raise NotImplementedError

    def is_outdated(self, password_hash: str) -> bool:
        raise NotImplementedError


def test_who_was_moved_meanwhile_is_not_changed(portal: Portal) -> None:
    member = invited(portal)
    other = put(portal, an_account(id=AccountId("other"), name="other", referral_code="OTHER001"))

    moved = evolve(member, manager=other)

    members = evolve(portal.members, hasher=Meanwhile(lambda: save(portal, moved)))
    with pytest.raises(AccountNotFound):
        members.change(STUDIO, member.id, MemberChange(password=PASSWORD))
    assert kept(portal, member.id).is_invited


def test_links_are_mailed_as_often_as_codes(portal: Portal) -> None:
    member = invited(portal)
    other = portal.members.add(
        STUDIO, evolve(INVITED, email="fay@example.org", nickname="fay")
    ).account
    for _ in range(5):
        portal.member_invitations.again(STUDIO, member.id)

    with pytest.raises(TooManyRequests):
        portal.member_invitations.again(STUDIO, member.id)
    assert len(letters(portal)) == 7
    portal.member_invitations.again(STUDIO, other.id)


def test_only_its_manager_invites_a_member_again_and_only_until_it_is_in(portal: Portal) -> None:
    member = invited(portal)
    other = put(portal, an_account(id=AccountId("other"), name="other", referral_code="OTHER001"))
    with pytest.raises(AccountNotFound):
        portal.member_invitations.again(other, member.id)
    with pytest.raises(RoleRefused):
        portal.member_invitations.again(member.id, STUDIO)

    portal.member_invitations.accept(link(portal), OWN, DEVICE)

    with pytest.raises(StatusRefused):
        portal.member_invitations.again(STUDIO, member.id)


def test_a_corrected_address_gets_a_link_of_its_own(portal: Portal) -> None:
    member = invited(portal)
    first = link(portal)
    portal.members.change(STUDIO, member.id, MemberChange(email="kay@example.org"))

    assert letters(portal)[-1].to == "kay@example.org"
    with pytest.raises(LinkUnknown):
        portal.member_invitations.accept(first, OWN, DEVICE)
    portal.member_invitations.accept(link(portal), OWN, DEVICE)
    assert portal.sessions.log_in("kay@example.org", OWN, DEVICE).account.id == member.id


def test_a_change_of_something_else_mails_no_link(portal: Portal) -> None:
    member = invited(portal)
    change = MemberChange(nickname="kaya", fee_rate=Decimal("0.25"))
    portal.members.change(STUDIO, member.id, change)

    assert len(letters(portal)) == 1
    portal.member_invitations.accept(link(portal), OWN, DEVICE)


def test_what_was_mailed_to_a_corrected_address_sets_no_password(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account
    portal.recovery.start("kai@example.org", DEVICE)
    code = str(mails(portal)[-1].facts["code"])
    permission = portal.recovery.verify("kai@example.org", code, DEVICE)
    portal.members.change(STUDIO, member.id, MemberChange(email="kay@example.org"))

    with pytest.raises(ResetExpired):
        portal.recovery.finish(permission.token, OWN)
    with pytest.raises(WrongCredentials):
        portal.sessions.log_in("kay@example.org", OWN, DEVICE)


def test_a_password_that_the_manager_sets_takes_the_place_of_the_link(portal: Portal) -> None:
    member = invited(portal)
    portal.members.change(STUDIO, member.id, MemberChange(password=PASSWORD))

    with pytest.raises(CodeExpired):
        portal.member_invitations.accept(link(portal), OWN, DEVICE)
    assert portal.sessions.log_in("kai@example.org", PASSWORD, DEVICE).account.id == member.id


@pytest.mark.parametrize(
    ("status", "refusal"),
    [(AccountStatus.SUSPENDED, AccountSuspended), (AccountStatus.BLOCKED, AccountNotFound)],
)
def test_an_account_that_may_not_log_in_is_not_opened_by_a_link(
    portal: Portal, status: AccountStatus, refusal: type[Exception]
) -> None:
    member = invited(portal)
    save(portal, evolve(member, status=status))

    with pytest.raises(refusal):
        portal.member_invitations.accept(link(portal), OWN, DEVICE)


def test_a_deleted_member_is_told_so(portal: Portal) -> None:
    member = invited(portal)
    value = link(portal)
    portal.member_removals.delete(STUDIO, member.id, PASSWORD)

    with pytest.raises(AccountDeleted):
        portal.member_invitations.accept(value, OWN, DEVICE)


def test_a_member_that_recovers_its_password_needs_no_link(portal: Portal) -> None:
    invited(portal)
    value = link(portal)
    portal.recovery.start("kai@example.org", DEVICE)
    code = mails(portal)[-1].facts["code"]
    permission = portal.recovery.verify("kai@example.org", str(code), DEVICE)
    portal.recovery.finish(permission.token, PASSWORD)

    with pytest.raises((CodeExpired, LinkUnknown)):
        portal.member_invitations.accept(value, OWN, DEVICE)


def test_tries_of_links_are_limited_by_address(portal: Portal) -> None:
    for _ in range(10):
        with pytest.raises(LinkUnknown):
            portal.member_invitations.accept("made up", OWN, DEVICE)
    with pytest.raises(TooManyRequests):
        portal.member_invitations.accept("made up", OWN, DEVICE)
