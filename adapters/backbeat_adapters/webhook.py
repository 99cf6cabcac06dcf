"""Hands alerts to another system of the operator's: JSON, signed, and never into the own network
unless the setting says so (SEC-21)."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from urllib.parse import urlsplit

from attrs import field, frozen

from backbeat.kernel.clock import Clock

SIGNATURE = "Backbeat-Signature"

_TIMEOUT_SECONDS = 10
_PORTS = {"http": 80, "https": 443}


class HookFailed(Exception):
    """The other side did not take it; the text never quotes its answer."""


@frozen
class Webhook:
    """Fulfils `Hook`. Redirects are not followed."""

    clock: Clock
    url: str
    secret: str = field(repr=False)
    allow_private: bool = False

    def post(self, content: Mapping[str, object]) -> None:
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json", SIGNATURE: self._signature(body)}
        parts = urlsplit(self.url)
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection = self._connection(parts.scheme, parts.hostname or "", parts.port)
        try:
            connection.request("POST", target, body, headers)
            status = connection.getresponse().status
        finally:
            connection.close()
        if not 200 <= status < 300:
            raise HookFailed(f"answered {status}")

    def _signature(self, body: bytes) -> str:
        """`t=<seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a dot and the body."""
        seconds = f"{self.clock.now().timestamp():.0f}"
        signed = hmac.new(self.secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
        return f"t={seconds},v1={signed.hexdigest()}"

    def _connection(self, scheme: str, host: str, port: int | None) -> HTTPConnection:
        is_fit = (lambda _: True) if self.allow_private else is_public
        connection = _Chosen(host, port or _PORTS[scheme], is_fit)
        if scheme == "https":
            connection.wrap = ssl.create_default_context()
        return connection


class _Chosen(HTTPConnection):
    """Connects to the address that was judged, so that the name cannot lead elsewhere meanwhile."""

    wrap: ssl.SSLContext | None = None

    def __init__(self, host: str, port: int, is_fit: Callable[[str], bool]) -> None:
        super().__init__(host, port, timeout=_TIMEOUT_SECONDS)
        self.is_fit = is_fit

    def connect(self) -> None:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        if not all(self.is_fit(str(address[0])) for *_, address in found):
            raise HookFailed("its address is a private one: webhook.allow_private is off")
        family, kind, protocol, _, address = found[0]
        self.sock = socket.socket(family, kind, protocol)
        self.sock.settimeout(self.timeout)
        self.sock.connect(address)
        if self.wrap is not None:
            self.sock = self.wrap.wrap_socket(self.sock, server_hostname=self.host)


def is_public(address: str) -> bool:
    """Whether an address is one of the open network; another's address in it counts too."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not ip.is_multicast
