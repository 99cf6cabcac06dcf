"""An example of every call, request and answer, made from its schema.

Names say more than schemas, so `_BY_NAME` has a value for the fields that people recognise. That
examples fit their schemas is asserted by `tests/http/test_developers.py`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

Schema = dict[str, Any]

_METHODS = ("get", "post")
_ID = "01m8512x7n60tgs6hgb5b3k8qy"

_BY_FORMAT: Mapping[str, Any] = {
    "date": "2025-10-25",
    "date-time": "2025-10-25T03:00:00Z",
    "decimal": "0.20",
    "binary": "(the file)",
    "text": "Two lines\nof text.",
}
_BY_PATTERN: Mapping[str, str] = {
    "^-?[0-9]+\\.[0-9]{2,9}$": "150.00",
    "^-?[0-9]+(\\.[0-9]+)?$": "0.20",
    "^[0-9]{4}-(0[1-9]|1[0-2])$": "2025-10",
}
_BY_NAME: Mapping[str, Any] = {
    "account_number": "110123456789",
    "address": "203.0.113.7",
    "agent": "Firefox on Linux",
    "artist": "Noon Choir",
    "code": "482913",
    "country": "KR",
    "domain": "partner.example",
    "category": "beauty",
    "email": "mina@example.org",
    "fee": "7.05",
    "fx_rate": "1",
    "handle": "@mina",
    "holder": "Mina Kim",
    "host": "portal.example",
    "id": _ID,
    "invoice": "INV-2025-000001",
    "isrc": "KRA402500001",
    "key": "UCmina0000000000000000AA",
    "language": "en",
    "link": "https://www.youtube.com/@mina",
    "message": "",
    "name": "mina",
    "net": "142.95",
    "net_usd": "142.95",
    "new_password": "correct horse battery",
    "nickname": "mina",
    "number": "INV-2025-000001",
    "page": 0,
    "password": "correct horse battery",
    "size": 50,
    "success": True,
    "thumbnail": "https://portal.example/media/covers/1.webp",
    "title": "Tea in the morning",
    "total": "150.00",
    "token": "bb1_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "url": "https://portal.example/r/autumn",
    "user_id": "mina@example.org",
    "video_id": "dQw4w9WgXcQ",
}

_PREFERRED = ("USD", "paypal", "en", "youtube")
"""The value that is chosen where there are many to choose from."""
_MOSTLY_NOTHING = frozenset(
    {"credit_note_id", "credit_note", "deny_reason", "exclusive_logo", "held_until", "reason"}
)
"""Fields that are empty as a rule."""


def with_examples(document: Schema) -> Schema:
    """The document with an example beside the schema of every request and every successful answer."""
    told = copy.deepcopy(document)
    maker = Examples(told["components"]["schemas"])
    for _, _, call in calls(told):
        for parameter in call.get("parameters", ()):
            if parameter["required"]:
                parameter["example"] = maker.of(parameter["schema"], parameter["name"])
        media = [*call.get("requestBody", {}).get("content", {}).values()]
        media += [
            each
            for kind, each in call["responses"]["200"].get("content", {}).items()
            if kind == "application/json"
        ]
        for each in media:
            each["example"] = maker.of(each["schema"])
    return told


def calls(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Every call: its address, its method, and its entry in the document."""
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield path, method, methods[method]


class Examples:
    """Makes values that fit schemas."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self.schemas = schemas

    def of(self, schema: Schema, name: str = "", above: tuple[str, ...] = ()) -> Any:
        """A value of this schema; `name` is the field's name, `above` the records that contain it."""
        if "$ref" in schema:
            kind = schema["$ref"].rpartition("/")[2]
            return self.of(self.schemas[kind], name, (*above, kind))
        if "allOf" in schema:
            parts = [self.of(part, name, above) for part in schema["allOf"]]
            records = [part for part in parts if isinstance(part, dict)]
            return {key: value for part in records for key, value in part.items()}
        if "anyOf" in schema:
            if name in _MOSTLY_NOTHING and {"type": "null"} in schema["anyOf"]:
                return None
            return self.of(self._chosen(schema["anyOf"], above), name, above)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return next((each for each in _PREFERRED if each in schema["enum"]), schema["enum"][0])
        match _type(schema):
            case "object":
                return self._record(schema, above)
            case "array":
                items = schema.get("items", {})
                return [] if self._turns(items, above) else [self.of(items, name, above)]
            case "string":
                return _text(schema, name)
            case "integer" | "number":
                known = _BY_NAME.get(name)
                wanted = known if isinstance(known, int) else 1
                return max(schema.get("minimum", wanted), min(wanted, schema.get("maximum", 200)))
            case "boolean":
                return schema.get("default", True)
        return None

    def _record(self, schema: Schema, above: tuple[str, ...]) -> Any:
        if "properties" not in schema:
            further = schema.get("additionalProperties")
            return {"name": self.of(further, "", above)} if isinstance(further, dict) else {}
        return {name: self.of(part, name, above) for name, part in schema["properties"].items()}

    def _chosen(self, options: list[Schema], above: tuple[str, ...]) -> Schema:
        """The alternative that shows the most; null only where anything else would never end."""
        said = [option for option in options if option.get("type") != "null"]
        fit = [option for option in said if not self._turns(option, above)]
        return (fit or options[-1:])[0]

    def _turns(self, schema: Schema, above: tuple[str, ...]) -> bool:
        return schema.get("$ref", "").rpartition("/")[2] in above


def _type(schema: Schema) -> str | None:
    kind = schema.get("type")
    return kind if isinstance(kind, str) or kind is None else str(kind[0])


def _text(schema: Schema, name: str) -> str:
    known = _BY_NAME.get(name)
    pattern = schema.get("pattern", "")
    if pattern in _BY_PATTERN:
        fits = isinstance(known, str) and re.search(pattern, known)
        return str(known) if fits else _BY_PATTERN[pattern]
    if schema.get("format") == "decimal" and name == "total":
        return "150.00"
    if "format" in schema:
        return str(_BY_FORMAT[schema["format"]])
    text = known if isinstance(known, str) else (_ID if name.endswith("_id") else "text")
    text = text[: schema.get("maxLength", len(text))]
    return text.ljust(schema.get("minLength", 0), "x")
