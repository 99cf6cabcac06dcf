"""`member/totp/*` and the second step of a log-in over the wire, on both databases."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.authenticator import digits_at
from tests.http.portal import CAFE, OPERATOR, PASSWORD, Answer, Portal

from backbeat.accounts.model import Permission
from backbeat.accounts.operations import NewAccount
from backbeat.settings import Auth, Limits, LimitsProfile, Settings, TotpFor


def digits(portal: Portal, secret: str) -> str:
    return digits_at(secret, portal.security.now())


def log_in(portal: Portal, **code: str) -> Answer:
    return portal.post("member/login", id="mina@example.org", password=PASSWORD, **code)


def enrolled(portal: Portal) -> tuple[str, str, list[str]]:
    """mina's token, secret and recovery codes; the code that confirmed is a minute old."""
    token = portal.token_of()
    secret = str(portal.post("member/totp/setup", token)["secret"])
    codes = portal.post("member/totp/confirm", token, code=digits(portal, secret))["recovery_codes"]
    portal.pass_time(seconds=60)
    return token, secret, codes


def test_a_second_factor_from_setup_to_removal(portal: Portal) -> None:
    token = portal.token_of()
    assert portal.get("member/me", token)["totp"] == {
        "active": False,
        "required": False,
        "recovery_codes": 0,
        "ends_at": None,
    }

    begun = portal.post("member/totp/setup", token)
    assert begun["address"].startswith("otpauth://totp/Backbeat:mina%40example.org?")
    assert begun["secret"] in begun["address"]
    wrong = portal.post("member/totp/confirm", token, code="12345")
    assert (wrong.status, wrong.code, wrong.reason) == (400, 2, "totp_wrong")
    done = portal.post("member/totp/confirm", token, code=digits(portal, begun["secret"]))
    assert len(done["recovery_codes"]) == 10
    me = portal.get("member/me", token)
    assert me["totp"] == {
        "active": True,
        "required": False,
        "recovery_codes": 10,
        "ends_at": None,
    }

    portal.pass_time(seconds=60)
    asked = log_in(portal)
    assert (asked.status, asked.code, asked.reason) == (400, 2, "totp_required")
    assert log_in(portal, code="000 00").reason == "totp_wrong"
    again = log_in(portal, code=digits(portal, begun["secret"]))
    assert again.status == 200
    assert log_in(portal, code=digits(portal, begun["secret"])).reason == "totp_wrong"
    with_spare = log_in(portal, code=done["recovery_codes"][0])
    assert with_spare["totp"]["recovery_codes"] == 9
    assert log_in(portal, code=done["recovery_codes"][0]).reason == "totp_wrong"

    removed = portal.post("member/totp/remove", token, code=done["recovery_codes"][1])
    assert removed.json == {"success": True, "message": ""}
    assert log_in(portal)["totp"]["active"] is False
    assert [mail.template for mail in portal.mails("mina@example.org")][-4:] == [
        "totp_added",
        "recovery_code_used",
        "recovery_code_used",
        "totp_removed",
    ]


def test_it_is_changed_with_a_fresh_password_only(portal: Portal) -> None:
    token, secret, _ = enrolled(portal)
    portal.pass_time(seconds=600)

    for path, body in (
        ("setup", {}),
        ("confirm", {"code": digits(portal, secret)}),
        ("codes", {"code": digits(portal, secret)}),
        ("remove", {"code": digits(portal, secret)}),
    ):
        refused = portal.post(f"member/totp/{path}", token, **body)
        assert (refused.status, refused.reason) == (403, "step_up")
    code = digits(portal, secret)
    assert portal.post("member/totp/remove", token, code=code, password=PASSWORD).status == 200


def test_recovery_codes_are_renewed(portal: Portal) -> None:
    token, secret, codes = enrolled(portal)
    assert portal.post("member/totp/codes", token, code="000 00").reason == "totp_wrong"

    renewed = portal.post("member/totp/codes", token, code=digits(portal, secret))

    assert len(renewed["recovery_codes"]) == 10
    assert portal.get("member/me", token)["totp"]["recovery_codes"] == 10
    assert log_in(portal, code=codes[0]).reason == "totp_wrong"
    assert log_in(portal, code=renewed["recovery_codes"][0]).status == 200
    templates = [mail.template for mail in portal.mails("mina@example.org")]
    assert templates[-2:] == ["recovery_codes_renewed", "recovery_code_used"]


def test_what_does_not_fit_is_refused(portal: Portal) -> None:
    token, _, _ = enrolled(portal)

    assert portal.post("member/totp/setup", token).reason == "totp_active"
    assert portal.post("member/totp/confirm", token, code="123456").reason == "totp_active"
    assert portal.post("member/totp/confirm", token).code == 4
    other = portal.token_of("kai")
    assert portal.post("member/totp/confirm", other, code="123456").reason == "totp_inactive"
    assert portal.post("member/totp/codes", other, code="123456").reason == "totp_inactive"
    assert portal.post("member/totp/remove", other, code="123456").reason == "totp_inactive"


def test_the_secret_is_told_once(portal: Portal) -> None:
    token, secret, codes = enrolled(portal)

    for path in ("member/me", "member/sessions"):
        told = str(portal.get(path, token).json)
        assert not [value for value in (secret, *codes) if value in told]


def test_a_lost_one_goes_after_three_days_unless_it_is_kept(portal: Portal) -> None:
    token, _, _ = enrolled(portal)
    form = {"id": "mina@example.org", "password": PASSWORD}
    assert portal.post("member/totp/lost", **form | {"password": "wrong"}).code == 10003

    asked = portal.post("member/totp/lost", **form)
    assert (asked.status, asked["ends_at"]) == (200, "2025-09-04T09:01:00Z")
    assert portal.get("member/me", token)["totp"]["ends_at"] == "2025-09-04T09:01:00Z"
    assert log_in(portal).reason == "totp_required"
    assert portal.account().has_payouts_locked
    mail = portal.mails("mina@example.org")[-1]
    assert (mail.template, mail.facts["at"]) == ("totp_lost", "2025/09/04 09:01 UTC")
    assert portal.post("member/totp/keep").code == 10000
    assert portal.post("member/totp/keep", ticket="made up").code == 10017
    assert portal.post("member/totp/keep", ticket=mail.facts["ticket"]).status == 200
    assert portal.post("member/totp/keep", ticket=mail.facts["ticket"]).code == 10017
    assert portal.post("member/totp/keep", token).reason == "totp_inactive"
    assert not portal.account().has_payouts_locked

    portal.post("member/totp/lost", **form)
    portal.pass_time(hours=72)
    portal.container.portal().worker.run_once()
    assert log_in(portal)["totp"]["active"] is False
    assert not portal.account().has_payouts_locked
    assert portal.post("member/totp/lost", **form).reason == "totp_inactive"


def test_who_is_signed_in_has_a_lost_one_removed_with_a_fresh_password(portal: Portal) -> None:
    token, _, _ = enrolled(portal)
    portal.pass_time(minutes=11)
    assert portal.post("member/totp/remove.later", token).reason == "step_up"
    assert not portal.account().has_payouts_locked

    asked = portal.post("member/totp/remove.later", token, password=PASSWORD)

    assert (asked.status, asked["ends_at"]) == (200, "2025-09-04T09:12:00Z")
    assert portal.get("member/me", token)["totp"]["ends_at"] == "2025-09-04T09:12:00Z"
    assert portal.account().has_payouts_locked
    assert portal.mails("mina@example.org")[-1].template == "totp_lost"
    portal.pass_time(hours=1)
    again = portal.post("member/totp/remove.later", token, password=PASSWORD)
    assert again["ends_at"] == asked["ends_at"]
    assert portal.post("member/totp/keep", token).status == 200
    portal.pass_time(hours=80)
    portal.container.portal().worker.run_once()
    assert log_in(portal).reason == "totp_required"


def test_without_a_second_factor_there_is_none_to_remove_later(portal: Portal) -> None:
    assert portal.post("member/totp/remove.later", portal.token_of()).reason == "totp_inactive"


def test_a_log_in_at_an_unknown_browser_is_mailed_and_ended_by_its_link(portal: Portal) -> None:
    portal.token_of()
    chrome = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36"}
    form = {"id": "mina@example.org", "password": PASSWORD}
    thief = portal.send("POST", "member/login", json=form, address=CAFE, headers=chrome)
    again = portal.send("POST", "member/login", json=form, address=CAFE, headers=chrome)

    told = [m for m in portal.mails("mina@example.org") if m.template == "login_noticed"]
    assert [(m.facts["at"], m.facts["address"], m.facts["browser"]) for m in told] == [
        ("2025/09/01 09:00 UTC", CAFE, "Chrome · Windows")
    ]
    ticket = told[0].facts["ticket"]
    assert portal.post("member/login.disown").code == 4
    assert portal.post("member/login.disown", ticket="made up").code == 10017
    assert portal.post("member/login.disown", ticket=ticket).status == 200
    assert portal.post("member/login.disown", ticket=ticket).code == 10017
    for opened in (thief, again):
        assert portal.get("member/me", opened["token"]).code == 10000


class TestManagersOnly:
    """An installation that asks networks and their managers for a second factor."""

    @pytest.fixture
    def settings(self) -> Settings:
        wide = Limits(profile=LimitsProfile.WIDE)
        return evolve(Settings(limits=wide), auth=Auth(require_totp=TotpFor.MANAGERS))

    def test_a_networks_top_may_only_set_one_up(self, portal: Portal) -> None:
        operations = portal.container.portal().account_operations
        new = NewAccount("net@example.org", "net", Permission.MCN, PASSWORD, verified=True)
        operations.create(new, OPERATOR)
        token = portal.log_in("net")["token"]

        for path in ("member/sessions", "member/mcn/accounts", "withdrawal/summary"):
            refused = portal.get(path, token)
            assert (refused.status, refused.code, refused.reason) == (403, 2, "totp_setup")
        secret = portal.post("member/totp/setup", token)["secret"]
        portal.post("member/totp/confirm", token, code=digits(portal, secret))
        assert portal.get("member/mcn/accounts", token).status == 200


class TestForced:
    """An installation that asks everybody for a second factor."""

    @pytest.fixture
    def settings(self) -> Settings:
        wide = Limits(profile=LimitsProfile.WIDE)
        return evolve(Settings(limits=wide), auth=Auth(require_totp=TotpFor.EVERYBODY))

    def test_it_is_set_up_before_anything_else(self, portal: Portal) -> None:
        token = portal.token_of()
        assert portal.get("member/me", token)["totp"]["required"] is True
        refused = portal.get("member/sessions", token)
        assert (refused.status, refused.code, refused.reason) == (403, 2, "totp_setup")
        assert portal.post("member/totp/remove", token, code="0").reason == "totp_setup"
        assert portal.post("member/stepup", token, password=PASSWORD).status == 200

        secret = portal.post("member/totp/setup", token)["secret"]
        portal.post("member/totp/confirm", token, code=digits(portal, secret))

        assert portal.get("member/sessions", token).status == 200
        assert portal.get("member/me", token)["totp"]["required"] is False

    def test_the_address_is_proved_first(self, portal: Portal) -> None:
        token = portal.join()["token"]

        assert portal.post("member/totp/setup", token).reason == "email_unverified"
        assert portal.post("member/email", token).status == 200
