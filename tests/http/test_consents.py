"""`account/consent` over both databases: a withdrawal stops, is signed for, and goes on (ACCT-18)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from attrs import evolve
from tests.http.calling import Client
from tests.http.test_withdrawals import PAYPAL, approve_channel, ask, earn
from tests.http.world import MAIN, STRANGER, World

from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.settings import Features, Settings

ANN = Actor.operator("ann")


def flag(world: World) -> None:
    operations = world.container.portal().account_operations
    operations.ask_consent(AccountId(MAIN), "exclusive songs", ANN, needed=True)


@pytest.fixture
def main(world: World, business_clock: Any) -> Client:
    """The main account with 150.00 to ask for, and a consent to give first."""
    approve_channel(world)
    business_clock.set(datetime(2025, 10, 25, 9, tzinfo=UTC))
    client = Client(world, MAIN)
    assert client.post("withdrawal/info.register", **PAYPAL)["success"]
    earn(world, "150.00")
    flag(world)
    return client


def test_a_flagged_account_signs_and_its_withdrawal_goes_on(main: Client) -> None:
    assert main.get("withdrawal/summary")["payout_state"]["act"] == "sign_consent"
    refused = ask(main)
    assert refused["code"] == 40003
    assert "exclusivity" in refused["message"]

    read = evolve(main, language="ko").get("account/consent")
    assert (read["required"], read["signed"]) == (True, None)
    assert (read["text"]["language"], read["text"]["title"]) == ("ko", "독점 동의서")
    signed = main.post("account/consent", name="Mina Kim", agree=True, version="1")
    assert signed["required"] is False
    assert (signed["signed"]["name"], signed["signed"]["version"]) == ("Mina Kim", "1")

    assert ask(main)["net"] == "142.95"
    (kept,) = main.world.container.portal().consents.signed(AccountId(MAIN))
    assert (kept.name, kept.address, kept.text.language) == ("Mina Kim", "127.0.0.1", "en")
    assert kept.text.title == main.get("account/consent")["text"]["title"]


def test_a_second_signature_answers_that_there_is_one(main: Client) -> None:
    assert main.post("account/consent", name="Mina Kim", agree=True)["success"]
    again = main.post("account/consent", name="Mina Kim", agree=True)
    assert again["code"] == 10027
    assert again["message"] == "The consent has already been signed."


def test_a_wrong_form_names_its_fields_and_the_withdrawal_still_waits(main: Client) -> None:
    wrong = main.post("account/consent", name="1", agree=True)
    assert (wrong["code"], wrong["details"]["fields"]) == (40013, {"name": "name"})
    for form, code, fields in (
        ({"name": "Mina Kim", "agree": False}, 4, {"agree": "required"}),
        ({"name": " ", "agree": True}, 4, {"name": "required"}),
        ({"agree": True}, 4, {"name": "required"}),
        ({"name": "Mina Kim", "agree": True, "version": "0"}, 2, {"version": "bad_value"}),
    ):
        answer = main.post("account/consent", **form)
        assert (answer["code"], answer["details"]["fields"]) == (code, fields), form
    assert ask(main)["code"] == 40003


def test_who_was_not_asked_has_nothing_to_sign(world: World) -> None:
    stranger = Client(world, STRANGER)
    assert stranger.get("account/consent")["required"] is False
    refused = stranger.post("account/consent", name="Mina Kim", agree=True)
    assert (refused["code"], refused["details"]["reason"]) == (2, "consent_not_asked")


@pytest.mark.parametrize("settings", [Settings(features=Features())], ids=["off"])
def test_off_every_call_answers_that_the_feature_is_off(main: Client) -> None:
    for answer in (
        main.get("account/consent"),
        main.post("account/consent", name="Mina Kim", agree=True),
    ):
        assert (answer["code"], answer["details"]) == (2, {"reason": "feature_off"})
    assert main.get("site/settings")["features"]["consent"] is False
    assert main.get("withdrawal/summary")["payout_state"]["act"] is None
    assert ask(main)["code"] == 40003
