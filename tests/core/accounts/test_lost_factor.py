"""A second factor that is lost goes after three days, with payouts locked meanwhile (SESSION-13)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from attrs import evolve, frozen
from tests.core.accounts.test_twofactor import App
from tests.fakes.accounts import LAPTOP, NOW, OPERATOR, PASSWORD, PHONE, People

from backbeat.accounts.errors import (
    AccountSuspended,
    CodeExpired,
    LoginCodeRequired,
    LoginRequired,
    TotpInactive,
    TotpRequired,
    WrongCredentials,
)
from backbeat.accounts.model import Account
from backbeat.accounts.second_factor import END
from backbeat.accounts.sessions import Opened
from backbeat.jobs.worker import Worker
from backbeat.kernel.errors import TooManyRequests
from backbeat.mail.model import Mail, Template
from backbeat.mail.rules import is_wanted
from backbeat.memory.jobs import MemoryJobEngine

MINA = "mina@example.org"
THREE_DAYS = timedelta(hours=72)


@frozen
class Mina:
    """An owner with a second factor, signed in at her phone."""

    people: People
    opened: Opened
    app: App
    codes: tuple[str, ...]

    def account(self) -> Account:
        with self.people.transactions.look() as books:
            found = books.accounts.get(self.opened.account.id)
        assert found is not None
        return found

    def lose(self, password: str = PASSWORD) -> None:
        self.people.sessions.lose_factor(MINA, password, LAPTOP)

    def mails(self) -> list[Mail]:
        """Those about the second factor since it was set up."""
        told = (Template.TOTP_LOST, Template.TOTP_KEPT, Template.TOTP_REMOVED)
        return [mail for mail in self.people.mails(MINA) if mail.template in told]

    def ticket(self) -> str:
        return str(self.mails()[-1].facts["ticket"])

    def pass_time(self, **by: int) -> None:
        """Let time go on, and the worker do what is due."""
        self.people.pass_time(**by)
        engine = MemoryJobEngine(self.people.transactions)
        handlers = {END: self.people.second_factors.end}
        Worker(engine, self.people.security, handlers).run_once()

    def is_asked(self) -> bool:
        return self.people.second_factors.standing(self.account()).active


@pytest.fixture
def mina(people: People) -> Mina:
    people.join_proved()
    opened = people.log_in()
    app = App(people, people.second_factors.set_up(opened.account.id).secret)
    codes = people.second_factors.confirm(opened.account.id, opened.session.id, app.code())
    return Mina(people, opened, app, codes)


def test_it_stays_for_three_days_and_the_owner_is_mailed_at_once(mina: Mina) -> None:
    ends_at = mina.people.sessions.lose_factor(MINA, PASSWORD, LAPTOP)

    assert ends_at == NOW + THREE_DAYS
    [mail] = mina.mails()
    assert (mail.template, mail.facts["at"]) == (Template.TOTP_LOST, "2025/09/04 09:00 UTC")
    assert is_wanted(mail.template, notice=False)
    assert mina.people.second_factors.standing(mina.account()).ends_at == ends_at
    assert mina.people.acts()[-1] == "account.totp_lost"
    with pytest.raises(TotpRequired):
        mina.people.log_in()


def test_after_three_days_it_goes_with_every_session(mina: Mina) -> None:
    mina.lose()
    mina.pass_time(hours=71, minutes=59)
    assert mina.is_asked()
    mina.pass_time(minutes=1)

    assert not mina.is_asked()
    assert mina.mails()[-1].template is Template.TOTP_REMOVED
    assert mina.people.acts()[-1] == "account.totp_ended"
    with pytest.raises(LoginRequired):
        mina.people.sessions.resolve(mina.opened.token)
    assert mina.people.log_in().account.name == "mina"


def test_payouts_are_locked_from_the_asking_until_it_goes(mina: Mina) -> None:
    assert not mina.account().has_payouts_locked
    mina.lose()
    assert mina.account().has_payouts_locked
    mina.pass_time(hours=71)
    assert mina.account().has_payouts_locked
    mina.pass_time(hours=1)

    assert not mina.account().has_payouts_locked


def test_asked_again_it_goes_when_it_went_before_and_nothing_is_mailed(mina: Mina) -> None:
    mina.lose()
    mina.pass_time(hours=10)

    again = mina.people.sessions.lose_factor(MINA, PASSWORD, LAPTOP)

    assert again == NOW + THREE_DAYS
    assert len(mina.mails()) == 1


def test_the_owner_keeps_it_by_the_link_without_a_session(mina: Mina) -> None:
    mina.lose()
    value = mina.ticket()

    mina.people.second_factors.keep_by_link(value, PHONE)

    assert not mina.account().has_payouts_locked
    assert mina.mails()[-1].template is Template.TOTP_KEPT
    assert mina.people.acts()[-1] == "account.totp_kept"
    mina.pass_time(hours=80)
    assert mina.is_asked()
    with pytest.raises(CodeExpired):
        mina.people.second_factors.keep_by_link(value, PHONE)


def test_the_owner_keeps_it_signed_in(mina: Mina) -> None:
    mina.lose()

    mina.people.second_factors.keep(mina.opened.account.id)

    mina.pass_time(hours=80)
    assert mina.is_asked()
    with pytest.raises(TotpInactive):
        mina.people.second_factors.keep(mina.opened.account.id)


def test_a_link_of_before_does_not_keep_what_was_asked_for_anew(mina: Mina) -> None:
    mina.lose()
    first = mina.ticket()
    mina.people.second_factors.keep(mina.opened.account.id)
    mina.pass_time(hours=10)
    mina.lose()

    with pytest.raises(CodeExpired):
        mina.people.second_factors.keep_by_link(first, PHONE)
    mina.pass_time(hours=62)
    assert mina.is_asked()
    mina.pass_time(hours=10)
    assert not mina.is_asked()


def test_the_link_works_after_a_new_password(mina: Mina) -> None:
    mina.lose()
    value = mina.ticket()
    mina.people.recovery.start(MINA, PHONE)
    reset = mina.people.recovery.verify(MINA, mina.people.mailed_code(), PHONE)
    mina.people.recovery.finish(reset.token, "another password")

    mina.people.second_factors.keep_by_link(value, PHONE)

    assert not mina.account().has_payouts_locked


def test_the_link_works_after_a_log_in_was_disowned(mina: Mina) -> None:
    stranger = evolve(LAPTOP, agent="curl")
    mina.people.sessions.log_in(MINA, PASSWORD, stranger, code=mina.codes[0])
    mina.lose()
    value = mina.ticket()
    [noticed] = [m for m in mina.people.mails(MINA) if m.template is Template.LOGIN_NOTICED]
    mina.people.sessions.notices.disown(str(noticed.facts["ticket"]), PHONE)

    mina.people.second_factors.keep_by_link(value, PHONE)

    assert not mina.account().has_payouts_locked


def test_links_that_never_were_are_refused_and_counted(mina: Mina) -> None:
    mina.lose()
    for number in range(10):
        with pytest.raises(CodeExpired):
            mina.people.second_factors.keep_by_link(f"guess {number}", LAPTOP)

    with pytest.raises(TooManyRequests):
        mina.people.second_factors.keep_by_link(mina.ticket(), LAPTOP)
    assert mina.account().has_payouts_locked


def test_only_the_right_password_asks_for_it(mina: Mina) -> None:
    with pytest.raises(WrongCredentials):
        mina.lose("wrong")
    with pytest.raises(WrongCredentials):
        mina.people.sessions.lose_factor("nobody@example.org", PASSWORD, LAPTOP)

    assert (mina.mails(), mina.account().totp_ends_at) == ([], None)


def test_a_stranger_needs_the_mailed_code_where_log_in_does(mina: Mina) -> None:
    for number in range(10):
        with pytest.raises(WrongCredentials):
            mina.people.log_in(password="wrong", device=evolve(LAPTOP, address=f"192.0.{number}.1"))

    with pytest.raises(LoginCodeRequired):
        mina.lose()
    code = mina.people.mailed_code()
    mina.people.sessions.lose_factor(MINA, PASSWORD, LAPTOP, mailed_code=code)

    with pytest.raises(CodeExpired):
        mina.people.sessions.lose_factor(MINA, PASSWORD, LAPTOP, mailed_code=code)


def test_without_a_second_factor_there_is_nothing_to_lose(people: People) -> None:
    people.join_proved()

    with pytest.raises(TotpInactive):
        people.sessions.lose_factor(MINA, PASSWORD, LAPTOP)


def test_a_suspended_account_asks_for_nothing(mina: Mina) -> None:
    mina.people.operations.suspend(mina.opened.account.id, "a copied channel", OPERATOR)

    with pytest.raises(AccountSuspended):
        mina.lose()


def test_whoever_has_it_removes_it_at_once_and_the_lock_ends(mina: Mina) -> None:
    mina.lose()

    mina.people.second_factors.remove(mina.opened.account.id, mina.opened.session.id, mina.codes[0])

    assert not mina.is_asked()
    assert not mina.account().has_payouts_locked
    told = len(mina.mails())
    mina.pass_time(hours=80)
    assert len(mina.mails()) == told


def test_who_left_meanwhile_is_told_nothing_more(mina: Mina) -> None:
    mina.lose()
    mina.people.leaving.leave(mina.opened.account.id, PASSWORD)
    told = len(mina.mails())

    mina.pass_time(hours=80)

    assert len(mina.mails()) == told
    assert "account.totp_ended" not in mina.people.acts()


def test_one_set_up_anew_meanwhile_stays(mina: Mina) -> None:
    mina.lose()
    mina.people.second_factors.reset(mina.opened.account.id, "called", OPERATOR)
    opened = mina.people.log_in()
    app = App(mina.people, mina.people.second_factors.set_up(opened.account.id).secret)
    mina.people.second_factors.confirm(opened.account.id, opened.session.id, app.code())

    mina.pass_time(hours=80)

    assert mina.is_asked()
