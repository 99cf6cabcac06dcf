"""Every answer, good or bad, is one that the document describes; money is text and names its currency."""

from __future__ import annotations

from typing import Any

import pytest
from falcon.testing import Result
from jsonschema import Draft202012Validator
from tests.http.authorisation import MATRIX, Rule
from tests.http.forms import MEDIA_TYPE, form
from tests.http.hostile import JSON
from tests.http.test_openapi import parts
from tests.http.world import MAIN, MEMBER, NOBODY, UNVERIFIED, World

from backbeat_http.openapi import document
from backbeat_http.wire import MONEY_PATTERN

pytestmark = pytest.mark.usefixtures("billed")

DOCUMENT = document()
ALWAYS_DOLLARS = {
    *("getSiteSettings", "getFrame"),
    *("applyToCampaign", "enterCampaign", "getCampaign", "listCampaigns"),
    *("applyToEvent", "cancelEvent", "claimEventBenefit", "getEvent"),
}
"""Rules, campaigns and events are in dollars, whatever is shown."""


def described(answer: Any) -> dict[str, Any]:
    """A response of the document; shared ones stand among the components."""
    if "$ref" in answer:
        found: dict[str, Any] = DOCUMENT["components"]["responses"][answer["$ref"].split("/")[-1]]
        return found
    return dict(answer)


def fault_of(rule: Rule, result: Result) -> str | None:
    """What an answer has that the document does not say; None when all is described."""
    call = DOCUMENT["paths"][f"/{rule.path}"][rule.method.lower()]
    if str(result.status_code) not in call["responses"]:
        return f"status {result.status_code} is not described: {result.text[:200]}"
    content = described(call["responses"][str(result.status_code)])["content"]
    media_type = result.headers["Content-Type"].partition(";")[0]
    if media_type not in content:
        return f"{media_type} is not described"
    if media_type != "application/json":
        return None
    schema = {**content[media_type]["schema"], "components": DOCUMENT["components"]}
    error = next(Draft202012Validator(schema).iter_errors(result.json), None)
    return None if error is None else f"{error.json_path}: {error.message[:200]}"


@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX])
def test_every_answer_is_as_described(rule: Rule, world: World) -> None:
    owner = MAIN
    good = rule.request(world, owner)
    tried = {
        "anonymous": world.send(good, NOBODY),
        "unverified": world.send(good, UNVERIFIED),
        "a member": world.send(good, MEMBER),
        "good": world.send(good, owner),
        "an unknown parameter": world.send(good.with_query("nope=1"), owner),
    }
    if rule.method == "POST":
        tried |= {
            "an empty body": world.send(good.with_body(b"{}"), owner),
            "no object": world.send(good.with_body(b"[]"), owner),
            "too large": world.send(good.with_body(b" " * 70_000), owner),
            "no JSON": world.send(good.with_body(b"x", "text/plain"), owner),
        }

    assert {
        what: fault for what, result in tried.items() if (fault := fault_of(rule, result))
    } == {}


def required(rule: Rule) -> set[str]:
    """The fields that the document asks a call's body for."""
    asked = DOCUMENT["paths"][f"/{rule.path}"][rule.method.lower()].get("requestBody")
    [content] = asked["content"].values() if asked else [{"schema": {}}]
    return set(whole(content["schema"]).get("required", ()))


def empty(rule: Rule) -> tuple[bytes, str]:
    """A body without any field; a form's file that was not chosen is sent as an empty one."""
    return (form({"file": ("", b"")}), MEDIA_TYPE) if rule.is_form else (b"{}", JSON)


def test_an_empty_form_names_every_field_that_is_asked_for(world: World) -> None:
    """Code 4, whatever the call (S8.004)."""
    forms = [rule for rule in MATRIX if required(rule)]
    answers = {
        rule.path: world.send(rule.request(world, MAIN).with_body(*empty(rule)), MAIN).json
        for rule in forms
    }

    assert len(forms) > 25
    assert {path: answer.get("code") for path, answer in answers.items()} == {
        rule.path: 4 for rule in forms
    }
    assert {path: answer["details"]["fields"] for path, answer in answers.items()} == {
        rule.path: dict.fromkeys(required(rule), "required") for rule in forms
    }


def test_amounts_are_text_and_their_currency_is_named() -> None:
    nameless = []
    for template, calls in DOCUMENT["paths"].items():
        for call in calls.values():
            answer = whole(call["responses"]["200"])
            names = {name for part in parts(answer) for name in part.get("properties", {})}
            holds_money = any(part.get("pattern") == MONEY_PATTERN for part in parts(answer))
            if (
                holds_money
                and "currency" not in names
                and call["operationId"] not in ALWAYS_DOLLARS
            ):
                nameless.append(template)

    assert nameless == []


def test_no_answer_holds_a_fraction_as_a_number() -> None:
    assert [part for part in parts(DOCUMENT) if part.get("type") == "number"] == []


def whole(schema: Any, above: tuple[str, ...] = ()) -> Any:
    """A schema with what its references lead to."""
    if isinstance(schema, list):
        return [whole(part, above) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        return (
            {} if name in above else whole(DOCUMENT["components"]["schemas"][name], (*above, name))
        )
    return {key: whole(part, above) for key, part in schema.items()}
