"""What is answered beside the API and stands in its published document: builds and health.

These calls are no resources of the API. They have addresses of their own, no envelope and no
session, so the client of the web UI is not made from them.
"""

from __future__ import annotations

from backbeat_http.openapi import Schema

_ROOT = [{"url": "/"}]
_BUILD: Schema = {
    "description": "Which build of the web UI this is, and when it was made, in milliseconds.",
    "type": "object",
    "properties": {"id": {"type": "string"}, "timestamp": {"type": "integer"}},
    "required": ["id", "timestamp"],
}
_JSON: Schema = {
    "application/json": {
        "schema": _BUILD,
        "example": {"id": "36869247-4430-45aa-875c-b35f118fe7d1", "timestamp": 1761350400000},
    }
}


def _text(value: str) -> Schema:
    return {"text/plain": {"schema": {"type": "string"}, "example": value}}


def _call(id: str, tag: str, summary: str, content: Schema, **refusals: str) -> Schema:
    return {
        "get": {
            "operationId": id,
            "tags": [tag],
            "summary": summary,
            "description": "This address does not begin with `/api`.",
            "security": [],
            "servers": _ROOT,
            "responses": {"200": {"description": "Done.", "content": content}}
            | {status.lstrip("_"): {"description": said} for status, said in refusals.items()},
        }
    }


_META = _call(
    "getBuild", "builds", "One build of the web UI.", _JSON, _404="There is no such build."
)
_META["get"]["parameters"] = [
    {
        "name": "buildId",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
        "example": "36869247-4430-45aa-875c-b35f118fe7d1",
    }
]
BESIDE: Schema = {
    "/builds/latest.json": _call("getLatestBuild", "builds", "The newest build.", _JSON),
    "/builds/meta/{buildId}.json": _META,
    "/healthz": _call("getHealth", "health", "Whether the process answers.", _text("ok\n")),
    "/readyz": _call(
        "getReadiness",
        "health",
        "Whether the process can serve: its database can be written to and has its schema.",
        _text("ready\n"),
        _503="It cannot; the text says why.",
    ),
}
"""By address, as OpenAPI has paths."""
