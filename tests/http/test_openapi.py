"""The document: valid, complete, and shaped for the web client's generator, and committed as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from backbeat.codes.catalogue import CATALOGUE, REASONS
from backbeat_http.openapi import document, refusals_of, text
from backbeat_http.routes import PATHS, operations

COMMITTED = Path(__file__).parents[2] / "webui" / "openapi.json"
SHARED_HEADERS = {"Zs-Authentification", "Accept-Language", "ZS-Currency", "ZS-Mcn-Domain"}
OPERATIONS = [
    (path, method, spec)
    for path in PATHS
    for method, spec in operations(path.resource, path.suffix)
]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from parts(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from parts(part)


def calls() -> Iterator[tuple[str, dict[str, Any]]]:
    for template, methods in document()["paths"].items():
        for call in methods.values():
            yield template, call


def test_every_path_has_a_responder() -> None:
    answered = {path.template for path, _, _ in OPERATIONS}

    assert {path.template for path in PATHS} == answered
    assert len({path.template for path in PATHS}) == len(PATHS)


def test_every_call_has_a_name_and_a_sentence_of_its_own() -> None:
    names = [call["operationId"] for _, call in calls()]

    assert len(set(names)) == len(names) == len(OPERATIONS)
    assert [name for name in names if not re.fullmatch(r"[a-z][A-Za-z]+", name)] == []
    assert [call["operationId"] for _, call in calls() if not call["summary"]] == []


def test_every_schema_is_valid_and_every_reference_leads_somewhere() -> None:
    whole = document()
    for schema in whole["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for part in parts(whole):
        if "$ref" in part:
            target: Any = whole
            for step in part["$ref"].removeprefix("#/").split("/"):
                target = target[step]


def test_names_of_schemas_are_plain() -> None:
    names = document()["components"]["schemas"]

    assert [name for name in names if not re.fullmatch(r"[A-Z][A-Za-z0-9]+", name)] == []


@pytest.mark.parametrize(("shared", "success"), [("Success", True), ("Problem", False)])
def test_success_is_a_boolean_and_the_message_a_text(shared: str, success: bool) -> None:
    described_as = Draft202012Validator(document()["components"]["schemas"][shared])
    answer = {"success": success, "message": "Words.", "code": 2, "details": None}

    assert described_as.is_valid(answer)
    for name, other in (("success", not success), ("success", "yes"), ("message", None)):
        assert not described_as.is_valid(answer | {name: other})
        assert not described_as.is_valid({each: answer[each] for each in answer if each != name})


def test_every_answer_carries_both() -> None:
    shared = document()["components"]["responses"]
    without = []
    for template, call in calls():
        for status, response in call["responses"].items():
            told = shared[response["$ref"].split("/")[-1]] if "$ref" in response else response
            content = told.get("content", {}).get("application/json", {"schema": {}})
            if not content["schema"]:
                continue
            meant = "Success" if status == "200" else "Problem"
            if f"#/components/schemas/{meant}" not in {part.get("$ref") for part in parts(content)}:
                without.append((template, status))

    assert without == []


def test_path_parameters_are_those_of_the_path() -> None:
    for template, call in calls():
        declared = {p["name"] for p in call.get("parameters", []) if p["in"] == "path"}
        assert declared == set(re.findall(r"{(\w+)}", template))


def test_the_clients_generator_understands_everything() -> None:
    for part in parts(document()):
        assert part.get("const", True) is not False
        assert "readOnly" not in part
        assert "prefixItems" not in part
    for _, call in calls():
        assert "default" not in call["responses"]
        for parameter in call.get("parameters", []):
            assert parameter["name"] not in SHARED_HEADERS
            if parameter["in"] == "query":
                assert not any(p.get("type") == "null" for p in parts(parameter["schema"]))


@pytest.mark.parametrize(
    ("method", "spec"),
    [pytest.param(method, spec, id=spec.id) for _, method, spec in OPERATIONS],
)
def test_every_refusal_has_a_code_and_words(method: str, spec: Any) -> None:
    for refusal in refusals_of(method, spec):
        assert refusal.code in CATALOGUE
        assert refusal.reason is None or refusal.reason in REASONS


def test_every_required_field_is_described() -> None:
    bare = [
        f"{name}.{field}"
        for name, schema in document()["components"]["schemas"].items()
        for field in schema.get("required", [])
        if field not in schema.get("properties", {})
    ]
    assert bare == []


def test_the_committed_document_is_the_one_of_the_routes() -> None:
    fresh = "run: python -m backbeat_http.openapi > webui/openapi.json"

    assert COMMITTED.read_text(encoding="utf-8") == text(), fresh
