"""The second factor: setting it up, being asked for it, losing it."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from attrs import evolve, frozen
from tests.fakes.accounts import LAPTOP, OPERATOR, PASSWORD, PHONE, People
from tests.fakes.authenticator import digits_at

from backbeat import settings
from backbeat.accounts.errors import (
    AccountNotFound,
    AccountSuspended,
    TotpActive,
    TotpInactive,
    TotpRequired,
    TotpWrong,
    WrongCredentials,
)
from backbeat.accounts.sessions import Opened
from backbeat.kernel.errors import TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.mail.model import Template
from backbeat.settings import Settings, TotpFor

STEP = 30


@frozen
class App:
    """An authenticator app that has been told a secret."""

    people: People
    secret: str

    def code(self, steps: int = 0) -> str:
        """What it shows now, or some steps from now."""
        at = self.people.security.now() + timedelta(seconds=steps * STEP)
        return digits_at(self.secret, at)

    def wrong(self) -> str:
        """A code that is none of those that pass."""
        right = {self.code(steps) for steps in (-1, 0, 1)}
        return next(text for number in range(9) if (text := f"{number:06}") not in right)


@frozen
class Mina:
    """An owner with a second factor."""

    opened: Opened
    app: App
    recovery_codes: tuple[str, ...]

    @property
    def id(self) -> AccountId:
        return self.opened.account.id


@pytest.fixture
def mina(people: People) -> Mina:
    """mina set one up a minute ago."""
    opened = people.join()
    app = App(people, people.second_factors.set_up(opened.account.id).secret)
    codes = people.second_factors.confirm(opened.account.id, opened.session.id, app.code())
    people.pass_time(seconds=60)
    return Mina(opened, app, codes)


def log_in(people: People, code: str | None) -> Opened:
    return people.sessions.log_in("mina@example.org", PASSWORD, LAPTOP, code=code)


def test_nothing_is_asked_for_before_the_app_has_proved_itself(people: People) -> None:
    account = people.join().account

    enrolment = people.second_factors.set_up(account.id)

    people.log_in()
    address = urlsplit(enrolment.address)
    query = parse_qs(address.query)
    assert (address.scheme, address.netloc, address.path) == (
        "otpauth",
        "totp",
        "/Backbeat:mina%40example.org",
    )
    assert query["secret"] == [enrolment.secret]
    assert not people.second_factors.standing(account).active


def test_a_second_setup_takes_the_place_of_one_that_was_left(people: People) -> None:
    opened = people.join()
    first = App(people, people.second_factors.set_up(opened.account.id).secret)
    second = App(people, people.second_factors.set_up(opened.account.id).secret)

    with pytest.raises(TotpWrong):
        people.second_factors.confirm(opened.account.id, opened.session.id, first.code())
    people.second_factors.confirm(opened.account.id, opened.session.id, second.code())


def test_log_in_asks_for_the_code_after_the_right_password_only(people: People, mina: Mina) -> None:
    with pytest.raises(TotpRequired):
        log_in(people, None)
    with pytest.raises(WrongCredentials):
        people.sessions.log_in("mina@example.org", "wrong", PHONE, code=mina.app.code())

    opened = log_in(people, mina.app.code())

    assert people.sessions.resolve(opened.token).account == mina.id


def test_a_code_is_read_with_spaces(people: People, mina: Mina) -> None:
    code = mina.app.code()

    assert log_in(people, f" {code[:3]} {code[3:]} ").account.id == mina.id


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_clocks_may_differ_by_one_step(people: People, mina: Mina, steps: int) -> None:
    assert log_in(people, mina.app.code(steps)).account.id == mina.id


@pytest.mark.parametrize("steps", [-2, 2])
def test_clocks_may_not_differ_by_more(people: People, mina: Mina, steps: int) -> None:
    with pytest.raises(TotpWrong):
        log_in(people, mina.app.code(steps))


def test_a_code_works_once(people: People, mina: Mina) -> None:
    code = mina.app.code()
    log_in(people, code)

    with pytest.raises(TotpWrong):
        log_in(people, code)
    with pytest.raises(TotpWrong):
        log_in(people, mina.app.code(-1))
    people.pass_time(seconds=STEP)
    log_in(people, mina.app.code())


def test_the_code_that_confirmed_does_not_log_in(people: People) -> None:
    opened = people.join()
    app = App(people, people.second_factors.set_up(opened.account.id).secret)
    people.second_factors.confirm(opened.account.id, opened.session.id, app.code())

    with pytest.raises(TotpWrong):
        log_in(people, app.code())


def test_of_two_log_ins_that_compared_the_same_code_one_wins(people: People, mina: Mina) -> None:
    code = mina.app.code()
    first, second = (people.second_factors.judge(mina.id, code) for _ in range(2))
    assert first is not None
    assert second is not None

    with people.transactions.begin() as books:
        people.second_factors.spend(books, mina.opened.account, first)
    with pytest.raises(TotpWrong), people.transactions.begin() as books:
        people.second_factors.spend(books, mina.opened.account, second)


def test_a_recovery_code_stands_in_once(people: People, mina: Mina) -> None:
    lost = mina.recovery_codes[3]

    log_in(people, f" {lost.lower().replace('-', ' ')} ")

    with pytest.raises(TotpWrong):
        log_in(people, lost)
    assert people.second_factors.standing(mina.opened.account).recovery_codes == 9
    told = people.mails("mina@example.org")[-1]
    assert (told.template, told.facts["left"]) == (Template.RECOVERY_CODE_USED, "9")
    assert "account.recovery_code_used" in people.acts()
    log_in(people, mina.recovery_codes[4])


def test_recovery_codes_differ_and_are_stored_as_hashes(people: People, mina: Mina) -> None:
    assert len(set(mina.recovery_codes)) == 10
    kept = people.transactions.books.second_factors.codes(mina.id)
    for code in mina.recovery_codes:
        assert all(code[3:5] + code[6:] not in each.code_hash for each in kept)
    assert mina.app.secret not in repr(people.transactions.books.second_factors)


def test_after_five_wrong_codes_the_right_one_has_to_wait(people: People, mina: Mina) -> None:
    for wrong in [mina.app.wrong()] * 3 + ["AAAAA-AAAAA", "x"]:
        with pytest.raises(TotpWrong):
            log_in(people, wrong)

    with pytest.raises(TooManyRequests):
        log_in(people, mina.app.code())
    with pytest.raises(TooManyRequests):
        log_in(people, mina.recovery_codes[0])
    people.pass_time(seconds=300)
    log_in(people, mina.app.code())


def test_right_codes_do_not_count(people: People, mina: Mina) -> None:
    for _ in range(8):
        people.pass_time(seconds=STEP)
        log_in(people, mina.app.code())


def test_a_suspended_account_learns_that_before_its_code(people: People, mina: Mina) -> None:
    people.operations.suspend(mina.id, "spam", OPERATOR)

    with pytest.raises(AccountSuspended):
        log_in(people, None)


def test_setting_up_ends_other_sessions_and_is_mailed(people: People) -> None:
    other = people.join()
    mine = people.log_in()
    secret = people.second_factors.set_up(mine.account.id).secret
    people.second_factors.confirm(mine.account.id, mine.session.id, App(people, secret).code())

    assert [one.session.id for one in people.sessions.of(other.account.id)] == [mine.session.id]
    assert people.mails("mina@example.org")[-1].template is Template.TOTP_ADDED
    assert people.acts()[-2:] == ["account.totp_set_up", "account.totp_confirmed"]


def test_one_account_has_one_app(people: People, mina: Mina) -> None:
    with pytest.raises(TotpActive):
        people.second_factors.set_up(mina.id)
    with pytest.raises(TotpActive):
        people.second_factors.confirm(mina.id, mina.opened.session.id, mina.app.code())


def test_what_was_not_set_up_is_neither_confirmed_nor_removed(people: People) -> None:
    opened = people.join()

    with pytest.raises(TotpInactive):
        people.second_factors.confirm(opened.account.id, opened.session.id, "000000")
    people.second_factors.set_up(opened.account.id)
    with pytest.raises(TotpInactive):
        people.second_factors.remove(opened.account.id, opened.session.id, "000000")


def test_a_recovery_code_confirms_nothing(people: People) -> None:
    opened = people.join()
    people.second_factors.set_up(opened.account.id)

    with pytest.raises(TotpWrong):
        people.second_factors.confirm(opened.account.id, opened.session.id, "ABCDE-FGHIJ")


@pytest.mark.parametrize("by_recovery_code", [False, True])
def test_recovery_codes_are_renewed_against_a_code(
    people: People, mina: Mina, by_recovery_code: bool
) -> None:
    for used in mina.recovery_codes[:3]:
        log_in(people, used)
    with pytest.raises(TotpWrong):
        people.second_factors.renew_codes(mina.id, mina.app.wrong())
    with pytest.raises(TotpWrong):
        people.second_factors.renew_codes(mina.id, mina.recovery_codes[0])
    assert people.second_factors.standing(mina.opened.account).recovery_codes == 7

    code = mina.recovery_codes[3] if by_recovery_code else mina.app.code()
    renewed = people.second_factors.renew_codes(mina.id, code)

    assert len(set(renewed)) == 10
    assert not set(renewed) & set(mina.recovery_codes)
    assert people.second_factors.standing(mina.opened.account).recovery_codes == 10
    assert people.mails("mina@example.org")[-1].template is Template.RECOVERY_CODES_RENEWED
    assert people.acts()[-1] == "account.recovery_codes_renewed"
    people.sessions.resolve(mina.opened.token)
    for old in (code, mina.recovery_codes[9]):
        with pytest.raises(TotpWrong):
            log_in(people, old)
    log_in(people, renewed[0])
    people.pass_time(seconds=STEP)
    log_in(people, mina.app.code())


def test_without_an_app_there_are_no_codes_to_renew(people: People) -> None:
    account = people.join().account
    people.second_factors.set_up(account.id)

    with pytest.raises(TotpInactive):
        people.second_factors.renew_codes(account.id, "000000")


@pytest.mark.parametrize("by_recovery_code", [False, True])
def test_it_is_removed_against_a_code(people: People, mina: Mina, by_recovery_code: bool) -> None:
    other = log_in(people, mina.app.code())
    people.pass_time(seconds=STEP)
    with pytest.raises(TotpWrong):
        people.second_factors.remove(mina.id, mina.opened.session.id, mina.app.wrong())

    code = mina.recovery_codes[0] if by_recovery_code else mina.app.code()
    people.second_factors.remove(mina.id, mina.opened.session.id, code)

    assert other.session.id not in [one.session.id for one in people.sessions.of(mina.id)]
    assert people.mails("mina@example.org")[-1].template is Template.TOTP_REMOVED
    assert people.acts()[-1] == "account.totp_removed"
    log_in(people, None)
    assert people.second_factors.standing(mina.opened.account).recovery_codes == 0


def test_the_operator_resets_a_lost_one_with_a_reason(people: People, mina: Mina) -> None:
    people.second_factors.reset(mina.id, "lost phone", OPERATOR, dry_run=True)
    with pytest.raises(TotpRequired):
        log_in(people, None)

    people.second_factors.reset(mina.id, "lost phone", OPERATOR)

    assert people.sessions.of(mina.id) == []
    log_in(people, None)
    assert people.mails("mina@example.org")[-1].template is Template.TOTP_REMOVED
    with people.transactions.look() as books:
        entry = [row.entry for row in books.audit.all() if row.entry.action == "account.totp_reset"]
    assert [(each.actor, each.reason) for each in entry] == [(OPERATOR, "lost phone")]
    with pytest.raises(TotpInactive):
        people.second_factors.reset(mina.id, "again", OPERATOR)
    with pytest.raises(AccountNotFound):
        people.second_factors.reset(AccountId("nobody"), "who", OPERATOR)


def test_a_new_password_leaves_it_in_force(people: People, mina: Mina) -> None:
    people.recovery.start("mina@example.org", PHONE)
    code = people.mailed_code()
    permission = people.recovery.verify("mina@example.org", code, PHONE)
    people.recovery.finish(permission.token, "quite another")

    with pytest.raises(TotpRequired):
        people.sessions.log_in("mina@example.org", "quite another", PHONE)


def test_a_one_time_log_in_is_vouched_for(people: People, mina: Mina) -> None:
    issued = people.sessions.issue_one_time_login(mina.id, OPERATOR)

    assert not people.sessions.resolve(
        people.sessions.log_in_once(issued.value, PHONE).token
    ).proven


def test_leaving_forgets_it(people: People, mina: Mina) -> None:
    people.leaving.leave(mina.id, PASSWORD)
    people.pass_time(days=31)
    people.leaving.erase_due()

    books = people.transactions.books
    assert books.second_factors.get(mina.id) is None
    assert books.second_factors.codes(mina.id) == ()


def asking(who: TotpFor) -> People:
    return People(evolve(Settings(), auth=settings.Auth(require_totp=who)))


@pytest.mark.parametrize(
    ("who", "of_managers", "of_members"),
    [
        (TotpFor.NOBODY, False, False),
        (TotpFor.MANAGERS, True, False),
        (TotpFor.EVERYBODY, True, True),
    ],
)
def test_an_installation_may_ask_for_it(who: TotpFor, of_managers: bool, of_members: bool) -> None:
    people = asking(who)
    manager = people.join()
    people.member_of(manager.account)

    assert people.sessions.resolve(manager.token).totp_missing is of_managers
    assert people.sessions.resolve(people.log_in("kai").token).totp_missing is of_members


def test_it_is_no_longer_missing_once_it_is_set_up() -> None:
    people = asking(TotpFor.EVERYBODY)
    opened = people.join()
    assert people.second_factors.standing(opened.account).missing
    secret = people.second_factors.set_up(opened.account.id).secret
    people.second_factors.confirm(opened.account.id, opened.session.id, App(people, secret).code())

    assert not people.sessions.resolve(opened.token).totp_missing
    assert not people.second_factors.standing(opened.account).missing


def test_accounts_without_a_password_are_not_asked_for_it() -> None:
    people = asking(TotpFor.EVERYBODY)
    account = people.join().account
    with people.transactions.begin() as books:
        books.accounts.lock(account.id)
        books.accounts.save(evolve(account, password_hash=None))
    issued = people.sessions.issue_one_time_login(account.id, OPERATOR)

    opened = people.sessions.log_in_once(issued.value, PHONE)

    assert not people.sessions.resolve(opened.token).totp_missing
