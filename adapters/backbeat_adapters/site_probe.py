"""Asks a partner's domain for its token, over the open network only unless the setting says
otherwise (SITE-6)."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from attrs import frozen

from backbeat.site.ports import ProbeFailed
from backbeat.site.rules import TOKEN_PATH
from backbeat_adapters.webhook import is_public

_TIMEOUT_SECONDS = 10
_PORTS = {"http": 80, "https": 443}
_LONGEST = 200
_OK = 200


@frozen
class HttpSiteProbe:
    """Fulfils `SiteProbe`. Redirects are not followed: the domain itself has to answer."""

    allow_private: bool = False

    def token_at(self, origin: str) -> str:
        connection = self._connection(origin)
        try:
            connection.request("GET", TOKEN_PATH, headers={"Accept": "text/plain"})
            answer = connection.getresponse()
            content = answer.read(_LONGEST + 1)
        except ProbeFailed:
            raise
        except socket.gaierror as error:
            raise ProbeFailed("its name leads nowhere") from error
        except (OSError, HTTPException) as error:
            raise ProbeFailed(f"it cannot be asked ({type(error).__name__})") from error
        finally:
            connection.close()
        if answer.status != _OK:
            raise ProbeFailed(f"it answers {answer.status}")
        if len(content) > _LONGEST:
            raise ProbeFailed("it answers something else than a token")
        return content.decode("ascii", "replace")

    def _connection(self, origin: str) -> HTTPConnection:
        parts = urlsplit(origin)
        is_fit = (lambda _: True) if self.allow_private else is_public
        connection = _Chosen(parts.hostname or "", parts.port or _PORTS[parts.scheme], is_fit)
        if parts.scheme == "https":
            connection.wrap = ssl.create_default_context()
        return connection


class _Chosen(HTTPConnection):
    """Connects to the address that was judged, so that the name cannot lead elsewhere meanwhile."""

    wrap: ssl.SSLContext | None = None

    def __init__(self, host: str, port: int, is_fit: Callable[[str], bool]) -> None:
        super().__init__(host, port, timeout=_TIMEOUT_SECONDS)
        self.is_fit = is_fit

    def connect(self) -> None:
        # As browsers have it, whatever the resolver says (RFC 6761).
        host = "127.0.0.1" if self.host.endswith(".localhost") else self.host
        found = socket.getaddrinfo(host, self.port, type=socket.SOCK_STREAM)
        if not all(self.is_fit(str(address[0])) for *_, address in found):
            raise ProbeFailed("it leads to a private address, and site.allow_private is off")
        family, kind, protocol, _, address = found[0]
        self.sock = socket.socket(family, kind, protocol)
        self.sock.settimeout(self.timeout)
        self.sock.connect(address)
        if self.wrap is not None:
            self.sock = self.wrap.wrap_socket(self.sock, server_hostname=self.host)
