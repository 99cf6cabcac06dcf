"""Connections to other people's systems: only to the address that was checked, and never for longer
than allowed.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from http.client import HTTPConnection
from ipaddress import IPv4Address, IPv6Address, ip_network
from threading import Timer
from types import TracebackType
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}

_TRANSLATED = ip_network("64:ff9b::/96")
_NEVER_PUBLIC = tuple(
    map(
        ip_network,
        ("192.0.0.0/24", "::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "2002::/16", "fec0::/10"),
    )
)
"""Addresses that no system of the open network has but that Python 3.11 takes for global; most of
them carry another address, which may lead into our own network.
"""


class PrivateAddress(OSError):
    """The name leads into our own network, where nothing may be asked."""


class JudgedConnection(HTTPConnection):
    """Connects to the address that was checked, so that the name cannot lead elsewhere meanwhile.

    Used as a context manager, it ends within `seconds` altogether, however the other side behaves;
    then it `is_cut`. Only a resolver that takes longer is waited for, and no connection is made
    after it.
    """

    is_cut = False

    def __init__(self, url: str, seconds: float, *, allow_private: bool) -> None:
        parts = urlsplit(url)
        super().__init__(parts.hostname or "", parts.port or PORTS[parts.scheme], timeout=seconds)
        self.allow_private = allow_private
        self.wrap = ssl.create_default_context() if parts.scheme == "https" else None
        # A socket timeout ends only one silence; this also ends an answer that arrives in drips.
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
        self._require_time()
        self.sock.connect(address)
        if self.wrap is not None:
            wrapped = self.wrap.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            # Stored before the handshake, so that a handshake that drips is cut too.
            self.sock = wrapped
            self._require_time()
            wrapped.do_handshake()

    def _require_time(self) -> None:
        """Go no further if the time ran out before there was a socket."""
        if self.is_cut:
            raise TimeoutError

    def _cut(self) -> None:
        """End the connection from outside, whatever it waits for."""
        self.is_cut = True
        sock = self.sock
        if sock is not None:
            try:
                # Not a wrapped socket's own, which takes away what its handshake is just using.
                socket.socket.shutdown(sock, socket.SHUT_RDWR)
            except OSError:
                sock.close()


def addresses_of(host: str, port: int) -> list[str]:
    """Every address of a name; OSError if it leads nowhere."""
    return [str(each[-1][0]) for each in _found(host, port)]


def _found(host: str, port: int) -> list[tuple[int, int, int, str, tuple[object, ...]]]:
    # As browsers treat it, whatever the resolver says (RFC 6761).
    name = "127.0.0.1" if host.endswith(".localhost") else host
    return list(socket.getaddrinfo(name, port, type=socket.SOCK_STREAM))


def is_public(address: str) -> bool:
    """Whether an address belongs to the open network; an address embedded in it has to belong there
    too.
    """
    ip = _led_to(ipaddress.ip_address(address.partition("%")[0]))
    return ip.is_global and not ip.is_multicast and not any(ip in each for each in _NEVER_PUBLIC)


def _led_to(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that one of IPv6 stands for: mapped, or translated on the way (RFC 6052)."""
    if isinstance(ip, IPv4Address):
        return ip
    return IPv4Address(ip.packed[-4:]) if ip in _TRANSLATED else ip.ipv4_mapped or ip
