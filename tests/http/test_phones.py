"""Phone numbers over HTTP, before a gateway that may fail: `member/phone*` (PHONE-1)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from dependency_injector import providers
from tests.fakes.waiting import PATIENCE
from tests.http.authorisation import MATRIX
from tests.http.hostile import Sent
from tests.http.portal import Answer, Portal
from tests.http.world import MAIN, World

from backbeat.settings import Features, Limits, LimitsProfile, Phone, Settings
from backbeat_adapters.container import Container
from backbeat_adapters.demo.sms import (
    ACCOUNT,
    SENDER,
    TOKEN,
    SmsFolder,
    SmsMode,
    SmsSimulator,
)
from backbeat_adapters.sms import GatewaySms, SmsPatience

CALLS = [rule for rule in MATRIX if rule.path.startswith("member/phone")]
NUMBER, OTHER, UNREACHED = "+821012345678", "+821087654321", "+821012345600"
UNHURRIED = SmsPatience(PATIENCE, PATIENCE, PATIENCE)
QUICK = SmsPatience(connect=PATIENCE, read=0.2, whole=0.3)


@pytest.fixture
def kept(container: Container, tmp_path: Path) -> Iterator[SmsFolder]:
    """What the simulated gateway was given; the portal sends its messages there."""
    kept = SmsFolder(tmp_path / "sms")
    simulator = SmsSimulator(kept, slow_seconds=1)
    simulator.start()
    url = f"http://127.0.0.1:{simulator.port}"
    container.sms.override(providers.Object(GatewaySms(url, ACCOUNT, TOKEN, SENDER, UNHURRIED)))
    yield kept
    simulator.stop()


def code_in(kept: SmsFolder, number: str = NUMBER) -> str:
    """The newest code that came to a number."""
    texts = [message.body for message in kept.messages() if message.to == number]
    return str(re.findall(r"[0-9]{6}", texts[-1])[0])


def wrong(kept: SmsFolder) -> str:
    return f"{(int(code_in(kept)) + 1) % 1_000_000:06}"


def prove(portal: Portal, kept: SmsFolder, token: str, number: str = NUMBER) -> Answer:
    portal.pass_time(seconds=61)
    assert portal.post("member/phone/send", token, phone=number).status == 200
    return portal.post("member/phone/verify", token, phone=number, code=code_in(kept, number))


def told(answer: Answer) -> tuple[int, int | None]:
    return answer.status, answer.code


@pytest.mark.parametrize("settings", [Settings(features=Features())], ids=["off"])
def test_off_every_call_answers_that_the_feature_is_off(world: World) -> None:
    assert len(CALLS) == 4
    for rule in CALLS:
        body = rule.body(world, MAIN) if rule.method == "POST" else {}
        sent = Sent(
            rule.method,
            f"/api/{rule.path}",
            "",
            json.dumps(body).encode() if body else b"",
            {"Content-Type": "application/json"} if body else {},
        )
        answer = world.send(sent, MAIN)
        assert (answer.status_code, answer.json["code"]) == (403, 2), rule.path
        assert answer.json["details"] == {"reason": "feature_off"}, rule.path
    site = world.send(Sent("GET", "/api/site/settings"))
    assert site.json["features"]["phone"] is False


def test_a_number_is_proved_changed_and_finds_the_log_in(portal: Portal, kept: SmsFolder) -> None:
    mina = portal.token_of()
    assert portal.get("member/phone", mina)["phone"] is None
    sent = portal.post("member/phone/send", mina, phone="+82 10-1234-5678")
    assert (sent["sent_to"], sent["expires_in"], sent["resend_in"]) == ("***78", 300, 60)
    proved = portal.post("member/phone/verify", mina, phone=NUMBER, code=code_in(kept))
    assert proved["phone"] == portal.get("member/phone", mina)["phone"] == "***78"
    assert prove(portal, kept, mina, OTHER)["phone"] == "***21"
    told_of = [mail for mail in portal.mails("mina@example.org") if "phone" in mail.facts]
    assert [mail.facts["phone"] for mail in told_of] == ["***78", "***21"]

    portal.post("member/phone/send", phone=OTHER)
    found = portal.post("member/phone/find.id", phone=OTHER, code=code_in(kept, OTHER))
    assert found["user_id"] == "m***@example.org"


def test_each_refusal_has_its_code(portal: Portal, kept: SmsFolder) -> None:
    mina, jun = portal.token_of(), portal.token_of("jun")
    for token in (mina, None):
        assert told(portal.post("member/phone/send", token, phone="123")) == (400, 10012)
    assert told(portal.post("member/phone/send", phone=UNREACHED)) == (400, 10012)
    assert kept.messages() == ()

    prove(portal, kept, mina)
    assert told(prove(portal, kept, jun)) == (400, 10014)

    portal.pass_time(seconds=61)
    free, taken = (portal.post("member/phone/send", jun, phone=p) for p in (OTHER, NUMBER))
    assert {**free.json, "sent_to": ""} == {**taken.json, "sent_to": ""}
    verify = {"phone": NUMBER, "code": wrong(kept)}
    for left in (4, 3, 2, 1, 0):
        answer = portal.post("member/phone/verify", jun, **verify)
        assert told(answer) == (400, 10020)
        assert answer.json["details"] == {"tries_left": left}
    right = {"phone": NUMBER, "code": code_in(kept)}
    assert told(portal.post("member/phone/verify", jun, **right)) == (400, 10015)

    portal.post("member/phone/send", phone=OTHER)
    nobody = {"phone": OTHER, "code": code_in(kept, OTHER)}
    assert told(portal.post("member/phone/find.id", **nobody)) == (400, 10021)
    portal.pass_time(seconds=61)
    portal.post("member/phone/send", phone=OTHER)
    portal.pass_time(seconds=300)
    late = {"phone": OTHER, "code": code_in(kept, OTHER)}
    assert told(portal.post("member/phone/find.id", **late)) == (400, 10023)
    assert told(portal.post("member/phone/verify", mina, **late)) == (400, 10023)


@pytest.mark.parametrize("mode", [mode for mode in SmsMode if mode is not SmsMode.NORMAL])
def test_of_a_gateway_that_fails_nothing_is_left_but_its_answer(
    container: Container, portal: Portal, kept: SmsFolder, mode: SmsMode
) -> None:
    mina = portal.token_of()
    portal.post("member/phone/send", mina, phone=NUMBER)
    portal.pass_time(seconds=61)
    kept.behave(mode)
    if mode is SmsMode.SLOW:
        gateway = container.sms()
        assert isinstance(gateway, GatewaySms)
        gateway.patience = QUICK
    failed = portal.post("member/phone/send", mina, phone=NUMBER)
    assert (*told(failed), failed.reason) == (502, 2, "sms_unavailable")
    assert len(kept.messages()) == 1
    assert portal.get("member/phone", mina)["phone"] is None
    kept.behave(SmsMode.NORMAL)
    proved = portal.post("member/phone/verify", mina, phone=NUMBER, code=code_in(kept))
    assert proved["phone"] == "***78"


@pytest.mark.parametrize("settings", [Settings(features=Features(phone=True))], ids=["strict"])
def test_text_messages_cannot_be_pumped(portal: Portal, kept: SmsFolder) -> None:
    for _ in range(3):
        assert portal.post("member/phone/send", phone=NUMBER).status == 200
        portal.pass_time(seconds=61)
    refused = portal.post("member/phone/send", phone=NUMBER)
    assert told(refused) == (429, 3)
    assert refused.json["details"]["retry_after"] > 60
    assert len(kept.messages()) == 3


ONE_COUNTRY = Settings(
    limits=Limits(profile=LimitsProfile.WIDE),
    features=Features(phone=True),
    phone=Phone(countries=("KR",)),
)


@pytest.mark.parametrize("settings", [ONE_COUNTRY], ids=["Korea alone"])
def test_a_number_of_another_country_is_refused_and_sent_nothing(
    portal: Portal, kept: SmsFolder
) -> None:
    """PHONE-2."""
    token = portal.token_of()
    for number in ("+819012345678", "+886912345678"):
        assert told(portal.post("member/phone/send", token, phone=number)) == (400, 10012)
        assert told(portal.post("member/phone/send", phone=number)) == (400, 10012)
    assert kept.messages() == ()
    assert portal.post("member/phone/send", token, phone=NUMBER).status == 200
    assert [each.to for each in kept.messages()] == [NUMBER]
