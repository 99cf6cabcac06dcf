"""Hands content to other systems: JSON, signed, and never into the own network unless the setting
says so (SEC-21, EMBED-9)."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException
from threading import Timer
from urllib.parse import urlsplit

from attrs import field, frozen

from backbeat.kernel.clock import Clock
from backbeat.webhooks.errors import PostFailed, WebhookAddressRefused

SIGNATURE = "Backbeat-Signature"
EVENT_ID = "Backbeat-Id"

_TIMEOUT_SECONDS = 10
"""How long a post may take as a whole, however the other side behaves."""
_PORTS = {"http": 80, "https": 443}
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
            port = parts.port or _PORTS[parts.scheme]
            if parts.scheme != "https" and not self.allow_private:
                raise WebhookAddressRefused(why="it is not https")
            found = _found(parts.hostname or "", port)
        except (OSError, ValueError) as fault:
            raise WebhookAddressRefused(why=f"it leads nowhere: {_plainly(fault)}") from None
        if not self.allow_private and not all(map(is_public, found)):
            raise WebhookAddressRefused(why=_PRIVATE)

    def post(self, url: str, secret: str, id: str, content: Mapping[str, object]) -> int:
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Backbeat-Webhook",
            EVENT_ID: id,
            SIGNATURE: self._signature(secret, id, body),
        }
        parts = urlsplit(url)
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection = self._connection(parts.scheme, parts.hostname or "", parts.port)
        # A timeout of the socket ends one silence; this ends an answer that drips.
        deadline = Timer(self.seconds, connection.cut)
        deadline.daemon = True
        deadline.start()
        try:
            connection.request("POST", target, body, headers)
            status = connection.getresponse().status
        except (OSError, HTTPException) as fault:
            is_slow = connection.is_cut or isinstance(fault, TimeoutError)
            why = self._too_slow if is_slow else _plainly(fault)
            raise PostFailed(why) from None
        finally:
            deadline.cancel()
            connection.close()
        if connection.is_cut:
            raise PostFailed(self._too_slow)  # a head that was cut looks like a whole one
        if not 200 <= status < 300:
            raise PostFailed(f"answered {status}")
        return status

    @property
    def _too_slow(self) -> str:
        return f"no answer within {self.seconds:g} s"

    def _signature(self, secret: str, id: str, body: bytes) -> str:
        """`t=<seconds>,v1=<hex>`: HMAC-SHA256 of the id, the seconds and the body, dots between."""
        seconds = f"{self.clock.now().timestamp():.0f}"
        signed = hmac.new(secret.encode(), f"{id}.{seconds}.".encode() + body, hashlib.sha256)
        return f"t={seconds},v1={signed.hexdigest()}"

    def _connection(self, scheme: str, host: str, port: int | None) -> _Chosen:
        is_fit = (lambda _: True) if self.allow_private else is_public
        connection = _Chosen(host, port or _PORTS[scheme], self.seconds, is_fit)
        if scheme == "https":
            connection.wrap = ssl.create_default_context()
        return connection


@frozen
class Webhook:
    """Fulfils `Hook`: the operator's own system, posted to like a partner's."""

    posts: SignedPosts
    url: str
    secret: str = field(repr=False)

    def post(self, content: Mapping[str, object]) -> None:
        self.posts.post(self.url, self.secret, str(content.get("id", "")), content)


class _Chosen(HTTPConnection):
    """Connects to the address that was judged, so that the name cannot lead elsewhere meanwhile."""

    wrap: ssl.SSLContext | None = None
    is_cut = False

    def __init__(self, host: str, port: int, seconds: float, is_fit: Callable[[str], bool]) -> None:
        super().__init__(host, port, timeout=seconds)
        self.is_fit = is_fit

    def connect(self) -> None:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        if not all(self.is_fit(str(address[0])) for *_, address in found):
            raise PostFailed(_PRIVATE)
        family, kind, protocol, _, address = found[0]
        self.sock = socket.socket(family, kind, protocol)
        self.sock.settimeout(self.timeout)
        self.sock.connect(address)
        if self.wrap is not None:
            self.sock = self.wrap.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """End it from outside, whatever it waits for."""
        self.is_cut = True
        sock = self.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                sock.close()


def _found(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def _plainly(fault: Exception) -> str:
    """What went wrong, without a word of the other side's."""
    if isinstance(fault, HTTPException):
        return f"no answer of HTTP ({type(fault).__name__})"
    return getattr(fault, "strerror", None) or type(fault).__name__


def is_public(address: str) -> bool:
    """Whether an address is one of the open network; another's address in it counts too."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not ip.is_multicast
