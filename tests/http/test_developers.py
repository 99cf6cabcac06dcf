"""The API's document is published, with an example for every call that fits what is said of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from falcon.testing import TestClient
from jsonschema import Draft202012Validator

from backbeat_http.developers import published
from backbeat_http.openapi import document
from backbeat_http.openapi_beside import BESIDE
from backbeat_http.openapi_examples import calls

TOLD = published()
CALLS = {call["operationId"]: call for _, _, call in calls(TOLD)}


OF_THE_API = set(document()["paths"])
BESIDES = {call["get"]["operationId"] for call in BESIDE.values()}


def validator(schema: Any) -> Draft202012Validator:
    return Draft202012Validator(schema | {"components": TOLD["components"]})


@pytest.mark.parametrize("id", CALLS)
def test_every_call_has_an_example_that_fits_its_schema(id: str) -> None:
    call = CALLS[id]
    for media in call.get("requestBody", {}).get("content", {}).values():
        validator(media["schema"]).validate(media["example"])
    for kind, media in call["responses"]["200"].get("content", {}).items():
        if kind == "application/json":
            validator(media["schema"]).validate(media["example"])
            assert id in BESIDES or media["example"]["success"] is True
    for parameter in call.get("parameters", ()):
        if parameter["required"]:
            validator(parameter["schema"]).validate(parameter["example"])


def test_examples_say_something() -> None:
    body = CALLS["requestWithdrawal"]["requestBody"]["content"]["application/json"]["example"]
    assert (body["currency"], body["total"]) == ("USD", "150.00")
    answered = CALLS["listChannels"]["responses"]["200"]["content"]["application/json"]["example"]
    assert len(answered["items"]) == 1
    assert answered["items"][0]["id"]


def test_the_document_that_the_web_ui_is_made_from_has_no_examples() -> None:
    assert '"example"' not in json.dumps(document())


def test_builds_and_health_are_told_beside_the_api(client: TestClient) -> None:
    assert OF_THE_API.isdisjoint(BESIDE)
    assert set(TOLD["paths"]) == OF_THE_API | set(BESIDE)
    for path in ("/healthz", "/readyz"):
        [(kind, media)] = BESIDE[path]["get"]["responses"]["200"]["content"].items()
        answer = client.simulate_get(path)
        assert (answer.status_code, answer.text) == (200, media["example"])
        assert answer.headers["Content-Type"].startswith(kind)
    assert {call["get"]["servers"][0]["url"] for call in BESIDE.values()} == {"/"}


def test_the_document_is_published_and_not_sent_twice(client: TestClient) -> None:
    answer = client.simulate_get("/api/openapi.json")
    assert answer.json == TOLD
    assert answer.headers["Content-Type"] == "application/json"
    again = client.simulate_get(
        "/api/openapi.json", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert (again.status_code, again.text) == (304, "")


def test_the_page_names_every_call_and_loads_nothing(client: TestClient) -> None:
    answer = client.simulate_get("/developers")
    assert answer.headers["Content-Type"].startswith("text/html")
    found = re.findall(r'<details id="(\w+)">', answer.text)
    assert found == list(dict.fromkeys(found))
    assert set(found) == set(CALLS)
    assert "<script" not in answer.text
    assert not re.search(r'(?:src|href)="(?!#|/api/openapi\.json)', answer.text)
    [nonce] = re.findall(r'<style nonce="([^"]+)">', answer.text)
    assert f"'nonce-{nonce}'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert nonce not in client.simulate_get("/developers").text
