"""A stand-in for Korea's business status service on this machine: its JSON, and a page that names
numbers to try.

For the demo and for tests: the real adapter is pointed at it. Each made-up number behaves in its own
way, some of them badly. It listens on the loopback address only and answers only requests that name
this machine, so that no web site can reach it through a visitor's browser.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from types import MappingProxyType
from typing import ClassVar

from attrs import define, field, frozen

from backbeat_adapters.demo.local_server import LocalServer, Quiet

API = "/api/nts-businessman/v1"
KEY = "demo"

_LARGEST_QUESTION = 64 * 1024


class Fault(StrEnum):
    """How the service fails when it is asked about a number."""

    SILENCE = "silence, until nobody waits any more"
    BROKEN = "500"
    NONSENSE = "an answer that is no JSON"
    HALF = "half an answer"


@frozen
class Business:
    """A made-up business: its state and the kind of its tax as the service codes them, or a fault."""

    what: str
    state: str = ""
    tax: str = ""
    fault: Fault | None = None


BUSINESSES: Mapping[str, Business] = MappingProxyType(
    {
        "9998100015": Business("at work, issues electronic invoices", "01", "01"),
        "9998100029": Business("small, issues electronic invoices", "01", "07"),
        "9998100034": Business("small, issues none", "01", "02"),
        "9998100048": Business("free of tax, issues none", "01", "04"),
        "9998100053": Business("suspended", "02", "01"),
        "9998100067": Business("closed", "03", "01"),
        "9998100072": Business("not registered"),
        "9998100086": Business("the service is silent", fault=Fault.SILENCE),
        "9998100091": Business("the service answers 500", fault=Fault.BROKEN),
        "9998100107": Business("the service answers nonsense", fault=Fault.NONSENSE),
        "9998100112": Business("the service breaks off", fault=Fault.HALF),
    }
)
"""No tax office has the number 999. Every other number is not registered."""

_NOBODY = Business("not registered")


@define
class TaxOffice(LocalServer):
    """Serves the numbers until it is stopped; a context manager does both."""

    questions: int = field(default=0, init=False)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        return type("Handler", (_Handler,), {"office": self})

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}{API}"


class _Handler(Quiet, BaseHTTPRequestHandler):
    office: ClassVar[TaxOffice]
    server_version = "BackbeatTaxOffice"

    def do_GET(self) -> None:
        if self._is_local() and self.path == "/":
            self._send(HTTPStatus.OK, _page(), "text/html")
        else:
            self._send(HTTPStatus.NOT_FOUND, "not found", "text/plain")

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        if not self._is_local() or not 0 <= size <= _LARGEST_QUESTION:
            self._send(HTTPStatus.FORBIDDEN, "this machine only", "text/plain")
            return
        asked = self.rfile.read(size)
        if self.path != f"{API}/status":
            self._send_json(HTTPStatus.NOT_FOUND, {"code": -2, "msg": "no such service"})
        elif not self.headers.get("Authorization"):
            self._send_json(HTTPStatus.UNAUTHORIZED, {"code": -401, "msg": "no key"})
        else:
            self._answer(asked)

    def _answer(self, asked: bytes) -> None:
        self.office.questions += 1
        try:
            numbers = [str(each) for each in json.loads(asked)["b_no"]]
        except (ValueError, KeyError, TypeError):
            self._send_json(HTTPStatus.BAD_REQUEST, {"status_code": "BAD_JSON_REQUEST"})
            return
        faults = [BUSINESSES.get(each, _NOBODY).fault for each in numbers]
        self._fail_or_send(next(filter(None, faults), None), _answer_about(numbers))

    def _fail_or_send(self, fault: Fault | None, answer: str) -> None:
        match fault:
            case Fault.SILENCE:
                self.office.keep_silent()
                self.close_connection = True
            case Fault.BROKEN:
                self._send_json(HTTPStatus.INTERNAL_SERVER_ERROR, {"status_code": "INTERNAL_ERROR"})
            case Fault.NONSENSE:
                self._send(HTTPStatus.OK, "<html>점검 중입니다</html>", "text/html")
            case Fault.HALF:
                self._send(HTTPStatus.OK, answer, "application/json", cut=len(answer) // 2)
                self.close_connection = True
            case None:
                self._send(HTTPStatus.OK, answer, "application/json")

    def _is_local(self) -> bool:
        """Whether the address asked for is this very server, and no web site asks."""
        here = {f"127.0.0.1:{self.office.port}", f"localhost:{self.office.port}"}
        return self.headers.get("Host") in here and self.headers.get("Origin") is None

    def _send_json(self, status: HTTPStatus, answer: Mapping[str, object]) -> None:
        self._send(status, json.dumps(answer, ensure_ascii=False), "application/json")

    def _send(self, status: HTTPStatus, text: str, kind: str, cut: int | None = None) -> None:
        """Send a text; `cut` breaks off after so many bytes of what was announced."""
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        self.end_headers()
        self.wfile.write(body[:cut])


_STATES = {"01": "계속사업자", "02": "휴업자", "03": "폐업자"}
_TAXES = {
    "01": "부가가치세 일반과세자",
    "02": "부가가치세 간이과세자",
    "04": "부가가치세 면세사업자",
    "07": "부가가치세 간이과세자(세금계산서 발급사업자)",
    "": "국세청에 등록되지 않은 사업자등록번호입니다.",
}
_CLOSED_ON = "20240331"


def _answer_about(numbers: list[str]) -> str:
    rows = [_row(number, BUSINESSES.get(number, _NOBODY)) for number in numbers]
    answer: dict[str, object] = {
        "request_cnt": len(rows),
        "match_cnt": sum(bool(row["b_stt_cd"]) for row in rows),
        "status_code": "OK",
        "data": rows,
    }
    return json.dumps(answer, ensure_ascii=False)


def _row(number: str, business: Business) -> dict[str, str]:
    return {
        "b_no": number,
        "b_stt": _STATES.get(business.state, ""),
        "b_stt_cd": business.state,
        "tax_type": _TAXES[business.tax],
        "tax_type_cd": business.tax,
        "end_dt": _CLOSED_ON if business.state == "03" else "",
        "utcc_yn": "N" if business.state else "",
        "tax_type_change_dt": "",
        "invoice_apply_dt": "",
        "rbf_tax_type": "해당없음" if business.state else "",
        "rbf_tax_type_cd": "99" if business.state else "",
    }


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1c24; background: #f6f6f9 }
td { padding: .25rem 1rem .25rem 0 }
"""


def _page() -> str:
    rows = "".join(
        f"<tr><td><code>{number[:3]}-{number[3:5]}-{number[5:]}</code></td>"
        f"<td>{html.escape(business.what)}</td></tr>"
        for number, business in BUSINESSES.items()
    )
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tax office (simulated)</title><style>{_STYLE}</style></head><body>
<h1>Korea's tax office (simulated)</h1>
<p>What the portal asks about businesses is answered here. These numbers are made up; every other
number is not registered.</p>
<table>{rows}</table></body></html>"""
