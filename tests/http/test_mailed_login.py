"""The mailed code of a log-in at a device that is not known, over HTTP (LIMIT-14)."""

from __future__ import annotations

import pytest
from tests.http.portal import PASSWORD, Answer, Portal

from backbeat.settings import Settings

ID = "mina@example.org"


@pytest.fixture
def settings() -> Settings:
    """Limits as an installation has them."""
    return Settings()


def log_in(portal: Portal, **more: str) -> Answer:
    return portal.post("member/login", id=ID, password=PASSWORD, **more)


def test_a_known_device_goes_on_and_a_new_one_brings_the_mailed_code(portal: Portal) -> None:
    portal.token_of()
    device = log_in(portal)["device"]
    for number in range(12):
        portal.log_in(password="wrong", address=f"198.51.{number}.7")

    known = log_in(portal, device=device)
    asked = log_in(portal)
    again = log_in(portal, mailed_code=str(portal.mails(ID)[-1].facts["code"]))

    assert (known.status, known["device"]) == (200, None)
    assert (asked.status, asked.code, asked.reason) == (400, 2, "login_code")
    assert again.status == 200
    assert log_in(portal, device=again["device"]).status == 200
    assert log_in(portal, device="made up").reason == "login_code"


def test_a_device_is_known_from_its_sign_up_on(portal: Portal) -> None:
    joined = portal.post(
        "member/join", id=ID, password=PASSWORD, password_confirm=PASSWORD, nickname="mina"
    )
    for number in range(12):
        portal.log_in(password="wrong", address=f"198.51.{number}.7")

    assert log_in(portal, device=joined["device"]).status == 200
    assert log_in(portal).reason == "login_code"


def test_a_second_session_of_an_account_has_no_second_allowance(portal: Portal) -> None:
    first, second = portal.token_of(), log_in(portal)["token"]
    taken = [portal.get("member/me", (first, second)[at % 2]).status for at in range(310)]

    assert taken[:280] == [200] * 280
    assert taken[-1] == 429
