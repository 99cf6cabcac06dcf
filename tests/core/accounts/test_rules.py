"""The rules of accounts by themselves."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.accounts import NOW, an_account

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    BadEmail,
    BadIdLength,
    BadNickname,
    BadPasswordLength,
    CodeExpired,
    LoginRequired,
    PasswordsDiffer,
    TooManyTries,
)
from backbeat.accounts.model import (
    CodePurpose,
    FeeRate,
    MailedCode,
    Session,
    SessionEnd,
)
from backbeat.kernel.errors import BadValues, TooManyRequests
from backbeat.kernel.ids import AccountId, SessionId

BOUNDS = settings.Accounts()
AUTH = settings.Auth()


@pytest.mark.parametrize("name", ["ab", "abcdefghijkl", "미나", "小明", "Ünï2", "عمر", "ทดสอบ"])
def test_nicknames_of_letters_and_digits_pass(name: str) -> None:
    assert rules.require_nickname(name, BOUNDS) == name


@pytest.mark.parametrize("name", ["a", "abcdefghijklm"])
def test_nicknames_have_two_to_twelve_characters(name: str) -> None:
    with pytest.raises(BadNickname) as refused:
        rules.require_nickname(name, BOUNDS)
    assert refused.value.code == 10008
    assert refused.value.details == {"min": 2, "max": 12, "problem": "length"}


@pytest.mark.parametrize("name", ["a b", "a-b", "mina!", "a_b", "ab½", "a\u200bb", "<b>x", "ab😀"])
def test_nicknames_hold_nothing_but_letters_and_digits(name: str) -> None:
    with pytest.raises(BadNickname) as refused:
        rules.require_nickname(name, BOUNDS)
    assert (refused.value.code, refused.value.problem) == (10008, "characters")


def test_a_nickname_is_composed_before_it_is_measured() -> None:
    assert rules.require_nickname("e\u0301" * 12, BOUNDS) == "\u00e9" * 12


@pytest.mark.parametrize(
    ("one", "other"), [("Mina", "mINA"), ("straße", "STRASSE"), ("ＡＢ", "ab")]
)
def test_nicknames_that_fold_to_the_same_are_the_same(one: str, other: str) -> None:
    assert rules.name_key(one) == rules.name_key(other)


@pytest.mark.parametrize(
    "email", ["mina@example.org", " a@b.co ", "o'neil+x@sub.example.com", "üser@bücher.example"]
)
def test_addresses_pass_and_lose_the_spaces_around_them(email: str) -> None:
    assert rules.require_email(email, BOUNDS) == email.strip()


@pytest.mark.parametrize(
    "email",
    [
        "abc",
        "abc@",
        "@b.co",
        "a b@c.co",
        "a@b",
        "a@@b.co",
        "a@b..co",
        "a..b@c.co",
        "a@b.co\nBcc: x@y.z",
        "a@-b.co",
        "a@b.co, c@d.co",
        "a\u202e@b.co",
        "<a@b.co>",
    ],
)
def test_what_is_no_address_is_refused(email: str) -> None:
    with pytest.raises(BadEmail):
        rules.require_email(email, BOUNDS)


def test_an_address_shorter_than_the_setting_is_refused() -> None:
    bounds = settings.Accounts(id_min=7)
    with pytest.raises(BadIdLength) as refused:
        rules.require_email("a@b.co", bounds)
    assert refused.value.code == 10005
    assert refused.value.details == {"min": 7, "max": 254}
    assert rules.require_email("ab@c.co", bounds)


def test_an_address_of_255_characters_is_too_long() -> None:
    with pytest.raises(BadIdLength) as refused:
        rules.require_email("a" * 243 + "@example.org", BOUNDS)
    assert refused.value.code == 10005
    assert refused.value.details == {"min": 5, "max": 254}
    assert rules.require_email("a" * 242 + "@example.org", BOUNDS)


@pytest.mark.parametrize("length", [4, 64])
def test_passwords_of_four_to_sixty_four_characters_pass(length: int) -> None:
    assert rules.require_password("x" * length, BOUNDS)


@pytest.mark.parametrize("length", [3, 65])
def test_passwords_outside_of_that_are_refused(length: int) -> None:
    with pytest.raises(BadPasswordLength) as refused:
        rules.require_password("x" * length, BOUNDS)
    assert refused.value.code == 10006
    assert refused.value.details == {"min": 4, "max": 64}


def test_other_lengths_are_those_of_the_settings() -> None:
    others = settings.Accounts(id_max=20, password_min=6, password_max=70, name_min=3, name_max=20)
    assert rules.require_email("a" * 8 + "@example.org", others)
    assert rules.require_password("x" * 70, others)
    assert rules.require_nickname("x" * 20, others)
    for check, refused, value in (
        (rules.require_email, BadIdLength, "a" * 9 + "@example.org"),
        (rules.require_password, BadPasswordLength, "x" * 5),
        (rules.require_password, BadPasswordLength, "x" * 71),
        (rules.require_nickname, BadNickname, "xx"),
        (rules.require_nickname, BadNickname, "x" * 21),
    ):
        with pytest.raises(refused):
            check(value, others)


def test_a_confirmation_that_differs_is_refused_and_none_is_fine() -> None:
    rules.require_equal("secret", None)
    rules.require_equal("secret", "secret")
    with pytest.raises(PasswordsDiffer):
        rules.require_equal("secret", "Secret")


@given(st.text(max_size=300))
def test_no_text_breaks_the_form_rules(text: str) -> None:
    for rule, refusals in (
        (rules.require_email, (BadEmail, BadIdLength)),
        (rules.require_nickname, (BadNickname, BadValues)),
        (rules.require_password, (BadPasswordLength, BadValues)),
    ):
        try:
            rule(text, BOUNDS)
        except refusals:
            continue


def a_session(**changes: Any) -> Session:
    return evolve(
        Session(SessionId("s1"), AccountId("a1"), "hash", NOW, NOW),
        **changes,
    )


def test_a_session_lives_until_it_has_idled_for_seven_days() -> None:
    account, session = an_account(), a_session()
    almost = NOW + timedelta(days=7) - timedelta(seconds=1)

    rules.require_live(session, account, NOW, almost, AUTH)

    with pytest.raises(LoginRequired):
        rules.require_live(session, account, NOW, NOW + timedelta(days=7), AUTH)


def test_a_busy_session_ends_after_thirty_days_all_the_same() -> None:
    account, session, later = an_account(), a_session(), NOW + timedelta(days=30)

    with pytest.raises(LoginRequired):
        rules.require_live(session, account, later, later, AUTH)


def test_a_session_ended_by_suspension_says_so_while_it_holds() -> None:
    session = a_session().ended(SessionEnd.SUSPENDED, NOW)

    with pytest.raises(AccountSuspended):
        rules.require_live(session, an_account().suspended("spam", NOW), NOW, NOW, AUTH)
    with pytest.raises(LoginRequired):
        rules.require_live(session, an_account(), NOW, NOW, AUTH)


def test_a_session_logged_out_says_nothing_of_the_account() -> None:
    session = a_session().ended(SessionEnd.LOGGED_OUT, NOW)

    with pytest.raises(LoginRequired):
        rules.require_live(session, an_account().suspended("spam", NOW), NOW, NOW, AUTH)


def test_each_standing_has_its_code() -> None:
    rules.require_reachable(an_account())
    with pytest.raises(AccountSuspended):
        rules.require_reachable(an_account().suspended("x", NOW))
    with pytest.raises(AccountNotFound):
        rules.require_reachable(an_account().blocked("x", NOW))
    with pytest.raises(AccountDeleted):
        rules.require_reachable(an_account().deleted("x", NOW))


def a_code(**changes: Any) -> MailedCode:
    code = MailedCode(
        "c1",
        CodePurpose.VERIFY_EMAIL,
        "a1",
        AccountId("a1"),
        "mina@example.org",
        "hash",
        NOW,
        NOW + timedelta(seconds=300),
    )
    return evolve(code, **changes)


def test_a_code_is_open_until_its_time_is_over_or_it_is_spent() -> None:
    rules.require_open(a_code(), NOW + timedelta(seconds=299), AUTH)
    for code, at in (
        (a_code(), NOW + timedelta(seconds=300)),
        (a_code(used_at=NOW), NOW),
        (None, NOW),
    ):
        with pytest.raises(CodeExpired):
            rules.require_open(code, at, AUTH)


def test_a_code_has_five_tries() -> None:
    rules.require_open(a_code(tries=4), NOW, AUTH)
    with pytest.raises(TooManyTries):
        rules.require_open(a_code(tries=5), NOW, AUTH)


def test_another_code_may_be_asked_for_after_a_minute() -> None:
    rules.require_resendable(None, NOW, AUTH)
    rules.require_resendable(a_code(), NOW + timedelta(seconds=60), AUTH)
    with pytest.raises(TooManyRequests) as refused:
        rules.require_resendable(a_code(), NOW + timedelta(seconds=10), AUTH)
    assert refused.value.retry_after == 50


@pytest.mark.parametrize("typed", ["ABCD-2345", "abcd 2345", "abcd2345", " a b c d-2 3 4 5 "])
def test_recovery_codes_are_read_kindly(typed: str) -> None:
    assert rules.read_recovery_code(typed) == "ABCD2345"


def test_lookalikes_in_a_recovery_code_are_understood() -> None:
    assert rules.read_recovery_code("0188-AAAA") == "OIBBAAAA"


def test_a_rate_counts_from_its_day_on() -> None:
    kai = AccountId("kai")
    rates = (
        FeeRate(kai, Decimal("0.05"), date(2025, 9, 1)),
        FeeRate(kai, Decimal("0.10"), date(2025, 10, 1)),
    )

    assert rules.rate_on(rates, date(2025, 8, 31)) == 0
    assert rules.rate_on(rates, date(2025, 9, 30)) == Decimal("0.05")
    assert rules.rate_on(rates, date(2025, 10, 1)) == Decimal("0.10")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""),
        ("unknown", ""),
    ],
)
def test_addresses_are_kept_as_networks(address: str, network: str) -> None:
    assert rules.network_of(address) == network


def test_one_ipv6_household_is_one_address_to_the_limits() -> None:
    assert rules.limit_key_of("2001:db8:1:2:3::4") == rules.limit_key_of("2001:db8:1:2:ffff::1")
    assert rules.limit_key_of("203.0.113.77") == "203.0.113.77"


def test_an_address_of_ipv4_is_itself_where_the_server_listens_on_ipv6() -> None:
    assert rules.limit_key_of("::ffff:203.0.113.77") == "203.0.113.77"
    assert rules.limit_key_of("::ffff:cb00:714e") == "203.0.113.78"


def test_the_hold_of_a_deleted_account_ends_after_its_days() -> None:
    left = an_account().deleted("left", NOW)

    assert not rules.hold_is_over(left, NOW + timedelta(days=29, hours=23), 30)
    assert rules.hold_is_over(left, NOW + timedelta(days=30), 30)
    assert not rules.hold_is_over(an_account(), datetime(2099, 1, 1, tzinfo=UTC), 30)


def test_an_erased_account_says_nothing_of_who_it_was() -> None:
    erased = an_account().deleted("left", NOW).erased(NOW)

    assert "mina" not in repr(erased)
    assert erased.password_hash is None


@pytest.mark.parametrize("rate", ["-0.01", "1.01", "2"])
def test_a_fee_is_a_part_of_a_whole(rate: str) -> None:
    kai, day = AccountId("kai"), date(2025, 9, 1)
    assert [FeeRate(kai, Decimal(whole), day).rate for whole in ("0", "1")] == [0, 1]
    with pytest.raises(ValueError, match="rate"):
        FeeRate(kai, Decimal(rate), day)
