"""Hands content to other systems: JSON, signed, and never into the own network unless the setting
says so (SEC-21, EMBED-9)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from urllib.parse import urlsplit

from attrs import field, frozen

from backbeat.kernel.clock import Clock
from backbeat.webhooks.errors import PostFailed, WebhookAddressRefused
from backbeat_adapters.connecting import (
    PORTS,
    JudgedConnection,
    PrivateAddress,
    addresses_of,
    is_public,
)

SIGNATURE = "Backbeat-Signature"
EVENT_ID = "Backbeat-Id"

_TIMEOUT_SECONDS = 10
"""How long a post may take as a whole, however the other side behaves."""
_PRIVATE = "its address is a private one: webhook.allow_private is off"


@frozen
class SignedPosts:
    """Fulfils `Poster`. Redirects are not followed, answers are not read beyond their head."""

    clock: Clock
    allow_private: bool = False
    seconds: float = _TIMEOUT_SECONDS

    def judge(self, url: str) -> None:
        """Plain http only where private addresses may be posted to: there it stays in the house."""
        parts = urlsplit(url)
        try:
            port = parts.port or PORTS[parts.scheme]
            if parts.scheme != "https" and not self.allow_private:
                raise WebhookAddressRefused(why="it is not https")
            found = addresses_of(parts.hostname or "", port)
        except (OSError, ValueError) as fault:
            raise WebhookAddressRefused(why=f"it leads nowhere: {_plainly(fault)}") from None
        if not self.allow_private and not all(map(is_public, found)):
            raise WebhookAddressRefused(why=_PRIVATE)

    def post(self, url: str, secrets: Sequence[str], id: str, content: Mapping[str, object]) -> int:
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Backbeat-Webhook",
            EVENT_ID: id,
            SIGNATURE: self._signature(secrets, id, body),
        }
        parts = urlsplit(url)
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        with JudgedConnection(url, self.seconds, allow_private=self.allow_private) as connection:
            try:
                connection.request("POST", target, body, headers)
                status = connection.getresponse().status
            except PrivateAddress:
                raise PostFailed(_PRIVATE) from None
            except (OSError, HTTPException) as fault:
                is_slow = connection.is_cut or isinstance(fault, TimeoutError)
                why = self._too_slow if is_slow else _plainly(fault)
                raise PostFailed(why) from None
        if connection.is_cut:
            raise PostFailed(self._too_slow)  # a head that was cut looks like a whole one
        if not 200 <= status < 300:
            raise PostFailed(f"answered {status}")
        return status

    @property
    def _too_slow(self) -> str:
        return f"no answer within {self.seconds:g} s"

    def _signature(self, secrets: Sequence[str], id: str, body: bytes) -> str:
        """`t=<seconds>,v1=<hex>`: HMAC-SHA256 of the id, the seconds and the body, dots between;
        a `v1` for each secret, the newest first."""
        seconds = f"{self.clock.now().timestamp():.0f}"
        told = f"{id}.{seconds}.".encode() + body
        made = (hmac.new(each.encode(), told, hashlib.sha256).hexdigest() for each in secrets)
        return ",".join([f"t={seconds}", *(f"v1={each}" for each in made)])


@frozen
class Webhook:
    """Fulfils `Hook`: the operator's own system, posted to like a partner's."""

    posts: SignedPosts
    url: str
    secret: str = field(repr=False)

    def post(self, content: Mapping[str, object]) -> None:
        self.posts.post(self.url, [self.secret], str(content.get("id", "")), content)


def _plainly(fault: Exception) -> str:
    """What went wrong, without a word of the other side's."""
    if isinstance(fault, HTTPException):
        return f"no answer of HTTP ({type(fault).__name__})"
    return getattr(fault, "strerror", None) or type(fault).__name__
