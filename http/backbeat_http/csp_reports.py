"""Where browsers report what a page's policy has blocked (SEC-3).

Anybody may send anything here. So little is read, even less is believed, and only what contains
nobody's data is logged, one line for each report. Paths and queries of addresses may contain tokens
and codes, so a page is named by the first part of its path alone, and what was blocked by its
origin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

import falcon
import msgspec
from falcon import Request, Response

from backbeat.kernel.errors import BadValues
from backbeat.limits.rules import POLICY_REPORTS, POLICY_REPORTS_OF_ALL
from backbeat_http import log
from backbeat_http.caller import stranger_of
from backbeat_http.errors import MediaTypeRefused
from backbeat_http.operation import Edge, raw_body

MEDIA_TYPE = "application/csp-report"

_UNKNOWN = "-"
_WORD = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
_HOST = re.compile(r"[a-z0-9.:\[\]-]{1,100}", re.ASCII)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{0,15}", re.ASCII)


class CspReports:
    """Accepts reports. No log-in is needed, and a stale token does no harm (HTTP-4)."""

    def on_post(self, req: Request, resp: Response) -> None:
        """Log what is reported and answer 204.

        Refuses too many (3), more than 64 KiB (5), another media type (2 `media_type`) and what
        is no report (2 `bad_value`).
        """
        edge: Edge = req.context.edge
        edge.limits.take(
            (POLICY_REPORTS, stranger_of(req, edge.trusted_proxies)), (POLICY_REPORTS_OF_ALL, "")
        )
        media_type = (req.content_type or "").partition(";")[0].strip().lower()
        if media_type != MEDIA_TYPE:
            raise MediaTypeRefused
        report = _report(raw_body(req))
        log.policy_broken(
            _word(report.get("effective-directive") or report.get("violated-directive")),
            _origin(report.get("blocked-uri")),
            _page(report.get("document-uri")),
            req.context.request_id,
        )
        resp.status = falcon.HTTP_204


def _report(raw: bytes) -> Mapping[str, object]:
    try:
        sent = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        sent = None
    match sent:
        case {"csp-report": dict(report)}:
            return report
    raise BadValues(fields={"body": "bad_value"})


def _word(value: object) -> str:
    """The name of the directive: the first word, if it looks like one."""
    first = value.partition(" ")[0] if isinstance(value, str) else ""
    return first if _WORD.fullmatch(first) else _UNKNOWN


def _origin(value: object) -> str:
    """Scheme and host of what was blocked, or the word that stands for it, such as `inline`."""
    if not isinstance(value, str):
        return _UNKNOWN
    if _WORD.fullmatch(value):
        return value
    try:
        parts = urlsplit(value)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return _UNKNOWN
    if not _SCHEME.fullmatch(parts.scheme):
        return _UNKNOWN
    if not _HOST.fullmatch(host):
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def _page(value: object) -> str:
    """The first part of the page's path, if it looks like one of ours."""
    if not isinstance(value, str):
        return _UNKNOWN
    try:
        path = urlsplit(value).path
    except ValueError:
        return _UNKNOWN
    first = path.removeprefix("/").partition("/")[0]
    return f"/{first}" if not first or _WORD.fullmatch(first) else _UNKNOWN
