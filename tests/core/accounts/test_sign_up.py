"""Signing up and proving the address (J1 steps 2 and 3)."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.accounts import LAPTOP, OPERATOR, PASSWORD, People

from backbeat.accounts.errors import (
    BadEmail,
    BadInvitation,
    BadNickname,
    BadPasswordLength,
    CodeExpired,
    EmailTaken,
    NicknameTaken,
    PasswordsDiffer,
    StatusRefused,
    TooManyTries,
    WrongCode,
)
from backbeat.accounts.model import Permission, Role
from backbeat.kernel.errors import TooManyRequests
from backbeat.kernel.languages import Language
from backbeat.mail.model import Template
from backbeat.settings import Settings
from backbeat.site.model import PartnerSite


def test_a_sign_up_gives_a_main_account_and_a_session(people: People) -> None:
    opened = people.join(language=Language.KOREAN)

    account = opened.account
    assert (account.role, account.permission) == (Role.MAIN, Permission.NONE)
    assert account.permission_flag
    assert account.can_manage
    assert not account.is_mcn_related
    assert account.terms_version == "1"
    assert account.terms_accepted_at == people.security.now()
    assert (account.language, account.partner) == (Language.KOREAN, None)
    assert people.sessions.needs_verification(account)
    assert people.sessions.resolve(opened.token).proven
    assert people.acts() == ["account.signed_up", "account.logged_in"]


def test_only_a_partner_that_there_is_is_kept_with_an_account(people: People) -> None:
    with people.transactions.begin() as books:
        site = PartnerSite("partner.example", "Partner", "#102030", "#405060")
        books.sites.put(evolve(site, proved_at=people.business.now()))
        books.sites.put(evolve(site, domain="unproved.example"))

    asked = {
        "mina": "www.Partner.example:443",
        "kai": "evil.example",
        "lee": "<b>",
        "sol": None,
        "uma": "unproved.example",
    }
    kept = {name: people.join(name, partner=host).account.partner for name, host in asked.items()}

    assert kept == {"mina": "partner.example"} | dict.fromkeys(("kai", "lee", "sol", "uma"))


def test_the_installation_may_give_no_flag_at_sign_up() -> None:
    settings = Settings()
    people = People(evolve(settings, accounts=evolve(settings.accounts, signup_permission_flag=0)))

    assert not people.join().account.can_manage


def test_the_password_is_stored_as_a_hash_alone(people: People) -> None:
    opened = people.join()

    assert PASSWORD not in (opened.account.password_hash or PASSWORD)
    assert (opened.account.password_hash or "") not in repr(opened)


@pytest.mark.parametrize(
    ("field", "value", "refusal"),
    [
        ("email", "abc@", BadEmail),
        ("password", "abc", BadPasswordLength),
        ("confirmation", "other", PasswordsDiffer),
        ("nickname", "thirteenchars", BadNickname),
        ("referral", "NOBODY00", BadInvitation),
    ],
)
def test_each_wrong_field_has_its_code(
    people: People, field: str, value: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        people.join(**{field: value})
    assert people.acts() == []


def test_address_and_nickname_are_taken_in_whatever_case(people: People) -> None:
    people.join()

    with pytest.raises(EmailTaken):
        people.join("other", email="MINA@example.ORG")
    with pytest.raises(NicknameTaken):
        people.join("other", nickname="MiNa")


def test_five_sign_ups_an_hour_are_enough_for_one_address(people: People) -> None:
    for number in range(5):
        with pytest.raises(BadEmail):
            people.join(email="wrong")
        people.join(f"mina{number}")

    with pytest.raises(TooManyRequests):
        people.join("mina5")


def test_a_friend_is_remembered_by_the_invitation_code(people: People) -> None:
    ivy = people.join("ivy").account

    fern = people.join("fern", referral=f" {ivy.referral_code.lower()} ").account

    assert fern.invited_by == ivy.id
    assert ivy.invited_by is None


def test_a_suspended_inviter_invites_nobody(people: People) -> None:
    ivy = people.join("ivy").account
    people.operations.suspend(ivy.id, "spam", OPERATOR)

    with pytest.raises(BadInvitation):
        people.join("fern", referral=ivy.referral_code)


def test_the_code_from_the_mail_proves_the_address(people: People) -> None:
    opened = people.join()

    sent = people.verification.send(opened.account.id)

    assert (sent.sent_to, sent.expires_in, sent.resend_in) == ("m***@example.org", 300, 60)
    [mail] = people.mails()
    assert mail.template is Template.EMAIL_CODE
    assert len(mail.facts["code"]) == 6
    with pytest.raises(WrongCode):
        people.verification.verify(opened.account.id, wrong(people.mailed_code()))
    account = people.verification.verify(opened.account.id, f" {people.mailed_code()} ")
    assert account.is_verified
    assert people.sessions.resolve(opened.token).email_verified


def wrong(code: str) -> str:
    """Another code of the same form."""
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_another_code_may_be_asked_for_after_a_minute(people: People) -> None:
    mina = people.join().account.id
    people.verification.send(mina)
    people.security.move(seconds=10)

    with pytest.raises(TooManyRequests) as refused:
        people.verification.send(mina)

    assert refused.value.retry_after == 50
    assert len(people.mails()) == 1
    people.security.move(seconds=50)
    people.verification.send(mina)
    assert len(people.mails()) == 2


def test_five_codes_an_hour_are_enough(people: People) -> None:
    mina = people.join().account.id
    for _ in range(5):
        people.verification.send(mina)
        people.security.move(seconds=60)

    with pytest.raises(TooManyRequests):
        people.verification.send(mina)


def test_a_new_code_kills_the_old_one(people: People) -> None:
    mina = people.join().account.id
    people.verification.send(mina)
    old = people.mailed_code()
    people.security.move(seconds=60)
    people.verification.send(mina)
    new = people.mailed_code()

    if old != new:
        with pytest.raises(WrongCode):
            people.verification.verify(mina, old)
    assert people.verification.verify(mina, new).is_verified


def test_a_code_is_over_after_five_minutes(people: People) -> None:
    mina = people.join().account.id
    people.verification.send(mina)
    people.security.move(seconds=300)

    with pytest.raises(CodeExpired) as refused:
        people.verification.verify(mina, people.mailed_code())

    assert refused.value.code == 10017
    people.verification.send(mina)
    people.security.move(seconds=299)
    assert people.verification.verify(mina, people.mailed_code()).is_verified


def test_no_code_was_sent_so_none_is_right(people: People) -> None:
    with pytest.raises(CodeExpired):
        people.verification.verify(people.join().account.id, "123456")


def test_the_sixth_try_fails_even_with_the_right_code(people: People) -> None:
    mina = people.join().account.id
    people.verification.send(mina)
    left = []
    for _ in range(5):
        with pytest.raises(WrongCode) as refused:
            people.verification.verify(mina, wrong(people.mailed_code()))
        left.append(refused.value.tries_left)

    assert left == [4, 3, 2, 1, 0]
    with pytest.raises(TooManyTries):
        people.verification.verify(mina, people.mailed_code())


def test_a_proved_address_needs_no_code(people: People) -> None:
    mina = people.join().account.id
    people.verification.send(mina)
    people.verification.verify(mina, people.mailed_code())
    people.security.move(seconds=60)

    with pytest.raises(StatusRefused):
        people.verification.send(mina)
    with pytest.raises(CodeExpired):
        people.verification.verify(mina, people.mailed_code())


def test_somebody_elses_code_proves_nothing(people: People) -> None:
    mina, hao = people.join().account.id, people.join("hao").account.id
    people.verification.send(mina)
    people.verification.send(hao)
    theirs, mine = people.mailed_code("hao@example.org"), people.mailed_code()

    if theirs != mine:
        with pytest.raises(WrongCode):
            people.verification.verify(mina, theirs)


def test_a_new_address_is_used_once_it_is_proved_and_the_old_one_is_told(people: People) -> None:
    mina = people.join_proved()

    sent = people.verification.start_change(mina, " New@Example.com ")

    assert sent.sent_to == "N***@Example.com"
    assert people.accounts.get(mina).email == "mina@example.org"
    changed = people.verification.finish_change(mina, people.mailed_code("New@Example.com"))
    assert changed.email == "New@Example.com"
    assert changed.is_verified
    told = people.mails("mina@example.org")[-1]
    assert told.template is Template.EMAIL_CHANGED
    assert told.facts["new_email"] == "N***@Example.com"
    people.sessions.log_in("new@example.com", PASSWORD, LAPTOP)


def test_a_taken_address_is_refused_at_both_ends_of_a_change(people: People) -> None:
    mina = people.join_proved()
    people.join("hao")
    with pytest.raises(EmailTaken):
        people.verification.start_change(mina, "HAO@example.org")

    people.verification.start_change(mina, "ivy@example.org")
    people.join("ivy")
    with pytest.raises(EmailTaken):
        people.verification.finish_change(mina, people.mailed_code("ivy@example.org"))


def test_a_code_for_the_old_address_does_not_prove_the_new_one(people: People) -> None:
    mina = people.join().account.id
    people.verification.send(mina)
    code = people.mailed_code()
    with people.transactions.begin() as books:
        known = books.accounts.get(mina)
        assert known is not None
        books.accounts.lock(known.id)
        books.accounts.save(evolve(known, email="new@example.org"))

    with pytest.raises(CodeExpired):
        people.verification.verify(mina, code)
