"""Strangers' wrong passwords lock strangers out, never the owner (LIMIT-13, LIMIT-14)."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.accounts import LAPTOP, PASSWORD, PHONE, People

from backbeat.accounts.errors import CodeExpired, LoginCodeRequired, WrongCode, WrongCredentials
from backbeat.accounts.model import Device
from backbeat.accounts.sessions import Opened
from backbeat.kernel.errors import TooManyRequests
from backbeat.mail.model import Template

STRANGER = Device("203.0.113.9", "curl")


@pytest.fixture
def mina(people: People) -> Device:
    """The owner's phone, after one log-in."""
    people.join()
    token = people.log_in("mina").device
    assert token is not None
    return evolve(PHONE, token=token)


def guess(people: People, times: int, device: Device = STRANGER, name: str = "mina") -> None:
    for _ in range(times):
        with pytest.raises(WrongCredentials):
            people.log_in(name, "wrong", device)


def guess_from_everywhere(people: People, times: int) -> None:
    for number in range(times):
        guess(people, 1, Device(f"198.51.{number}.1"))


def with_code(people: People, code: str, device: Device = LAPTOP) -> Opened:
    return people.sessions.log_in("mina@example.org", PASSWORD, device, mailed_code=code)


def templates(people: People) -> list[Template]:
    return [mail.template for mail in people.mails("mina@example.org")]


def test_ten_failures_close_an_id_for_their_address_only(people: People, mina: Device) -> None:
    guess(people, 10)

    with pytest.raises(TooManyRequests):
        people.log_in("mina", device=STRANGER)
    guess(people, 1, name="somebody")


def test_a_known_device_logs_in_whatever_others_do(people: People, mina: Device) -> None:
    guess_from_everywhere(people, 50)
    guess(people, 10, evolve(mina, token=""))

    opened = people.log_in("mina", device=mina)

    assert opened.device is None
    assert opened.account.name == "mina"


def test_a_known_device_has_ten_failures_of_its_own(people: People, mina: Device) -> None:
    guess(people, 10, mina)

    with pytest.raises(TooManyRequests):
        people.log_in("mina", device=mina)


def test_a_device_is_known_for_its_account_and_half_a_year(people: People, mina: Device) -> None:
    people.join("juno")
    for number in range(10):
        guess(people, 1, Device(f"198.51.{number}.1"), "juno")
    with pytest.raises(LoginCodeRequired):
        people.log_in("juno", device=mina)

    people.security.move(days=179)
    assert people.log_in("mina", device=mina).device is None
    people.security.move(days=1)
    assert people.log_in("mina", device=mina).device is not None


def test_after_ten_failures_a_stranger_needs_the_code_that_the_owner_gets(
    people: People, mina: Device
) -> None:
    guess_from_everywhere(people, 10)

    with pytest.raises(LoginCodeRequired):
        people.log_in("mina", device=LAPTOP)
    with pytest.raises(WrongCode):
        with_code(people, "not it")
    code = people.mailed_code()
    opened = with_code(people, code)

    assert opened.device is not None
    assert people.log_in("mina", device=evolve(LAPTOP, token=opened.device)).device is None
    with pytest.raises(CodeExpired):
        with_code(people, code)


def test_before_ten_failures_nobody_is_asked(people: People, mina: Device) -> None:
    guess_from_everywhere(people, 9)

    assert people.log_in("mina", device=LAPTOP).account.name == "mina"


def test_a_wrong_password_tells_nobody_that_a_code_would_be_needed(
    people: People, mina: Device
) -> None:
    guess_from_everywhere(people, 20)

    assert Template.LOGIN_CODE not in templates(people)


def test_the_owner_is_told_once_a_day(people: People, mina: Device) -> None:
    guess_from_everywhere(people, 10)
    assert templates(people).count(Template.LOGIN_GUESSED) == 0
    guess_from_everywhere(people, 9)
    assert templates(people).count(Template.LOGIN_GUESSED) == 1

    people.security.move(days=1)
    guess_from_everywhere(people, 19)
    assert templates(people).count(Template.LOGIN_GUESSED) == 2


def test_six_codes_are_mailed_in_an_hour_and_one_at_a_time(people: People, mina: Device) -> None:
    guess_from_everywhere(people, 10)
    for _ in range(6):
        for _ in range(2):
            with pytest.raises(LoginCodeRequired):
                people.log_in("mina", device=LAPTOP)
        people.security.move(seconds=60)

    with pytest.raises(TooManyRequests):
        people.log_in("mina", device=LAPTOP)
    assert templates(people).count(Template.LOGIN_CODE) == 6
    people.log_in("mina", device=mina)


def test_a_network_of_ipv6_is_one_stranger(people: People, mina: Device) -> None:
    for number in range(10):
        guess(people, 1, Device(f"2001:db8::{number}"))

    with pytest.raises(TooManyRequests):
        people.log_in("mina", device=Device("2001:db8::ffff"))
    with pytest.raises(LoginCodeRequired):
        people.log_in("mina", device=Device("2001:db8:0:1::1"))


def test_codes_are_tried_thirty_times_an_hour_from_a_network(people: People, mina: Device) -> None:
    people.join("juno")
    guess_from_everywhere(people, 10)
    for number in range(10):
        guess(people, 1, Device(f"198.51.{number}.1"), "juno")

    def try_code(number: int, device: Device) -> None:
        name = ("mina", "juno")[number % 2]
        people.sessions.log_in(f"{name}@example.org", PASSWORD, device, mailed_code="123456")

    for number in range(30):
        with pytest.raises(CodeExpired):
            try_code(number, Device(f"2001:db8::{number}"))
    with pytest.raises(TooManyRequests):
        try_code(0, Device("2001:db8::ffff"))
    with pytest.raises(CodeExpired):
        try_code(0, Device("2001:db8:0:1::1"))


def test_a_new_password_by_recovery_forgets_every_device(people: People, mina: Device) -> None:
    people.recovery.start("mina@example.org", PHONE)
    permission = people.recovery.verify("mina@example.org", people.mailed_code(), PHONE)
    people.recovery.finish(permission.token, "another horse", "another horse")

    assert people.log_in("mina", "another horse", mina).device is not None
