"""A log-in at a browser that was not known is mailed to the owner, who can end it (SESSION-15)."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.accounts import LAPTOP, OPERATOR, PASSWORD, PHONE, People

from backbeat.accounts.browsers import browser_of
from backbeat.accounts.errors import CodeExpired, LoginRequired, WrongCredentials
from backbeat.accounts.model import Device
from backbeat.accounts.service import AccountChange
from backbeat.kernel.errors import TooManyRequests
from backbeat.mail.model import Mail, Template
from backbeat.mail.rules import is_wanted
from backbeat.settings import Members, Settings

CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/130.0.0.0 Safari/537.36"
)
DESK = Device("198.51.100.5", CHROME)


def notices(people: People, name: str = "mina") -> list[Mail]:
    return [
        mail
        for mail in people.mails(f"{name}@example.org")
        if mail.template is Template.LOGIN_NOTICED
    ]


def ticket(people: People) -> str:
    return str(notices(people)[-1].facts["ticket"])


def disown(people: People, value: str, device: Device) -> None:
    people.sessions.notices.disown(value, device)


def test_an_unknown_browser_is_told_with_when_where_and_what(people: People) -> None:
    people.join_proved()

    people.log_in(device=DESK)

    [mail] = notices(people)
    assert {name: mail.facts[name] for name in ("name", "at", "address", "browser")} == {
        "name": "mina",
        "at": "2025/09/01 09:00 UTC",
        "address": "198.51.100.5",
        "browser": "Chrome · Windows",
    }
    assert is_wanted(mail.template, notice=False)


def test_a_known_device_is_never_told_wherever_it_is(people: People) -> None:
    people.join_proved()
    token = people.log_in(device=DESK).device
    assert token is not None

    people.log_in(device=evolve(PHONE, token=token))

    assert len(notices(people)) == 1


def test_the_same_browser_in_the_same_network_is_told_once(people: People) -> None:
    people.join_proved()
    for address in ("198.51.100.5", "198.51.100.6"):
        people.log_in(device=Device(address, CHROME))
    people.log_in(device=Device("198.51.100.5", CHROME * 9))
    people.log_in(device=Device("198.51.100.5", CHROME * 9))
    assert len(notices(people)) == 2

    people.log_in(device=Device("192.0.2.5", CHROME))
    people.log_in(device=Device("198.51.100.5", "curl"))

    assert [mail.facts["browser"] for mail in notices(people)][2:] == ["Chrome · Windows", ""]


@pytest.mark.parametrize("every", [False, True], ids=["that one", "all but the own one"])
def test_a_browser_whose_session_the_owner_ended_is_told_again(people: People, every: bool) -> None:
    account = people.join_proved()
    mine = people.log_in(device=LAPTOP).session.id
    theirs = people.log_in(device=DESK).session.id
    people.sessions.end(account, None if every else theirs, keep=mine)
    before = len(notices(people))

    people.log_in(device=LAPTOP)
    assert len(notices(people)) == before
    people.log_in(device=DESK)
    assert len(notices(people)) == before + 1


def test_after_a_new_password_the_same_browser_is_told_again(people: People) -> None:
    people.join_proved()
    opened = people.log_in(device=DESK)
    people.pass_time(seconds=60)
    change = AccountChange(password=PASSWORD, new_password="another password")
    people.accounts.change(opened.account.id, opened.session.id, change, proven=True)

    people.log_in(password="another password", device=DESK)

    assert len(notices(people)) == 2


def test_a_sign_up_a_wrong_password_and_a_one_time_log_in_are_not_told(people: People) -> None:
    account = people.join_proved()
    with pytest.raises(WrongCredentials):
        people.log_in(password="wrong", device=DESK)
    value = people.sessions.issue_one_time_login(account, OPERATOR).value

    people.sessions.log_in_once(value, DESK)

    assert notices(people) == []


def test_an_address_that_is_not_proved_is_told_nothing(people: People) -> None:
    account = people.join().account
    people.log_in(device=DESK)
    assert notices(people) == []
    people.member_of(account)
    people.log_in("kai", device=DESK)
    assert notices(people, "kai") == []


def test_members_who_need_not_prove_theirs_are_told() -> None:
    people = People(Settings(members=Members(require_email_verification=False)))
    people.member_of(people.join().account)

    people.log_in("kai", device=DESK)

    assert len(notices(people, "kai")) == 1


def test_the_link_ends_every_session_and_forgets_every_device(people: People) -> None:
    people.join_proved()
    known = people.log_in(device=LAPTOP).device
    stolen = people.log_in(device=DESK)
    assert known is not None

    disown(people, ticket(people), PHONE)

    with pytest.raises(LoginRequired):
        people.sessions.resolve(stolen.token)
    assert people.sessions.of(stolen.account.id) == []
    assert people.acts()[-1] == "account.login_disowned"
    assert people.log_in(device=evolve(LAPTOP, token=known)).device is not None


def test_a_browser_that_was_not_the_owners_is_told_again_when_it_comes_back(
    people: People,
) -> None:
    people.join_proved()
    people.log_in(device=DESK)
    disown(people, ticket(people), PHONE)

    people.log_in(device=DESK)
    assert len(notices(people)) == 2
    people.log_in(device=DESK)
    assert len(notices(people)) == 2


def test_a_link_works_once_and_for_thirty_days(people: People) -> None:
    people.join_proved()
    people.log_in(device=DESK)
    first = ticket(people)
    people.log_in(device=LAPTOP)
    second = ticket(people)

    disown(people, second, PHONE)
    for spent in (second, "made up"):
        with pytest.raises(CodeExpired):
            disown(people, spent, PHONE)
    people.pass_time(days=30)
    with pytest.raises(CodeExpired):
        disown(people, first, PHONE)


def test_the_link_works_after_a_new_password_too(people: People) -> None:
    account = people.join_proved()
    people.log_in(device=DESK)
    value = ticket(people)
    people.pass_time(seconds=61)
    people.recovery.start("mina@example.org", PHONE)
    reset = people.recovery.verify("mina@example.org", people.mailed_code(), PHONE)
    people.recovery.finish(reset.token, "another password")
    people.log_in(password="another password", device=LAPTOP)

    disown(people, value, PHONE)

    assert people.sessions.of(account) == []


def test_links_are_tried_ten_times_a_minute(people: People) -> None:
    people.join_proved()
    people.log_in(device=DESK)
    for number in range(10):
        with pytest.raises(CodeExpired):
            disown(people, f"guess {number}", LAPTOP)

    with pytest.raises(TooManyRequests):
        disown(people, ticket(people), LAPTOP)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (CHROME, "Chrome · Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari · iPhone",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0", "Firefox · Linux"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Chrome/130 Edg/130", "Edge · macOS"),
        ("call 555 1234 at once", ""),
        ("", ""),
    ],
)
def test_browsers_are_named_by_known_names_only(agent: str, name: str) -> None:
    assert browser_of(agent) == name
