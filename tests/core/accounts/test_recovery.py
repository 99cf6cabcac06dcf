"""A forgotten password (J9 steps 1 and 2, S4.020)."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.accounts import LAPTOP, OPERATOR, PASSWORD, PHONE, People

from backbeat.accounts.errors import (
    AccountNotFound,
    AccountSuspended,
    BadEmail,
    BadPasswordLength,
    CodeExpired,
    LoginRequired,
    PasswordsDiffer,
    ResetExpired,
    SamePassword,
    TooManyTries,
    WrongCode,
    WrongCredentials,
)
from backbeat.accounts.operations import NewAccount
from backbeat.accounts.service import AccountChange
from backbeat.kernel.errors import TooManyRequests
from backbeat.mail.model import Template
from backbeat.settings import Settings

MINA = "mina@example.org"


def permitted(people: People) -> str:
    """A reset token for mina."""
    people.recovery.start(MINA, PHONE)
    return people.recovery.verify(MINA, people.mailed_code(), PHONE).token


def test_the_whole_way_leads_to_a_new_password_and_no_session(people: People) -> None:
    before = people.join()

    sent = people.recovery.start(" MINA@example.org ", PHONE)
    assert (sent.expires_in, sent.resend_in) == (300, 60)
    code = people.mailed_code()
    assert len(code) == 9
    permission = people.recovery.verify(MINA, code.lower().replace("-", " "), PHONE)
    assert permission.expires_in == 600
    people.recovery.finish(permission.token, "new secret")

    with pytest.raises(LoginRequired):
        people.sessions.resolve(before.token)
    with pytest.raises(WrongCredentials):
        people.log_in("mina")
    people.log_in("mina", "new secret")
    assert people.mails()[-1].template is Template.PASSWORD_CHANGED


@pytest.mark.parametrize("state", ["unknown", "blocked", "deleted"])
def test_who_cannot_come_back_gets_no_code(people: People, state: str) -> None:
    account = people.join().account.id
    if state == "blocked":
        people.operations.block(account, "fraud", OPERATOR)
    if state == "deleted":
        people.leaving.leave(account, PASSWORD)
    before = len(people.mails())

    with pytest.raises(AccountNotFound):
        people.recovery.start("nobody@example.org" if state == "unknown" else MINA, PHONE)

    assert len(people.mails()) == before


def test_a_suspended_person_may_set_a_password_and_stays_suspended(people: People) -> None:
    people.operations.suspend(people.join().account.id, "spam", OPERATOR)

    people.recovery.finish(permitted(people), "new secret")

    with pytest.raises(AccountSuspended):
        people.log_in("mina", "new secret")


def test_what_is_no_address_is_refused(people: People) -> None:
    with pytest.raises(BadEmail):
        people.recovery.start("abc", PHONE)


def test_an_installation_may_hide_which_addresses_are_known() -> None:
    settings = Settings()
    people = People(evolve(settings, auth=evolve(settings.auth, hide_unknown_email=True)))
    people.join()

    known, unknown = (people.recovery.start(email, PHONE) for email in (MINA, "maya@example.org"))

    assert known == unknown
    assert [mail.to for mail in people.mails()] == [MINA]
    for email in (MINA, "maya@example.org"):
        for _ in range(5):
            with pytest.raises(WrongCode):
                people.recovery.verify(email, "AAAA-AAAA", PHONE)
        with pytest.raises(TooManyTries):
            people.recovery.verify(email, "AAAA-AAAA", PHONE)


def test_five_wrong_codes_close_the_code_and_a_new_one_helps_after_a_minute(
    people: People,
) -> None:
    people.join()
    people.recovery.start(MINA, PHONE)
    for _ in range(5):
        with pytest.raises(WrongCode):
            people.recovery.verify(MINA, "AAAA-AAAA", PHONE)
    with pytest.raises(TooManyTries):
        people.recovery.verify(MINA, people.mailed_code(), PHONE)
    with pytest.raises(TooManyRequests):
        people.recovery.start(MINA, PHONE)

    people.security.move(seconds=60)

    assert permitted(people)


def test_codes_of_one_address_are_limited_by_the_hour(people: People) -> None:
    people.join()
    for _ in range(5):
        people.recovery.start(MINA, PHONE)
        people.security.move(seconds=60)

    with pytest.raises(TooManyRequests):
        people.recovery.start(MINA, LAPTOP)


def test_asking_for_unknown_addresses_is_limited_by_network_address(people: People) -> None:
    for number in range(10):
        with pytest.raises(AccountNotFound):
            people.recovery.start(f"nobody{number}@example.org", PHONE)

    with pytest.raises(TooManyRequests):
        people.recovery.start("nobody10@example.org", PHONE)


def test_a_code_is_spent_once(people: People) -> None:
    people.join()
    permitted(people)

    with pytest.raises(CodeExpired):
        people.recovery.verify(MINA, people.mailed_code(), PHONE)


def test_a_step_cannot_be_skipped(people: People) -> None:
    people.join()

    with pytest.raises(CodeExpired) as no_code:
        people.recovery.verify(MINA, "AAAA-AAAA", PHONE)
    with pytest.raises(ResetExpired) as no_permission:
        people.recovery.finish("made up", "new secret")
    assert (no_code.value.code, no_permission.value.code) == (10017, 10024)
    people.log_in("mina")


def test_a_code_for_one_address_opens_no_other(people: People) -> None:
    people.join()
    people.join("hao")
    people.recovery.start(MINA, PHONE)
    people.recovery.start("hao@example.org", PHONE)

    with pytest.raises(WrongCode):
        people.recovery.verify("hao@example.org", people.mailed_code(), PHONE)


def test_the_permission_is_over_after_ten_minutes(people: People) -> None:
    people.join()
    token = permitted(people)
    people.security.move(seconds=601)

    with pytest.raises(ResetExpired):
        people.recovery.finish(token, "new secret")


def test_the_permission_is_spent_once(people: People) -> None:
    people.join()
    token = permitted(people)
    people.recovery.finish(token, "new secret")

    with pytest.raises(ResetExpired):
        people.recovery.finish(token, "newer secret")


def test_a_refused_password_leaves_the_permission_open(people: People) -> None:
    people.join()
    token = permitted(people)

    with pytest.raises(SamePassword):
        people.recovery.finish(token, PASSWORD)
    with pytest.raises(BadPasswordLength):
        people.recovery.finish(token, "abc")
    with pytest.raises(PasswordsDiffer):
        people.recovery.finish(token, "new secret", "other")

    people.recovery.finish(token, "new secret", "new secret")


def test_a_password_changed_meanwhile_closes_the_permission(people: People) -> None:
    opened = people.join()
    token = permitted(people)
    people.security.move(seconds=1)
    people.accounts.change(
        opened.account.id,
        opened.session.id,
        AccountChange(password=PASSWORD, new_password="changed"),
    )

    with pytest.raises(ResetExpired):
        people.recovery.finish(token, "new secret")


@pytest.mark.parametrize("came_back", [True, False])
def test_a_changed_address_closes_what_was_mailed_to_the_one_before(
    people: People, came_back: bool
) -> None:
    mina = people.join_proved()
    people.recovery.start(MINA, PHONE)
    code = people.mailed_code()
    token = people.recovery.verify(MINA, code, PHONE).token if came_back else ""
    people.verification.start_change(mina, "new@example.com")
    people.verification.finish_change(mina, people.mailed_code("new@example.com"))

    if came_back:
        with pytest.raises(ResetExpired):
            people.recovery.finish(token, "new secret")
    else:
        with pytest.raises(CodeExpired):
            people.recovery.verify(MINA, code, PHONE)


def test_recovery_gives_an_external_account_its_first_password(people: People) -> None:
    people.operations.create(NewAccount(MINA, "mina", verified=True), OPERATOR)

    people.recovery.finish(permitted(people), "first secret")

    people.log_in("mina", "first secret")
