"""Names that imitate, passwords that are guessed first, one mailbox in two spellings, a typo in an address."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from tests.fakes.accounts import OPERATOR, PASSWORD, PHONE, People

from backbeat.accounts import refused_passwords, rules
from backbeat.accounts.errors import CodeExpired, EmailTaken, NicknameTaken
from backbeat.accounts.model import Role
from backbeat.accounts.operations import NewAccount
from backbeat.accounts.service import AccountChange
from backbeat.kernel.errors import BadValues, TooManyRequests
from backbeat.settings import Settings

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    "name",
    [
        "mina",
        "Zoë9",
        "민아",
        "민아Kim",
        "민아金",
        "美娜",
        "美娜Mina",
        "ミナ美Mina",
        "みナ",
        "ミーナ",
        "いす〱",
        "佐々木",
        "ㄇㄋ美",
        "Мина",
        "Μίνα",
        "มีนา",
        "मीना",
    ],
)
def test_names_of_one_script_or_of_one_languages_scripts_are_fine(
    people: People, name: str
) -> None:
    assert people.join(nickname=name).account.name == name


@pytest.mark.parametrize(
    "name", [f"min{CYRILLIC_A}", "Μina", "민아ミナ", "минаKim", "민아Мина", "ㄇㄋ민아", "аα"]
)
def test_names_that_mix_scripts_further_are_refused_on_their_field(
    people: People, name: str
) -> None:
    with pytest.raises(BadValues) as refused:
        people.join(nickname=name)
    assert refused.value.details["fields"] == {"nickname": "bad_value"}


@pytest.mark.parametrize(
    ("held", "alike"),
    [
        ("paypa9", "раура9"),
        ("Ivy", "lvy"),
        ("nora", "n0ra"),
        ("mia", "rnia"),
        ("Alba", "A1ba"),
        ("力山", "カ山"),
        ("OTTO", "ОТТО"),
        ("win", "vvin"),
    ],
)
def test_a_name_that_is_taken_for_anothers_is_taken(people: People, held: str, alike: str) -> None:
    people.join("first", nickname=held)

    with pytest.raises(NicknameTaken):
        people.join("second", nickname=alike)
    other = people.join("third")
    with pytest.raises(NicknameTaken):
        people.accounts.change(other.account.id, other.session.id, AccountChange(nickname=alike))


@pytest.mark.parametrize(
    ("one", "other"), [("José", "Jose"), ("Вова", "Boba"), ("Müller", "Muller")]
)
def test_names_that_only_resemble_each_other_both_stand(
    people: People, one: str, other: str
) -> None:
    people.join("first", nickname=one)

    assert people.join("second", nickname=other).account.name == other


def test_names_that_were_given_before_stand_and_may_change_in_case(people: People) -> None:
    first, second = people.join("first"), people.join("second")
    with people.transactions.begin() as books:
        for opened, name in ((first, "Ivy"), (second, "lvy")):
            books.accounts.lock(opened.account.id)
            books.accounts.save(evolve(opened.account, name=name))

    change = AccountChange(new_password="another one", password=PASSWORD)
    assert people.accounts.change(first.account.id, first.session.id, change).name == "Ivy"


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Admin1",
        "suppOrt",
        "SUPP0RT",
        "관리자",
        "客服",
        "2官方",
        "Tunes",
        "tunes99",
        "0fficial",
        "paypa1",
        "10wner",
        "paypa19",
        "admin１",
        "２support",
    ],
)
def test_nobody_gets_a_name_that_speaks_for_the_portal(name: str) -> None:
    settings = Settings()
    people = People(evolve(settings, site=evolve(settings.site, name="Tunes")))

    with pytest.raises(NicknameTaken):
        people.join(nickname=name)


@pytest.mark.parametrize("site", ["Tunes", "!"])
@pytest.mark.parametrize("name", ["2026", "1999x", "0ff", "help4me"])
def test_a_name_with_digits_that_claims_nothing_is_given(site: str, name: str) -> None:
    settings = Settings()
    people = People(evolve(settings, site=evolve(settings.site, name=site)))

    assert people.join(nickname=name).account.name == name


SPEAK_FOR_THE_PORTAL = (
    *("admin", "administrator", "backbeat", "billing", "ceo", "finance", "help", "helpdesk"),
    *("moderator", "official", "operator", "owner", "partner", "payment", "payments"),
    *("payout", "payouts", "postmaster", "root", "security", "service", "staff", "superuser"),
    *("support", "system", "team", "webmaster", "youtube", "tiktok", "paypal"),
    *("관리자", "운영자", "고객센터", "고객지원", "공식", "운영팀", "시스템", "보안팀"),
    *("管理员", "管理員", "官方", "客服", "系统", "系統", "运营", "營運", "客服中心"),
)


@pytest.mark.parametrize("name", SPEAK_FOR_THE_PORTAL)
def test_each_name_that_speaks_for_any_portal_is_given_to_nobody(name: str) -> None:
    settings = Settings()
    people = People(evolve(settings, accounts=evolve(settings.accounts, name_max=20)))

    with pytest.raises(NicknameTaken):
        people.join(nickname=name)


def test_operators_may_give_such_a_name(people: People) -> None:
    new = NewAccount("help@example.org", "Support", password=PASSWORD)

    assert people.operations.create(new, OPERATOR).name == "Support"


def test_the_list_of_refused_passwords_is_short_and_keeps_its_licence() -> None:
    text = Path(refused_passwords.__file__).with_suffix(".txt").read_text("utf-8")

    assert len(refused_passwords._refused()) <= refused_passwords.MOST == 3_000
    assert "# MIT License" in text
    assert "Copyright (c)" in text


@pytest.mark.parametrize("password", ["1234", "password", "PassWord", "qwerty", "iloveyou"])
def test_common_passwords_are_refused_where_one_is_set(people: People, password: str) -> None:
    opened = people.join()
    change = AccountChange(password=PASSWORD, new_password=password)

    with pytest.raises(BadValues) as refused:
        people.join("kai", password=password)
    assert refused.value.details["fields"] == {"password": "bad_value"}
    with pytest.raises(BadValues) as refused:
        people.accounts.change(opened.account.id, opened.session.id, change)
    assert refused.value.details["fields"] == {"new_password": "bad_value"}
    with pytest.raises(BadValues):
        people.recovery.finish("any", password)
    with pytest.raises(BadValues):
        people.operations.create(NewAccount("a@b.example", "kai", password=password), OPERATOR)


@pytest.mark.parametrize("password", ["mina-kim@example.org", "Mina-Kim", "MinaMina", "Backbeat"])
def test_what_everybody_knows_of_an_account_is_no_password(people: People, password: str) -> None:
    own = {"email": "mina-kim@example.org", "nickname": "minamina"}
    with pytest.raises(BadValues) as refused:
        people.join(**own, password=password)
    assert refused.value.details["fields"] == {"password": "bad_value"}

    opened = people.join(**own)
    change = AccountChange(password=PASSWORD, new_password=password)
    with pytest.raises(BadValues) as refused:
        people.accounts.change(opened.account.id, opened.session.id, change)
    assert refused.value.details["fields"] == {"new_password": "bad_value"}

    people.recovery.start(own["email"], PHONE)
    permission = people.recovery.verify(own["email"], people.mailed_code(own["email"]), PHONE)
    with pytest.raises(BadValues) as refused:
        people.recovery.finish(permission.token, password)
    assert refused.value.details["fields"] == {"password": "bad_value"}


@pytest.mark.parametrize("password", ["mina-kim@example.org", "Mina-Kim", "MinaMina"])
def test_operators_give_no_password_that_everybody_knows_of_the_account(
    people: People, password: str
) -> None:
    new = NewAccount("mina-kim@example.org", "minamina", password=password)

    with pytest.raises(BadValues) as refused:
        people.operations.create(new, OPERATOR)

    assert refused.value.details["fields"] == {"password": "bad_value"}


def test_whoever_has_a_common_password_still_logs_in(people: People) -> None:
    account = people.join().account
    with people.transactions.begin() as books:
        old = people.hasher.hash("1234")
        books.accounts.lock(account.id)
        books.accounts.save(account.rehashed(old))

    assert people.log_in(password="1234").account.id == account.id


@pytest.mark.parametrize(
    "spelling",
    [
        "mina@xn--bcher-kva.example",
        "MINA@XN--BCHER-KVA.EXAMPLE",
        "mina@bücher.example",
    ],
)
def test_a_mailbox_is_one_however_its_domain_is_written(people: People, spelling: str) -> None:
    people.join(email="mina@Bücher.example")

    with pytest.raises(EmailTaken):
        people.join("kai", email=spelling)
    assert people.sessions.log_in(spelling, PASSWORD, PHONE).account.name == "mina"


@pytest.mark.parametrize("stop", ["\u3002", "\uff0e", "\uff61"])
def test_a_domain_is_one_with_whatever_full_stop_it_is_typed(people: People, stop: str) -> None:
    people.join(email="mina@mail.bücher.example")
    typed = f"mina@mail{stop}xn--bcher-kva.example"

    with pytest.raises(EmailTaken):
        people.join("kai", email=typed)
    assert people.sessions.log_in(typed, PASSWORD, PHONE).account.name == "mina"


@pytest.mark.parametrize("label", ["bÜcher", "ﬁsh", "BÜCHER"])
def test_a_domain_in_ascii_counts_as_what_it_says_in_its_own_letters(label: str) -> None:
    in_ascii = "xn--" + label.encode("punycode").decode()

    assert rules.email_key(f"a@{in_ascii}.example") == rules.email_key(f"a@{label}.example")


def test_a_mailbox_that_begins_with_a_plus_is_its_own() -> None:
    assert rules.mailbox_key("+a@example.org") != rules.mailbox_key("+b@example.org")
    assert rules.mailbox_key("a+b@example.org") == rules.mailbox_key("A+c@example.org")


@pytest.mark.parametrize(
    "text", ["a@xn--.example", "a@xn--\u00fc.example", "a@xn--a-0000000.example", "nobody"]
)
def test_what_is_no_domain_in_ascii_is_left_as_it_is(text: str) -> None:
    assert rules.email_key(text) == text


def test_a_mistyped_address_is_corrected_once_an_hour(people: People) -> None:
    account = people.join(email="mina@exmaple.org").account.id
    people.verification.send(account)
    old_code = people.mailed_code("mina@exmaple.org")

    sent = people.verification.start_change(account, "mina@example.org")
    people.pass_time(seconds=301)

    assert sent.sent_to == "m***@example.org"
    now = people.accounts.get(account)
    assert (now.email, now.is_verified) == ("mina@example.org", False)
    assert "account.email_corrected" in people.acts()
    with pytest.raises(CodeExpired):
        people.verification.verify(account, old_code)
    with pytest.raises(TooManyRequests):
        people.verification.start_change(account, "mina@example.net")
    people.pass_time(hours=1, seconds=1)
    people.verification.start_change(account, "mina@example.net")
    code = people.mailed_code("mina@example.net")
    assert people.verification.verify(account, code).is_verified


def test_a_taken_address_is_no_correction(people: People) -> None:
    people.join("kai")
    account = people.join().account.id

    with pytest.raises(EmailTaken):
        people.verification.start_change(account, "KAI@example.org")
    people.verification.start_change(account, "mina@example.net")


def test_a_member_whose_address_need_not_be_proved_changes_it_by_code(people: People) -> None:
    settings = Settings()
    people = People(
        evolve(settings, members=evolve(settings.members, require_email_verification=False))
    )
    kai = people.member_of(people.join().account)
    assert kai.role is Role.MEMBER

    people.verification.start_change(kai.id, "kai@example.net")

    assert people.accounts.get(kai.id).email == "kai@example.org"
