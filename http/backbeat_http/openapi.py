"""The OpenAPI 3.1 document, made from the routes: `python -m backbeat_http.openapi` prints it.

The document is shaped for the generator of the web client: no falsy `const`, no nullable query
parameters, no shared header parameters, no `readOnly`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Any

import attrs
import msgspec

from backbeat.accounts.errors import EmailUnverified, TotpSetupRequired, ViewOnly
from backbeat.idempotency.errors import CallInFlight, IdempotencyMismatch
from backbeat.kernel.errors import BadValues, FieldsMissing, Refusal, TooManyRequests
from backbeat.kernel.money import FORMATTED, Currency
from backbeat.payout_methods.model import MethodName
from backbeat.payout_methods.registry import METHODS
from backbeat_http import __version__, errors, wire
from backbeat_http.caller import IDEMPOTENCY_HEADER, TOKEN_HEADER
from backbeat_http.operation import Empty, FileAnswer, HeardAnswer, Login, Operation
from backbeat_http.routes import BASE, PATHS, Path, operations

Schema = dict[str, Any]

_REF = "#/components/schemas/{name}"
_PAGE = re.compile(r"PageView_(\w+?)(?:View)?_$")
TEXT_PATTERN = r"^[^\u0000-\u001f\u007f-\u009f]*$"

_SUCCESS: Schema = {
    "title": "Success",
    "description": "What every answer carries beside its own fields.",
    "type": "object",
    "properties": {"success": {"const": True}, "message": {"type": "string"}},
    "required": ["success", "message"],
}
_PROBLEM: Schema = {
    "title": "Problem",
    "description": "A refusal: a code of the public catalogue, its words and the facts.",
    "type": "object",
    "properties": {
        "success": {"enum": [False]},
        "code": {"type": "integer"},
        "message": {"type": "string"},
        "details": {"type": ["object", "null"]},
    },
    "required": ["success", "code", "message", "details"],
}
_DESCRIPTION = f"""\
The API of a Backbeat portal. Every answer is an object with `success` and `message`.

Four headers travel with a call: `{TOKEN_HEADER}` (the bare token of the session), `Accept-Language`
(ko, zh-CN, zh-TW, en), `ZS-Currency` (USD, CNY) and `ZS-Mcn-Domain` (a partner's domain; branding only).
Money is decimal text in the answer's `currency`; days are `yyyy-MM-dd`, moments RFC 3339 in UTC."""


def document(paths: Iterable[Path] = PATHS) -> Schema:
    found = [
        (path, method, spec)
        for path in paths
        for method, spec in operations(path.resource, path.suffix)
    ]
    specs = [spec for _, _, spec in found]
    schemas = _schemas(specs)
    calls: dict[str, Schema] = {}
    for path, method, spec in found:
        calls.setdefault(f"/{path.template}", {})[method.lower()] = _call(
            path, method, spec, schemas
        )
    _add_links(found, calls)
    used = {name: schema for name, schema in schemas.items() if name not in _query_names(specs)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Backbeat", "version": __version__, "description": _DESCRIPTION},
        "servers": [{"url": BASE}],
        "paths": calls,
        "components": {
            "responses": {
                name: _problem([kind])
                for name, kind in zip(_SHARED.values(), _ANYWHERE, strict=True)
            },
            "schemas": {"Success": _SUCCESS, "Problem": _PROBLEM} | used,
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": TOKEN_HEADER},
            },
        },
    }


_FIRST_ID = "$response.body#/items/0/id"


def _add_links(found: list[tuple[Path, str, Operation]], calls: dict[str, Schema]) -> None:
    """Say for every list which calls take an id from it; the fuzz tests follow these links."""
    for listing, _, _ in found:
        group, _, last = listing.template.rpartition("/")
        if last != "list":
            continue
        links: Schema = {}
        for path, method, spec in found:
            if not path.template.startswith(f"{group}/"):
                continue
            if method == "GET" and "id" in attrs.fields_dict(_record(spec.query)):
                links[spec.id] = {"operationId": spec.id, "parameters": {"query.id": _FIRST_ID}}
            if method == "POST" and "id" in attrs.fields_dict(_record(spec.body)):
                links[spec.id] = {"operationId": spec.id, "requestBody": {"id": _FIRST_ID}}
        if links:
            calls[f"/{listing.template}"]["get"]["responses"]["200"]["links"] = links


_ANYWHERE = (TooManyRequests, errors.ServerFault, errors.Unavailable)
"""The answers that any call may give; the document states them once."""

_SHARED = {"429": "TooManyRequests", "500": "ServerFault", "503": "Unavailable"}


def refusals_of(method: str, spec: Operation) -> tuple[type[Refusal], ...]:
    """Every refusal that a call may answer with: its own, and those of reading, log-in and limits."""
    return tuple(dict.fromkeys((*_implied(method, spec), *spec.refuses)))


def _implied(method: str, spec: Operation) -> Iterable[type[Refusal]]:
    yield from (BadValues, *_ANYWHERE)
    if method == "POST":
        yield from (FieldsMissing, errors.BodyTooLarge, errors.MediaTypeRefused)
    if spec.query is not Empty:
        yield FieldsMissing
    if spec.login is Login.REQUIRED:
        yield from errors.DEAD_SESSIONS
        if not spec.unverified:
            yield EmailUnverified
        if not (spec.unverified or spec.unenrolled):
            yield TotpSetupRequired
        if spec.changes(method):
            yield ViewOnly
    if spec.step_up:
        yield from errors.FAILED_STEP_UP
    if spec.is_idempotent:
        yield from (IdempotencyMismatch, CallInFlight)
    if spec.answer is HeardAnswer:
        yield errors.NoSuchRange


def _schemas(specs: Iterable[Operation]) -> dict[str, Schema]:
    """The schemas of all classes that cross the wire, by name."""
    kinds: dict[Any, None] = {}
    for spec in specs:
        kinds |= dict.fromkeys(
            _record(kind) for kind in (spec.query, spec.body) if kind is not Empty
        )
        if spec.answer not in _WITHOUT_FIELDS:
            kinds[_record(spec.answer)] = None
    _, schemas = msgspec.json.schema_components(kinds, schema_hook=_reference, ref_template=_REF)
    _refuse_bare_values(specs, schemas)
    schemas |= {
        name: schema for name, schema in _OF_FORMS.items() if name in _all_references(schemas)
    }
    if any(_METHOD in _references(schema) for schema in schemas.values()):
        schemas[_METHOD] = {"description": "How the money travels.", "enum": [*METHODS.names]}
    if Currency.__name__ in schemas:
        schemas[Currency.__name__]["enum"] = sorted(FORMATTED)
    schemas |= (
        {"Month": {"type": "string", "pattern": wire.MONTH_PATTERN}} if "Month" in schemas else {}
    )
    asked = {spec.body.__name__ for spec in specs} | _query_names(specs)
    for name in _reached(asked & schemas.keys(), schemas):
        _make_strict(schemas[name])
    return {_name(name): _renamed(schema) for name, schema in schemas.items()}


_METHOD = "PayoutMethod"
_WITHOUT_FIELDS = {NoneType, FileAnswer, HeardAnswer}
_OF_FORMS: Mapping[str, Schema] = {
    wire.UploadedFile.__name__: {"type": "string", "format": "binary"},
    wire.LongText.__name__: {
        "type": "string",
        "minLength": 1,
        "description": "A text of several lines.",
        "format": "text",
    },
}
"""The types that only forms contain."""


def _all_references(schemas: Mapping[str, Schema]) -> set[str]:
    return {name for schema in schemas.values() for name in _references(schema)}


def _record(kind: Any) -> Any:
    """The attrs class behind a class of the wire."""
    is_assembled = isinstance(kind, type) and issubclass(kind, wire.Assembled)
    return kind.record() if is_assembled else kind


def _reference(kind: type[Any]) -> Schema:
    """The schemas that msgspec cannot make: names of methods, and assembled records."""
    return {"$ref": _REF.format(name=_METHOD if kind is MethodName else kind.__name__)}


def _refuse_bare_values(specs: Iterable[Operation], schemas: dict[str, Schema]) -> None:
    """Refuse bare money and months: an answer writes them as text (`Amount`, `MonthText`)."""
    answers = {_name_of(spec.answer) for spec in specs if spec.answer not in _WITHOUT_FIELDS}
    if bare := _reached(answers, schemas) & {"Money", "Month"}:
        raise TypeError(f"an answer holds {', '.join(bare)}: write it as text")


def _name_of(kind: Any) -> str:
    """The name that a class, generic or not, has among the schemas."""
    (schema,), _ = msgspec.json.schema_components([_record(kind)], schema_hook=_reference)
    return str(schema["$ref"]).rpartition("/")[2]


def _query_names(specs: Iterable[Operation]) -> set[str]:
    return {spec.query.__name__ for spec in specs}


def _reached(names: set[str], schemas: dict[str, Schema]) -> set[str]:
    """The schemas that the named ones are made of, themselves included."""
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [ref for ref in _references(schemas[name]) if ref in schemas]
    return reached


def _references(schema: Any) -> Iterable[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for part in schema.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)


def _make_strict(schema: Schema) -> None:
    """Make the schemas of requests closed and their texts sane, so that the document says what
    `wire` refuses.
    """
    if schema.get("type") == "object":
        schema["additionalProperties"] = False
    for part in schema.get("properties", {}).values():
        _bound_texts(part)


def _bound_texts(schema: Any) -> None:
    if isinstance(schema, dict):
        if schema.get("type") == "string" and "format" not in schema and "pattern" not in schema:
            schema.setdefault("minLength", 1)
            schema.setdefault("maxLength", wire.LONGEST_TEXT)
            schema["pattern"] = TEXT_PATTERN
        for part in schema.values():
            _bound_texts(part)
    elif isinstance(schema, list):
        for part in schema:
            _bound_texts(part)


def _name(name: str) -> str:
    """The name of a schema: `PageView[ChannelView]` is a `ChannelPage`."""
    match = _PAGE.fullmatch(name)
    return f"{match[1]}Page" if match else name


def _renamed(schema: Any) -> Any:
    """A schema whose references use the names of `_name`, without its own title, though a field may
    be called "title".
    """
    if isinstance(schema, list):
        return [_renamed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {
        key: _renamed(part)
        for key, part in schema.items()
        if key != "title" or isinstance(part, dict)
    }
    if "$ref" in changed:
        changed["$ref"] = _ref(changed["$ref"].rpartition("/")[2])["$ref"]
    return changed


def _ref(name: str) -> Schema:
    return {"$ref": _REF.format(name=_name(name))}


def _call(path: Path, method: str, spec: Operation, schemas: dict[str, Schema]) -> Schema:
    call: Schema = {
        "operationId": spec.id,
        "tags": [path.tag],
        "summary": spec.summary,
    }
    if spec.description:
        call["description"] = spec.description
    if parameters := [*_path_parameters(path), *_query(spec, schemas), *_header(spec)]:
        call["parameters"] = parameters
    if spec.body is not Empty:
        media_type = "multipart/form-data" if spec.is_form else "application/json"
        call["requestBody"] = {
            "required": bool(schemas[_name(spec.body.__name__)].get("required")),
            "content": {media_type: {"schema": _ref(spec.body.__name__)}},
        }
    call["responses"] = _responses(method, spec)
    call["security"] = _SECURITY[spec.login]
    return call


_SECURITY: dict[Login, list[Schema]] = {
    Login.NONE: [],
    Login.OPTIONAL: [{}, {"token": []}],
    Login.REQUIRED: [{"token": []}],
}


def _path_parameters(path: Path) -> Iterable[Schema]:
    for name in re.findall(r"{(\w+)}", path.template):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query(spec: Operation, schemas: dict[str, Schema]) -> Iterable[Schema]:
    """The query's parameters; they are never nullable, since a client would send the word `null`."""
    if spec.query is Empty:
        return
    schema = schemas[spec.query.__name__]
    for name, kind in schema["properties"].items():
        parameter = {"name": name, "in": "query", "required": name in schema.get("required", [])}
        if description := kind.get("description"):
            parameter["description"] = description
        schema_of_one = _without_null(kind)
        if not parameter["required"]:
            schema_of_one.pop("minLength", None)  # an empty one counts as not given
        yield parameter | {"schema": schema_of_one}


def _without_null(schema: Schema) -> Schema:
    kept = {key: value for key, value in schema.items() if key not in {"anyOf", "description"}}
    if kept.get("default", ...) is None:
        del kept["default"]
    options = [option for option in schema.get("anyOf", []) if option.get("type") != "null"]
    if len(options) == 1:
        kept |= options[0]
        return kept
    return kept | ({"anyOf": options} if options else {})


def _header(spec: Operation) -> Iterable[Schema]:
    if spec.answer is HeardAnswer:
        yield {
            "name": "Range",
            "in": "header",
            "required": False,
            "description": "A part of the file, such as bytes=0-65535.",
            "schema": {"type": "string"},
        }
    if spec.is_idempotent:
        yield {
            "name": IDEMPOTENCY_HEADER,
            "in": "header",
            "required": False,
            "description": "One name for one act: sent again, it gets the first answer again.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
        }


def _responses(method: str, spec: Operation) -> Schema:
    by_status: dict[int, list[type[Refusal]]] = {}
    for refusal in refusals_of(method, spec):
        by_status.setdefault(errors.status_of(refusal), []).append(refusal)
    problems = {str(status): _problem(kinds) for status, kinds in sorted(by_status.items())}
    shared = {
        status: {"$ref": f"#/components/responses/{name}"} for status, name in _SHARED.items()
    }
    success = _success(spec)
    good = {"200": success}
    if spec.answer is HeardAnswer:
        good["206"] = success | {"description": "The part that was asked for."}
        good["304"] = {"description": "What the client has still holds."}
    return good | problems | shared


def _success(spec: Operation) -> Schema:
    files: Schema = {
        kind: {"schema": {"type": "string", "format": "binary"}} for kind in spec.files
    }
    if spec.answer in {FileAnswer, HeardAnswer}:
        return {"description": "The file.", "content": files}
    success: Schema = {"$ref": _REF.format(name="Success")}
    if spec.answer is not NoneType:
        success = {"allOf": [success, _ref(_name_of(spec.answer))]}
    return {"description": "Done.", "content": {"application/json": {"schema": success}, **files}}


def _problem(refusals: list[type[Refusal]]) -> Schema:
    codes = sorted({refusal.code for refusal in refusals})
    words = "; ".join(sorted({_words(refusal) for refusal in refusals}))
    return {
        "description": words,
        "content": {
            "application/json": {
                "schema": {
                    "allOf": [
                        {"$ref": _REF.format(name="Problem")},
                        {"type": "object", "properties": {"code": {"enum": codes}}},
                    ]
                }
            }
        },
    }


def _words(refusal: type[Refusal]) -> str:
    reason = f" {refusal.reason}" if refusal.reason else ""
    return f"{refusal.code}{reason}"


def text() -> str:
    """The document as it stands in the committed file."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
