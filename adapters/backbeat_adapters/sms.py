"""How text messages are sent: through a gateway over HTTP, or to the console."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from functools import cached_property
from typing import Any, TextIO

import httpx
from attrs import define, field, frozen

from backbeat.phones.ports import SmsFailed, SmsRefused, SmsUncertain

API = "/2010-04-01/Accounts/{account}/Messages.json"
"""The path of Twilio's API for messages; compatible gateways have the same one."""

_NEVER = frozenset({21211, 21214, 21408, 21610, 21612, 21614})
"""The gateway's error codes for numbers that it never sends to: not a number, not a mobile number,
a country that is switched off, or somebody who wants no messages.
"""
_NOT_SENT = frozenset({"failed", "undelivered", "canceled"})
_LARGEST = 64 * 1024


@frozen
class SmsPatience:
    """How long to wait for the gateway, in seconds; `whole` from the first byte to the last."""

    connect: float = 3.0
    read: float = 8.0
    whole: float = 10.0


@frozen
class ConsoleSms:
    """Prints each message; for first runs. It fulfils `SmsSender`."""

    stream: TextIO = field(factory=lambda: sys.stdout)

    def send(self, number: str, text: str) -> None:
        self.stream.write(f"Text message to {number}: {text}\n")
        self.stream.flush()


@define
class GatewaySms:
    """Hands messages to a gateway as Twilio's API takes them; fulfils `SmsSender`, shared by threads.

    A message is handed over only once, since even after an apparent fault it may have been sent.
    """

    url: str
    account: str
    token: str = field(repr=False)
    sender: str
    patience: SmsPatience = SmsPatience()

    @cached_property
    def _client(self) -> httpx.Client:
        return httpx.Client(
            auth=(self.account, self.token),
            headers={"Accept": "application/json"},
            follow_redirects=False,
            trust_env=False,
        )

    def send(self, number: str, text: str) -> None:
        """See `SmsSender`; the gateway's own codes of numbers that it never reaches are refusals."""
        status, body = self._posted({"To": number, "From": self.sender, "Body": text})
        answer = _decoded(body)
        if 200 <= status < 300:
            _require_taken(answer)
        elif status >= 500:
            raise SmsUncertain(f"the gateway answered {status}")
        elif answer.get("code") in _NEVER:
            raise SmsRefused(f"the gateway answered {answer['code']}")
        else:
            raise SmsFailed(f"the gateway answered {status}")

    def _posted(self, form: Mapping[str, str]) -> tuple[int, bytes]:
        """Status and body of the answer; every fault is one of `SmsSender`'s."""
        address = self.url.rstrip("/") + API.format(account=self.account)
        until = time.monotonic() + self.patience.whole
        timeout = httpx.Timeout(self.patience.read, connect=self.patience.connect)
        try:
            with self._client.stream("POST", address, data=dict(form), timeout=timeout) as answer:
                return answer.status_code, _read(answer, until)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as trouble:
            raise SmsFailed(f"the gateway is not reached: {type(trouble).__name__}") from trouble
        except httpx.HTTPError as trouble:
            raise SmsUncertain(f"the gateway fell silent: {type(trouble).__name__}") from trouble


def _read(answer: httpx.Response, until: float) -> bytes:
    """The body, within the limits of size and time."""
    body = bytearray()
    for piece in answer.iter_bytes():
        body += piece
        if len(body) > _LARGEST or time.monotonic() > until:
            raise SmsUncertain("the gateway's answer has no end")
    return bytes(body)


def _decoded(body: bytes) -> Mapping[str, Any]:
    """The object in the answer; an empty one if it contains none."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _require_taken(answer: Mapping[str, Any]) -> None:
    """Refuse an answer that does not say that a message was taken."""
    sid, status = answer.get("sid"), answer.get("status")
    if not isinstance(sid, str) or not sid or not isinstance(status, str):
        raise SmsUncertain("the gateway's answer makes no sense")
    if status in _NOT_SENT:
        raise SmsFailed(f"the message is {status}")
