"""Tax details over HTTP: each code by what the simulated tax office answers, and nothing while off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.adapters.test_tax_authority_contract import IMPATIENT, UNHURRIED
from tests.fakes.tax_office import tax_office
from tests.http.calling import Client
from tests.http.hostile import Sent
from tests.http.test_withdrawals import BANK, PAYPAL
from tests.http.world import MAIN, STRANGER, World

from backbeat.settings import Features, Settings
from backbeat_adapters.container import Container
from backbeat_adapters.demo.tax_office import BUSINESSES, Fault
from backbeat_adapters.tax.korea import KoreanTaxService

OPEN, SMALL, CLOSED, NOBODY = "999-81-00015", "999-81-00034", "999-81-00067", "999-81-00072"
FAILING = {each.fault: number for number, each in BUSINESSES.items() if each.fault}
IN_KOREA = {**BANK, "swift": "EXAMKRSE", "bank_address": "1 Example Street, Seoul"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tax_office() as base:
        yield base


@pytest.fixture
def mina(world: World, container: Container, address: str) -> Client:
    """Somebody in a world whose tax office is the simulated one."""
    use(container, KoreanTaxService("key", address, UNHURRIED))
    return Client(world, MAIN)


def use(container: Container, korea: KoreanTaxService) -> None:
    authorities = container.authorities()
    assert isinstance(authorities, dict)  # the portal's own
    authorities["KR"] = korea


def check(client: Client, **said: Any) -> Any:
    return client.post("withdrawal/tax.check", **{"name": "Noodles", "country": "KR", **said})


def test_a_business_is_checked_kept_and_read_masked(mina: Client) -> None:
    assert mina.get("withdrawal/tax") == {
        "success": True,
        "message": "",
        "country": None,
        "countries": ["KR"],
        "tax_details": None,
    }

    kept = check(mina, business_no=OPEN, name="(주)Noodles")
    assert (kept["country"], kept["kind"], kept["number_masked"]) == ("KR", "business", "…0015")
    assert (kept["name"], kept["proven"]) == ("(주)Noodles", True)

    page = mina.get("withdrawal/tax")
    assert page["tax_details"].items() <= kept.items()
    assert "9998100015" not in json.dumps([kept, page])
    assert Client(mina.world, STRANGER).get("withdrawal/tax")["tax_details"] is None


@pytest.mark.parametrize(
    ("said", "status", "code", "fields"),
    [
        ({"business_no": SMALL}, 400, 40009, None),
        ({"business_no": CLOSED}, 400, 40010, None),
        ({"business_no": NOBODY}, 400, 40011, {"business_no": "wrong"}),
        ({"business_no": "999-81-00016"}, 400, 40011, {"business_no": "wrong"}),
        ({"id_no": "851301-1000004"}, 400, 40012, {"id_no": "wrong"}),
        ({"id_no": "850101-1000004", "name": "Mina 2"}, 400, 40013, {"name": "name"}),
        ({"business_no": FAILING[Fault.BROKEN]}, 502, 40008, None),
        ({"business_no": FAILING[Fault.NONSENSE]}, 502, 40008, None),
        ({"business_no": FAILING[Fault.HALF]}, 502, 40008, None),
        ({}, 400, 4, {"business_no": "required"}),
        ({"business_no": OPEN, "id_no": "850101-1000004"}, 400, 2, {"id_no": "bad_value"}),
        ({"business_no": OPEN, "country": "DE"}, 400, 2, {"country": "bad_value"}),
        ({"business_no": OPEN, "country": None}, 400, 4, {"country": "required"}),
    ],
)
def test_what_is_wrong_has_its_code_and_is_not_kept(
    mina: Client, said: dict[str, Any], status: int, code: int, fields: Any
) -> None:
    answer = check(mina, **said)

    assert (answer["success"], answer["code"]) == (False, code)
    assert (answer["details"] or {}).get("fields") == fields
    body = {"name": "Noodles", "country": "KR", **said}
    assert mina.status("POST", "withdrawal/tax.check", **body) == status
    assert mina.get("withdrawal/tax")["tax_details"] is None


def test_a_silent_tax_office_is_waited_for_so_long_and_no_longer(
    mina: Client, container: Container, address: str
) -> None:
    assert check(mina, business_no=OPEN)["success"]
    use(container, KoreanTaxService("key", address, IMPATIENT))

    answer = check(mina, business_no=FAILING[Fault.SILENCE])

    assert answer["code"] == 40008
    assert mina.get("withdrawal/tax")["tax_details"]["number_masked"] == "…0015"


def test_a_person_is_kept_though_the_tax_office_is_away(mina: Client, container: Container) -> None:
    use(container, KoreanTaxService("key", "http://127.0.0.1:9/nothing", UNHURRIED))

    kept = check(mina, id_no="850101-1000004", name="Mina Kim")
    assert (kept["kind"], kept["number_masked"], kept["proven"]) == ("person", "…04", True)
    again = check(mina, id_no="850101-1000005", name="Mina Kim")
    assert (again["number_masked"], again["proven"]) == ("…05", False)


@pytest.mark.parametrize(("method", "country"), [(IN_KOREA, "KR"), (BANK, "DE"), (PAYPAL, None)])
def test_the_country_is_that_of_the_bank(
    mina: Client, method: dict[str, str], country: str | None
) -> None:
    assert mina.post("withdrawal/info.register", **method)["success"]

    assert mina.get("withdrawal/tax")["country"] == country
    assert check(mina, business_no=OPEN, country=None)["success"] is (country == "KR")


@pytest.mark.parametrize("settings", [Settings(features=Features())], ids=["off"])
def test_off_every_call_answers_that_the_feature_is_off(world: World) -> None:
    body = json.dumps({"name": "Noodles", "business_no": OPEN, "country": "KR"}).encode()
    json_ = {"Content-Type": "application/json"}
    calls = (
        Sent("GET", "/api/withdrawal/tax"),
        Sent("POST", "/api/withdrawal/tax.check", "", body, json_),
    )
    for sent in calls:
        answer = world.send(sent, MAIN)
        assert (answer.status_code, answer.json["code"]) == (403, 2)
        assert answer.json["details"] == {"reason": "feature_off"}
    site = world.send(Sent("GET", "/api/site/settings"))
    assert site.json["features"]["tax"] is False
