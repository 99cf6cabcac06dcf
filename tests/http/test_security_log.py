"""What the security log says of calls: who, where from, what, how it ended (SEC-18)."""

from __future__ import annotations

import inspect

import attrs
import pytest
from tests.http.portal import OPERATOR, PASSWORD, Portal

from backbeat.accounts import errors
from backbeat.accounts.errors import AccountNotFound, StepUpRequired, ViewOnly
from backbeat.dashboards.errors import VideoForbidden
from backbeat.kernel.errors import NotFound, Refusal, RoleRefused
from backbeat.settings import Settings
from backbeat_adapters.security_log import read
from backbeat_http.resources.accounts import SessionView
from backbeat_http.routes import BASE, PATHS, operations
from backbeat_http.security import GRANTED, KINDS

JSON = {"Content-Type": "application/json"}
CAFE = "203.0.113.9"


@pytest.fixture
def settings() -> Settings:
    """Limits as an installation has them."""
    return Settings()


def lines(portal: Portal) -> list[dict[str, object]]:
    return list(read(portal.container.security_log().folder))


def test_log_ins_are_written_down_granted_and_refused(portal: Portal) -> None:
    portal.token_of()
    refused = portal.log_in(password="wrong", address=CAFE)
    portal.log_in(address=CAFE)

    line = lines(portal)[-2]
    assert line["kind"] == "login"
    assert (line["outcome"], line["code"]) == ("refused", 10003)
    assert (line["who"], line["address"]) == ("m***@example.org", CAFE)
    assert line["what"] == "POST /api/member/login"
    assert line["request"] == refused.headers["x-request-id"]
    assert lines(portal)[-1]["outcome"] == "granted"
    assert "wrong" not in str(lines(portal))


def test_whatever_makes_somebody_known_is_written_down_with_what_was_given(portal: Portal) -> None:
    token = portal.token_of()
    portal.post("member/stepup", token, password=PASSWORD)
    portal.log_in()
    portal.post("member/logout", token)

    found = [(line["what"], line["reason"]) for line in lines(portal)]
    assert found == [
        ("POST /api/member/join", "password"),
        ("POST /api/member/emailverify", "code"),
        ("POST /api/member/stepup", "password"),
        ("POST /api/member/login", "password"),
        ("POST /api/member/logout", None),
    ]
    assert {line["outcome"] for line in lines(portal)} == {"granted"}


def test_every_call_that_opens_a_session_is_written_down() -> None:
    opening = {
        f"{BASE}/{path.template}"
        for path in PATHS
        for _, operation in operations(path.resource, path.suffix)
        if operation.answer is SessionView
    }

    assert len(opening) > 3
    assert opening <= GRANTED.keys()


def test_every_call_that_takes_a_code_or_a_link_is_written_down() -> None:
    proving = {
        f"{BASE}/{path.template}"
        for path in PATHS
        for _, operation in operations(path.resource, path.suffix)
        if {each.name for each in attrs.fields(operation.body)} & {"code", "ticket", "t"}
    }

    assert len(proving) > 10
    assert proving <= GRANTED.keys()


def test_a_one_time_log_in_names_its_code_wherever_it_stood(portal: Portal) -> None:
    portal.token_of()
    account = portal.account().id
    sessions = portal.container.portal().sessions
    for _ in range(2):
        value = sessions.issue_one_time_login(account, OPERATOR).value
        portal.send("POST", "member/create.onetime.auth", params={"code": value})
        value = sessions.issue_one_time_login(account, OPERATOR).value
        portal.post("member/create.onetime.auth", code=value)

    found = [(line["kind"], line["outcome"], line["reason"]) for line in lines(portal)[-4:]]
    assert found == [("login", "granted", "code")] * 4


def test_others_accounts_and_who_has_left_are_written_down(portal: Portal) -> None:
    token = portal.token_of()
    portal.token_of("maya")
    before = len(lines(portal))
    foreign = portal.get("member/mcn/accounts", token, target="maya@example.org")
    portal.post("member/account/delete.account", token, password=PASSWORD)
    left = portal.log_in()

    assert (foreign.code, left.code) == (10001, 10002)
    found = [(line["kind"], line["outcome"], line["code"]) for line in lines(portal)[before:]]
    assert found == [("rights", "refused", 10001), ("login", "refused", 10002)]


@pytest.mark.parametrize(
    "refusal", [AccountNotFound, VideoForbidden, NotFound, RoleRefused, ViewOnly, StepUpRequired]
)
def test_whatever_is_kept_from_somebody_is_a_matter_of_rights(refusal: type[Refusal]) -> None:
    assert KINDS[refusal] == "rights"


def test_what_belongs_to_others_and_what_is_malformed_is_written_down(portal: Portal) -> None:
    token = portal.token_of()
    before = len(lines(portal))
    portal.post("member/sessions/end", token, id="0199-somebody-elses", password=PASSWORD)
    portal.send("POST", "member/login", body='{"id": ', headers=JSON)
    portal.send("POST", "member/login", body="<a/>", headers={"Content-Type": "text/xml"})
    portal.send("POST", "member/login", body=b"x" * 70_000, headers=JSON)

    assert [line["kind"] for line in lines(portal)[before:]] == [
        "rights",
        "input",
        "input",
        "input",
    ]


def test_limits_and_wrong_passwords_of_who_is_signed_in_name_the_account(portal: Portal) -> None:
    token = portal.token_of()
    asked = [portal.post("member/stepup", token, password="wrong").code for _ in range(11)]
    assert asked == [10019] * 10 + [3]
    last = lines(portal)[-2:]
    assert [line["kind"] for line in last] == ["login", "limit"]
    assert {line["who"] for line in last} == {portal.account().id}


def test_what_is_no_matter_of_security_is_not_written_down(portal: Portal) -> None:
    token = portal.token_of()
    before = len(lines(portal))

    portal.get("member/me", token)
    portal.get("no/such/call", token)

    assert len(lines(portal)) == before


def test_asking_what_may_be_called_is_no_log_in(portal: Portal) -> None:
    answer = portal.send("OPTIONS", "member/login")

    assert (answer.status, lines(portal)) == (200, [])


def test_who_recovers_a_password_is_named_by_the_masked_address(portal: Portal) -> None:
    portal.post("member/account/find.password.verify", email="mina@example.org", code="AAAA-AAAA")

    (line,) = lines(portal)
    assert (line["kind"], line["who"]) == ("code", "m***@example.org")


@pytest.mark.parametrize("word", ["Totp", "Wrong", "Code"])
def test_every_refusal_of_that_name_is_known_to_the_log_or_left_out_on_purpose(word: str) -> None:
    left_out = {"TotpActive", "TotpInactive", "TotpSetupRequired"}
    named = {
        name
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, Refusal) and word in name
    }

    assert named - left_out <= {kind.__name__ for kind in KINDS}
