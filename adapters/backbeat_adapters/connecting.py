"""Connections to systems of others: to the address that was judged, and never for longer than said."""

from __future__ import annotations

import ipaddress
import socket
import ssl
from http.client import HTTPConnection
from threading import Timer
from types import TracebackType
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}


class PrivateAddress(OSError):
    """The name leads into the own network, where nothing may be asked."""


class JudgedConnection(HTTPConnection):
    """Connects to the address that was judged, so that the name cannot lead elsewhere meanwhile.

    As a context manager it ends within `seconds` as a whole, however the other side behaves: then
    it `is_cut`.
    """

    is_cut = False

    def __init__(self, url: str, seconds: float, *, allow_private: bool) -> None:
        parts = urlsplit(url)
        super().__init__(parts.hostname or "", parts.port or PORTS[parts.scheme], timeout=seconds)
        self.allow_private = allow_private
        self.wrap = ssl.create_default_context() if parts.scheme == "https" else None
        # A timeout of the socket ends one silence; this ends an answer that drips.
        self.deadline = Timer(seconds, self._cut)
        self.deadline.daemon = True

    def __enter__(self) -> JudgedConnection:
        self.deadline.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.deadline.cancel()
        self.close()

    def connect(self) -> None:
        found = _found(self.host, self.port)
        if not self.allow_private and not all(is_public(str(each[-1][0])) for each in found):
            raise PrivateAddress(self.host)
        family, kind, protocol, _, address = found[0]
        self.sock = socket.socket(family, kind, protocol)
        self.sock.settimeout(self.timeout)
        self.sock.connect(address)
        if self.wrap is not None:
            self.sock = self.wrap.wrap_socket(self.sock, server_hostname=self.host)

    def _cut(self) -> None:
        """End it from outside, whatever it waits for."""
        self.is_cut = True
        sock = self.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                sock.close()


def addresses_of(host: str, port: int) -> list[str]:
    """Every address of a name; OSError where it leads nowhere."""
    return [str(each[-1][0]) for each in _found(host, port)]


def _found(host: str, port: int) -> list[tuple[int, int, int, str, tuple[object, ...]]]:
    # As browsers have it, whatever the resolver says (RFC 6761).
    name = "127.0.0.1" if host.endswith(".localhost") else host
    return list(socket.getaddrinfo(name, port, type=socket.SOCK_STREAM))


def is_public(address: str) -> bool:
    """Whether an address is one of the open network; another's address in it counts too."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not ip.is_multicast
