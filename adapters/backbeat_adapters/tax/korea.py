"""Korea's National Tax Service behind the port `TaxAuthority`, by its public status service.

The question goes to one fixed address: the number travels in the body, the key in a header, so that
no log of addresses holds them, and no redirect is followed (TAX-5).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property

import httpx
from attrs import Attribute, define, field, frozen

from backbeat.tax.model import BusinessStanding, TaxNumber
from backbeat.tax.ports import AuthorityUnavailable
from backbeat_adapters.tax.korean_numbers import business_number, resident_number

_HOST = "api.odcloud.kr"
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

_OPEN = "01"
_STATES = ("01", "02", "03", "")
"""At work, suspended, closed, not registered."""
_CLOSED = "03"
_UNREGISTERED = ""
_TAXED = frozenset({"01", "07"})
"""General taxpayers, and simplified ones that may issue invoices."""


@frozen
class Patience:
    connect: float = 3.0
    read: float = 5.0
    whole: float = 10.0
    """For a question with all its tries, from the first byte sent to the last byte read."""
    largest: int = 64 * 1024
    tries: int = 2
    pause: float = 0.3


def _allowed_base(_: object, __: Attribute[str], base: str) -> None:
    url = httpx.URL(base)
    safe = url.scheme == "https" and url.host == _HOST
    if not safe and not (url.scheme in {"http", "https"} and url.host in _LOOPBACK):
        raise ValueError(f"the tax service's address must be {_HOST} or this machine's: {base}")


@define
class KoreanTaxService:
    """Asks the status service with a key; fulfils `TaxAuthority`. Safe to share between threads.

    `base` is the public service's address, or the simulator's on this machine.
    """

    key: str = field(repr=False)
    base: str = field(validator=_allowed_base)
    patience: Patience = Patience()
    sleep: Callable[[float], None] = time.sleep

    @cached_property
    def _client(self) -> httpx.Client:
        # Made at the first question: its certificates take longer than most calls.
        return httpx.Client(
            headers={"Authorization": f"Infuser {self.key}", "Accept": "application/json"},
            follow_redirects=False,
            trust_env=False,
        )

    def business_number(self, text: str) -> TaxNumber | None:
        return business_number(text)

    def id_number(self, text: str, today: date) -> TaxNumber | None:
        return resident_number(text, today)

    def standing(self, number: TaxNumber) -> BusinessStanding:
        """How the business stands, as the service says; tries again after faults that pass."""
        until = time.monotonic() + self.patience.whole
        for attempt in range(1, self.patience.tries + 1):
            try:
                return _standing(self._ask(number, until), number)
            except _Passing as trouble:
                if attempt == self.patience.tries or time.monotonic() >= until:
                    raise AuthorityUnavailable(str(trouble)) from trouble
                self.sleep(self.patience.pause)
        raise AuthorityUnavailable("the tax service was not asked")

    def _ask(self, number: TaxNumber, until: float) -> object:
        left = max(until - time.monotonic(), 0.001)
        read, connect = min(self.patience.read, left), min(self.patience.connect, left)
        timeout = httpx.Timeout(read, connect=connect)
        try:
            with self._client.stream(
                "POST", f"{self.base}/status", json={"b_no": [number.digits]}, timeout=timeout
            ) as answer:
                body = self._body(answer, until)
        except httpx.TransportError as trouble:
            raise _Passing(f"the tax service did not answer: {type(trouble).__name__}") from trouble
        except httpx.HTTPError as trouble:
            raise AuthorityUnavailable(f"not readable: {type(trouble).__name__}") from trouble
        if answer.is_server_error:
            raise _Passing(f"the tax service answered {answer.status_code}")
        if answer.status_code != httpx.codes.OK:
            raise AuthorityUnavailable(f"the tax service answered {answer.status_code}")
        return _decoded(body)

    def _body(self, answer: httpx.Response, until: float) -> bytes:
        """What was sent, up to the limits of size and time."""
        body = bytearray()
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > self.patience.largest:
                raise AuthorityUnavailable("the tax service's answer is too large")
            if time.monotonic() > until:
                raise AuthorityUnavailable("the tax service's answer takes too long")
        return bytes(body)


class _Passing(Exception):
    """A fault that may be gone in a moment."""


def _decoded(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as trouble:
        raise AuthorityUnavailable("the tax service's answer is no JSON") from trouble


def _standing(answer: object, number: TaxNumber) -> BusinessStanding:
    """What an answer says of the business; one about another business is no answer."""
    found = _row(answer, number)
    state, tax = found.get("b_stt_cd"), found.get("tax_type_cd")
    if state not in _STATES or not isinstance(tax, str):
        raise AuthorityUnavailable("the tax service's answer says no state that is known")
    if state == _UNREGISTERED:
        return BusinessStanding.UNKNOWN
    if state == _CLOSED:
        return BusinessStanding.CLOSED
    return (
        BusinessStanding.INVOICES
        if state == _OPEN and tax in _TAXED
        else BusinessStanding.NO_INVOICES
    )


def _row(answer: object, number: TaxNumber) -> Mapping[str, object]:
    rows = answer.get("data") if isinstance(answer, dict) else None
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("b_no") == number.digits:
            return row
    raise AuthorityUnavailable("the tax service's answer does not speak of the business")
