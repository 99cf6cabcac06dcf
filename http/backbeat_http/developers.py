"""The API's document for people and programs: `/developers` and `/api/openapi.json` (HTTP-24)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import Any

import falcon
from attrs import frozen
from falcon import Request, Response

from backbeat_http.headers import page_policy
from backbeat_http.openapi import Schema, document
from backbeat_http.openapi_beside import BESIDE
from backbeat_http.openapi_examples import calls, with_examples
from backbeat_http.routes import BASE

DOCUMENT = f"{BASE}/openapi.json"
DEVELOPERS = "/developers"
_NONCE = "__NONCE__"
_CHECKED = "no-cache"


@frozen
class OpenApi:
    """Answers `/api/openapi.json`: the document with an example for every call."""

    def on_get(self, req: Request, resp: Response) -> None:
        """The document, the same for everybody."""
        text, digest = _document()
        resp.set_header("Cache-Control", _CHECKED)
        resp.etag = digest
        if req.if_none_match and digest in {str(each) for each in req.if_none_match}:
            resp.status = falcon.HTTP_304
            resp.content_type = None
            return
        resp.content_type = falcon.MEDIA_JSON
        resp.text = text

    on_head = on_get


@frozen
class Developers:
    """Answers `/developers`: the same document as a page without scripts, which loads nothing from
    elsewhere.
    """

    def on_get(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """The page; it is in English, as the document is."""
        nonce = secrets.token_urlsafe(18)
        resp.content_type = falcon.MEDIA_HTML
        resp.text = _page().replace(_NONCE, nonce)
        resp.set_header("Cache-Control", _CHECKED)
        resp.set_header("Content-Security-Policy", page_policy(nonce, (), ()))
        resp.set_header("X-Frame-Options", "DENY")

    on_head = on_get


def published() -> Schema:
    """The API's document with an example for every call, and the calls beside the API."""
    told = with_examples(document())
    return told | {"paths": told["paths"] | BESIDE}


@lru_cache(maxsize=1)
def _document() -> tuple[str, str]:
    text = json.dumps(published(), ensure_ascii=False, separators=(",", ":"))
    return text, sha256(text.encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _page() -> str:
    told = json.loads(_document()[0])
    groups: dict[str, list[tuple[str, str, Any]]] = {}
    for path, method, call in calls(told):
        groups.setdefault(call["tags"][0], []).append((path, method, call))
    links = "".join(f'<li><a href="#{escape(tag)}">{escape(tag)}</a></li>' for tag in groups)
    intro = "".join(f"<p>{_coded(each)}</p>" for each in told["info"]["description"].split("\n\n"))
    parts = "".join(_group(tag, found) for tag, found in groups.items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>API · {escape(told['info']['title'])}</title>"
        f'<style nonce="{_NONCE}">{_STYLE}</style></head><body>'
        f"<header><h1>{escape(told['info']['title'])} API</h1>"
        f'{intro}<p><a href="{DOCUMENT}">openapi.json</a>, OpenAPI {escape(told["openapi"])}, '
        f"version {escape(told['info']['version'])}. Addresses begin with <code>{BASE}</code> "
        "if nothing else is said.</p>"
        f'</header><nav aria-label="Groups"><ul>{links}</ul></nav><main>{parts}</main></body></html>'
    )


def _group(tag: str, found: Iterable[tuple[str, str, Any]]) -> str:
    return (
        f'<section id="{escape(tag)}"><h2>{escape(tag)}</h2>{"".join(map(_call, found))}</section>'
    )


def _call(found: tuple[str, str, Any]) -> str:
    path, method, call = found
    request = call.get("requestBody", {}).get("content", {})
    answer = call["responses"]["200"].get("content", {})
    examples = [
        *(_example(f"What is sent: {kind}", media) for kind, media in request.items()),
        *(_example(f"What is answered: {kind}", media) for kind, media in answer.items()),
    ]
    said = call.get("description", "")
    return (
        f'<details id="{escape(call["operationId"])}"><summary><b>{method.upper()}</b> '
        f"<code>{escape(path)}</code> <span>{_coded(call['summary'])}</span></summary>"
        f"{f'<p>{_coded(said)}</p>' if said else ''}<p>{_login(call)}</p>"
        f"{_parameters(call)}{''.join(examples)}{_refusals(call)}</details>"
    )


def _login(call: Any) -> str:
    if not call["security"]:
        return "No session is needed."
    return "A session may be given." if {} in call["security"] else "Needs a session."


def _parameters(call: Any) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(each['name'])}</code></td><td>{escape(each['in'])}</td>"
        f"<td>{'needed' if each['required'] else ''}</td>"
        f"<td>{_coded(each.get('description', ''))}</td></tr>"
        for each in call.get("parameters", ())
    )
    return f'<div class="wide"><table>{rows}</table></div>' if rows else ""


def _example(words: str, media: Any) -> str:
    if "example" not in media:
        return f"<h3>{escape(words)}</h3>"
    text = json.dumps(media["example"], ensure_ascii=False, indent=2)
    return f'<h3>{escape(words)}</h3><pre tabindex="0">{escape(text)}</pre>'


def _refusals(call: Any) -> str:
    rows = "".join(
        f"<tr><td>{escape(status)}</td><td>{escape(each['description'])}</td></tr>"
        for status, each in call["responses"].items()
        if "description" in each and status != "200"
    )
    return f'<h3>Refusals</h3><div class="wide"><table>{rows}</table></div>'


def _coded(text: str) -> str:
    """The text as HTML, with the pieces between backticks as code."""
    pieces = escape(text).split("`")
    return "".join(
        f"<code>{piece}</code>" if number % 2 else piece for number, piece in enumerate(pieces)
    )


_STYLE = (
    ":root{color-scheme:light dark;--line:#8884;--soft:#8881}"
    "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1rem}"
    "h1{font-size:1.75rem}h2{margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}"
    "nav ul{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;padding:0}"
    "nav a{display:inline-flex;align-items:center;min-height:44px;padding:0 .75rem;"
    "border:1px solid var(--line);border-radius:.5rem}"
    "details{border-top:1px solid var(--line)}"
    "summary{min-height:44px;padding:.6rem 0;cursor:pointer;overflow-wrap:anywhere;"
    "box-sizing:border-box}"
    "summary span{opacity:.8}summary b{display:inline-block;min-width:3rem}"
    "code,pre{font:.875rem/1.5 ui-monospace,monospace}"
    "pre{background:var(--soft);padding:.75rem;border-radius:.5rem;overflow:auto;max-height:28rem}"
    ".wide{overflow-x:auto}table{border-collapse:collapse}"
    "td{border-top:1px solid var(--line);padding:.35rem .75rem .35rem 0;vertical-align:top}"
)
