"""Logging in, staying in, and being put out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from attrs import evolve, field, frozen
from tests.fakes.accounts import LAPTOP, NOW, OPERATOR, PASSWORD, PHONE, People

from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    CodeExpired,
    LinkUnknown,
    LoginCodeRequired,
    LoginRequired,
    NoPassword,
    WrongCredentials,
    WrongPassword,
)
from backbeat.accounts.model import Device, digest
from backbeat.accounts.operations import NewAccount
from backbeat.defaults.passwords import ScryptPasswords
from backbeat.kernel.errors import NotFound, TooManyRequests
from backbeat.kernel.languages import Language


def test_the_right_pair_opens_a_session(people: People) -> None:
    people.join()

    opened = people.sessions.log_in(" MINA@example.ORG ", PASSWORD, LAPTOP)

    signed_in = people.sessions.resolve(opened.token)
    assert signed_in.account == opened.account.id
    assert signed_in.proven
    assert not signed_in.email_verified


def test_only_a_digest_of_the_token_is_stored(people: People) -> None:
    opened = people.join()

    assert opened.token.startswith("bb1_")
    assert opened.token not in repr(people.transactions.books.sessions)
    assert opened.session.token_hash == digest(opened.token)
    assert opened.session.token_hash not in repr(opened.session)


def test_an_unknown_id_and_a_wrong_password_answer_the_same(people: People) -> None:
    people.join()

    with pytest.raises(WrongCredentials) as unknown:
        people.log_in("nobody")
    with pytest.raises(WrongCredentials) as wrong:
        people.log_in("mina", "wrong")

    assert unknown.value.details == wrong.value.details == {}


def test_the_eleventh_try_in_five_minutes_is_refused_even_with_the_right_password(
    people: People,
) -> None:
    people.join()
    for _ in range(10):
        with pytest.raises(WrongCredentials):
            people.log_in("mina", "wrong")

    with pytest.raises(TooManyRequests) as refused:
        people.log_in("mina")
    assert refused.value.retry_after == 300

    people.security.move(seconds=300)
    with pytest.raises(LoginCodeRequired):
        people.log_in("mina")


def test_successful_log_ins_do_not_count(people: People) -> None:
    people.join()
    for _ in range(40):
        people.log_in("mina")


def test_three_hundred_failures_from_one_address_close_it_for_every_id(people: People) -> None:
    people.join()
    for number in range(300):
        with pytest.raises(WrongCredentials):
            people.log_in(f"nobody{number}")

    with pytest.raises(TooManyRequests):
        people.log_in("mina")
    people.log_in("mina", device=LAPTOP)


def test_standing_is_told_only_after_the_right_password(people: People) -> None:
    mina = people.join().account
    people.operations.suspend(mina.id, "spam", OPERATOR)

    with pytest.raises(WrongCredentials):
        people.log_in("mina", "wrong")
    with pytest.raises(AccountSuspended):
        people.log_in("mina")


def test_a_suspended_accounts_token_says_so_until_it_is_reinstated(people: People) -> None:
    opened = people.join()
    people.operations.suspend(opened.account.id, "spam", OPERATOR)

    with pytest.raises(AccountSuspended):
        people.sessions.resolve(opened.token)

    people.operations.reinstate(opened.account.id, "appeal", OPERATOR)
    with pytest.raises(LoginRequired):
        people.sessions.resolve(opened.token)
    people.log_in("mina")


def test_a_blocked_account_cannot_be_found(people: People) -> None:
    opened = people.join()
    people.operations.block(opened.account.id, "fraud", OPERATOR)

    with pytest.raises(AccountNotFound):
        people.log_in("mina")
    with pytest.raises(AccountNotFound):
        people.sessions.resolve(opened.token)


def test_a_session_idles_away_after_seven_days_without_a_call(people: People) -> None:
    opened = people.join()
    for _ in range(3):
        people.security.move(days=6)
        people.sessions.resolve(opened.token)

    people.security.move(days=7)

    with pytest.raises(LoginRequired):
        people.sessions.resolve(opened.token)


def test_a_session_ends_after_thirty_days_however_busy(people: People) -> None:
    opened = people.join()
    for _ in range(5):
        people.security.move(days=5)
        people.sessions.resolve(opened.token)

    people.security.move(days=5)

    with pytest.raises(LoginRequired):
        people.sessions.resolve(opened.token)


def test_the_business_clock_ends_no_session(people: People) -> None:
    opened = people.join()
    people.business.move(days=400)

    people.sessions.resolve(opened.token)


def test_logging_out_ends_this_session_only(people: People) -> None:
    first, second = people.join(), people.log_in("mina")

    people.sessions.log_out(first.session.id)
    people.sessions.log_out(first.session.id)

    with pytest.raises(LoginRequired):
        people.sessions.resolve(first.token)
    people.sessions.resolve(second.token)
    assert people.acts().count("account.logged_out") == 1


@pytest.mark.parametrize("token", ["", "bb1_", "bb1_" + "x" * 43, "\udcff", "x" * 10_000])
def test_a_made_up_token_opens_nothing(people: People, token: str) -> None:
    people.join()
    with pytest.raises(LoginRequired):
        people.sessions.resolve(token)


def test_the_eleventh_session_ends_the_oldest(people: People) -> None:
    first = people.join()
    for _ in range(9):
        people.security.move(seconds=1)
        last = people.log_in("mina")
    people.sessions.resolve(first.token)

    people.log_in("mina")

    with pytest.raises(LoginRequired):
        people.sessions.resolve(first.token)
    people.sessions.resolve(last.token)
    assert len(people.sessions.of(first.account.id)) == 10


def test_sessions_are_listed_with_device_and_network_the_last_used_first(people: People) -> None:
    first = people.join()
    people.security.move(seconds=60)
    second = people.log_in("mina", device=LAPTOP)
    people.security.move(seconds=600)
    people.sessions.resolve(first.token)

    listed = people.sessions.of(first.account.id)

    assert [one.session.id for one in listed] == [first.session.id, second.session.id]
    assert listed[0].last_seen == people.security.now()
    assert listed[1].session.agent == LAPTOP.agent
    assert listed[1].session.address == "198.51.100.0/24"


def test_ones_own_session_can_be_ended_and_nobody_elses(people: People) -> None:
    mina, hao = people.join(), people.join("hao")

    with pytest.raises(NotFound):
        people.sessions.end(hao.account.id, mina.session.id)
    people.sessions.end(mina.account.id, mina.session.id)

    with pytest.raises(LoginRequired):
        people.sessions.resolve(mina.token)
    with pytest.raises(NotFound):
        people.sessions.end(mina.account.id, mina.session.id)


def test_all_other_sessions_can_be_ended_at_once(people: People) -> None:
    first, second, third = people.join(), people.log_in("mina"), people.log_in("mina")

    assert people.sessions.end(first.account.id, None, keep=second.session.id) == 2

    people.sessions.resolve(second.token)
    for other in (first, third):
        with pytest.raises(LoginRequired):
            people.sessions.resolve(other.token)


def test_the_audit_names_the_session_that_was_ended_or_how_many(people: People) -> None:
    first, second = people.join(), people.log_in("mina")
    people.sessions.end(first.account.id, first.session.id)
    people.sessions.end(second.account.id, None)

    with people.transactions.look() as books:
        entries = [row.entry for row in books.audit.all()]
    told = [each.after for each in entries if each.action == "account.sessions_ended"]
    assert told == [{"session": first.session.id, "ended": 1}, {"session": "all", "ended": 1}]


def test_a_password_is_fresh_for_ten_minutes_and_can_be_given_again(people: People) -> None:
    mina = people.join()
    people.security.move(seconds=600)
    assert not people.sessions.resolve(mina.token).proven

    with pytest.raises(WrongPassword):
        people.sessions.prove(mina.account.id, mina.session.id, "wrong")
    assert not people.sessions.resolve(mina.token).proven
    people.sessions.prove(mina.account.id, mina.session.id, PASSWORD)

    assert people.sessions.resolve(mina.token).proven


def test_a_password_given_again_is_written_down_with_its_session(people: People) -> None:
    mina = people.join()
    people.sessions.prove(mina.account.id, mina.session.id, PASSWORD)

    with people.transactions.look() as books:
        entry = list(books.audit.all())[-1].entry
    assert (entry.action, entry.target) == ("account.stepped_up", f"account:{mina.account.id}")
    assert entry.after == {"session": mina.session.id}


def test_guessing_the_password_of_an_open_session_is_limited(people: People) -> None:
    mina = people.join()
    for _ in range(10):
        with pytest.raises(WrongPassword):
            people.sessions.prove(mina.account.id, mina.session.id, "wrong")

    with pytest.raises(TooManyRequests):
        people.sessions.prove(mina.account.id, mina.session.id, PASSWORD)


def test_the_right_password_of_an_open_session_is_never_too_often(people: People) -> None:
    mina = people.join()
    for _ in range(9):
        with pytest.raises(WrongPassword):
            people.sessions.prove(mina.account.id, mina.session.id, "wrong")

    for _ in range(11):
        people.sessions.prove(mina.account.id, mina.session.id, PASSWORD)


def test_a_hash_of_another_cost_is_renewed_at_log_in(people: People) -> None:
    before = people.join().account.password_hash
    object.__setattr__(people.hasher, "cost", 4)

    after = people.log_in("mina").account.password_hash

    assert before != after
    assert ScryptPasswords(4).is_outdated(before or "")
    assert not ScryptPasswords(4).is_outdated(after or "")
    people.log_in("mina")


def test_logging_in_sets_the_language_of_mails(people: People) -> None:
    people.join()
    opened = people.sessions.log_in("mina@example.org", PASSWORD, PHONE, Language.KOREAN)
    assert opened.account.language is Language.KOREAN


def external(people: People) -> str:
    """An account that a partner's service opened, without a password."""
    account = people.operations.create(
        NewAccount("ext@example.org", "ext", verified=True), OPERATOR
    )
    return people.sessions.issue_one_time_login(account.id, OPERATOR).value


def test_a_one_time_log_in_works_once(people: People) -> None:
    value = external(people)

    opened = people.sessions.log_in_once(value, PHONE)

    signed_in = people.sessions.resolve(opened.token)
    assert signed_in.email_verified
    assert not signed_in.proven
    with pytest.raises(CodeExpired):
        people.sessions.log_in_once(value, PHONE)


def test_a_one_time_log_in_is_over_after_five_minutes(people: People) -> None:
    value = external(people)
    people.security.move(seconds=300)

    with pytest.raises(CodeExpired):
        people.sessions.log_in_once(value, PHONE)


def test_a_made_up_one_time_log_in_is_unknown(people: People) -> None:
    with pytest.raises(LinkUnknown):
        people.sessions.log_in_once("made up", PHONE)


def test_a_one_time_log_in_does_not_pass_a_suspension(people: People) -> None:
    opened = people.join()
    value = people.sessions.issue_one_time_login(opened.account.id, OPERATOR).value
    people.operations.suspend(opened.account.id, "spam", OPERATOR)

    with pytest.raises(AccountSuspended):
        people.sessions.log_in_once(value, PHONE)
    with pytest.raises(AccountSuspended):
        people.sessions.issue_one_time_login(opened.account.id, OPERATOR)


def test_an_account_without_a_password_cannot_step_up_or_log_in(people: People) -> None:
    opened = people.sessions.log_in_once(external(people), PHONE)

    with pytest.raises(NoPassword):
        people.sessions.prove(opened.account.id, opened.session.id, "anything")
    with pytest.raises(WrongCredentials):
        people.log_in("ext", "")


def test_one_time_log_ins_are_limited_by_address(people: People) -> None:
    for _ in range(10):
        with pytest.raises(LinkUnknown):
            people.sessions.log_in_once("made up", PHONE)

    with pytest.raises(TooManyRequests):
        people.sessions.log_in_once("made up", PHONE)
    with pytest.raises(LinkUnknown):
        people.sessions.log_in_once("made up", LAPTOP)


def test_a_deleted_account_says_so_at_log_in_and_by_its_old_token(people: People) -> None:
    opened = people.join()
    people.leaving.leave(opened.account.id, PASSWORD)

    with pytest.raises(AccountDeleted):
        people.log_in("mina")
    with pytest.raises(AccountDeleted):
        people.sessions.resolve(opened.token)


def test_a_device_of_any_length_is_kept_short(people: People) -> None:
    people.join()
    opened = people.log_in(device=Device("not an address", "x" * 5000))

    assert len(opened.session.agent) == 300
    assert opened.session.address == ""


def test_members_skip_the_verification_where_the_installation_says_so(people: People) -> None:
    kai = people.member_of(people.join().account)
    relaxed = evolve(
        people.sessions, members=evolve(people.settings.members, require_email_verification=False)
    )

    assert people.sessions.needs_verification(kai)
    assert not relaxed.needs_verification(kai)


def test_using_a_session_is_noted_every_five_minutes_at_most(people: People) -> None:
    opened = people.join()
    start = people.security.now()
    people.security.move(timedelta(minutes=4))
    people.sessions.resolve(opened.token)
    assert people.sessions.of(opened.account.id)[0].last_seen == start

    people.security.move(timedelta(minutes=1))
    people.sessions.resolve(opened.token)
    assert people.sessions.of(opened.account.id)[0].last_seen == start + timedelta(minutes=5)


def test_looks_of_operators_take_no_place_among_the_owners_sessions(people: People) -> None:
    account = people.join_proved()
    own = people.log_in()
    for _ in range(10):
        link = people.sessions.issue_view(account, OPERATOR, "ticket 7")
        people.sessions.log_in_once(link.value, PHONE)

    people.log_in()

    assert people.sessions.resolve(own.token).account == account


@frozen
class _Meanwhile(ScryptPasswords):
    """Verifies a password, and these things happen while it does."""

    acts: list[Callable[[], None]] = field(factory=list)

    def verify(self, password_hash: str | None, password: str) -> bool:
        for act in self.acts:
            act()
        return super().verify(password_hash, password)


def test_a_password_that_is_changed_during_a_log_in_opens_nothing() -> None:
    hasher = _Meanwhile(2)
    people = People(hasher=hasher)
    mina = people.join()

    def change() -> None:
        with people.transactions.begin() as books:
            kept = books.accounts.lock(mina.account.id)
            assert kept is not None
            books.accounts.save(kept.with_password(hasher.hash("another one"), NOW))

    hasher.acts.append(change)
    with pytest.raises(WrongCredentials):
        people.log_in("mina")


def test_a_value_that_lets_an_operator_view_says_so(people: People) -> None:
    """Otherwise it would open a session of the account itself."""
    mina = people.join().account
    value = people.sessions.issue_view(mina.id, OPERATOR, "asked why").value
    assert value.startswith("view.")
    assert "." not in people.sessions.issue_one_time_login(mina.id, OPERATOR).value
